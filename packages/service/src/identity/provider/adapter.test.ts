// What the provider keeps: hashed ids, one use, expiry, and nothing of one grant left after it is revoked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { ArtifactAdapter } from './adapter.ts';

let store: EmbeddedStore;
const clock = { aheadMs: 0, now: (): number => Date.now() + clock.aheadMs };
before(async () => {
  store = await openTestStore();
});
after(() => store.close());

test('of two that use one artifact, the second is refused even when both found it unused, and its grant ends', async () => {
  const [grants, refresh] = ['Grant', 'RefreshToken'].map(
    (model) => new ArtifactAdapter(store, clock, model),
  );
  assert.ok(grants !== undefined && refresh !== undefined);
  let calls = 0;
  const codes = new ArtifactAdapter(store, clock, 'AuthorizationCode', () => {
    calls += 1;
  });
  for (const id of ['g', 'other']) await grants.upsert(id, { jti: id }, 60);
  await codes.upsert('secret', { jti: 'secret', grantId: 'g' }, 60);
  await refresh.upsert('given', { grantId: 'g' }, 60);
  const both = await Promise.allSettled([codes.consume('secret'), codes.consume('secret')]);
  assert.deepEqual(both.map((one) => one.status).toSorted(), ['fulfilled', 'rejected']);
  assert.deepEqual([await grants.find('g'), await refresh.find('given')], [undefined, undefined]);
  assert.ok((await grants.find('other')) !== undefined);
  assert.equal(calls, 1);
});

test('what counts once is taken by one of those that come together', async () => {
  const kept = new ArtifactAdapter(store, clock, 'PasskeyChallenge');
  await kept.upsert('sign-in', { challenge: 'c' }, 60);
  const takers = await Promise.all(Array.from({ length: 20 }, () => kept.take('sign-in')));
  assert.deepEqual(
    takers.filter((one) => one !== undefined).map((one) => one['challenge']),
    ['c'],
  );
  await kept.upsert('late', { challenge: 'c' }, 60);
  clock.aheadMs = 61_000;
  assert.equal(await kept.take('late'), undefined);
  clock.aheadMs = 0;
});

test('a proof of possession counts once, also for those that come together; its id is free again when the proof has run out', async () => {
  const proofs = new ArtifactAdapter(store, clock, 'ReplayDetection');
  const consume = (): Promise<void> => proofs.upsert('proof', { jti: 'proof' }, 60);
  const all = await Promise.allSettled(Array.from({ length: 20 }, consume));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  await assert.rejects(consume(), { error: 'invalid_grant' });
  clock.aheadMs = 61_000;
  await consume();
  clock.aheadMs = 0;
});

test('an artifact is found by its id until it expires, and its id is nowhere in the store', async () => {
  const sessions = new ArtifactAdapter(store, clock, 'Session');
  await sessions.upsert('cookie-value', { jti: 'cookie-value', uid: 'u1', accountId: 'usr_1' }, 60);
  assert.equal((await sessions.find('cookie-value'))?.jti, 'cookie-value');
  assert.equal((await sessions.findByUid('u1'))?.accountId, 'usr_1');
  const { rows } = await store.asDoor((tx) => sql`select * from oidc_artifact`.execute(tx));
  assert.ok(!JSON.stringify(rows).includes('cookie-value'));
  clock.aheadMs = 61_000;
  assert.equal(await sessions.find('cookie-value'), undefined);
  assert.equal(await sessions.findByUid('u1'), undefined);
  clock.aheadMs = 0;
});

test('the session’s cookie is not kept with a sign-in under way', async () => {
  const interactions = new ArtifactAdapter(store, clock, 'Interaction');
  const payload = { jti: 'i', session: { accountId: 'usr_1', uid: 'u', cookie: 'the-cookie' } };
  await interactions.upsert('i', payload, 60);
  assert.deepEqual((await interactions.find('i'))?.session, { accountId: 'usr_1', uid: 'u' });
});

test('a revoked grant takes its tokens with it, of its model only', async () => {
  const [refresh, codes] = ['RefreshToken', 'AuthorizationCode'].map(
    (model) => new ArtifactAdapter(store, clock, model),
  );
  assert.ok(refresh !== undefined && codes !== undefined);
  for (const id of ['r1', 'r2']) await refresh.upsert(id, { grantId: 'grant' }, 60);
  await refresh.upsert('r3', { grantId: 'other' }, 60);
  await codes.upsert('c1', { grantId: 'grant' }, 60);
  await refresh.revokeByGrantId('grant');
  assert.deepEqual([await refresh.find('r1'), await refresh.find('r2')], [undefined, undefined]);
  assert.ok((await refresh.find('r3')) !== undefined && (await codes.find('c1')) !== undefined);
});
