// Every flow through `oauth4webapi`, step by step as a client of one's own would: each answer is validated before it is used.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ACR } from '@pestle/service/identity/provider/policy';
import * as oauth from 'oauth4webapi';
import type { CookieBrowser } from '../browser/cookie-browser.ts';
import type { ClientLibrary, Stage } from './flows.ts';
import { apiOf, confirmSignOut, enrolApp, SCOPE, signInAs, signInAtHospital } from './flows.ts';

const http = { [oauth.allowInsecureRequests]: true } as const;

async function serverOf({ world }: Stage): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(world.identity.issuer);
  return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
}

/** What a client keeps while its person is away. */
interface Journey {
  readonly address: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly maxAge: number | undefined;
}

async function setOut(
  { world }: Stage,
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
    client_id: world.publicApp,
    redirect_uri: world.callback,
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

async function comeBack(
  stage: Stage,
  server: oauth.AuthorizationServer,
  journey: Journey,
  end: URL,
  DPoP?: oauth.DPoPHandle,
) {
  const client: oauth.Client = {
    client_id: stage.world.publicApp,
    id_token_signed_response_alg: 'ES256',
    require_auth_time: true,
  };
  const answer = oauth.validateAuthResponse(server, client, end, journey.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    stage.world.callback,
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

async function signIn(
  stage: Stage,
  wish: Readonly<Record<string, string>> = {},
  browser: CookieBrowser = stage.world.browser(),
) {
  const server = await serverOf(stage);
  const journey = await setOut(stage, server, wish);
  const { end } = await signInAs(stage.world.prescriber, journey.address, browser);
  return { server, ...(await comeBack(stage, server, journey, end)) };
}

async function refresh(
  { world }: Stage,
  server: oauth.AuthorizationServer,
  token: string | undefined,
  DPoP?: oauth.DPoPHandle,
) {
  const client = { client_id: world.publicApp };
  const options = { ...http, ...(DPoP === undefined ? {} : { DPoP }) };
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token ?? '', options);
  return await oauth.processRefreshTokenResponse(server, client, response);
}

/** Asks the API, after checking the token as a resource server would: issuer, audience, type, signature, proof. */
async function whoAmI(
  stage: Stage,
  server: oauth.AuthorizationServer,
  token: string,
  DPoP?: oauth.DPoPHandle,
): Promise<unknown> {
  if (DPoP === undefined) {
    const request = new Request(apiOf(stage), { headers: { authorization: `Bearer ${token}` } });
    const claims = await oauth.validateJwtAccessToken(server, request, stage.world.identity.audience, http);
    assert.ok(claims.exp - claims.iat <= 600);
  }
  const options = { ...http, ...(DPoP === undefined ? {} : { DPoP }) };
  const response = await oauth.protectedResourceRequest(
    token,
    'POST',
    apiOf(stage),
    undefined,
    null,
    options,
  );
  return ((await response.json()) as { id?: string }).id;
}

const invalidGrant = { name: 'ResponseBodyError', error: 'invalid_grant' };

export const withOauth4webapi: ClientLibrary = {
  discovery: async (stage) => {
    const server = await serverOf(stage);
    assert.equal(server.authorization_response_iss_parameter_supported, true);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(server.dpop_signing_alg_values_supported, ['ES256', 'Ed25519']);
    assert.deepEqual(server.grant_types_supported?.toSorted(), [
      'authorization_code',
      'client_credentials',
      'refresh_token',
    ]);
    const issuer = new URL(stage.world.identity.issuer);
    const response = await oauth.discoveryRequest(issuer, http);
    const other = new URL('https://other.example');
    await assert.rejects(oauth.processDiscoveryResponse(other, response), /issuer/);
  },
  'code with PKCE': async (stage) => {
    const { server, tokens, claims } = await signIn(stage);
    assert.equal(claims.sub, stage.world.prescriber.id);
    assert.equal(claims.aud, stage.world.publicApp);
    assert.equal(tokens.token_type, 'bearer');
    assert.equal(await whoAmI(stage, server, tokens.access_token), stage.world.prescriber.id);
    const journey = await setOut(stage, server);
    const { end } = await signInAs(stage.world.prescriber, journey.address, stage.world.browser());
    const stolen = { ...journey, verifier: oauth.generateRandomCodeVerifier() };
    await assert.rejects(comeBack(stage, server, stolen, end), invalidGrant);
  },
  'iss in the answer': async (stage) => {
    const server = await serverOf(stage);
    const journey = await setOut(stage, server);
    const { end } = await signInAs(stage.world.prescriber, journey.address, stage.world.browser());
    assert.equal(end.searchParams.get('iss'), server.issuer);
    const mixedUp = new URL(end);
    mixedUp.searchParams.set('iss', 'https://evil.example');
    await assert.rejects(comeBack(stage, server, journey, mixedUp), /"iss"/);
    const bare = new URL(end);
    bare.searchParams.delete('iss');
    await assert.rejects(comeBack(stage, server, journey, bare), /"iss"/);
    await comeBack(stage, server, journey, end);
  },
  'state and nonce': async (stage) => {
    const server = await serverOf(stage);
    const journey = await setOut(stage, server);
    const { end } = await signInAs(stage.world.prescriber, journey.address, stage.world.browser());
    const another = { ...journey, state: oauth.generateRandomState() };
    await assert.rejects(comeBack(stage, server, another, end), /"state"/);
    const injected = { ...journey, nonce: oauth.generateRandomNonce() };
    await assert.rejects(comeBack(stage, server, injected, end), /"nonce"/);
  },
  'code with PKCE and DPoP': async (stage) => {
    const server = await serverOf(stage);
    const client: oauth.Client = { client_id: stage.world.publicApp };
    const proofs = async () => oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
    const [own, stranger] = [await proofs(), await proofs()];
    const journey = await setOut(stage, server);
    const { end } = await signInAs(stage.world.prescriber, journey.address, stage.world.browser());
    const { tokens } = await comeBack(stage, server, journey, end, own);
    assert.equal(tokens.token_type, 'dpop');
    assert.equal(await whoAmI(stage, server, tokens.access_token, own), stage.world.prescriber.id);
    await assert.rejects(whoAmI(stage, server, tokens.access_token, stranger));
    await assert.rejects(whoAmI(stage, server, tokens.access_token), 'as a bearer token');
    await assert.rejects(refresh(stage, server, tokens.refresh_token), invalidGrant, 'without the key');
    const next = await refresh(stage, server, tokens.refresh_token, own);
    assert.equal(await whoAmI(stage, server, next.access_token, own), stage.world.prescriber.id);
  },
  'refresh: rotation': async (stage) => {
    const { server, tokens } = await signIn(stage);
    const seen = new Set([tokens.refresh_token]);
    let current = tokens.refresh_token;
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await refresh(stage, server, current);
      assert.equal(await whoAmI(stage, server, next.access_token), stage.world.prescriber.id);
      current = next.refresh_token;
      seen.add(current);
    }
    assert.equal(seen.size, 4);
  },
  'refresh: reuse ends the family': async (stage) => {
    const { server, tokens } = await signIn(stage);
    const stolen = await refresh(stage, server, tokens.refresh_token);
    await assert.rejects(refresh(stage, server, tokens.refresh_token), invalidGrant);
    await assert.rejects(refresh(stage, server, stolen.refresh_token), invalidGrant);
    await assert.rejects(whoAmI(stage, server, stolen.access_token));
  },
  'client credentials': async (stage) => {
    const { machine, identity } = stage.world;
    const server = await serverOf(stage);
    const client = { client_id: machine.id };
    const ask = async (secret: string, parameters: Record<string, string>) =>
      await oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(
          server,
          client,
          oauth.ClientSecretBasic(secret),
          new URLSearchParams(parameters),
          http,
        ),
      );
    const tokens = await ask(machine.secret, { scope: 'read:order write:prescription' });
    assert.equal(tokens.scope, 'read:order', 'a machine never signs (A2)');
    assert.equal(await whoAmI(stage, server, tokens.access_token), machine.id);
    await assert.rejects(ask('pestle_secret_wrong', { scope: 'read:order' }), { status: 401 });
    const elsewhere = { scope: 'read:order', resource: 'https://elsewhere.example' };
    await assert.rejects(ask(machine.secret, elsewhere), { error: 'invalid_target' });
    await ask(machine.secret, { scope: 'read:order', resource: identity.audience });
  },
  'step-up: max_age': async (stage) => {
    const browser = stage.world.browser();
    const old = await signIn(stage, {}, browser);
    await delay(2_100);
    const fresh = await signIn(stage, { max_age: '1' }, browser);
    assert.ok((fresh.claims.auth_time ?? 0) > (old.claims.auth_time ?? 0));
    const kept = await signIn(stage, { max_age: '600' }, browser);
    assert.equal(kept.claims.auth_time, fresh.claims.auth_time);
  },
  'step-up: acr_values': async (stage) => {
    const server = await serverOf(stage);
    assert.ok(server.acr_values_supported?.includes(ACR.secondFactor));
    const browser = stage.world.browser();
    const journey = await setOut(stage, server, { acr_values: ACR.secondFactor });
    const { page } = await signInAs(stage.world.staff, journey.address, browser);
    const { claims } = await comeBack(stage, server, journey, await enrolApp(page, browser));
    assert.equal(claims['acr'], ACR.secondFactor);
    assert.ok((claims['amr'] as string[]).includes('mfa'));
  },
  'step-up: prompt=login': async (stage) => {
    const browser = stage.world.browser();
    const { server } = await signIn(stage, {}, browser);
    const journey = await setOut(stage, server, { prompt: 'login' });
    assert.match((await browser.get(journey.address.href)).text, /name="password"/);
    const { end } = await signInAs(stage.world.prescriber, journey.address, browser);
    const { claims } = await comeBack(stage, server, journey, end);
    assert.equal(claims.sub, stage.world.prescriber.id);
  },
  'prompt=none': async (stage) => {
    const browser = stage.world.browser();
    const refused = { name: 'AuthorizationResponseError', error: 'login_required' };
    await assert.rejects(signIn(stage, { prompt: 'none' }, browser), refused);
    await signIn(stage, {}, browser);
    const { claims } = await signIn(stage, { prompt: 'none' }, browser);
    assert.equal(claims.sub, stage.world.prescriber.id);
  },
  organization: async (stage) => {
    const { claims } = await signIn(stage, { organization: stage.world.riverside });
    assert.equal(claims['org'], stage.world.riverside);
    assert.equal(claims['org_name'], 'Riverside Family Medicine');
    const refused = { name: 'AuthorizationResponseError', error: 'invalid_request' };
    await assert.rejects(signIn(stage, { organization: stage.world.hillside }), refused);
  },
  'an issuer of the organization’s own': async (stage) => {
    const server = await serverOf(stage);
    const journey = await setOut(stage, server, { max_age: '900' });
    const end = await signInAtHospital(stage, journey.address, stage.world.browser());
    const { tokens, claims } = await comeBack(stage, server, journey, end);
    assert.deepEqual(claims['amr'], ['fed']);
    assert.equal(await whoAmI(stage, server, tokens.access_token), stage.world.prescriber.id);
  },
  'sign-out': async (stage) => {
    const browser = stage.world.browser();
    const { server, tokens } = await signIn(stage, {}, browser);
    const address = new URL(server.end_session_endpoint ?? assert.fail('no sign-out'));
    address.searchParams.set('client_id', stage.world.publicApp);
    address.searchParams.set('post_logout_redirect_uri', stage.world.callback);
    const end = await confirmSignOut(address, browser);
    assert.equal(end.href, stage.world.callback);
    await assert.rejects(refresh(stage, server, tokens.refresh_token), invalidGrant);
    await assert.rejects(whoAmI(stage, server, tokens.access_token));
    await assert.rejects(signIn(stage, { prompt: 'none' }, browser), { error: 'login_required' });
  },
  revocation: async (stage) => {
    const { server, tokens } = await signIn(stage);
    const revoke = async (clientId: string, token: string): Promise<void> => {
      const client = { client_id: clientId };
      const response = await oauth.revocationRequest(server, client, oauth.None(), token, http);
      await oauth.processRevocationResponse(response);
    };
    const token = tokens.refresh_token ?? '';
    await revoke(stage.world.hillsideApp, token).catch(() => undefined);
    assert.equal(await whoAmI(stage, server, tokens.access_token), stage.world.prescriber.id);
    await revoke(stage.world.publicApp, token);
    await assert.rejects(refresh(stage, server, token), invalidGrant);
    await assert.rejects(whoAmI(stage, server, tokens.access_token));
  },
  'userinfo is not offered': async (stage) => {
    const { server, tokens } = await signIn(stage);
    const client = { client_id: stage.world.publicApp };
    await assert.rejects(oauth.userInfoRequest(server, client, tokens.access_token, http), /userinfo/);
    const { status } = await fetch(`${server.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    assert.equal(status, 404);
  },
};
