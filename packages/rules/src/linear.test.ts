// No text, however long, takes more time than in proportion to its length: what takes the square takes 64 times as long for eight times as much.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCanonicalDecimal } from './codes/decimal.ts';
import { splitIngredients } from './controlled/ingredient-name.ts';
import { splitWords } from './sigs/reading/words.ts';

const ONCE = 4_000;
const TIMES = 8;
/** Below this the eightfold is dust, and its ratio means nothing. */
const DUST_MS = 15;

function timeOf(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

for (const [what, call] of [
  ['a decimal with zeros', (size) => toCanonicalDecimal(`0.${'0'.repeat(size)}1`)],
  ['blanks between ingredients', (size) => splitIngredients(`a${' '.repeat(size)}b`)],
  ['points behind a word', (size) => splitWords(`a${'.'.repeat(size)}b`)],
] satisfies readonly (readonly [string, (size: number) => unknown])[]) {
  test(`the time for ${what} grows with the length, and no faster`, () => {
    let found = '';
    for (let tries = 0; tries < 12; tries += 1) {
      const eightfold = timeOf(() => call(ONCE * TIMES));
      const once = timeOf(() => call(ONCE));
      if (eightfold < DUST_MS || eightfold <= once * TIMES * 2) return;
      found = `${once.toFixed(1)} ms, eight times as much ${eightfold.toFixed(1)} ms`;
    }
    assert.fail(found);
  });
}

test('ingredients are told apart at signs and words, with whatever blanks stand around them', () => {
  assert.deepEqual(splitIngredients('acetaminophen / codeine'), ['acetaminophen', 'codeine']);
  assert.deepEqual(splitIngredients('lisinopril  AND\tsand with band;x'), [
    'lisinopril',
    'sand',
    'band',
    'x',
  ]);
});
