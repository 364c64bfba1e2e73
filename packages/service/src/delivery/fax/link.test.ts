// Tests the secrets of fax links: derivation, the typed code's tolerance and its check characters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createLinkKey, hashSecret, printedCode, recognizeSecret, wrongGroups } from './link.ts';

const key = createLinkKey(new Uint8Array(32).fill(7));
const transmission = 'trm_01JD0000000000000000000001';

test('the same transmission has the same secrets, another or a re-issue has others', () => {
  const first = key.secretsOf(transmission, 1);
  assert.deepEqual(key.secretsOf(transmission, 1), first);
  const others = [
    key.secretsOf(transmission, 2),
    key.secretsOf('trm_01JD0000000000000000000002', 1),
    createLinkKey(new Uint8Array(32).fill(8)).secretsOf(transmission, 1),
  ];
  for (const other of others) {
    assert.notEqual(other.token, first.token);
    assert.notEqual(other.code, first.code);
  }
});

test('the token has 256 bits and the typed code at least 128', () => {
  const { token, code } = key.secretsOf(transmission, 1);
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.ok(26 * 5 >= 128);
  assert.notEqual(hashSecret(token), hashSecret(code));
});

test('a code is understood as people type it', () => {
  const { code, token } = key.secretsOf(transmission, 1);
  const spoken = [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ' '),
    ` ${code.replaceAll('-', '')} `,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
    code.replaceAll('1', 'I'),
  ];
  for (const text of spoken) assert.deepEqual(recognizeSecret(text), { kind: 'code', secret: code }, text);
  assert.deepEqual(recognizeSecret(token), { kind: 'token', secret: token });
  for (const text of ['', 'x', `${code}0`, code.slice(1), 'U'.repeat(28), '%00', 'a'.repeat(10_000)])
    assert.equal(recognizeSecret(text), undefined);
});

test('letters of other scripts are no digits of a code, whatever their capitals look like', () => {
  const codes = Array.from(
    { length: 20 },
    (_, generation) => key.secretsOf(transmission, generation + 1).code,
  );
  const other = codes.flatMap((code) => [
    code.replace('1', 'ı'),
    code.replace('S', 'ſ'),
    code.replace('K', '\u212A'),
  ]);
  const changed = other.filter((code) => !codes.includes(code));
  assert.ok(changed.length > 20);
  for (const code of changed) assert.equal(recognizeSecret(code), undefined, code);
});

test('one wrong character, or two swapped, is noticed before anything is looked up', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  fc.assert(
    fc.property(
      fc.nat({ max: 27 }),
      fc.nat({ max: 30 }),
      fc.integer({ min: 1, max: 50 }),
      (position, step, generation) => {
        const code = key.secretsOf(transmission, generation).code.replaceAll('-', '');
        const digit = alphabet.indexOf(code.charAt(position));
        const wrong =
          code.slice(0, position) + alphabet.charAt((digit + 1 + step) % 32) + code.slice(position + 1);
        assert.equal(recognizeSecret(wrong), undefined);
        const next = code.charAt(position + 1);
        if (position < 25 && next !== code.charAt(position)) {
          const swapped = code.slice(0, position) + next + code.charAt(position) + code.slice(position + 2);
          assert.equal(recognizeSecret(swapped), undefined);
        }
      },
    ),
  );
});

test('the printed code names the group of a slip, and opens what the code of an older fax opens', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  fc.assert(
    fc.property(
      fc.nat({ max: 34 }),
      fc.nat({ max: 30 }),
      fc.integer({ min: 1, max: 50 }),
      (position, step, generation) => {
        const { code } = key.secretsOf(transmission, generation);
        const printed = printedCode(code);
        assert.match(printed, /^([0-9A-HJKMNP-TV-Z]{5}-){6}[0-9A-HJKMNP-TV-Z]{5}$/);
        for (const typed of [
          printed,
          printed.toLowerCase(),
          printed.replaceAll('-', ''),
          printed.replaceAll('-', ' '),
          code,
        ])
          assert.deepEqual(recognizeSecret(typed), { kind: 'code', secret: code }, typed);
        const plain = printed.replaceAll('-', '');
        const group = Math.floor(position / 5);
        const wrong =
          plain.slice(0, position) +
          alphabet.charAt((alphabet.indexOf(plain.charAt(position)) + 1 + step) % 32) +
          plain.slice(position + 1);
        assert.equal(recognizeSecret(wrong), undefined);
        assert.deepEqual(wrongGroups(wrong), [group + 1]);
        const groups = printed.split('-');
        const shorter = groups.with(group, groups[group]?.slice(1) ?? '').join('-');
        assert.deepEqual(wrongGroups(shorter), [group + 1]);
        if (position % 5 < 4 && plain.charAt(position) !== plain.charAt(position + 1)) {
          const swapped =
            plain.slice(0, position) +
            plain.charAt(position + 1) +
            plain.charAt(position) +
            plain.slice(position + 2);
          assert.deepEqual(wrongGroups(swapped), [group + 1]);
        }
      },
    ),
  );
  const { code } = key.secretsOf(transmission, 1);
  assert.deepEqual(
    wrongGroups(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`),
    [],
    'an older code has no groups that could be judged',
  );
  assert.deepEqual(wrongGroups(`${printedCode(code)}-AAAAA`), [8]);
  assert.deepEqual(wrongGroups('x'), []);
});

test('a key of another length is refused', () => {
  assert.throws(() => createLinkKey(new Uint8Array(16)), RangeError);
});

test('a rotated key draws the links of earlier keys again, and makes new ones by itself', () => {
  const anew = createLinkKey(new Uint8Array(32).fill(8), [new Uint8Array(32).fill(7)]);
  const old = key.secretsOf(transmission, 1);
  assert.deepEqual(anew.secretsWith(hashSecret(old.token), transmission, 1), old);
  assert.notDeepEqual(anew.secretsOf(transmission, 1), old);
  assert.deepEqual(
    anew.secretsWith(hashSecret(anew.secretsOf(transmission, 1).token), transmission, 1),
    anew.secretsOf(transmission, 1),
  );
  assert.equal(
    createLinkKey(new Uint8Array(32).fill(8)).secretsWith(hashSecret(old.token), transmission, 1),
    undefined,
  );
});
