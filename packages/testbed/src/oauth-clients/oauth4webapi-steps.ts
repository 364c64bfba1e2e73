// The steps of a client on `oauth4webapi`: finding the server, setting out, coming back, refreshing, asking the API.
import assert from 'node:assert/strict';
import * as oauth from 'oauth4webapi';
import type { CookieBrowser } from '../browser/cookie-browser.ts';
import type { ClientTestbed } from './flows.ts';
import { apiOf, SCOPE, signInAs } from './flows.ts';

export const http = { [oauth.allowInsecureRequests]: true } as const;

export async function serverOf({ service }: ClientTestbed): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service.identity.issuer);
  return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
}

/** What a client keeps while its person is away. */
export interface Journey {
  readonly address: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly maxAge: number | undefined;
}

export async function setOut(
  { service }: ClientTestbed,
  server: oauth.AuthorizationServer,
  wish: Readonly<Record<string, string>> = {},
): Promise<Journey> {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const address = new URL(server.authorization_endpoint ?? assert.fail('no authorization endpoint'));
  const query = {
    client_id: service.publicApp,
    redirect_uri: service.callback,
    response_type: 'code',
    scope: SCOPE,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...wish,
  };
  address.search = new URLSearchParams(query).toString();
  const { max_age: maxAge } = wish;
  return { address, verifier, state, nonce, maxAge: maxAge === undefined ? undefined : Number(maxAge) };
}

export async function comeBack(
  testbed: ClientTestbed,
  server: oauth.AuthorizationServer,
  journey: Journey,
  end: URL,
  DPoP?: oauth.DPoPHandle,
) {
  const client: oauth.Client = {
    client_id: testbed.service.publicApp,
    id_token_signed_response_alg: 'ES256',
    require_auth_time: true,
  };
  const answer = oauth.validateAuthResponse(server, client, end, journey.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    testbed.service.callback,
    journey.verifier,
    { ...http, ...(DPoP === undefined ? {} : { DPoP }) },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: journey.nonce,
    requireIdToken: true,
    ...(journey.maxAge === undefined ? {} : { maxAge: journey.maxAge }),
  });
  await oauth.validateApplicationLevelSignature(server, response, http);
  return { tokens, claims: oauth.getValidatedIdTokenClaims(tokens) ?? assert.fail('no ID token') };
}

export async function signIn(
  testbed: ClientTestbed,
  wish: Readonly<Record<string, string>> = {},
  browser: CookieBrowser = testbed.service.browser(),
) {
  const server = await serverOf(testbed);
  const journey = await setOut(testbed, server, wish);
  const { end } = await signInAs(testbed.service.prescriber, journey.address, browser);
  return { server, ...(await comeBack(testbed, server, journey, end)) };
}

export async function refresh(
  { service }: ClientTestbed,
  server: oauth.AuthorizationServer,
  token: string | undefined,
  DPoP?: oauth.DPoPHandle,
) {
  const client = { client_id: service.publicApp };
  const options = { ...http, ...(DPoP === undefined ? {} : { DPoP }) };
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token ?? '', options);
  return await oauth.processRefreshTokenResponse(server, client, response);
}

/** Asks the API, after checking the token as a resource server would: issuer, audience, type, signature, proof. */
export async function whoAmI(
  testbed: ClientTestbed,
  server: oauth.AuthorizationServer,
  token: string,
  DPoP?: oauth.DPoPHandle,
): Promise<unknown> {
  if (DPoP === undefined) {
    const request = new Request(apiOf(testbed), { headers: { authorization: `Bearer ${token}` } });
    const claims = await oauth.validateJwtAccessToken(
      server,
      request,
      testbed.service.identity.audience,
      http,
    );
    assert.ok(claims.exp - claims.iat <= 600);
  }
  const options = { ...http, ...(DPoP === undefined ? {} : { DPoP }) };
  const response = await oauth.protectedResourceRequest(
    token,
    'POST',
    apiOf(testbed),
    undefined,
    null,
    options,
  );
  return ((await response.json()) as { id?: string }).id;
}
