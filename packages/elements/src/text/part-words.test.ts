// Tests the words of a part: English at once, Spanish when it has come, and what is said once waits for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PartWords } from './part-words.ts';

test('what is said once waits for the words of its language; English waits for nothing', async () => {
  const coming = Promise.withResolvers<string>();
  let drawn = 0;
  const words = new PartWords(
    'Read every line.',
    () => coming.promise,
    () => {
      drawn += 1;
    },
  );
  assert.equal(await words.ready('en'), 'Read every line.');
  assert.equal(words.of('es'), 'Read every line.', 'until Spanish has come');
  const said = words.ready('es');
  coming.resolve('Lea cada línea.');
  assert.equal(await said, 'Lea cada línea.');
  assert.equal(drawn, 1, 'drawn anew once');
});

test('words that cannot be loaded are English, and are asked for again', async () => {
  const answers = [Promise.reject(new Error('no network')), Promise.resolve('Lea cada línea.')];
  const words = new PartWords(
    'Read every line.',
    async () => (await answers.shift()) ?? '',
    () => undefined,
  );
  assert.equal(words.of('es'), 'Read every line.');
  // The first try has failed by then; the words that are asked for next are those of the second.
  await words.ready('es');
  assert.equal(await words.ready('es'), 'Lea cada línea.');
});
