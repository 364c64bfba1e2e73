// Holds the book of rules to the code: each code that a test, a comment or a page names stands in docs/rules.md, once, and each that stands there is named.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BOOK = 'docs/rules.md';

/** A rule's code; what goes on after it (`E11.9`, `W7-1`) is something else. */
const CODE = /(?<![%\w.#-])(?:A|D|E|F|H|I|P|S|U|W|X)(?:[1-9]|[1-9]\d)(?![\w%]|[.-]\w)/g;
/** Comments, the names of tests, and prose. */
const SAID =
  /^\s*(?:\/\/|\*|\/\*\*|--).*$|\s\/\/ .*$|\b(?:test|it|describe)\(\s*['"`].*$|^\s*['"`][ADEFHIPSUWX]\d.*$/;

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.sql', '*.mjs', 'docs/*.md', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(
    (name) =>
      name !== '' && name !== BOOK && name !== 'CHANGELOG.md' && !name.includes('docs/reference/script/'),
  );

const book = readFileSync(`${root}${BOOK}`, 'utf8');
const rules = Array.from(book.matchAll(/^\| ([A-Z]\d{1,2}) \|/gm), ([, code = '']) => code);

/** Where each code is named first. */
function cited(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of files)
    for (const [index, line] of readFileSync(`${root}${name}`, 'utf8').split('\n').entries()) {
      const said = name.endsWith('.md') ? line : (SAID.exec(line)?.[0] ?? '');
      for (const [code] of said.matchAll(CODE)) if (!found.has(code)) found.set(code, `${name}:${index + 1}`);
    }
  return found;
}

test('every rule that is named stands in the book of rules, once', () => {
  assert.equal(new Set(rules).size, rules.length, 'a rule stands there twice');
  const unknown = [...cited()]
    .filter(([code]) => !rules.includes(code))
    .map(([code, at]) => `${at} names ${code}`);
  assert.deepEqual(unknown, []);
});

test('every rule of the book is named by the code that holds it', () => {
  const named = cited();
  assert.deepEqual(
    rules.filter((code) => !named.has(code)),
    [],
  );
});

test('X3: what the API gives up says until which day it stays', () => {
  const schema = readFileSync(`${root}schema.graphql`, 'utf8');
  const undated = Array.from(
    schema.matchAll(/@deprecated(?:\(reason: "(.*)"\))?/g),
    ([, why = '']) => why,
  ).filter((why) => !/\b20\d\d-\d\d-\d\d\b/.test(why));
  assert.deepEqual(undated, []);
});
