// Tests that every day that elements and portal show is written in the language of the page: no month stays English in Spanish.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** What was signed is read to a pharmacy in its own words, and so are its days. */
const ENGLISH = ['packages/elements/src/acts/call-in-view.ts'];
const CALL = 'formatDate(';

/** What stands between the brackets of each call. */
function argumentsIn(source: string): readonly string[] {
  return source
    .split(CALL)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      const end = rest.split('').findIndex((sign) => {
        depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
        return depth === 0;
      });
      return rest.slice(0, end);
    });
}

test('E6: every day that is shown is given the language of the page', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const files = globSync(['packages/elements/src/**/*.ts', 'apps/portal/src/**/*.ts'], { cwd: root });
  const calls = files
    .filter((file) => !file.endsWith('.test.ts') && !ENGLISH.includes(file))
    .flatMap((file) =>
      argumentsIn(readFileSync(`${root}/${file}`, 'utf8')).map((given) => ({ file, given: given.trim() })),
    );
  assert.ok(calls.length > 25, 'the calls were not found');
  for (const { file, given } of calls)
    assert.match(given, /,\s*(?:[\w.#]+\.)?language(?:\(\))?,?$/, `${file}: formatDate(${given})`);
});
