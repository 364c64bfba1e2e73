// The throttle: bounded guessing per account and address, and no way to lock somebody else out.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestStore } from '../../../test/support/test-store.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { createIdentityKey } from '../identity-key.ts';
import { THROTTLE } from '../limits.ts';
import type { Taken } from './throttle.ts';
import { addressBlock, giveBack, signInBuckets, takeAttempt } from './throttle.ts';

let store: EmbeddedStore;
let nowMs = Date.parse('2026-01-05T12:00:00Z');
const clock = { now: (): number => nowMs };
const key = createIdentityKey(randomBytes(32), systemPorts);
before(async () => {
  store = await openTestStore();
});
after(() => store.close());

interface Attempt {
  readonly email: string;
  readonly address: string;
  readonly device: string | null;
}

const fail = (attempt: Attempt): Promise<Taken> =>
  store.asDoor((tx) => takeAttempt(tx, clock, signInBuckets(key, attempt)));

async function failUntilRefused(attempt: Attempt): Promise<number> {
  for (let count = 0; count < 1000; count += 1) if (!(await fail(attempt)).ok) return count;
  throw new Error('never refused');
}

test('guessing one account from one address ends after ten, and goes on slowly', async () => {
  const attempt = { email: 'one@clinic.example', address: '192.0.2.1', device: null };
  assert.equal(await failUntilRefused(attempt), THROTTLE.accountAtAddress.capacity);
  const refused = await fail(attempt);
  assert.ok(!refused.ok && refused.retryAfterSeconds === 360, JSON.stringify(refused));
  nowMs += 361_000;
  assert.equal((await fail(attempt)).ok, true);
  assert.equal((await fail(attempt)).ok, false);
});

test('password spraying: one address against many accounts ends after a hundred', async () => {
  let count = 0;
  while ((await fail({ email: `${count}@spray.example`, address: '192.0.2.2', device: null })).ok) count += 1;
  assert.equal(count, THROTTLE.address.capacity);
});

test('one attacker cannot lock a victim out: another address still gets in', async () => {
  const attacker = { email: 'victim@clinic.example', address: '192.0.2.3', device: null };
  await failUntilRefused(attacker);
  for (let count = 0; count < 300; count += 1) await fail(attacker);
  assert.equal((await fail({ ...attacker, address: '198.51.100.1' })).ok, true);
});

test('a thousand addresses cannot lock out the device on which the victim signed in before', async () => {
  const email = 'besieged@clinic.example';
  let refusals = 0;
  for (let index = 0; index < 300; index += 1)
    if (!(await fail({ email, address: `203.0.113.${index % 250}`, device: null })).ok) refusals += 1;
  assert.ok(refusals > 0, 'the account as a whole is slowed down for strangers');
  assert.equal((await fail({ email, address: '203.0.113.1', device: 'known' })).ok, true);
});

test('a right password costs nothing', async () => {
  const attempt = { email: 'right@clinic.example', address: '192.0.2.9', device: null };
  for (let count = 0; count < 50; count += 1) {
    assert.equal((await fail(attempt)).ok, true);
    await store.asDoor((tx) => giveBack(tx, signInBuckets(key, attempt)));
  }
});

test('attempts at the same moment are all counted', async () => {
  const attempt = { email: 'parallel@clinic.example', address: '192.0.2.10', device: null };
  const all = await Promise.all(Array.from({ length: 40 }, () => fail(attempt)));
  assert.equal(all.filter((one) => one.ok).length, THROTTLE.accountAtAddress.capacity);
});

test('the table holds neither addresses nor e-mails', async () => {
  const names = signInBuckets(key, { email: 'a@clinic.example', address: '192.0.2.1', device: null });
  for (const { name } of names) assert.match(name, /^[\w-]{43}$/);
});

test('addresses of one IPv6 household count as one', () => {
  assert.equal(addressBlock('2001:db8:0:1::1'), addressBlock('2001:0db8:0000:0001:ffff:ffff:ffff:ffff'));
  assert.notEqual(addressBlock('2001:db8:0:1::1'), addressBlock('2001:db8:0:2::1'));
  assert.equal(addressBlock('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(addressBlock('::1'), '0:0:0:0');
});
