// The budgets of sign-ins: bounded guessing per account and address, and no way to lock somebody else out.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { systemPorts } from '../../kernel/ports.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import type { Judged } from '../../tries/tries.ts';
import { judge } from '../../tries/tries.ts';
import { createIdentityKey } from '../identity-key.ts';
import { TRY_LIMITS } from '../limits.ts';
import { signInBudgets } from './try-budgets.ts';

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

const judged = (attempt: Attempt, right: boolean): Promise<Judged> =>
  judge({ store, ports: { clock } }, signInBudgets(key, attempt), async () => right);
/** True when the password was compared; it was not right. */
const fail = async (attempt: Attempt): Promise<boolean> => (await judged(attempt, false)).kind === 'wrong';

async function failUntilRefused(attempt: Attempt): Promise<number> {
  for (let count = 0; count < 1000; count += 1) if (!(await fail(attempt))) return count;
  throw new Error('never refused');
}

test('guessing one account from one address ends after ten, and goes on slowly', async () => {
  const attempt = { email: 'one@clinic.example', address: '192.0.2.1', device: null };
  assert.equal(await failUntilRefused(attempt), TRY_LIMITS.accountAtAddress.tries);
  assert.deepEqual(await judged(attempt, true), { kind: 'slow-down', retryAfterSeconds: 360 });
  nowMs += 361_000;
  assert.equal(await fail(attempt), true);
  assert.equal(await fail(attempt), false);
});

test('password spraying: one address against many accounts ends after a hundred', async () => {
  let count = 0;
  while (await fail({ email: `${count}@spray.example`, address: '192.0.2.2', device: null })) count += 1;
  assert.equal(count, TRY_LIMITS.address.tries);
});

test('one attacker cannot lock a victim out: another address still gets in', async () => {
  const attacker = { email: 'victim@clinic.example', address: '192.0.2.3', device: null };
  await failUntilRefused(attacker);
  for (let count = 0; count < 300; count += 1) await fail(attacker);
  assert.equal(await fail({ ...attacker, address: '198.51.100.1' }), true);
});

test('a thousand addresses cannot lock out the device on which the victim signed in before', async () => {
  const email = 'besieged@clinic.example';
  let refusals = 0;
  for (let index = 0; index < 300; index += 1)
    if (!(await fail({ email, address: `203.0.113.${index % 250}`, device: null }))) refusals += 1;
  assert.ok(refusals > 0, 'the account as a whole is slowed down for strangers');
  assert.equal(await fail({ email, address: '203.0.113.1', device: 'known' }), true);
});

test('a right password costs nothing', async () => {
  const attempt = { email: 'right@clinic.example', address: '192.0.2.9', device: null };
  for (let count = 0; count < 50; count += 1) assert.equal((await judged(attempt, true)).kind, 'right');
});

test('the table holds neither addresses nor e-mails', async () => {
  const names = signInBudgets(key, { email: 'a@clinic.example', address: '192.0.2.1', device: null });
  for (const { name } of names) assert.match(name, /^[\w-]{43}$/);
});
