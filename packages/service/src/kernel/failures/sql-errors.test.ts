// Which errors of a database mean "ask again later", by their codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRetryable, isUnavailable, mayBeOfStatement } from './sql-errors.ts';

const coded = (code: string): Error => Object.assign(new Error('of the database'), { code });

test('a store that is away, full, stopping or past its time is unavailable', () => {
  const states = [
    '08001',
    '08006',
    '25006',
    '25P03',
    '25P04',
    '53100',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '58030',
  ];
  for (const code of [...states, 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH'])
    assert.equal(isUnavailable(coded(code)), true, code);
});

test('what a caller did is not, nor what is said in words alone', () => {
  for (const code of ['23505', '42501', '22P02', '25001', '25P02', 'PST01'])
    assert.equal(isUnavailable(coded(code)), false, code);
  assert.equal(isUnavailable(new Error('Connection terminated unexpectedly')), false);
  assert.equal(isUnavailable(undefined), false);
});

test('only conflicts between transactions are worth the same again at once', () => {
  assert.deepEqual(
    ['40001', '40P01', '57014', '23505'].map((code) => isRetryable(coded(code))),
    [true, true, false, false],
  );
});

test('of what seems away, no connection, too many of them, a start, a server that only reads and a lock of another are never due to what was asked', () => {
  for (const code of ['55P03', '08001', '08004', '53300', '57P03', '25006', '23505'])
    assert.equal(mayBeOfStatement(coded(code)), false, code);
  for (const code of ['08006', '53100', '53200', '57014', '57P01', '58030', 'ECONNRESET', 'ETIMEDOUT'])
    assert.equal(mayBeOfStatement(coded(code)), true, code);
});
