// Holds the checked-in generated files to their sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate } from './generate.ts';

test('X1, X2: schema.graphql and the generated references are current (else run: node scripts/generate.ts)', async () => {
  assert.deepEqual(await generate(false), []);
});
