// A person signs in through a browser, for a program that has no page of its own: authorization code with PKCE, and the refresh after it.
import type { Client, TokenEndpointResponse } from 'oauth4webapi';
import { None, processRefreshTokenResponse, ResponseBodyError, refreshTokenGrantRequest } from 'oauth4webapi';
import { ClientError } from '../errors.ts';
import { TOKEN_MARGIN_MS, TOKEN_TIMEOUT_MS, UNTOLD_LIFE_SECONDS } from '../limits.ts';
import { tried } from '../requests/delivery.ts';
import type { Deployment } from '../requests/discovery.ts';
import { discover } from '../requests/discovery.ts';
import { asClientError } from '../sign-in/oauth-answers.ts';
import { beginSignIn as begin, finishSignIn as finish } from '../sign-in/sign-in.ts';

/** For which application a person signs in, and where the browser ends. */
export interface SignInRequest {
  /** The service's address, such as `https://rx.example.com`. */
  readonly apiUrl: string;
  /** A public application of the portal's settings. */
  readonly clientId: string;
  /** One of its callback URLs, exactly: where the browser ends. */
  readonly redirectUri: string;
  /** What the tokens are to be good for, such as `read:order`. */
  readonly scopes: readonly string[];
}

/** A sign-in that was begun, and that the person finishes in a browser. */
export interface PersonSignIn {
  /** Where the person's browser goes. */
  readonly url: string;
  /**
   * Takes the whole address at which the browser ended. Throws `ClientError` SIGN_IN_CANCELED, or SIGN_IN_REFUSED, also for the answer to
   * another sign-in.
   */
  readonly finish: (endedAt: string) => Promise<PersonTokens>;
}

/** What a person's sign-in gave. */
export interface PersonTokens {
  /** The one of now: ten minutes long, and whoever has it is this person. */
  readonly accessToken: string;
  /** How long that one is good for, from now. */
  readonly expiresInSeconds: number;
  /** For `createClient`: refreshes by itself until the session ends, then throws `ClientError` SIGNED_OUT. */
  readonly token: (refused?: string) => Promise<string>;
}

/**
 * Begins the sign-in of a person, for a program without a page of its own: authorization code (RFC 6749, section 4.1) with PKCE (RFC 7636), in
 * the person's own browser (RFC 8252). The program opens the `url`, or shows it, and gives `finish` the address at which the browser ended.
 * Throws `ClientError` where the service cannot be reached or is none. Pages use the elements, whose sessions outlive a reload and are
 * bound to the browser.
 */
export async function beginSignIn(request: SignInRequest): Promise<PersonSignIn> {
  const { apiUrl, clientId, redirectUri, scopes } = request;
  const deployment = await discover(apiUrl, false);
  const demand = { kind: 'page', redirectUri, scope: ['openid', ...scopes].join(' ') } as const;
  const { url, underWay } = await begin(deployment, clientId, demand, { returnTo: redirectUri, goTo: null });
  const client: Client = { client_id: clientId };
  return {
    url,
    finish: async (endedAt) => {
      const { search, searchParams } = new URL(endedAt);
      if (searchParams.get('state') !== underWay.state)
        throw new ClientError('session', 'SIGN_IN_REFUSED', 'This is not the answer to this sign-in.');
      const { response } = await finish(deployment, { client, proof: undefined }, underWay, search);
      return {
        accessToken: response.access_token,
        expiresInSeconds: lifeOf(response),
        token: refreshing(deployment, client, response),
      };
    },
  };
}

function lifeOf({ expires_in: seconds = UNTOLD_LIFE_SECONDS }: TokenEndpointResponse): number {
  return seconds;
}

/** One refresh at a time: a refresh token that is used twice ends the session. */
function refreshing(
  deployment: Deployment,
  client: Client,
  first: TokenEndpointResponse,
): PersonTokens['token'] {
  let newest = first;
  let endsAtMs = Date.now() + lifeOf(first) * 1_000;
  let asking: Promise<string> | undefined;
  const refresh = async (): Promise<string> => {
    const fresh = await requestRefresh(deployment, client, newest.refresh_token);
    newest = { ...newest, ...fresh };
    endsAtMs = Date.now() + lifeOf(fresh) * 1_000;
    return fresh.access_token;
  };
  return async (refused) => {
    if (refused !== newest.access_token && endsAtMs - TOKEN_MARGIN_MS > Date.now())
      return newest.access_token;
    asking ??= refresh().finally(() => {
      asking = undefined;
    });
    return await asking;
  };
}

async function requestRefresh(
  { provider, transport }: Deployment,
  client: Client,
  refreshToken: string | undefined,
): Promise<TokenEndpointResponse> {
  const ended = new ClientError(
    'session',
    'SIGNED_OUT',
    'The session has ended: the person must sign in again.',
  );
  if (refreshToken === undefined) throw ended;
  try {
    return await tried(async (signal) => {
      const options = { ...transport, signal };
      const response = await refreshTokenGrantRequest(provider, client, None(), refreshToken, options);
      return await processRefreshTokenResponse(provider, client, response);
    }, TOKEN_TIMEOUT_MS);
  } catch (error) {
    throw error instanceof ResponseBodyError && error.error === 'invalid_grant'
      ? ended
      : asClientError(error);
  }
}
