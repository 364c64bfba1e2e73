// What has ended stays ended: access tokens after a sign-out, a stolen refresh token, a revocation, a deactivation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import type { FlowTokens } from '@pestle/testbed/identity/code-flow';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { actorOf, openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import { writeKey } from '../../audit/idempotency.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

const authenticate = ({ access_token }: FlowTokens) =>
  testbed.identity.authenticate({
    headers: { authorization: `Bearer ${access_token}` },
    method: 'POST',
    url: '/graphql',
  });

const refused = (tokens: FlowTokens): Promise<void> =>
  assert.rejects(authenticate(tokens), { code: 'UNAUTHENTICATED' });

const tokenEndpoint = (path: string, fields: Record<string, string>): Promise<Response> =>
  fetch(`${testbed.identity.issuer}/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: testbed.publicApp, ...fields }),
  });

async function signOut(browser: CookieBrowser): Promise<void> {
  const page = await browser.get(`/oidc/session/end?client_id=${testbed.publicApp}`);
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? [];
  await browser.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' });
}

test('an access token outlives a plain sign-out', async () => {
  const browser = testbed.browser();
  const tokens = await codeFlow(testbed, testbed.prescriber, { browser });
  const elsewhere = await codeFlow(testbed, testbed.prescriber);
  await authenticate(tokens);
  await signOut(browser);
  await refused(tokens);
  await authenticate(elsewhere);
});

test('a sign-out leaves no entry in the trail', async () => {
  const browser = testbed.browser();
  await codeFlow(testbed, testbed.admin, { browser });
  await signOut(browser);
  const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
    sql<{ outcome: string }>`select outcome from audit_entry
      where action = 'user.sign-out' and subject_id = ${testbed.admin.id}`.execute(tx),
  );
  assert.deepEqual(rows, [{ outcome: 'success' }]);
});

test('another node believes an ended token for longer than a minute', async () => {
  const browser = testbed.browser();
  const tokens = await codeFlow(testbed, testbed.prescriber, { browser });
  const node = await openIdentityTestbed(
    { identityKey: testbed.identityKey, baseUrl: testbed.baseUrl },
    testbed.store,
  );
  const there = () =>
    node.identity.authenticate({
      headers: { authorization: `Bearer ${tokens.access_token}` },
      method: 'POST',
      url: '/graphql',
    });
  try {
    await there();
    await signOut(browser);
    assert.ok(IDENTITY_LIMITS.actorCacheTtlMs <= 60_000);
    node.ports.clock.aheadMs = IDENTITY_LIMITS.actorCacheTtlMs;
    await assert.rejects(there(), { code: 'UNAUTHENTICATED' });
  } finally {
    await node.close();
  }
});

test('a thief keeps an access token after the second use of a refresh token was noticed', async () => {
  const tokens = await codeFlow(testbed, testbed.prescriber);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
  const stolen = (await (await tokenEndpoint('token', refresh)).json()) as FlowTokens;
  await authenticate(stolen);
  assert.equal((await tokenEndpoint('token', refresh)).status, 400);
  await refused(stolen);
  await refused(tokens);
});

test('revoking the refresh token leaves its access token alive', async () => {
  const tokens = await codeFlow(testbed, testbed.prescriber);
  await authenticate(tokens);
  const token = tokens.refresh_token ?? '';
  assert.equal((await tokenEndpoint('token/revocation', { token })).status, 200);
  await refused(tokens);
});

test('somebody else signs in with the same browser, and the token of the first one lives on', async () => {
  const browser = testbed.browser();
  const first = await codeFlow(testbed, testbed.prescriber, { browser });
  await codeFlow(testbed, testbed.stranger, { browser, clientId: testbed.hillsideApp });
  testbed.ports.clock.aheadMs = IDENTITY_LIMITS.actorCacheTtlMs;
  try {
    await refused(first);
  } finally {
    testbed.ports.clock.aheadMs = 0;
  }
});

test('a token from before a deactivation is good again when the user is reactivated', async () => {
  const admin = actorOf(testbed, testbed.admin, ['admin'], ['write:user', 'read:user']);
  const { users } = testbed.identity;
  const tokens = await codeFlow(testbed, testbed.staff);
  await authenticate(tokens);
  await users.setActive(admin, testbed.staff.id, false, writeKey('deactivate', 'test', {}));
  await refused(tokens);
  await users.setActive(admin, testbed.staff.id, true, writeKey('reactivate', 'test', {}));
  await refused(tokens);
  await authenticate(await codeFlow(testbed, testbed.staff));
});
