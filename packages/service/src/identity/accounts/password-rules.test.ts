// Holds the rules of passwords to what is tried first: lists of leaked ones, rows of keys, names, and all of it in disguise.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '@pestle/testbed/random';
import { toNewPassword } from './password.ts';
import type { PasswordProblem } from './password-rules.ts';

const owner = {
  email: 'ann.rivera@riverside-family.example',
  names: ['Ann', 'Rivera-Núñez', 'Riverside Family Medicine'],
};
const problemOf = async (password: string): Promise<PasswordProblem | null> => {
  const result = await toNewPassword(password, owner, async () => false);
  return result.ok ? null : result.problem;
};

const REFUSED: Readonly<Record<Exclude<PasswordProblem, 'breached'>, readonly string[]>> = {
  'too-short': ['short', 'elevenchars', ''],
  'too-long': ['x'.repeat(129)],
  repeats: [
    'aaaaaaaaaaaaaaaa',
    'abcabcabcabc',
    'hunter2hunter2',
    'xk7!xk7!xk7!xk7!',
    'abababababab1',
    'passwordpassword1',
    'rivera-rivera-1',
    'pestlepestle1',
  ],
  guessable: [
    'password1234',
    'Password2026!',
    'P@ssw0rd1234',
    'Welcome-2026!',
    'letmein123456',
    'iloveyou12345',
    'qwertyuiop123',
    'QWERTY123456!',
    'asdfghjkl1234',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    'zaq12wsxcde3',
    '123456789012',
    '098765432100',
    'abcdefghijkl',
    'administrator',
    'Administrator1',
    'unbelievable',
    'basketball12',
    'dragonmonkey1',
    'Summer2026!!',
    'Winter2025!Winter',
    'football2026',
    'sunshine12345',
    'princess1234!',
    'contraseña123',
    'teamomucho123',
    'AnnRivera1987',
    'nunezrivera12',
    'Riverside2026',
    'riversidefamily!',
    'R1v3rs1d3F@mily',
    'Hospital2026!',
    'pharmacy12345',
    'Pestle-2026-Ann',
  ],
};

for (const problem of ['too-short', 'too-long', 'repeats', 'guessable'] as const)
  for (const password of REFUSED[problem])
    test(`6.2.4: a password may not be chosen (${problem}): ${password.slice(0, 20)}`, async () => {
      assert.equal(await problemOf(password), problem);
    });

for (const password of [
  'correct horse battery staple',
  'correct horse battery',
  'tejado lámpara brújula',
  'violet anchor thirteen spoons',
  'gX9!kfQ2#pLw',
  'mi gato duerme en la cocina',
  'dragon monkey sunshine football',
  'пароль который трудно',
  '青い屋根の小さな家と白い犬',
  'ann likes crooked staircases',
])
  test(`6.2.9: a password may be chosen without digits or signs: ${password}`, async () => {
    assert.equal(await problemOf(password), null);
  });

test('6.2.4: the most common passwords may not be chosen', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'].map(String).filter((word) => word.length >= 12);
  assert.ok(common.length > 50);
  for (const password of common.slice(0, 100)) assert.notEqual(await problemOf(password), null, password);
});

test('6.2.4: random passwords are not taken for common ones', async () => {
  const chance = seededRandom(500);
  const bytes = (): Uint8Array => Uint8Array.from({ length: 12 }, () => Math.floor(chance() * 256));
  const passwords = Array.from({ length: 500 }, () => Buffer.from(bytes()).toString('base64'));
  // One in many thousands runs along the keys by chance; these are the same in every run.
  const problems = await Promise.all(passwords.map(problemOf));
  assert.ok(problems.filter((problem) => problem !== null).length <= 1);
});

test('6.2.4: a hostile text costs no time', async () => {
  await problemOf('loads the lists of words');
  const start = process.threadCpuUsage();
  for (const text of ['a1'.repeat(64), 'qwerty'.repeat(21), 'pass'.repeat(32), '\u0301'.repeat(128)])
    await problemOf(text);
  // The processor's time, of which a busy machine takes no more.
  assert.ok(process.threadCpuUsage(start).user < 500_000);
});
