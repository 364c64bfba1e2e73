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

let world: IdentityTestbed;
let token: string;
before(async () => {
  world = await openIdentityTestbed();
  token = (await codeFlow(world, world.prescriber)).access_token;
});
after(() => world.close());

const authenticate = (authorization: string) =>
  world.identity.authenticate({ headers: { authorization }, method: 'POST', url: '/graphql' });
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
    world.store,
    world.ports,
    createIdentityKey(world.identityKey, world.ports),
  );
  const [jwk] = (await keys.current()).privateKeys;
  assert.ok(jwk !== undefined);
  return await new SignJWT({ ...decodeJwt(token), ...change })
    .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256', ...header })
    .sign(await importJWK(jwk, 'ES256'));
}

test('the token itself is good', async () => {
  assert.equal((await authenticate(`Bearer ${token}`)).id, world.prescriber.id);
});

test('unsigned token accepted (alg none)', async () => {
  const [, payload = ''] = token.split('.');
  const header = base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }));
  await refused(`Bearer ${header}.${payload}.`);
});

test('public key used as HMAC secret (alg confusion)', async () => {
  const { keys } = (await (await fetch(`${world.identity.issuer}/jwks`)).json()) as { keys: object[] };
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
  const changed = base64url.encode(JSON.stringify({ ...decodeJwt(token), sub: world.admin.id }));
  assert.notEqual(changed, payload);
  await refused(`Bearer ${header}.${changed}.${signature}`);
});

test('our own key’s token is taken whatever it was made for: audience, issuer, type, client, organization, person', async () => {
  assert.equal((await authenticate(`Bearer ${await resign({})}`)).id, world.prescriber.id);
  for (const change of [
    { aud: 'https://elsewhere.example' },
    { iss: 'https://elsewhere.example' },
    { client_id: 'app_00000000000000000000000000' },
    { client_id: world.hillsideApp },
    { org: world.hillside },
    { org: undefined },
    { sub: world.machine.id },
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
    world.identity.authenticate({
      headers: { authorization: `Bearer ${bound}`, dpop: 'x.y.z' },
      method: 'POST',
      url: '/graphql',
    }),
    { code: 'UNAUTHENTICATED' },
  );
});

test('a session from before the sign-out everywhere is used when its row was missed', async () => {
  const browser = world.browser();
  const tokens = await codeFlow(world, world.prescriber, { browser });
  const later = new Date(Date.now() + 1000).toISOString();
  await world.store.asDoor((tx) =>
    sql`update account set tokens_not_before = ${later} where email = ${world.prescriber.email}`.execute(tx),
  );
  const silent = await browser.get(authorizationUrl(world, { prompt: 'none' }).url);
  assert.equal(new URL(silent.url).searchParams.get('error'), 'login_required');
  const refresh = await fetch(`${world.identity.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
      client_id: world.publicApp,
    }),
  });
  assert.equal(refresh.status, 400);
  await world.store.asDoor((tx) =>
    sql`update account set tokens_not_before = 'epoch' where email = ${world.prescriber.email}`.execute(tx),
  );
});

test('ID token accepted as an access token', async () => {
  const tokens = await codeFlow(world, world.prescriber);
  assert.ok(tokens.id_token !== undefined);
  await refused(`Bearer ${tokens.id_token}`);
});

test('token for another audience accepted', async () => {
  const other = await openIdentityTestbed({ identityKey: world.identityKey }, world.store);
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
  world.ports.clock.aheadMs = 601_000;
  try {
    await refused(`Bearer ${token}`, 'TOKEN_EXPIRED');
    await refused(`Bearer ${await forge({ exp: 1 })}`);
  } finally {
    world.ports.clock.aheadMs = 0;
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
  const key = { orgId: world.riverside, id: world.staff.id, revision: null };
  const { access_token, refresh_token } = await codeFlow(world, world.staff);
  assert.equal((await authenticate(`Bearer ${access_token}`)).id, world.staff.id);
  const at = new Date().toISOString();
  await world.store.withOrg(world.riverside, (tx) => updateUser(tx, key, { active: false }, at));
  world.ports.clock.aheadMs = 60_000;
  try {
    await refused(`Bearer ${access_token}`);
    const response = await fetch(`${world.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh_token ?? '',
        client_id: world.publicApp,
      }),
    });
    assert.equal(response.status, 400);
  } finally {
    world.ports.clock.aheadMs = 0;
    await world.store.withOrg(world.riverside, (tx) => updateUser(tx, key, { active: true }, at));
  }
});

test('a role that was taken away lives on in the token for longer than a minute', async () => {
  const key = { orgId: world.riverside, id: world.admin.id, revision: null };
  const { access_token } = await codeFlow(world, world.admin);
  await world.store.withOrg(world.riverside, (tx) =>
    updateUser(tx, key, { roles: ['staff'] }, new Date().toISOString()),
  );
  world.ports.clock.aheadMs = 60_000;
  try {
    const actor = await authenticate(`Bearer ${access_token}`);
    assert.deepEqual(actor.kind === 'user' && [...actor.roles], ['staff']);
  } finally {
    world.ports.clock.aheadMs = 0;
  }
});

test('an application that was switched off keeps working for longer than a minute', async () => {
  const { access_token } = await codeFlow(world, world.stranger, { clientId: world.hillsideApp });
  assert.equal((await authenticate(`Bearer ${access_token}`)).orgId, world.hillside);
  await world.store.withOrg(world.hillside, (tx) =>
    sql`update application set active = false where org_id = ${world.hillside} and id = ${world.hillsideApp}`.execute(
      tx,
    ),
  );
  world.ports.clock.aheadMs = 60_000;
  try {
    await refused(`Bearer ${access_token}`);
  } finally {
    world.ports.clock.aheadMs = 0;
  }
});

test('secrets can be read from the store: codes, refresh tokens, session cookies, client secrets, signing keys, passwords', async () => {
  const browser = world.browser();
  const tokens = await codeFlow(world, world.prescriber, { browser });
  const rows = await world.store.asDoor(async (tx) => [
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
    world.machine.secret,
    PASSWORD,
    '"d":',
  ])
    assert.ok(secret.length > 2 && !kept.includes(secret), `found ${secret.slice(0, 4)}…`);
});
