// The served build carries the licences of the libraries that travel in it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { servedElements } from '../../scripts/build.ts';
import { LICENCES_FILE } from '../../scripts/licences.ts';

test('licenses.txt names what was bundled, with the notices of its authors', async () => {
  const text = readFileSync(join(await servedElements(), LICENCES_FILE), 'utf8');
  for (const name of ['lit-html', 'oauth4webapi']) assert.match(text, new RegExp(`^${name}$`, 'm'));
  assert.match(text, /Copyright \(c\) 2017 Google LLC/);
  assert.match(text, /Copyright \(c\) 2022 Filip Skokan/);
});
