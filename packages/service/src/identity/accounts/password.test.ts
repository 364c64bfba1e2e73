// Passwords: chosen well, kept as Argon2id, compared without telling who exists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemPorts } from '../../kernel/ports.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts';

test('a password matches its own hash and no other, in PHC form with OWASP’s parameters', async () => {
  const hash = await hashPassword('correct horse battery staple', systemPorts.random);
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await verifyPassword('correct horse battery staple', hash), true);
  assert.equal(await verifyPassword('correct horse battery stapler', hash), false);
  assert.equal(isOutdatedHash(hash), false);
  assert.equal(isOutdatedHash(hash.replace('t=2', 't=1')), true);
});

test('the same password in another Unicode form matches', async () => {
  const hash = await hashPassword('contraseña segura 1', systemPorts.random);
  assert.equal(await verifyPassword('contrasen\u0303a segura 1', hash), true);
});

test('nobody matches no password, after the same work', async () => {
  const hash = await hashPassword('correct horse battery staple', systemPorts.random);
  const time = async (stored: string | null): Promise<number> => {
    // Processor time of the whole process, its threads too: a busy machine does not change it as it changes the clock.
    const before = process.cpuUsage();
    await verifyPassword('correct horse battery', stored);
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
  assert.equal(await verifyPassword('', null), false);
  assert.ok(nobody > somebody * 0.5 && nobody < somebody * 2, `${nobody} against ${somebody} ms`);
});

test('too many at once are told to come back, and the rest are served', async () => {
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('x', null)));
  const refused = all.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 80 - 4 - 64);
  assert.equal(refused[0]?.reason.code, 'UNAVAILABLE');
  assert.equal(await verifyPassword('x', null), false);
});
