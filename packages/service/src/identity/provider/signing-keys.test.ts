// Keys that sign tokens: made once, published before they sign, rotated without failing a request.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { decodeProtectedHeader } from 'jose';
import { networkActs } from '../../audit/inside.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createIdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { openSigningKeys } from './signing-keys.ts';

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(() => testbed.close());

const published = async (): Promise<string[]> => {
  const { keys } = (await (await fetch(`${testbed.identity.issuer}/jwks`)).json()) as {
    keys: { kid: string; d?: string }[];
  };
  assert.ok(
    keys.every((key) => key.d === undefined),
    'only public halves are published',
  );
  return keys.map((key) => key.kid);
};
const authenticate = (token: string) =>
  testbed.identity.authenticate({
    headers: { authorization: `Bearer ${token}` },
    method: 'POST',
    url: '/graphql',
  });

test('A1: a rotation fails no request: the next key was published before, the old one stays', async () => {
  const before = await published();
  assert.equal(before.length, 2);
  const old = await codeFlow(testbed, testbed.prescriber);
  assert.equal(decodeProtectedHeader(old.access_token).kid, before[0]);
  await testbed.identity.rotateSigningKeys('Olga');
  const fresh = await codeFlow(testbed, testbed.prescriber);
  assert.equal(decodeProtectedHeader(fresh.access_token).kid, before[1], 'the next key signs');
  assert.equal(decodeProtectedHeader(fresh.id_token ?? '').kid, before[1]);
  assert.equal((await authenticate(old.access_token)).id, testbed.prescriber.id);
  assert.equal((await authenticate(fresh.access_token)).id, testbed.prescriber.id);
  assert.deepEqual((await published()).slice(0, 1), [before[1]]);
  assert.equal((await published()).length, 3);
  const acts = await testbed.store.asKeeper((tx) => networkActs(tx, before[1] ?? ''));
  assert.deepEqual(
    acts.map(({ action, operator }) => [action, operator]),
    [['identity.rotate-keys', 'Olga']],
  );
  await assert.rejects(testbed.identity.rotateSigningKeys('Olga\n'.repeat(2)), { code: 'INVALID_INPUT' });
  assert.equal((await published()).length, 3, 'no key moves without its entry');
});

test('on schedule, a key signs for thirty days and is dropped a day after it stopped', async () => {
  const key = createIdentityKey(testbed.identityKey, systemPorts);
  const clock = { aheadMs: 0, now: (): number => Date.now() + clock.aheadMs };
  const keys = await openSigningKeys(testbed.store, { clock, random: systemPorts.random }, key);
  const start = await keys.current();
  clock.aheadMs = (IDENTITY_LIMITS.signingKeyLifeSeconds - 60) * 1000;
  assert.equal((await keys.rotate()).privateKeys[0]?.kid, start.privateKeys[0]?.kid);
  clock.aheadMs = (IDENTITY_LIMITS.signingKeyLifeSeconds + 60) * 1000;
  const later = await keys.rotate();
  assert.equal(later.privateKeys[0]?.kid, start.privateKeys[1]?.kid);
  assert.ok(later.publicKeys.has(start.privateKeys[0]?.kid ?? ''));
  clock.aheadMs += (IDENTITY_LIMITS.signingKeyOverlapSeconds + 60) * 1000;
  assert.ok(!(await keys.rotate()).publicKeys.has(start.privateKeys[0]?.kid ?? ''));
});

test('another node learns of a rotation by the key id of a token', async () => {
  const clock = { aheadMs: 0, now: (): number => Date.now() + clock.aheadMs };
  const key = createIdentityKey(testbed.identityKey, systemPorts);
  const node = await openSigningKeys(testbed.store, { clock, random: systemPorts.random }, key);
  await testbed.identity.rotateSigningKeys();
  await testbed.identity.rotateSigningKeys();
  const [kid = ''] = await published();
  assert.equal(await node.find(kid), undefined, 'a flood of unknown ids does not reach the store');
  clock.aheadMs = 1001;
  assert.ok((await node.find(kid)) !== undefined);
});

test('two nodes that rotate at once make one current key', async () => {
  const key = createIdentityKey(testbed.identityKey, systemPorts);
  const nodes = await Promise.all([1, 2, 3].map(() => openSigningKeys(testbed.store, systemPorts, key)));
  await Promise.all(nodes.map((node) => node.rotate('now')));
  const kids = await Promise.all(nodes.map(async (node) => (await node.rotate()).privateKeys[0]?.kid));
  assert.equal(new Set(kids).size, 1);
});

test('a wrong identity key is told clearly', async () => {
  const wrong = createIdentityKey(randomBytes(32), systemPorts);
  await assert.rejects(openSigningKeys(testbed.store, systemPorts, wrong), /identity key does not open/);
});

test('a sealed value that was moved or changed does not open', () => {
  const key = createIdentityKey(randomBytes(32), systemPorts);
  const sealed = key.seal('row 1', Buffer.from('secret'));
  assert.equal(Buffer.from(key.open('row 1', sealed)).toString(), 'secret');
  assert.throws(() => key.open('row 2', sealed));
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  assert.throws(() => key.open('row 1', sealed));
});
