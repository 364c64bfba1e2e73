// What a proof is worth after everything of its account was ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEnded, toldSecond } from './ended.ts';

const END = '1970-01-01T00:00:10.500Z';

test('what was proved before the end counts no more, by the millisecond; what is no time never counts', () => {
  assert.equal(isEnded(10_499, END), true);
  assert.equal(isEnded(10_500, END), false);
  assert.equal(isEnded(10_501, END), false);
  assert.equal(isEnded(Number.NaN, END), true);
  assert.equal(isEnded(11_000, 'no time'), true);
});

test('a proof after the end is told by a second that counts, also of the second in which the end was', () => {
  for (const provenAtMs of [10_500, 10_501, 10_999, 11_000, 11_999, 12_000]) {
    const told = toldSecond(provenAtMs, END);
    assert.equal(isEnded(told * 1000, END), false, `${provenAtMs} is asked for twice`);
    assert.ok(told * 1000 < provenAtMs + 1000, `${provenAtMs} is a second ahead`);
  }
  assert.equal(toldSecond(10_501, END), 11);
  assert.equal(toldSecond(12_999, END), 12);
  assert.equal(toldSecond(12_999, '1970-01-01T00:00:00Z'), 12);
  assert.equal(toldSecond(10_300, '1970-01-01T00:00:10.000Z'), 10);
});

test('a token of the second of the end that was given before it stays ended', () => {
  const givenBefore = toldSecond(10_200, '1970-01-01T00:00:00Z');
  assert.equal(givenBefore, 10);
  assert.equal(isEnded(givenBefore * 1000, END), true);
});
