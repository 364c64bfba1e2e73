// Holds docs/reference/audit.md to the code: every action that leaves an entry and every finding is in it, and no other.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(new URL('../../../../docs/reference/audit.md', import.meta.url), 'utf8');
const text = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');
const all = (pattern: RegExp, from: string): string[] => [
  ...new Set([...from.matchAll(pattern)].flatMap((match) => match.slice(1))),
];

test('every action that the code names is in the docs', () => {
  const actions = all(/\baction: '([a-z]+\.[a-z-]+)'/g, text);
  assert.ok(actions.length > 20);
  assert.deepEqual(
    actions.filter((action) => !page.includes(`\`${action}\``)),
    [],
  );
});

test('every action of the docs is in the code', () => {
  const section = page.slice(page.indexOf('### What leaves an entry'), page.indexOf('**Acts**'));
  const made = (action: string): boolean =>
    // Reads are named by their subject, see trail.ts.
    text.includes(`'${action}'`) || (action.endsWith('.read') && text.includes('`${kind}.read`'));
  assert.deepEqual(
    all(/`([a-z]+\.[a-z-]+)`/g, section).filter((action) => !made(action)),
    [],
  );
});

test('every finding of verify is explained', () => {
  const verify = readFileSync(join(source, 'audit/chain/verify.ts'), 'utf8');
  const type = verify.slice(
    verify.indexOf('export type FindingCode'),
    verify.indexOf('export interface ChainFinding'),
  );
  const codes = all(/\| '([a-z-]+)'/g, type);
  assert.equal(codes.length, 9);
  assert.deepEqual(
    codes.filter((code) => !page.includes(`\`${code}\``)),
    [],
  );
});
