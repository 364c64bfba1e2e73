// Drives the service as an outsider: signs people in with oauth4webapi through the real pages, and asks the API over HTTP.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { CookieBrowser } from '../browser/cookie-browser.ts';

export interface ApiAnswer<Data> {
  readonly status: number;
  readonly data: Data | null;
  readonly errors: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string } & Record<string, unknown>;
  }[];
}

/** Asks with one token. `key` is the Idempotency-Key, a new one when left out. */
export type Ask = <Data>(query: string, variables?: object, key?: string) => Promise<ApiAnswer<Data>>;

export function askWith(baseUrl: string, token: string): Ask {
  return async <Data>(query: string, variables: object = {}, key: string = randomUUID()) => {
    const response = await untilTaken(() =>
      fetch(`${baseUrl}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ query, variables }),
      }),
    );
    const body = (await response.json()) as Partial<ApiAnswer<Data>>;
    return { status: response.status, data: body.data ?? null, errors: body.errors ?? [] };
  };
}

/** The data, where no error is expected. */
export function dataOf<Data>({ data, errors }: ApiAnswer<Data>): Data {
  if (errors.length > 0 || data === null) throw new Error(`the API answered ${JSON.stringify(errors)}`);
  return data;
}

export function codeOf(answer: ApiAnswer<unknown>): string | undefined {
  return answer.errors[0]?.extensions.code;
}

export interface SignIn {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly email: string;
  readonly password: string;
  readonly scope: string;
  /** One of the application's callback URLs; without it the service's own `/callback`. */
  readonly redirectUri?: string;
  /** A code of the person's app, where a second factor is asked for. */
  readonly code?: () => string;
}

const insecure = { [oauth.allowInsecureRequests]: true };

/** The access token of a person: authorization code with PKCE, every check of the library on. */
export async function signInPerson({
  baseUrl,
  clientId,
  email,
  password,
  scope,
  redirectUri = `${baseUrl}/callback`,
  code,
}: SignIn): Promise<string> {
  const server = await discover(baseUrl);
  const client: oauth.Client = { client_id: clientId };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const browser = new CookieBrowser(baseUrl);
  const page = await browser.get(url.href);
  const proved = await browser.submit(page, 'password', { email, password });
  const end = code === undefined ? proved : await browser.submit(proved, 'second-factor', { code: code() });
  const parameters = oauth.validateAuthResponse(server, client, new URL(end.url), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token;
}

/** The access token of a machine client. */
export async function signInMachine(
  baseUrl: string,
  { id, secret, scope }: { id: string; secret: string; scope: string },
): Promise<string> {
  const server = await discover(baseUrl);
  const client: oauth.Client = { client_id: id };
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    oauth.ClientSecretBasic(secret),
    new URLSearchParams({ scope, resource: baseUrl }),
    insecure,
  );
  return (await oauth.processClientCredentialsResponse(server, client, response)).access_token;
}

async function discover(baseUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(`${baseUrl}/oidc`);
  const response = await untilTaken(() => oauth.discoveryRequest(issuer, insecure));
  return await oauth.processDiscoveryResponse(issuer, response);
}

/** How often a request that the service cannot take now is repeated. */
const REPEATS_MAX = 60;

/** Asks again as every client has to: a service on a busy machine may say 503, and when to come back. */
async function untilTaken(ask: () => Promise<Response>): Promise<Response> {
  let response = await ask();
  for (let more = REPEATS_MAX; response.status === 503 && more > 0; more -= 1) {
    await response.body?.cancel();
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    response = await ask();
  }
  return response;
}
