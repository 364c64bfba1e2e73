// Tests that an order number that is read out or typed is the one that was meant, or is called mistyped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isOrderNumber, orderName, orderNumberText, readOrderNumber } from './order-number.ts';

const numbers = fc
  .integer({ min: 1_000_000, max: 9_999_999 })
  .map((payload) => Array.from({ length: 10 }, (_, digit) => `${payload}${digit}`).filter(isOrderNumber));

test('seven digits have exactly one check digit', () => {
  fc.assert(fc.property(numbers, (ones) => ones.length === 1));
  assert.ok(isOrderNumber('41270364'));
});

test('one wrong digit is called mistyped, wherever it is, unless the number begins with 0 then', () => {
  fc.assert(
    fc.property(numbers, fc.nat(7), fc.integer({ min: 1, max: 9 }), ([number = ''], place, by) => {
      const wrong = String((Number(number[place]) + by) % 10);
      const typed = number.slice(0, place) + wrong + number.slice(place + 1);
      const read = readOrderNumber(typed);
      if (typed.startsWith('0')) assert.equal(read, undefined);
      else assert.equal(read?.mistyped, true, typed);
    }),
  );
});

test('it is read as people write it, and shown in two groups that stay together', () => {
  for (const typed of ['41270364', '4127 0364', '4127-0364', ' 4127\u00a00364 ', '#41270364', '# 4127 0364'])
    assert.deepEqual(readOrderNumber(typed), { number: '41270364', mistyped: false }, typed);
  for (const typed of ['', '4127036', '412703645', '0127 0364', '41 270364', 'ord_41270364', '4127 0364 x'])
    assert.equal(readOrderNumber(typed), undefined, typed);
  assert.equal(orderNumberText('41270364'), '4127\u00a00364');
  assert.equal(orderNumberText(null), '');
  assert.equal(orderName({ number: '41270364', id: 'ord_X' }, 'es'), 'Pedido 4127\u00a00364');
  assert.equal(orderName({ number: null, id: 'ord_X' }), 'Order ord_X');
});
