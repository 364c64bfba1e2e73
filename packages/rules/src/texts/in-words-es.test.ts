// Tests numbers as they are read aloud in Spanish.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberInSpanish } from './in-words-es.ts';

test('quantities are read as people of the language read them', () => {
  const read = {
    '0': 'cero',
    '1': 'uno',
    '22': 'veintidós',
    '30': 'treinta',
    '45': 'cuarenta y cinco',
    '90.00': 'noventa',
    '100': 'cien',
    '101': 'ciento uno',
    '2.5': 'dos punto cinco',
    '1000': 'mil',
    '1200': 'mil doscientos',
    '21000': 'veintiún mil',
    '31031': 'treinta y un mil treinta y uno',
    '999999': 'novecientos noventa y nueve mil novecientos noventa y nueve',
    '1000000': 'uno cero cero cero cero cero cero',
  };
  for (const [decimal, words] of Object.entries(read)) assert.equal(numberInSpanish(decimal), words, decimal);
});

test('anything but a plain decimal is refused', () => {
  for (const text of ['', '-1', '1e3', '1,5', ' 1'])
    assert.throws(() => numberInSpanish(text), RangeError, text);
});
