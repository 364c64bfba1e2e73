// Passwords: chosen well, kept as Argon2id, compared without telling who exists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemPorts } from '../../kernel/ports.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts';

const ASKER = { source: '192.0.2.1', known: false };

test('a password matches its own hash and no other, in PHC form with OWASP’s parameters', async () => {
  const hash = await hashPassword('correct horse battery staple', systemPorts.random, ASKER);
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await verifyPassword('correct horse battery staple', hash, ASKER), true);
  assert.equal(await verifyPassword('correct horse battery stapler', hash, ASKER), false);
  assert.equal(isOutdatedHash(hash), false);
  assert.equal(isOutdatedHash(hash.replace('t=2', 't=1')), true);
});

test('the same password in another Unicode form matches', async () => {
  const hash = await hashPassword('contraseña segura 1', systemPorts.random, ASKER);
  assert.equal(await verifyPassword('contrasen\u0303a segura 1', hash, ASKER), true);
});

test('nobody matches no password, after the same work', async () => {
  const hash = await hashPassword('correct horse battery staple', systemPorts.random, ASKER);
  const time = async (stored: string | null): Promise<number> => {
    // Processor time of the whole process, its threads too: a busy machine does not change it as it changes the clock.
    const before = process.cpuUsage();
    await verifyPassword('correct horse battery', stored, ASKER);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  // The least of some interleaved rounds: what else the process does only adds.
  let somebody = Infinity;
  let nobody = Infinity;
  for (let round = 0; round < 10; round += 1) {
    somebody = Math.min(somebody, await time(hash));
    nobody = Math.min(nobody, await time(null));
  }
  assert.equal(await verifyPassword('', null, ASKER), false);
  assert.ok(nobody > somebody * 0.5 && nobody < somebody * 2, `${nobody} against ${somebody} ms`);
});

test('too many at once are told to come back, and the rest are served', async () => {
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('x', null, ASKER)));
  const refused = all.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 80 - 4 - 64);
  assert.equal(refused[0]?.reason.code, 'UNAVAILABLE');
  assert.equal(await verifyPassword('x', null, ASKER), false);
});

test('who signs in elsewhere, or on a known device, does not wait behind a crowd from one address', async () => {
  const done: string[] = [];
  const ask = (source: string, known: boolean): Promise<void> =>
    verifyPassword('x', null, { source, known }).then(() => void done.push(source));
  const crowd = Array.from({ length: 24 }, () => ask('192.0.2.1', false));
  await Promise.all([...crowd, ask('192.0.2.2', false), ask('device', true)]);
  // Four are under way already, and as many may end in another order than they began.
  assert.ok(done.indexOf('192.0.2.2') < 12 && done.indexOf('device') < 12, done.join(' '));
});
