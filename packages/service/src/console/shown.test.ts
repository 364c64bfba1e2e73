// Goal: what a form was refused for is said in the page's language: a section's own words first, else what kind of problem it is and of which field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { Failure, invalidInput } from '../kernel/errors.ts';
import { validate } from '../kernel/validate.ts';
import { refusalWords } from './shown.ts';

const shape = v.strictObject({
  name: v.pipe(v.string(), v.nonEmpty('Write a name.'), v.maxLength(5, 'Five characters at most.')),
  kind: v.picklist(['retail'], 'One of: retail.'),
  days: v.pipe(
    v.number(),
    v.check((days) => days > 0, 'More than none.'),
  ),
});
const good = { name: 'a', kind: 'retail', days: 1 };

function refused(input: object): unknown {
  try {
    validate(shape, input);
  } catch (error) {
    return error;
  }
  return assert.fail('it was taken');
}

test('every kind of problem has Spanish words, with the rule’s own sentence behind them', () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ ...good, name: '' }, /^«name» es obligatorio\. En inglés: Write a name\.$/],
    [{ ...good, name: 'longer' }, /^«name» es demasiado largo\. En inglés: Five/],
    [{ ...good, kind: 'x' }, /^«kind» no es uno de los valores permitidos\. En inglés:/],
    [{ ...good, days: 'x' }, /^«days» no tiene la forma debida\. En inglés:/],
    [{ ...good, days: 0 }, /^«days» no se puede aceptar\. En inglés: More than none\.$/],
    [{ ...good, more: 1 }, /^«more» no existe\. En inglés: There is no such field\.$/],
  ];
  for (const [input, words] of cases) assert.match(refusalWords(refused(input), 'es') ?? '', words);
});

test('English pages say the sentence, a section says its own words, and other failures are none of a form’s', () => {
  const error = refused({ ...good, name: '' });
  assert.equal(refusalWords(error, 'en'), 'Write a name.');
  assert.equal(refusalWords(error, 'es', { REQUIRED: 'Escriba un nombre.' }), 'Escriba un nombre.');
  const many = invalidInput([
    { path: 'a', code: 'MINE', message: 'One.' },
    { path: 'b', code: 'OTHER', message: 'Two.' },
  ]);
  assert.equal(refusalWords(many, 'en', { MINE: 'Mine.' }), 'Mine. Two.');
  assert.equal(refusalWords(new Failure('NOT_FOUND', 'Gone.'), 'es'), undefined);
});
