// What the provider promises of sign-ins, organizations, tokens and machines, over real HTTP; the flows themselves are in two-clients.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { UserId } from '@pestle/rules/ids';
import type { PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { MACHINE_SCOPES } from '../permissions.ts';

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

const SCOPE = 'openid read:patient write:prescription';

async function publicClient(clientId: string = testbed.publicApp): Promise<openid.Configuration> {
  return await openid.discovery(
    new URL(testbed.identity.issuer),
    clientId,
    { id_token_signed_response_alg: 'ES256' },
    openid.None(),
    {
      execute: [openid.allowInsecureRequests],
    },
  );
}

/** Signs in as a person would and answers where the browser ended. */
async function signIn(
  client: openid.Configuration,
  person: Person,
  parameters: Record<string, string> = {},
  browser = testbed.browser(),
): Promise<{ end: PageAnswer; verifier: string; state: string; nonce: string }> {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: testbed.callback,
    scope: SCOPE,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  });
  let end = await browser.get(url.href);
  if (end.text.includes('name="password"'))
    end = await browser.submit(end, 'password', { email: person.email, password: PASSWORD });
  return { end, verifier, state, nonce };
}

async function tokensOf(
  client: openid.Configuration,
  person: Person,
  parameters: Record<string, string> = {},
) {
  const { end, verifier, state, nonce } = await signIn(client, person, parameters);
  return await openid.authorizationCodeGrant(client, new URL(end.url), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

describe('authorization code with PKCE for the public application', () => {
  test('A1: openid-client signs a prescriber in, and the token names user, organization, roles and how they proved it', async () => {
    const client = await publicClient();
    const tokens = await tokensOf(client, testbed.prescriber);
    const claims = tokens.claims();
    assert.equal(claims?.sub, testbed.prescriber.id);
    assert.equal(claims?.['org'], testbed.riverside);
    assert.equal(tokens.token_type, 'bearer');
    assert.equal(tokens.scope, 'read:patient write:prescription');
    const actor = await authenticate(tokens.access_token);
    assert.equal(actor.kind, 'user');
    assert.ok(actor.kind === 'user');
    assert.equal(actor.id, testbed.prescriber.id);
    assert.equal(actor.orgId, testbed.riverside);
    assert.equal(actor.clientId, testbed.publicApp);
    assert.deepEqual([...actor.roles], ['prescriber']);
    assert.deepEqual(actor.methods, ['pwd']);
    assert.deepEqual([...actor.scopes], ['read:patient', 'write:prescription']);
    assert.ok(Math.abs(actor.authTimeSeconds - Date.now() / 1000) < 30);
  });

  test('A1: oauth4webapi does the same, checks the issuer in the answer, and rotates the refresh token', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(testbed.identity.issuer);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    assert.equal(server.authorization_response_iss_parameter_supported, true);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    const client: oauth.Client = { client_id: testbed.publicApp };
    const { end, verifier, state, nonce } = await signIn(await publicClient(), testbed.staff);
    const answer = oauth.validateAuthResponse(server, client, new URL(end.url), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      testbed.callback,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    assert.ok(tokens.refresh_token !== undefined);
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token, insecure),
    );
    assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
    assert.equal((await authenticate(refreshed.access_token)).id, testbed.staff.id);
  });

  test('A1: a refresh token used twice ends the whole family', async () => {
    const client = await publicClient();
    const tokens = await tokensOf(client, testbed.prescriber);
    const second = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '');
    await assert.rejects(openid.refreshTokenGrant(client, tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
    await assert.rejects(openid.refreshTokenGrant(client, second.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  });

  test('A1: of two that use one refresh token at the same moment, one is refused', async () => {
    const client = await publicClient();
    const tokens = await tokensOf(client, testbed.prescriber);
    const both = await Promise.allSettled([
      openid.refreshTokenGrant(client, tokens.refresh_token ?? ''),
      openid.refreshTokenGrant(client, tokens.refresh_token ?? ''),
    ]);
    assert.ok(both.filter((one) => one.status === 'fulfilled').length <= 1);
  });

  test('A1: DPoP binds the tokens to a key, and the API wants the proof', async () => {
    const client = await publicClient();
    const { end, verifier, state, nonce } = await signIn(client, testbed.prescriber);
    const keys = await openid.randomDPoPKeyPair('ES256');
    const handle = openid.getDPoPHandle(client, keys);
    const tokens = await openid.authorizationCodeGrant(
      client,
      new URL(end.url),
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
      {},
      { DPoP: handle },
    );
    assert.equal(tokens.token_type, 'dpop');
    const sent = await proofFor(client, tokens.access_token, handle, '/graphql');
    const request = { headers: sent, method: 'POST', url: '/graphql' };
    assert.equal((await testbed.identity.authenticate(request)).id, testbed.prescriber.id);
    await assert.rejects(
      testbed.identity.authenticate(request),
      { code: 'UNAUTHENTICATED' },
      'the proof is used up',
    );
    await assert.rejects(authenticate(tokens.access_token), { code: 'UNAUTHENTICATED' }, 'as a bearer token');
    const elsewhere = await proofFor(client, tokens.access_token, handle, '/elsewhere');
    await assert.rejects(testbed.identity.authenticate({ ...request, headers: elsewhere }), {
      code: 'UNAUTHENTICATED',
    });
    await assert.rejects(
      openid.refreshTokenGrant(client, tokens.refresh_token ?? ''),
      'refresh without the key',
    );
  });

  test('org: a user of another organization is refused with a clear message, and can go back', async () => {
    const client = await publicClient();
    const browser = testbed.browser();
    const { end } = await signIn(client, testbed.stranger, {}, browser);
    assert.equal(end.status, 403);
    assert.match(end.text, /your account does not belong to Riverside Family Medicine/);
    const back = await browser.submit(end, 'cancel');
    assert.equal(new URL(back.url).searchParams.get('error'), 'access_denied');
  });

  test('org: the parameter organization must be the application’s own', async () => {
    const { end } = await signIn(await publicClient(), testbed.prescriber, {
      organization: testbed.hillside,
    });
    assert.equal(new URL(end.url).searchParams.get('error'), 'invalid_request');
    const own = await tokensOf(await publicClient(), testbed.prescriber, { organization: testbed.riverside });
    assert.equal(own.claims()?.['org'], testbed.riverside);
  });

  test('org: a session of one organization is not used for another', async () => {
    const browser = testbed.browser();
    await signIn(await publicClient(), testbed.prescriber, {}, browser);
    const client = await publicClient(testbed.hillsideApp);
    const { end, verifier, state, nonce } = await signIn(client, testbed.stranger, {}, browser);
    const tokens = await openid.authorizationCodeGrant(client, new URL(end.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    assert.equal(tokens.claims()?.['org'], testbed.hillside);
    assert.equal(tokens.claims()?.sub, testbed.stranger.id);
  });

  test('redirect-uri: login returns to the exact configured callback URL with its own query kept', async () => {
    const { end } = await signIn(await publicClient(), testbed.prescriber, {
      redirect_uri: 'https://clinic.example/app?tenant=7',
    });
    const url = new URL(end.url);
    assert.equal(`${url.origin}${url.pathname}`, 'https://clinic.example/app');
    assert.equal(url.searchParams.get('tenant'), '7');
    assert.ok(url.searchParams.get('code'));
  });

  test('user-id: signing out ends the session and the refresh token', async () => {
    const client = await publicClient();
    const browser = testbed.browser();
    const { end, verifier, state, nonce } = await signIn(client, testbed.prescriber, {}, browser);
    const tokens = await openid.authorizationCodeGrant(client, new URL(end.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    const page = await browser.get(
      openid.buildEndSessionUrl(client, {
        id_token_hint: tokens.id_token ?? '',
        post_logout_redirect_uri: testbed.callback,
      }).href,
    );
    assert.match(page.text, /Sign out\?/);
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? [];
    const out = await browser.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' });
    assert.equal(out.url.split('?')[0], testbed.callback);
    await assert.rejects(openid.refreshTokenGrant(client, tokens.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
    const repeated = await signIn(client, testbed.prescriber, { prompt: 'none' }, browser);
    assert.equal(new URL(repeated.end.url).searchParams.get('error'), 'login_required');
  });
});

describe('a person of several organizations, in the portal that serves all', () => {
  let portal: string;
  let person: Person;
  let other: UserId;
  before(async () => {
    const made = await testbed.identity.createApplication(testbed.hillside, {
      name: 'Portal',
      kind: 'public',
      callbackUrls: [testbed.callback],
    });
    portal = made.id;
    await testbed.store.asKeeper((tx) =>
      sql`update application set any_organization = true where id = ${portal}`.execute(tx),
    );
    const names = { email: 'both@clinic.example', password: PASSWORD, firstName: 'Bo', lastName: 'Th' };
    const id = await testbed.identity.createUser(testbed.riverside, { ...names, roles: ['staff'] });
    other = await testbed.identity.createUser(testbed.hillside, { ...names, roles: ['admin'] });
    person = { id, email: names.email };
  });

  test('org: without a parameter the person chooses, and the token is of the choice', async () => {
    const client = await publicClient(portal);
    const browser = testbed.browser();
    const { end, verifier, state, nonce } = await signIn(client, person, {}, browser);
    assert.match(end.text, /Choose an organization/);
    assert.match(end.text, /Riverside Family Medicine/);
    const chosen = await browser.submit(end, 'organization', { user: other });
    const tokens = await openid.authorizationCodeGrant(client, new URL(chosen.url), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });
    assert.equal(tokens.claims()?.['org'], testbed.hillside);
    const actor = await authenticate(tokens.access_token);
    assert.deepEqual([actor.orgId, actor.id], [testbed.hillside, other]);
  });

  test('org: nobody chooses a place that is not theirs', async () => {
    const browser = testbed.browser();
    const { end } = await signIn(await publicClient(portal), person, {}, browser);
    const repeated = await browser.submit(end, 'organization', { user: testbed.stranger.id });
    assert.match(repeated.text, /Choose an organization/);
  });

  test('org: with the parameter there is no question, and switching asks for the password again', async () => {
    const browser = testbed.browser();
    const client = await publicClient(portal);
    for (const organization of [testbed.riverside, testbed.hillside]) {
      const { end, verifier, state, nonce } = await signIn(client, person, { organization }, browser);
      const tokens = await openid.authorizationCodeGrant(client, new URL(end.url), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
      });
      assert.equal(tokens.claims()?.['org'], organization);
    }
  });
});

describe('client credentials for the machine client', () => {
  const machineClient = (secret: string): Promise<openid.Configuration> =>
    openid.discovery(
      new URL(testbed.identity.issuer),
      testbed.machine.id,
      undefined,
      openid.ClientSecretBasic(secret),
      {
        execute: [openid.allowInsecureRequests],
      },
    );

  test('A2: a machine gets its scopes and never one to sign', async () => {
    const client = await machineClient(testbed.machine.secret);
    const tokens = await openid.clientCredentialsGrant(client, {
      scope: [...MACHINE_SCOPES, 'write:prescription'].join(' '),
      resource: testbed.identity.audience,
    });
    const actor = await authenticate(tokens.access_token);
    assert.equal(actor.kind, 'machine');
    assert.equal(actor.id, testbed.machine.id);
    assert.equal(actor.orgId, testbed.riverside);
    assert.deepEqual([...actor.scopes].toSorted(), [...MACHINE_SCOPES]);
    assert.ok(!MACHINE_SCOPES.includes('write:prescription'));
  });

  test('a wrong secret is refused', async () => {
    const client = await machineClient('pestle_secret_wrong');
    await assert.rejects(openid.clientCredentialsGrant(client, { scope: 'read:patient' }), { status: 401 });
  });

  test('a token for another resource is refused', async () => {
    const client = await machineClient(testbed.machine.secret);
    await assert.rejects(openid.clientCredentialsGrant(client, { resource: 'https://elsewhere.example' }), {
      error: 'invalid_target',
    });
  });

  test('a public application gets no client credentials', async () => {
    const client = await publicClient();
    await assert.rejects(openid.clientCredentialsGrant(client, { scope: 'read:patient' }), {
      error_description: 'requested grant type is not allowed for this client',
    });
  });
});

describe('discovery', () => {
  test('dev-mode: /.well-known/pestle states environment, API, issuer and staging sibling', async () => {
    const response = await fetch(`${testbed.baseUrl}/.well-known/pestle`);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    const { openid: _, ...document } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(document, {
      environment: 'sandbox',
      api_url: testbed.baseUrl,
      graphql_url: `${testbed.baseUrl}/graphql`,
      issuer: testbed.identity.issuer,
      resource: testbed.baseUrl,
      staging_url: testbed.baseUrl,
      maintenance: [],
    });
  });

  test('addresses do not follow a forged Host header', async () => {
    const { request } = await import('undici');
    const { body } = await request(`${testbed.identity.issuer}/.well-known/openid-configuration`, {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const document = await body.text();
    assert.ok(!document.includes('evil.example'));
    assert.ok(document.includes(`${testbed.identity.issuer}/token`));
  });
});

async function authenticate(token: string) {
  return await testbed.identity.authenticate({
    headers: { authorization: `Bearer ${token}` },
    method: 'POST',
    url: '/graphql',
  });
}

/** The headers that a client would send to the API with this token. */
async function proofFor(
  client: openid.Configuration,
  token: string,
  DPoP: openid.DPoPHandle,
  path: string,
): Promise<Record<string, string>> {
  let sent: Headers | undefined;
  client[openid.customFetch] = async (_url, options) => {
    sent = new Headers(options.headers);
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  };
  try {
    await openid.fetchProtectedResource(
      client,
      token,
      new URL(path, testbed.baseUrl),
      'POST',
      '{}',
      undefined,
      { DPoP },
    );
  } finally {
    client[openid.customFetch] = (url, options) => fetch(url, options as RequestInit);
  }
  return { authorization: sent?.get('authorization') ?? '', dpop: sent?.get('dpop') ?? '' };
}
