// Every flow through `openid-client`: the ID token's signature is checked too, which it leaves out unless asked.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ACR } from '@pestle/service/for-tests/identity';
import * as openid from 'openid-client';
import type { CookieBrowser } from '../browser/cookie-browser.ts';
import type { ClientLibrary, ClientTestbed } from './flows.ts';
import { apiOf, confirmSignOut, enrolApp, SCOPE, signInAs, signInAtHospital } from './flows.ts';

const strict = [openid.allowInsecureRequests, openid.enableNonRepudiationChecks];

function publicClient({ service }: ClientTestbed): Promise<openid.Configuration> {
  const metadata = { id_token_signed_response_alg: 'ES256' };
  return openid.discovery(new URL(service.identity.issuer), service.publicApp, metadata, openid.None(), {
    execute: strict,
  });
}

interface Attempt {
  readonly address: URL;
  readonly checks: openid.AuthorizationCodeGrantChecks;
}

async function attempt(
  { service }: ClientTestbed,
  client: openid.Configuration,
  parameters: Record<string, string> = {},
): Promise<Attempt> {
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const expectedNonce = openid.randomNonce();
  const maxAge = parameters['max_age'];
  const address = openid.buildAuthorizationUrl(client, {
    redirect_uri: service.callback,
    scope: SCOPE,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  });
  return {
    address,
    checks: {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      idTokenExpected: true,
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    },
  };
}

async function signIn(
  testbed: ClientTestbed,
  client: openid.Configuration,
  parameters: Record<string, string> = {},
  browser: CookieBrowser = testbed.service.browser(),
) {
  const { address, checks } = await attempt(testbed, client, parameters);
  const { end } = await signInAs(testbed.service.prescriber, address, browser);
  return await openid.authorizationCodeGrant(client, end, checks);
}

async function whoAmI(
  testbed: ClientTestbed,
  client: openid.Configuration,
  token: string,
  DPoP?: openid.DPoPHandle,
): Promise<unknown> {
  const response = await openid.fetchProtectedResource(
    client,
    token,
    apiOf(testbed),
    'POST',
    null,
    undefined,
    DPoP === undefined ? {} : { DPoP },
  );
  return ((await response.json()) as { id?: string }).id;
}

/** The library tells the reason as the cause of its error. */
const because = (reason: RegExp) => (error: Error) => reason.test(String(error.cause));
const invalidGrant = { error: 'invalid_grant' };

