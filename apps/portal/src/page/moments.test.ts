// Goal: how long something waits is told in what it is whole in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spanText } from './moments.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

test('a wait is told in days, hours and minutes, without a nought of hours behind whole days', () => {
  const told = [0, 59, 65, 23 * 60 + 59, DAY_MINUTES + 30, DAY_MINUTES + 120, 3 * DAY_MINUTES].map(
    (minutes) => spanText(minutes * MINUTE_MS, days),
  );
  assert.deepEqual(told, [
    '0\u00a0min',
    '59\u00a0min',
    '1\u00a0h 05\u00a0min',
    '23\u00a0h 59\u00a0min',
    '1 day',
    '1 day 2\u00a0h',
    '3 days',
  ]);
  assert.equal(spanText(-1, days), '0\u00a0min', 'of a clock that is ahead');
});
