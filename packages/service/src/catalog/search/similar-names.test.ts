// Holds what counts as a slip of the pen: letters changed, added, left out or exchanged; another word is none.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { similarNames, slips } from './similar-names.ts';
import { buildWordIndex, readTypedWords, type WordIndex } from './word-index.ts';

/** An index of treatments that are called this. */
const indexOf = (names: readonly string[]): Promise<WordIndex> =>
  buildWordIndex(
    names.map((name, at) => ({
      id: `${name} ${at}`,
      rxcui: null,
      ndc: null,
      names: [name],
      words: name.split(' '),
      group: name,
    })),
  );
const suggested = async (typed: string, names: readonly string[]): Promise<readonly string[]> =>
  similarNames(await indexOf(names), readTypedWords(typed, 8), () => true).map((row) => names[row] ?? '');

it('counts slips, and none for the beginning of a word', () => {
  const pairs: readonly [string, string, number][] = [
    ['lisinopril', 'lisinopril', 0],
    ['lisin', 'lisinopril', 0],
    ['lisinoprol', 'lisinopril', 1],
    ['lisniopril', 'lisinopril', 1],
    ['lisinoprill', 'lisinopril', 1],
    ['lsinopril', 'lisinopril', 1],
    ['hydralazine', 'hydroxyzine', 3],
  ];
  for (const [typed, name, expected] of pairs) assert.equal(slips(typed, name), expected, `${typed} ${name}`);
});

it('one slip anywhere in a name is one slip at most', async () => {
  const name = fc.stringMatching(/^[a-z]{7,14}$/);
  await fc.assert(
    fc.asyncProperty(
      name,
      fc.nat(),
      fc.constantFrom('x', 'e', ''),
      fc.boolean(),
      async (word, position, letter, adds) => {
        const at = position % word.length;
        const slipped = word.slice(0, at) + letter + word.slice(adds ? at : at + 1);
        assert.ok(slips(slipped, word) <= 1);
        assert.deepEqual(await suggested(slipped, [word, 'zzzz']), [word]);
      },
    ),
  );
});

it('suggests nothing for a brand that is not there and is written like another one, nor for a short word that begins otherwise', async () => {
  for (const [typed, name] of [
    ['protopic', 'protonix'],
    ['dexilant', 'dilantin'],
    ['kdur', 'dur'],
    ['imdur', 'imuran'],
    ['lotrisone', 'lotronex'],
    ['septra', 'sertraline'],
    ['tdap', 'tapazole'],
  ] as const)
    assert.deepEqual(await suggested(typed, [name]), [], typed);
  assert.deepEqual(await suggested('protonx', ['protonix']), ['protonix']);
});

it('suggests no other word: a look-alike is another drug', async () => {
  const drugs = ['hydroxyzine', 'metoprolol', 'pen needles', 'vitamin b12', 'nystatin', 'aripiprazole'];
  for (const typed of ['hydralazine', 'lisinoprol', 'penicilin', 'vitamin d', 'atorvastatin', 'omeprazole'])
    assert.deepEqual(await suggested(typed, drugs), [], typed);
  assert.deepEqual(
    await suggested('lsinopril', ['lisinopril', 'fosinopril']),
    ['lisinopril'],
    'not what is one slip further',
  );
});

it('does not let the many forms of one name hide another that is as close', async () => {
  const found = await suggested('celxa', [...Array.from({ length: 40 }, () => 'celexa'), 'celxo']);
  assert.ok(found.length <= 16 && found.includes('celxo'));
});
