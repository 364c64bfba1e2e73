// The guide for host pages shows code of the examples, and only that: what it shows is what `npm run test:hosts` uses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const guide = readFileSync(new URL('docs/guides/hosts.md', root), 'utf8');

/** A piece may stand deeper in its file than on the page. */
function flat(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

test('every piece of code in the guide stands word for word in the example that it names', () => {
  const pieces = Array.from(
    guide.matchAll(/^From \[`([^`]+)`\]\([^)]+\):\n\n```\w+\n(.*?)^```$/gms),
    ([, path = '', code = '']) => ({ path, code }),
  );
  assert.equal(pieces.length, guide.match(/^```\w+$/gm)?.length, 'each piece names its file');
  assert.ok(pieces.length > 0);
  for (const { path, code } of pieces)
    assert.ok(
      flat(readFileSync(new URL(path, root), 'utf8')).includes(flat(code)),
      `no longer in ${path}:\n${code}`,
    );
});
