// Which errors of a database mean "ask again later", by their codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRetryable, isUnavailable } from './sql-errors.ts';

const coded = (code: string): Error => Object.assign(new Error('of the database'), { code });

test('a store that is away, full, stopping or past its time is unavailable', () => {
  for (const code of ['08006', '53300', '57P01', '57P03', '57014', 'ECONNREFUSED'])
    assert.equal(isUnavailable(coded(code)), true, code);
});

test('what a caller did is not', () => {
  for (const code of ['23505', '42501', '22P02', 'PST01'])
    assert.equal(isUnavailable(coded(code)), false, code);
  assert.equal(isUnavailable(undefined), false);
});

test('only conflicts between transactions are worth the same again at once', () => {
  assert.deepEqual(
    ['40001', '40P01', '57014', '23505'].map((code) => isRetryable(coded(code))),
    [true, true, false, false],
  );
});