export const withOpenidClient: ClientLibrary = {
  discovery: async (testbed) => {
    const metadata = (await publicClient(testbed)).serverMetadata();
    assert.equal(metadata.issuer, testbed.service.identity.issuer);
    assert.equal(metadata.supportsPKCE('S256'), true);
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(metadata.response_types_supported, ['code']);
    const elsewhere = new URL(`${testbed.service.baseUrl.replace('127.0.0.1', 'localhost')}/oidc`);
    const found = openid.discovery(elsewhere, testbed.service.publicApp, undefined, undefined, {
      execute: strict,
    });
    await assert.rejects(found, 'an issuer that names itself differently');
  },
  'code with PKCE': async (testbed) => {
    const client = await publicClient(testbed);
    const tokens = await signIn(testbed, client);
    const claims = tokens.claims();
    assert.equal(claims?.sub, testbed.service.prescriber.id);
    assert.equal(claims?.['org'], testbed.service.riverside);
    assert.equal(tokens.scope, 'read:patient write:prescription');
    assert.equal(await whoAmI(testbed, client, tokens.access_token), testbed.service.prescriber.id);
    const { address, checks } = await attempt(testbed, client);
    const { end } = await signInAs(testbed.service.prescriber, address, testbed.service.browser());
    const other = { ...checks, pkceCodeVerifier: openid.randomPKCECodeVerifier() };
    await assert.rejects(openid.authorizationCodeGrant(client, end, other), invalidGrant);
  },
  'iss in the answer': async (testbed) => {
    const client = await publicClient(testbed);
    const { address, checks } = await attempt(testbed, client);
    const { end } = await signInAs(testbed.service.prescriber, address, testbed.service.browser());
    for (const iss of ['https://evil.example', null]) {
      const forged = new URL(end);
      if (iss === null) forged.searchParams.delete('iss');
      else forged.searchParams.set('iss', iss);
      await assert.rejects(openid.authorizationCodeGrant(client, forged, checks), because(/"iss"/));
    }
    await openid.authorizationCodeGrant(client, end, checks);
  },
  'state and nonce': async (testbed) => {
    const client = await publicClient(testbed);
    const { address, checks } = await attempt(testbed, client);
    const { end } = await signInAs(testbed.service.prescriber, address, testbed.service.browser());
    const wrongState = { ...checks, expectedState: openid.randomState() };
    await assert.rejects(openid.authorizationCodeGrant(client, end, wrongState), because(/"state"/));
    const wrongNonce = { ...checks, expectedNonce: openid.randomNonce() };
    await assert.rejects(openid.authorizationCodeGrant(client, end, wrongNonce), because(/"nonce"/));
  },
  'code with PKCE and DPoP': async (testbed) => {
    const client = await publicClient(testbed);
    const DPoP = openid.getDPoPHandle(client, await openid.randomDPoPKeyPair('ES256'));
    const { address, checks } = await attempt(testbed, client);
    const { end } = await signInAs(testbed.service.prescriber, address, testbed.service.browser());
    const tokens = await openid.authorizationCodeGrant(client, end, checks, {}, { DPoP });
    assert.equal(tokens.token_type, 'dpop');
    assert.equal(await whoAmI(testbed, client, tokens.access_token, DPoP), testbed.service.prescriber.id);
    await assert.rejects(whoAmI(testbed, client, tokens.access_token), 'as a bearer token');
    const stranger = openid.getDPoPHandle(client, await openid.randomDPoPKeyPair('ES256'));
    await assert.rejects(whoAmI(testbed, client, tokens.access_token, stranger), 'by another key');
    const refresh = tokens.refresh_token ?? '';
    await assert.rejects(openid.refreshTokenGrant(client, refresh, {}, { DPoP: stranger }), invalidGrant);
    const next = await openid.refreshTokenGrant(client, refresh, {}, { DPoP });
    assert.equal(await whoAmI(testbed, client, next.access_token, DPoP), testbed.service.prescriber.id);
  },
  'refresh: rotation': async (testbed) => {
    const client = await publicClient(testbed);
    const first = await signIn(testbed, client);
    const second = await openid.refreshTokenGrant(client, first.refresh_token ?? '');
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal(second.claims()?.sub, testbed.service.prescriber.id);
    assert.equal(second.claims()?.auth_time, first.claims()?.auth_time, 'a refresh is no proof');
    const third = await openid.refreshTokenGrant(client, second.refresh_token ?? '');
    assert.equal(await whoAmI(testbed, client, third.access_token), testbed.service.prescriber.id);
  },
  'refresh: reuse ends the family': async (testbed) => {
    const client = await publicClient(testbed);
    const first = await signIn(testbed, client);
    const second = await openid.refreshTokenGrant(client, first.refresh_token ?? '');
    await assert.rejects(openid.refreshTokenGrant(client, first.refresh_token ?? ''), invalidGrant);
    await assert.rejects(openid.refreshTokenGrant(client, second.refresh_token ?? ''), invalidGrant);
    await assert.rejects(whoAmI(testbed, client, second.access_token));
  },
  'client credentials': async (testbed) => {
    const { service } = testbed;
    const machine = (secret: string) =>
      openid.discovery(
        new URL(service.identity.issuer),
        service.machine.id,
        undefined,
        openid.ClientSecretBasic(secret),
        { execute: strict },
      );
    const client = await machine(service.machine.secret);
    const scope = 'read:patient read:order write:prescription';
    const tokens = await openid.clientCredentialsGrant(client, {
      scope,
      resource: service.identity.audience,
    });
    assert.equal(tokens.scope, 'read:patient read:order');
    assert.equal(tokens.refresh_token, undefined);
    assert.equal(await whoAmI(testbed, client, tokens.access_token), service.machine.id);
    const wrong = await machine('pestle_secret_wrong');
    await assert.rejects(openid.clientCredentialsGrant(wrong, { scope }), { status: 401 });
  },
  'step-up: max_age': async (testbed) => {
    const client = await publicClient(testbed);
    const browser = testbed.service.browser();
    const first = await signIn(testbed, client, {}, browser);
    await delay(2_100);
    const fresh = await signIn(testbed, client, { max_age: '1' }, browser);
    const [before, after] = [first.claims()?.auth_time ?? 0, fresh.claims()?.auth_time ?? 0];
    assert.ok(after > before, 'proved again');
    const kept = await signIn(testbed, client, { max_age: '3600' }, browser);
    assert.equal(kept.claims()?.auth_time, after, 'fresh enough: nothing is asked');
  },
  'step-up: acr_values': async (testbed) => {
    const { service } = testbed;
    const client = await publicClient(testbed);
    const browser = service.browser();
    const { address, checks } = await attempt(testbed, client, { acr_values: ACR.secondFactor });
    const { page } = await signInAs(service.admin, address, browser);
    const tokens = await openid.authorizationCodeGrant(client, await enrolApp(page, browser), checks);
    assert.equal(tokens.claims()?.acr, ACR.secondFactor);
    assert.deepEqual(tokens.claims()?.amr, ['pwd', 'otp', 'mfa']);
  },
  'step-up: prompt=login': async (testbed) => {
    const client = await publicClient(testbed);
    const browser = testbed.service.browser();
    await signIn(testbed, client, {}, browser);
    const { address, checks } = await attempt(testbed, client, { prompt: 'login' });
    const page = await browser.get(address.href);
    assert.match(page.text, /name="password"/);
    const { end } = await signInAs(testbed.service.prescriber, address, browser);
    assert.ok((await openid.authorizationCodeGrant(client, end, checks)).access_token.length > 0);
  },
  'prompt=none': async (testbed) => {
    const client = await publicClient(testbed);
    const browser = testbed.service.browser();
    await assert.rejects(signIn(testbed, client, { prompt: 'none' }, browser), { error: 'login_required' });
    await signIn(testbed, client, {}, browser);
    const silent = await signIn(testbed, client, { prompt: 'none' }, browser);
    assert.equal(silent.claims()?.sub, testbed.service.prescriber.id);
  },
  organization: async (testbed) => {
    const client = await publicClient(testbed);
    const own = await signIn(testbed, client, { organization: testbed.service.riverside });
    assert.equal(own.claims()?.['org'], testbed.service.riverside);
    const other = signIn(testbed, client, { organization: testbed.service.hillside });
    await assert.rejects(other, { error: 'invalid_request' });
  },
  'an issuer of the organization’s own': async (testbed) => {
    const client = await publicClient(testbed);
    const { address, checks } = await attempt(testbed, client, { max_age: '900' });
    const end = await signInAtHospital(testbed, address, testbed.service.browser());
    const tokens = await openid.authorizationCodeGrant(client, end, checks);
    assert.equal(tokens.claims()?.sub, testbed.service.prescriber.id);
    assert.deepEqual(tokens.claims()?.amr, ['fed']);
  },
  'sign-out': async (testbed) => {
    const client = await publicClient(testbed);
    const browser = testbed.service.browser();
    const tokens = await signIn(testbed, client, {}, browser);
    const state = openid.randomState();
    const address = openid.buildEndSessionUrl(client, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: testbed.service.callback,
      state,
    });
    const end = await confirmSignOut(address, browser);
    assert.equal(`${end.origin}${end.pathname}`, testbed.service.callback);
    assert.equal(end.searchParams.get('state'), state);
    await assert.rejects(whoAmI(testbed, client, tokens.access_token), 'the access token ended');
    await assert.rejects(openid.refreshTokenGrant(client, tokens.refresh_token ?? ''), invalidGrant);
    await assert.rejects(signIn(testbed, client, { prompt: 'none' }, browser), { error: 'login_required' });
  },
  revocation: async (testbed) => {
    const client = await publicClient(testbed);
    const tokens = await signIn(testbed, client);
    await openid.tokenRevocation(client, tokens.refresh_token ?? '');
    await assert.rejects(openid.refreshTokenGrant(client, tokens.refresh_token ?? ''), invalidGrant);
    await assert.rejects(whoAmI(testbed, client, tokens.access_token));
    await openid.tokenRevocation(client, 'nobody knows this');
  },
  'userinfo is not offered': async (testbed) => {
    const client = await publicClient(testbed);
    assert.equal(client.serverMetadata().userinfo_endpoint, undefined);
    const tokens = await signIn(testbed, client);
    const { sub = '' } = tokens.claims() ?? {};
    await assert.rejects(openid.fetchUserInfo(client, tokens.access_token, sub), /userinfo_endpoint/);
  },
};
