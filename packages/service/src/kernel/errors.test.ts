// X1: one table of errors, each code well-formed. That a test reaches each is judged at the end of a whole run (`scripts/suite/answered-errors.ts`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, Failure, invalidInput, notFound } from './errors.ts';

test('X1: codes are in capitals, statuses are errors, and what is retryable is not the caller’s fault', () => {
  for (const [code, { status, retryable, title }] of Object.entries(ERRORS)) {
    assert.match(code, /^[A-Z][A-Z_]+[A-Z]$/);
    assert.ok(status >= 400 && status <= 599, code);
    assert.ok(title.length > 0 && !title.endsWith('.'), code);
    if (retryable) assert.ok(status >= 500 || status === 408 || status === 429, code);
  }
});

test('a Failure has the status and retryability of its code', () => {
  assert.equal(new Failure('RATE_LIMITED', 'Wait.').status, 429);
  assert.equal(new Failure('RATE_LIMITED', 'Wait.').retryable, true);
  assert.equal(notFound('order').status, 404);
  const problems = [
    { path: 'a', code: 'REQUIRED', message: 'This is required.' },
    { path: 'b', code: 'REQUIRED', message: 'This is required.' },
  ];
  assert.equal(invalidInput(problems).message, 'a: This is required. (and 1 more)');
});
