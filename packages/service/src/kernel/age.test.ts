// What is kept in memory is not used for longer than was meant, also by a clock that is set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isYoungerThan } from './age.ts';
import { BoundedMap } from './bounded-map.ts';

test('less than so long ago; what comes from the future is not fresh', () => {
  assert.ok(isYoungerThan(1_000, 1_000, 5));
  assert.ok(isYoungerThan(1_000, 1_004, 5));
  assert.ok(!isYoungerThan(1_000, 1_005, 5));
  assert.ok(!isYoungerThan(1_000, 999, 5));
});

test('a cache forgets what a clock set back would keep for too long; a memory of what must not happen twice keeps it', () => {
  const clock = { at: 86_400_000, now: () => clock.at };
  const cache = new BoundedMap<string>(clock, 10, 'cache');
  const memory = new BoundedMap<string>(clock, 10, 'memory');
  for (const map of [cache, memory]) map.set('key', 'value', clock.at + 1_000);
  clock.at -= 3_600_000;
  assert.equal(memory.get('key'), 'value');
  assert.equal(cache.get('key'), undefined);
});
