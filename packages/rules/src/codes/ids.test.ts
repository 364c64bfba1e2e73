// Tests the ids: shape, order by time, and that a look-alike is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isId, isUlid, newId, newUlid, ulidOf } from './ids.ts';

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('an id is its prefix and a ULID in upper case, and says when it was made', () => {
  fc.assert(
    fc.property(time, bytes, (timeMs, random) => {
      const id = newId('pat', timeMs, random);
      assert.match(id, /^pat_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      assert.ok(isId('pat', id));
      const digits = Array.from(ulidOf(id).slice(0, 10), (sign) =>
        '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(sign),
      );
      assert.equal(
        digits.reduce((sum, digit) => sum * 32 + digit),
        timeMs,
      );
      assert.ok(isUlid(ulidOf(id)));
    }),
  );
});

test('the ULID of a known time and known bytes is the published one', () => {
  assert.equal(newUlid(1469918176385, new Uint8Array(10)), '01ARYZ6S410000000000000000');
  assert.equal(newUlid(2 ** 48 - 1, new Uint8Array(10).fill(255)), '7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
});

test('ids sort by time, and different bytes make different ids', () => {
  fc.assert(
    fc.property(time, time, bytes, bytes, (a, b, r, s) => {
      if (a < b) assert.ok(newId('ord', a, r) < newId('ord', b, s));
      assert.equal(newUlid(a, r) === newUlid(a, s), Buffer.from(r).equals(Buffer.from(s)));
    }),
  );
});

test('ids of another kind, other letter case, other length or other alphabet are refused', () => {
  const good = newId('rx', 1, new Uint8Array(10).fill(255));
  for (const text of [
    good.toLowerCase(),
    ` ${good}`,
    `${good}\n`,
    good.slice(0, -1),
    `${good}0`,
    good.replace('rx_', 'ord_'),
    good.replace('rx_', 'rx-'),
    `rx_8${'0'.repeat(25)}`,
    `rx_0${'U'.repeat(25)}`,
    '',
    12,
    null,
    undefined,
  ]) {
    assert.equal(isId('rx', text), false, JSON.stringify(text));
  }
});

test('an id cannot be made from a bad time, too few bytes or a bad prefix', () => {
  assert.throws(() => newId('pat', -1, new Uint8Array(10)), RangeError);
  assert.throws(() => newId('pat', 2 ** 48, new Uint8Array(10)), RangeError);
  assert.throws(() => newId('pat', 1.5, new Uint8Array(10)), RangeError);
  assert.throws(() => newId('pat', 1, new Uint8Array(9)), RangeError);
  assert.throws(() => newId('Pat_', 1, new Uint8Array(10)), RangeError);
});
