// Attacks on access tokens: each test is named by the defect that it would show.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { authorizationUrl, codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import type { JWTPayload } from 'jose';
import { base64url, decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import { createIdentityKey } from '../identity-key.ts';
import { openSigningKeys } from '../provider/signing-keys.ts';
import { updateUser } from '../users/user-rows.ts';

let testbed: IdentityTestbed;
let token: string;
before(async () => {
  testbed = await openIdentityTestbed();
  token = (await codeFlow(testbed, testbed.prescriber)).access_token;
});
after(() => testbed.close());

const authenticate = (authorization: string) =>
  testbed.identity.authenticate({ headers: { authorization }, method: 'POST', url: '/graphql' });
const refused = (authorization: string, code = 'UNAUTHENTICATED') =>
  assert.rejects(authenticate(authorization), { code });

/** The token's own claims, changed, signed by a key of the attacker. */
async function forge(change: JWTPayload, header: object = {}): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  return await new SignJWT({ ...decodeJwt(token), ...change })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256', ...header })
    .sign(privateKey);
}

/** The token's own claims, changed, signed by the key that signs for us now: only the changed part can be wrong. */
async function resign(change: JWTPayload, header: object = {}): Promise<string> {
  const keys = await openSigningKeys(
    testbed.store,
    testbed.ports,
    createIdentityKey(testbed.identityKey, testbed.ports),
  );
  const [jwk] = (await keys.current()).privateKeys;
  assert.ok(jwk !== undefined);
  return await new SignJWT({ ...decodeJwt(token), ...change })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256', ...header })
    .sign(await importJWK(jwk, 'ES256'));
}

test('the token itself is good', async () => {
  assert.equal((await authenticate(`Bearer ${token}`)).id, testbed.prescriber.id);
});

test('unsigned token accepted (alg none)', async () => {
  const [, payload = ''] = token.split('.');
  const header = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }));
  await refused(`Bearer ${header}.${payload}.`);
});

test('public key used as HMAC secret (alg confusion)', async () => {
  const { keys } = (await (await fetch(`${testbed.identity.issuer}/jwks`)).json()) as { keys: object[] };
  const secret = new TextEncoder().encode(JSON.stringify(keys[0]));
  const forged = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'HS256' })
    .sign(secret);
  await refused(`Bearer ${forged}`);
});

test('token of another key accepted under a published key id', async () => {
  await refused(`Bearer ${await forge({})}`);
});

test('key named in the token itself is trusted (jwk, jku, x5u)', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const { exportJWK } = await import('jose');
  const forged = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'at+jwt',
      jwk: await exportJWK(publicKey),
      jku: 'https://evil.example/jwks',
    })
    .sign(privateKey);
  await refused(`Bearer ${forged}`);
});

test('one changed character is not noticed', async () => {
  const [header, payload = '', signature] = token.split('.');
  const changed = base64url.encode(JSON.stringify({ ...decodeJwt(token), sub: testbed.admin.id }));
  assert.notEqual(changed, payload);
  await refused(`Bearer ${header}.${changed}.${signature}`);
});

test('our own key’s token is taken whatever it was made for: audience, issuer, type, client, organization, person', async () => {
  assert.equal((await authenticate(`Bearer ${await resign({})}`)).id, testbed.prescriber.id);
  for (const change of [
    { aud: 'https://elsewhere.example' },
    { iss: 'https://elsewhere.example' },
    { client_id: 'app_00000000000000000000000000' },
    { client_id: testbed.hillsideApp },
    { org: testbed.hillside },
    { org: undefined },
    { sub: testbed.machine.id },
    { sub: 'usr_00000000000000000000000000' },
    { sub: undefined },
  ])
    await refused(`Bearer ${await resign(change as JWTPayload)}`);
  await refused(`Bearer ${await resign({}, { typ: 'JWT' })}`);
});

test('a token that is bound to no key is taken under the scheme of those that are', async () => {
  await refused(`DPoP ${token}`);
});

test('a token that is bound to a key is taken as a bearer token beside a proof', async () => {
  const bound = await resign({ cnf: { jkt: 'x' } });
  await assert.rejects(
    testbed.identity.authenticate({
      headers: { authorization: `Bearer ${bound}`, dpop: 'x.y.z' },
      method: 'POST',
      url: '/graphql',
    }),
    { code: 'UNAUTHENTICATED' },
  );
});

test('a session from before the sign-out everywhere is used when its row was missed', async () => {
  const browser = testbed.browser();
  const tokens = await codeFlow(testbed, testbed.prescriber, { browser });
  const later = new Date(Date.now() + 1000).toISOString();
  await testbed.store.asDoor((tx) =>
    sql`update account set tokens_not_before = ${later} where email = ${testbed.prescriber.email}`.execute(
      tx,
    ),
  );
  const silent = await browser.get(authorizationUrl(testbed, { prompt: 'none' }).url);
  assert.equal(new URL(silent.url).searchParams.get('error'), 'login_required');
  const refresh = await fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
      client_id: testbed.publicApp,
    }),
  });
  assert.equal(refresh.status, 400);
  await testbed.store.asDoor((tx) =>
    sql`update account set tokens_not_before = 'epoch' where email = ${testbed.prescriber.email}`.execute(tx),
  );
});

