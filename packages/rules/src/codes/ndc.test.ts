// Tests that an NDC becomes 11 digits only where that is certain.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { toNdc11 } from './ndc.ts';

const read = (text: string): string | undefined => {
  const result = toNdc11(text);
  return result.ok ? result.value : undefined;
};

test('S6: each 10-digit form pads its own short segment; leading zeros stay', () => {
  assert.equal(read('0071-0155-23'), '00071015523');
  assert.equal(read('12345-678-90'), '12345067890');
  assert.equal(read('12345-6789-0'), '12345678900');
  assert.equal(read('00071-0155-23'), '00071015523');
  assert.equal(read(' 00071015523 '), '00071015523');
});

test('S6: what could be two codes, or is none, is refused with what to write', () => {
  for (const text of [
    '0071015523',
    '71015523',
    '1234-567-89',
    '1234-5678-9',
    '123456-789-0',
    '00071-0155-230',
    '0071 0155 23',
    '',
    'abc',
    '١٢٣٤٥٦٧٨٩٠١',
  ]) {
    const result = toNdc11(text);
    assert.equal(result.ok, false, text);
    if (!result.ok) assert.match(result.message, /NDC/);
  }
});

test('S6: an 11-digit NDC printed with dashes reads back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (number) => {
      const ndc = String(number).padStart(11, '0');
      assert.equal(read(ndc.replace(/^(\d{5})(\d{4})(\d{2})$/, '$1-$2-$3')), ndc);
    }),
  );
});
