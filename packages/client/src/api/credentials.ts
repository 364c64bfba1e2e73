// Where the access token of a program comes from: it is given, or asked for with the credentials of a machine.
import type { Client, DPoPHandle } from 'oauth4webapi';
import {
  ClientSecretBasic,
  clientCredentialsGrantRequest,
  DPoP,
  processClientCredentialsResponse,
} from 'oauth4webapi';
import { ClientError } from '../errors.ts';
import { TOKEN_MARGIN_MS, TOKEN_TIMEOUT_MS, UNTOLD_LIFE_SECONDS } from '../limits.ts';
import { delivered, tried } from '../requests/delivery.ts';
import type { Deployment } from '../requests/discovery.ts';
import type { TokenSource } from '../requests/transport.ts';
import { retryAfterOf } from '../requests/transport.ts';
import { asClientError, withNonce } from '../sign-in/oauth-answers.ts';

/**
 * An access token, or a function that answers one, which is asked before every request. `refused` is the token that the service did not
 * take, where that is why it is asked: another is wanted then.
 */
export type GivenToken = string | ((refused: string | undefined) => string | Promise<string>);

/**
 * A confidential application: id and secret are shown once in the portal's settings. Never in a page: whoever reads the page has them.
 *
 * The token comes by the client credentials grant (RFC 6749, section 4.4), the secret by HTTP Basic (section 2.3.1), as docs/reference/sign-in.md
 * says. There is one request for a token, however many calls wait, and another 30 seconds before it ends. It is bound (DPoP, RFC 9449) to
 * a key that cannot leave the process, so that each request proves that it comes from there: the clock of the machine must be right within
 * a minute. Throws `ClientError` SIGN_IN_REFUSED for an id or a secret that the service does not take.
 */
export interface MachineCredentials {
  /** The id of the application (`app_…`). */
  readonly clientId: string;
  /** One of its secrets. */
  readonly clientSecret: string;
  /** What the token is to be good for, such as `read:patient`; of no more than the application may have. */
  readonly scopes: readonly string[];
}

/** @internal */
export function givenToken(token: GivenToken): TokenSource {
  let refused: string | undefined;
  return {
    proof: undefined,
    access: async () => {
      if (typeof token === 'function') return await token(refused);
      if (refused === token)
        throw new ClientError('session', 'SIGNED_OUT', 'The access token is not good any more.');
      return token;
    },
    spoil: (spoiled) => {
      refused = spoiled;
    },
  };
}

/**
 * OAuth 2.0 client credentials. The token is kept until shortly before it ends, asked for once however many calls wait for it, and bound
 * by DPoP to a key that never leaves this process: a token that was read from a log or a proxy is worth nothing.
 *
 * @internal
 */
export async function machineTokens(
  deployment: Deployment,
  credentials: MachineCredentials,
): Promise<TokenSource> {
  const client: Client = { client_id: credentials.clientId };
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const proof = DPoP(client, keys);
  let kept: { readonly token: string; readonly endsAtMs: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async (): Promise<string> => {
    const askedAtMs = Date.now();
    const { access_token: token, expires_in: seconds = UNTOLD_LIFE_SECONDS } = await delivered(() =>
      requestToken(deployment, client, credentials, proof).catch((error: unknown) => {
        throw asClientError(error);
      }),
    );
    kept = { token, endsAtMs: askedAtMs + seconds * 1_000 };
    return token;
  };
  return {
    proof,
    access: async () => {
      if (kept !== undefined && kept.endsAtMs - TOKEN_MARGIN_MS > Date.now()) return kept.token;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return await asking;
    },
    spoil: (token) => {
      if (kept?.token === token) kept = undefined;
    },
  };
}

async function requestToken(
  { provider, transport }: Deployment,
  client: Client,
  { clientSecret, scopes }: MachineCredentials,
  proof: DPoPHandle,
): Promise<{ readonly access_token: string; readonly expires_in?: number }> {
  return await withNonce(() =>
    tried(async (signal) => {
      const response = await clientCredentialsGrantRequest(
        provider,
        client,
        ClientSecretBasic(clientSecret),
        { scope: scopes.join(' ') },
        { ...transport, DPoP: proof, signal },
      );
      if (response.status === 429 || response.status >= 500)
        throw new ClientError(
          'server',
          'SERVER',
          'The service gives no token at the moment.',
          retryAfterOf(response),
        );
      if (response.status === 401)
        throw new ClientError(
          'session',
          'SIGN_IN_REFUSED',
          'The service does not take this id with this secret.',
        );
      return await processClientCredentialsResponse(provider, client, response);
    }, TOKEN_TIMEOUT_MS),
  );
}
