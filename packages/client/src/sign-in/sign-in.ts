// One sign-in with the provider: code and PKCE, its answer checked, the tokens bound to our key (A1).
import type { Client, DPoPHandle, IDToken, TokenEndpointResponse } from 'oauth4webapi';
import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { ClientError } from '../errors.ts';
import { SIGN_IN_AGE_MAX_MS, TOKEN_TIMEOUT_MS } from '../limits.ts';
import { tried } from '../requests/delivery.ts';
import type { Deployment } from '../requests/discovery.ts';
import { asClientError, withNonce } from './oauth-answers.ts';

/** All that the elements do. An application that may have less gets less. */
const SCOPE =
  'openid read:patient write:patient read:treatment write:template read:pharmacy read:prescription write:draft write:prescription read:order write:order read:user';

export interface SignInDemand {
  readonly kind: 'popup' | 'page';
  readonly redirectUri: string;
  readonly organization?: string | undefined;
  /** All scopes, with blanks between; what the elements do when left out. */
  readonly scope?: string | undefined;
  /** Beyond what the elements do: for the portal. */
  readonly moreScopes?: string | undefined;
  readonly language?: string | undefined;
  readonly loginHint?: string | undefined;
  /** Ask for the password also where the provider knows the person. */
  readonly mustProve?: boolean;
  readonly maxAgeSeconds?: number | undefined;
  readonly acrValues?: string | undefined;
}

/** A sign-in under way. Kept sealed while the page is away, else in memory. */
export interface SignInUnderWay {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
  readonly returnTo: string;
  readonly goTo: string | null;
  readonly maxAgeSeconds: number | null;
  readonly begunAtMs: number;
}

export async function beginSignIn(
  deployment: Deployment,
  clientId: string,
  demand: SignInDemand,
  after: { readonly returnTo: string; readonly goTo: string | null },
): Promise<{ readonly url: string; readonly underWay: SignInUnderWay }> {
  const verifier = generateRandomCodeVerifier();
  const state = `pestle.${demand.kind}.${generateRandomState()}`;
  const nonce = generateRandomNonce();
  const endpoint = deployment.provider.authorization_endpoint;
  if (endpoint === undefined)
    throw new ClientError('configuration', 'CONFIGURATION', 'The provider offers no sign-in.');
  const url = new URL(endpoint);
  const parameters: Record<string, string | undefined> = {
    client_id: clientId,
    redirect_uri: demand.redirectUri,
    response_type: 'code',
    scope: demand.scope ?? (demand.moreScopes === undefined ? SCOPE : `${SCOPE} ${demand.moreScopes}`),
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    organization: demand.organization,
    ui_locales: demand.language,
    login_hint: demand.loginHint,
    prompt: demand.mustProve === true ? 'login' : undefined,
    max_age: demand.maxAgeSeconds?.toString(),
    acr_values: demand.acrValues,
  };
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return {
    url: url.href,
    underWay: {
      state,
      verifier,
      nonce,
      redirectUri: demand.redirectUri,
      ...after,
      maxAgeSeconds: demand.maxAgeSeconds ?? null,
      begunAtMs: Date.now(),
    },
  };
}

/** True for a record of a sign-in that can still be finished. */
export function isUnderWay(value: unknown): value is SignInUnderWay {
  if (typeof value !== 'object' || value === null) return false;
  const { verifier, begunAtMs } = value as Partial<SignInUnderWay>;
  return (
    typeof verifier === 'string' &&
    typeof begunAtMs === 'number' &&
    Date.now() - begunAtMs < SIGN_IN_AGE_MAX_MS
  );
}

/** Who signs people in, and the key that the tokens are bound to, if they are. */
interface SigningIn {
  readonly client: Client;
  readonly proof: DPoPHandle | undefined;
}

export interface SignedIn {
  readonly response: TokenEndpointResponse;
  readonly claims: IDToken;
}

/** Exchanges the code. Throws `ClientError` SIGN_IN_CANCELED or SIGN_IN_REFUSED, or that of the way to the service. */
export async function finishSignIn(
  deployment: Deployment,
  { client, proof }: SigningIn,
  underWay: SignInUnderWay,
  parameters: string,
): Promise<SignedIn> {
  const { provider, transport } = deployment;
  try {
    const answer = validateAuthResponse(provider, client, new URLSearchParams(parameters), underWay.state);
    const response = await withNonce(() =>
      tried(async (signal) => {
        const { redirectUri, verifier, nonce, maxAgeSeconds } = underWay;
        const options = { ...transport, ...(proof === undefined ? {} : { DPoP: proof }), signal };
        const raw = await authorizationCodeGrantRequest(
          provider,
          client,
          None(),
          answer,
          redirectUri,
          verifier,
          options,
        );
        return await processAuthorizationCodeResponse(provider, client, raw, {
          expectedNonce: nonce,
          requireIdToken: true,
          ...(maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }),
        });
      }, TOKEN_TIMEOUT_MS),
    );
    const claims = getValidatedIdTokenClaims(response);
    if (claims === undefined) throw new ClientError('server', 'SERVER', 'The sign-in told nobody’s name.');
    return { response, claims };
  } catch (error) {
    throw refusal(error);
  }
}

function refusal(error: unknown): Error {
  if (!(error instanceof AuthorizationResponseError)) return asClientError(error);
  if (error.error === 'access_denied')
    return new ClientError('session', 'SIGN_IN_CANCELED', 'The sign-in was given up.');
  return new ClientError('session', 'SIGN_IN_REFUSED', `The sign-in was refused (${error.error}).`);
}
