// Tests that every usual writing of a phone number gives the same ten digits, and that nothing is guessed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatPhone, toPhone10 } from './phone.ts';

const read = (text: string): string | undefined => {
  const result = toPhone10(text);
  return result.ok ? result.value : undefined;
};

test('S5: usual writings of one number give ten digits', () => {
  for (const text of [
    '6175550100',
    '617-555-0100',
    '(617) 555-0100',
    '+1 617.555.0100',
    '1-617-555-0100',
    '+16175550100',
    '617\u2011555\u20110100',
    ' 617 555 0100 ',
  ]) {
    assert.equal(read(text), '6175550100', text);
  }
});

test('S5: too few or many digits, other countries, letters and extensions are refused', () => {
  for (const text of [
    '',
    '5550100',
    '617555010',
    '61755501000',
    '26175550100',
    '+44 20 7946 0958',
    '617-555-0100 x12',
    '617-555-CALL',
    '0175550100',
    '1175550100',
    '６１７５５５０１００',
    '617;555;0100',
  ]) {
    assert.equal(read(text), undefined, text);
  }
});

test('S5: each refusal has a code, for saying it in another language', () => {
  const codes = ['617-555-CALL', '+44 20 7946 0958', '5550100', '0175550100'].map((text) => {
    const result = toPhone10(text);
    return result.ok ? undefined : result.code;
  });
  assert.deepEqual(codes, ['PHONE_CHARACTERS', 'PHONE_ABROAD', 'PHONE_DIGITS', 'PHONE_AREA']);
});

test('S5: ten digits printed for people read back as themselves', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }), (number) => {
      assert.equal(read(formatPhone(String(number))), String(number));
    }),
  );
});
