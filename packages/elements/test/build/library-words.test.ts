// Errors of the OAuth library keep everything but their sentences.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSync } from 'vite';
import { withoutSentences } from '../../scripts/library-words.ts';

function shortened(code: string): string {
  return withoutSentences(code, parseSync('library.js', code).program).text;
}

test('sentences and what was looked at go; codes, answers and what is asked stay', () => {
  assert.equal(
    shortened("throw OPE('too much time has elapsed', TIMESTAMP, { claims: 'auth_time' })"),
    "throw OPE('', TIMESTAMP)",
  );
  assert.equal(
    shortened('throw CodedTypeError(`${it} must be a string`, TYPE, cause)'),
    "throw CodedTypeError('', TYPE)",
  );
  assert.equal(
    shortened('new UnsupportedOperationError(`no ${name} here`, { cause: `${name}` })'),
    "new UnsupportedOperationError('')",
  );
  assert.equal(
    shortened("new ResponseBodyError('the server says no', { cause: err, response })"),
    "new ResponseBodyError('', { cause: err, response })",
  );
  assert.equal(
    shortened('assertString(body.id_token, \'"id_token"\', INVALID, { body })'),
    "assertString(body.id_token, '', INVALID, { body })",
  );
});

test('a sentence that was made before stays, and so does what other functions say', () => {
  for (const code of ['OPE(error.message, code)', "headers.set('accept', 'application/json')"])
    assert.equal(shortened(code), code);
});
