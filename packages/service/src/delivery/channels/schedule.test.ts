// Goal: attempts keep their places in the schedule, and every outcome leads to exactly one next step (D4).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStep } from './schedule.ts';

const SCHEDULE = { offsetsMs: [0, 2_000, 8_000, 25_000, 60_000], timeoutMs: 15_000 };

test('D4: attempts start at about 0, 2, 8, 25 and 60 s after the first, never before the one before has ended', () => {
  assert.deepEqual(nextStep(SCHEDULE, 'RETRY', 1, 100), { step: 'retry', delayMs: 1_900 });
  assert.deepEqual(nextStep(SCHEDULE, 'UNKNOWN', 2, 3_000), { step: 'retry', delayMs: 5_000 });
  assert.deepEqual(
    nextStep(SCHEDULE, 'UNKNOWN', 1, 15_000),
    { step: 'retry', delayMs: 0 },
    'its place has passed',
  );
});

test('D4: after the last attempt the next channel follows', () => {
  for (const outcome of ['RETRY', 'UNKNOWN'] as const) {
    assert.deepEqual(nextStep(SCHEDULE, outcome, 5, 61_000), { step: 'give-up', because: 'exhausted' });
  }
});

test('D4: permanent means at once, accepted means done', () => {
  assert.deepEqual(nextStep(SCHEDULE, 'REJECTED', 1, 10), { step: 'give-up', because: 'rejected' });
  assert.deepEqual(nextStep(SCHEDULE, 'ACCEPTED', 3, 10), { step: 'accepted' });
});

test('D4: a clock that was set back meanwhile puts no attempt off: the distances of the schedule hold', () => {
  assert.deepEqual(nextStep(SCHEDULE, 'RETRY', 1, -86_400_000), { step: 'retry', delayMs: 2_000 });
  assert.deepEqual(nextStep(SCHEDULE, 'UNKNOWN', 3, -1), { step: 'retry', delayMs: 17_000 });
});
