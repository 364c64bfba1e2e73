// The console as a client of the service's own OpenID provider: where a sign-in begins, and what its code is exchanged for.
import { createHash } from 'node:crypto';
import { ACR, CONSOLE_CALLBACK_PATH, CONSOLE_CLIENT } from '../../identity/identity.ts';
import type { Random } from '../../kernel/ports.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import type { SignInUnderWay } from './cookies.ts';

/** Answers a form at the token endpoint, within this process: no network lies between console and provider. */
export type TokenExchange = (
  form: URLSearchParams,
) => Promise<{ readonly status: number; readonly body: string }>;

export interface ProviderClient {
  /** Where the browser goes to sign in, and what it keeps until it is back. `another` asks who it is even where a session is there. */
  begin(
    to: string,
    another: boolean,
    language: string,
  ): { readonly url: string; readonly underWay: SignInUnderWay };
  /** The ID token for a code; undefined when the provider takes it for none of this sign-in. */
  idTokenFor(code: string, underWay: SignInUnderWay): Promise<string | undefined>;
  /** Where the session of the provider itself ends. */
  readonly signOutUrl: string;
}

export interface ProviderClientDeps {
  readonly issuer: string;
  readonly consoleUrl: string;
  readonly random: Random;
  /** How fresh a proof must be. */
  readonly proofAgeSeconds: number;
  readonly exchange: TokenExchange;
}

const SECRET_BYTES = 32;

export function providerClient({
  issuer,
  consoleUrl,
  random,
  proofAgeSeconds,
  exchange,
}: ProviderClientDeps): ProviderClient {
  const secret = (): string => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
  const redirectUri = `${consoleUrl}${CONSOLE_CALLBACK_PATH}`;
  return {
    begin: (to, another, language) => {
      const underWay = { state: secret(), nonce: secret(), verifier: secret(), to };
      const query = new URLSearchParams({
        client_id: CONSOLE_CLIENT,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        state: underWay.state,
        nonce: underWay.nonce,
        code_challenge: createHash('sha256').update(underWay.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        acr_values: ACR.secondFactor,
        // A minute less, so that what comes back is fresh by the clock of every node.
        max_age: String(proofAgeSeconds - CONSOLE_LIMITS.clockToleranceSeconds),
        ui_locales: language,
        ...(another ? { prompt: 'login' } : {}),
      });
      return { url: `${issuer}/auth?${query.toString()}`, underWay };
    },
    idTokenFor: async (code, { verifier }) => {
      const { status, body } = await exchange(
        new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: CONSOLE_CLIENT,
          redirect_uri: redirectUri,
          code,
          code_verifier: verifier,
        }),
      );
      if (status !== 200) return undefined;
      const { id_token: idToken } = JSON.parse(body) as { readonly id_token?: unknown };
      return typeof idToken === 'string' ? idToken : undefined;
    },
    signOutUrl: `${issuer}/session/end?${new URLSearchParams({
      client_id: CONSOLE_CLIENT,
      post_logout_redirect_uri: `${consoleUrl}/`,
    }).toString()}`,
  };
}
