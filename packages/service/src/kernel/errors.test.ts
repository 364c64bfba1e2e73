// X1: one table of errors, each code well-formed and named by some test.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ERRORS, Failure, invalidInput, notFound } from './errors.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

function textsOf(...patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root })
    .filter((file) => !/src\/kernel\/errors(\.test)?\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'));
}

/** The codes of the table that none of the texts names. */
function unnamedIn(texts: readonly string[]): string[] {
  return Object.keys(ERRORS).filter((code) => !texts.some((text) => new RegExp(`\\b${code}\\b`).test(text)));
}

test('X1: every code of the table is reached by a test', () => {
  const tests = textsOf('packages/*/{src,test}/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'e2e/**/*.test.ts');
  assert.deepEqual(unnamedIn(tests), []);
});

test('X1: every code of the table is used by the service', () => {
  const sources = textsOf('packages/service/src/**/*.ts').filter((text) => !text.includes("'node:test'"));
  assert.deepEqual(unnamedIn(sources), []);
});

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
