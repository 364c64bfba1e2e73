// Holds what counts as a slip of the pen: letters changed, added, left out or exchanged; another word is none.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { type Candidate, similarNames, slips } from './similar-names.ts';

const candidate = (names: string, id = names): Candidate => {
  const words = names.split(' ');
  return { id, knownAs: names, names: words, words };
};

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

it('one slip anywhere in a name is one slip at most', () => {
  const name = fc.stringMatching(/^[a-z]{7,14}$/);
  fc.assert(
    fc.property(
      name,
      fc.nat(),
      fc.constantFrom('x', 'e', ''),
      fc.boolean(),
      (word, position, letter, adds) => {
        const at = position % word.length;
        const slipped = word.slice(0, at) + letter + word.slice(adds ? at : at + 1);
        assert.ok(slips(slipped, word) <= 1);
        const found = similarNames({ name: slipped, words: [slipped] }, [candidate(word), candidate('zzzz')]);
        assert.deepEqual(found, [word]);
      },
    ),
  );
});

it('suggests no other word: a look-alike is another drug', () => {
  const drugs = ['hydroxyzine', 'metoprolol', 'pen needles', 'vitamin b12', 'nystatin', 'aripiprazole'].map(
    (name) => candidate(name),
  );
  for (const typed of ['hydralazine', 'lisinoprol', 'penicilin', 'vitamin d', 'atorvastatin', 'omeprazole'])
    assert.deepEqual(similarNames({ name: typed, words: typed.split(' ') }, drugs), [], typed);
});

it('does not let the many forms of one name hide another that is as close', () => {
  const many = Array.from({ length: 40 }, (_, index) => candidate('celexa', `celexa ${index}`));
  const found = similarNames({ name: 'celxa', words: ['celxa'] }, [...many, candidate('celxo')]);
  assert.ok(found.length <= 16 && found.includes('celxo'));
});
