// Attacks on the OpenID provider: each test is named by the defect that it would show.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { raceCodeAndRefreshToken } from '@pestle/testbed/identity/code-and-token-race';
import { authorizationUrl, codeFlow, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(() => testbed.close());

async function signedIn(
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ url: URL; verifier: string }> {
  const { url, verifier } = authorizationUrl(testbed, parameters);
  const browser = testbed.browser();
  const page = await browser.get(url);
  const end = await browser.submit(page, 'password', { email: testbed.prescriber.email, password: PASSWORD });
  return { url: new URL(end.url), verifier };
}

const errorOf = async (parameters: Readonly<Record<string, string>>): Promise<string> => {
  const page = await testbed.browser().get(authorizationUrl(testbed, parameters).url);
  const { searchParams, hash } = new URL(page.url);
  return (
    searchParams.get('error') ??
    new URLSearchParams(hash.slice(1)).get('error') ??
    /<p class="reason">([^:<]*)/.exec(page.text)?.[1] ??
    page.url
  );
};

for (const redirectUri of [
  'https://evil.example/callback',
  'https://clinic.example.evil.example/app?tenant=7',
  'https://clinic.example/app',
  'https://clinic.example/app?tenant=8',
  'https://clinic.example/app?tenant=7#fragment',
  'https://clinic.example@evil.example/app?tenant=7',
  'javascript:alert(1)',
  '//evil.example',
]) {
  test(`open redirect: the answer goes to ${redirectUri}`, async () => {
    const page = await testbed.browser().get(authorizationUrl(testbed, { redirect_uri: redirectUri }).url);
    assert.equal(page.status, 400);
    assert.ok(page.url.startsWith(testbed.baseUrl), page.url);
    assert.equal(page.headers.get('location'), null);
  });
}

test('open redirect: sign-out leads elsewhere', async () => {
  const tokens = await codeFlow(testbed, testbed.prescriber);
  const query = new URLSearchParams({
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: 'https://evil.example/',
  });
  const page = await testbed.browser().get(`/oidc/session/end?${query.toString()}`);
  assert.equal(page.status, 400);
});

test('a request without PKCE is served', async () => {
  assert.equal(await errorOf({ code_challenge: '', code_challenge_method: '' }), 'invalid_request');
});

test('PKCE downgrade to plain is served', async () => {
  assert.equal(await errorOf({ code_challenge_method: 'plain' }), 'invalid_request');
});

test('implicit and hybrid answers are given', async () => {
  for (const type of ['token', 'id_token', 'code id_token', 'none'])
    assert.equal(await errorOf({ response_type: type, nonce: 'n' }), 'unsupported_response_type', type);
});

test('a code is exchanged without its verifier, or with another', async () => {
  const { url, verifier } = await signedIn();
  const code = url.searchParams.get('code') ?? '';
  for (const wrong of ['', `${verifier.slice(0, -1)}_`, 'x'.repeat(43)])
    assert.equal((await exchange(testbed, { code, verifier: wrong })).status, 400);
});

test('code replay: a code works twice, or its tokens live on after a replay', async () => {
  const { url, verifier } = await signedIn();
  const code = url.searchParams.get('code') ?? '';
  const first = await exchange(testbed, { code, verifier });
  const tokens = (await first.json()) as { refresh_token: string };
  assert.equal((await exchange(testbed, { code, verifier })).status, 400);
  const refresh = await fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: testbed.publicApp,
    }),
  });
  assert.equal(refresh.status, 400);
});

test('code race: a code or refresh token used several times at the same moment, on two nodes, leaves a token that lives', async () => {
  const node = await testbed.secondNode();
  await raceCodeAndRefreshToken(testbed, node);
  await node.close();
});

test('code injection: a code of one application is taken by another, or for another address', async () => {
  const { url, verifier } = await signedIn();
  const code = url.searchParams.get('code') ?? '';
  assert.equal((await exchange(testbed, { code, verifier, clientId: testbed.hillsideApp })).status, 400);
  const elsewhere = { code, verifier, redirectUri: 'https://clinic.example/app?tenant=7' };
  assert.equal((await exchange(testbed, elsewhere)).status, 400);
});

test('mix-up: the answer does not say who gave it', async () => {
  const { url } = await signedIn();
  assert.equal(url.searchParams.get('iss'), testbed.identity.issuer);
  assert.equal(url.searchParams.get('state'), 'abc');
});

test('refresh theft: a refresh token works for another application', async () => {
  const tokens = await codeFlow(testbed, testbed.prescriber);
  const response = await fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
      client_id: testbed.hillsideApp,
    }),
  });
  assert.equal(response.status, 400);
});

test('more scopes than the application has are given', async () => {
  const tokens = await codeFlow(testbed, testbed.prescriber, {
    scope: 'openid read:patient write:everything admin',
  });
  const actor = await testbed.identity.authenticate({
    headers: { authorization: `Bearer ${tokens.access_token}` },
    method: 'POST',
    url: '/graphql',
  });
  assert.deepEqual([...actor.scopes], ['read:patient']);
});

test('CORS: a foreign or null origin reads an answer of the token endpoint', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://clinic.example.evil.example',
    'http://clinic.example',
  ]) {
    const { url, verifier } = await signedIn();
    const code = url.searchParams.get('code') ?? '';
    const response = await exchange(testbed, { code, verifier }, { origin });
    assert.equal(response.headers.get('access-control-allow-origin'), null, origin);
    assert.equal(response.status, 400, origin);
  }
});

test('CORS: the application’s own origin is refused', async () => {
  const { url, verifier } = await signedIn();
  const code = url.searchParams.get('code') ?? '';
  const response = await exchange(testbed, { code, verifier }, { origin: 'https://clinic.example' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('access-control-allow-origin'), 'https://clinic.example');
});

test('CORS: the API’s origin check believes foreign, null or other applications’ origins', async () => {
  const isOriginAllowed = (origin: string, clientId?: string): Promise<boolean> =>
    testbed.identity.isOriginAllowed(origin, clientId);
  assert.equal(await isOriginAllowed('https://clinic.example'), true);
  assert.equal(await isOriginAllowed('https://clinic.example', testbed.publicApp), true);
  assert.equal(await isOriginAllowed('https://hillside.example', testbed.publicApp), false);
  assert.equal(await isOriginAllowed('https://evil.example'), false);
  assert.equal(await isOriginAllowed('null'), false);
  assert.equal(await isOriginAllowed('https://clinic.example', 'app_none'), false);
});

test('an oversize body is read to its end', async () => {
  const response = await fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `code=${'x'.repeat(100_000)}`,
  });
  assert.equal(response.status, 400);
});

test('what is not offered answers: dynamic registration, introspection, device flow, userinfo', async () => {
  for (const path of ['/reg', '/token/introspection', '/device/auth', '/me', '/request', '/backchannel'])
    assert.equal((await fetch(`${testbed.identity.issuer}${path}`, { method: 'POST' })).status, 404, path);
});
