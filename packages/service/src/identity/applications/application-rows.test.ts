// What an application may be configured with, and how a machine's secret is rotated.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import type { ApplicationInput } from './application-input.ts';
import { checkApplication } from './application-input.ts';
import { addSecret, makeSecret, selectSecrets } from './application-secrets.ts';

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(() => testbed.close());

const publicApp = (change: Partial<ApplicationInput>): ApplicationInput => ({
  name: 'Clinic',
  kind: 'public',
  callbackUrls: ['https://clinic.example/callback?a=1'],
  ...change,
});

test('a public application has exact callback URLs, bare origins and the scopes of people', () => {
  const checked = checkApplication(
    publicApp({ origins: ['https://clinic.example', 'http://127.0.0.1:3000'] }),
  );
  assert.deepEqual(checked.callbackUrls, ['https://clinic.example/callback?a=1']);
  assert.ok(checked.scopes.includes('write:prescription'));
});

for (const [path, change] of [
  ['name', { name: ' ' }],
  ['callbackUrls', { callbackUrls: [] }],
  ['callbackUrls[0]', { callbackUrls: ['http://clinic.example/callback'] }],
  ['callbackUrls[0]', { callbackUrls: ['https://clinic.example/callback#x'] }],
  ['callbackUrls[0]', { callbackUrls: ['javascript:alert(1)'] }],
  ['callbackUrls[0]', { callbackUrls: ['https://user:secret@clinic.example/'] }],
  ['callbackUrls[1]', { callbackUrls: ['https://clinic.example/', 'com.example.app:/callback'] }],
  ['origins[0]', { origins: ['https://clinic.example/'] }],
  ['origins[0]', { origins: ['null'] }],
  ['origins[0]', { origins: ['*'] }],
  ['origins[0]', { origins: ['http://clinic.example'] }],
  ['scopes[0]', { scopes: ['everything'] }],
  ['scopes[0]', { kind: 'confidential', callbackUrls: [], scopes: ['write:prescription'] }],
  ['kind', { kind: 'confidential' }],
] as const) {
  test(`a bad application is refused, naming ${path}: ${JSON.stringify(change)}`, () => {
    assert.throws(
      () => checkApplication(publicApp(change)),
      (error: { code: string; detail: { fields: { path: string }[] } }) =>
        error.code === 'INVALID_INPUT' && error.detail.fields.some((field) => field.path === path),
    );
  });
}

const tokenStatus = async (secret: string): Promise<number> => {
  const response = await fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${testbed.machine.id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read:patient' }),
  });
  return response.status;
};

test('a secret is rotated with overlap: both work, then only the new one', async () => {
  const application = { orgId: testbed.riverside, id: testbed.machine.id };
  const fresh = makeSecret(testbed.ports);
  assert.equal(await tokenStatus(testbed.machine.secret), 200);
  await testbed.store.withOrg(testbed.riverside, (tx) =>
    addSecret(tx, testbed.ports, application, fresh, 3600),
  );
  assert.equal(await tokenStatus(testbed.machine.secret), 200);
  assert.equal(await tokenStatus(fresh), 200);
  testbed.ports.clock.aheadMs = 3_601_000;
  try {
    assert.equal(await tokenStatus(testbed.machine.secret), 401);
    assert.equal(await tokenStatus(fresh), 200);
    const newest = makeSecret(testbed.ports);
    await testbed.store.withOrg(testbed.riverside, (tx) =>
      addSecret(tx, testbed.ports, application, newest, 0),
    );
    assert.equal(await tokenStatus(fresh), 401, 'without overlap the one before ends at once');
    assert.equal(await tokenStatus(newest), 200);
    const kept = await testbed.store.withOrg(testbed.riverside, (tx) =>
      selectSecrets(tx, testbed.riverside, testbed.machine.id),
    );
    assert.equal(kept.length, 1, 'what has run out is forgotten');
  } finally {
    testbed.ports.clock.aheadMs = 0;
  }
});