test('ID token accepted as an access token', async () => {
  const tokens = await codeFlow(testbed, testbed.prescriber);
  assert.ok(tokens.id_token !== undefined);
  await refused(`Bearer ${tokens.id_token}`);
});

test('token for another audience accepted', async () => {
  const other = await openIdentityTestbed({ identityKey: testbed.identityKey }, testbed.store);
  try {
    // The same store and the same signing keys: only issuer and audience differ.
    const elsewhere = (await codeFlow(other, other.prescriber)).access_token;
    await refused(`Bearer ${elsewhere}`);
  } finally {
    await other.app.close();
    await other.identity.close();
  }
});

test('expired token accepted; an expired one is told apart from a bad one', async () => {
  testbed.ports.clock.aheadMs = 601_000;
  try {
    await refused(`Bearer ${token}`, 'TOKEN_EXPIRED');
    await refused(`Bearer ${await forge({ exp: 1 })}`);
  } finally {
    testbed.ports.clock.aheadMs = 0;
  }
});

for (const header of [
  '',
  'Bearer',
  'Bearer ',
  'Basic abc',
  'Token x',
  'Bearer a b',
  `Bearer ${'x'.repeat(5000)}`,
]) {
  test(`nonsense accepted as credentials: ${JSON.stringify(header.slice(0, 20))}`, async () => {
    await refused(header);
  });
}

test('a deactivated user keeps working for longer than a minute', async () => {
  const key = { orgId: testbed.riverside, id: testbed.staff.id, revision: null };
  const { access_token, refresh_token } = await codeFlow(testbed, testbed.staff);
  assert.equal((await authenticate(`Bearer ${access_token}`)).id, testbed.staff.id);
  const at = new Date().toISOString();
  await testbed.store.withOrg(testbed.riverside, (tx) => updateUser(tx, key, { active: false }, at));
  testbed.ports.clock.aheadMs = 60_000;
  try {
    await refused(`Bearer ${access_token}`);
    const response = await fetch(`${testbed.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh_token ?? '',
        client_id: testbed.publicApp,
      }),
    });
    assert.equal(response.status, 400);
  } finally {
    testbed.ports.clock.aheadMs = 0;
    await testbed.store.withOrg(testbed.riverside, (tx) => updateUser(tx, key, { active: true }, at));
  }
});

test('a role that was taken away lives on in the token for longer than a minute', async () => {
  const key = { orgId: testbed.riverside, id: testbed.admin.id, revision: null };
  const { access_token } = await codeFlow(testbed, testbed.admin);
  await testbed.store.withOrg(testbed.riverside, (tx) =>
    updateUser(tx, key, { roles: ['staff'] }, new Date().toISOString()),
  );
  testbed.ports.clock.aheadMs = 60_000;
  try {
    const actor = await authenticate(`Bearer ${access_token}`);
    assert.deepEqual(actor.kind === 'user' && [...actor.roles], ['staff']);
  } finally {
    testbed.ports.clock.aheadMs = 0;
  }
});

test('an application that was switched off keeps working for longer than a minute', async () => {
  const { access_token } = await codeFlow(testbed, testbed.stranger, { clientId: testbed.hillsideApp });
  assert.equal((await authenticate(`Bearer ${access_token}`)).orgId, testbed.hillside);
  await testbed.store.withOrg(testbed.hillside, (tx) =>
    sql`update application set active = false where org_id = ${testbed.hillside} and id = ${testbed.hillsideApp}`.execute(
      tx,
    ),
  );
  testbed.ports.clock.aheadMs = 60_000;
  try {
    await refused(`Bearer ${access_token}`);
  } finally {
    testbed.ports.clock.aheadMs = 0;
  }
});

test('secrets can be read from the store: codes, refresh tokens, session cookies, client secrets, signing keys, passwords', async () => {
  const browser = testbed.browser();
  const tokens = await codeFlow(testbed, testbed.prescriber, { browser });
  const rows = await testbed.store.asDoor(async (tx) => [
    (await sql`select * from oidc_artifact`.execute(tx)).rows,
    (await sql`select * from signing_key`.execute(tx)).rows,
    (await sql`select * from account`.execute(tx)).rows,
    (await sql`select * from application_secret`.execute(tx)).rows,
    (await sql`select * from wrong_try`.execute(tx)).rows,
  ]);
  const kept = JSON.stringify(rows, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  const session = browser.cookies.find(({ name }) => name === 'pestle_session');
  assert.ok(session !== undefined);
  for (const secret of [
    tokens.code,
    tokens.refresh_token ?? '',
    session.value,
    testbed.machine.secret,
    PASSWORD,
    '"d":',
  ])
    assert.ok(secret.length > 2 && !kept.includes(secret), `found ${secret.slice(0, 4)}…`);
});
