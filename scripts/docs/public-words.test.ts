// Holds what others read of Pestle to plain words: no code of a rule, no document that is not here, no public declaration without words.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { publicDeclarations } from '../generate/declarations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A rule's code in brackets or before a colon; a diagnosis such as `E11.9` is none. */
const RULE = /(?:\(|, )[ADEFHISUWX]\d{1,2}(?=[),;:])|\b[ADEFHISUWX]\d{1,2}: /g;
/** Sections of documents by which Pestle was planned, and which are not here. */
const ABSENT = /\b(?:contract|seed|issue|ui|design|style|reference)(?: section| rule)? \d+(?:\.\d+)*\b/gi;

const PAGES = [
  'schema.graphql',
  ...globSync(
    [
      'docs/reference/*.md',
      'docs/elements/*.md',
      'docs/guides/*.md',
      'packages/{rules,script,client,elements}/README.md',
    ],
    { cwd: root },
  ).toSorted(),
];

/** The invariants I1 to I10 are what the demo and the check print; the page has the table of them. */
const CODES_EXPLAINED = ['docs/guides/demo.md'];

test('no page for others names the code of a rule without its place in the book', () => {
  const found = PAGES.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/\[[^\]]*\]\([^)]*rules\.md[^)]*\)/g, '');
    return Array.from(text.matchAll(RULE), ([code]) => `${page}: ${code}`);
  }).filter((one) => !CODES_EXPLAINED.some((page) => one.startsWith(page)));
  assert.deepEqual(found, []);
});

test('nothing cites a document that is not here', () => {
  const files = globSync(
    [
      '{packages,apps}/*/{src,test,scripts,browser}/**/*.{ts,md,js}',
      'docs/**/*.md',
      '{e2e,bench,scripts}/**/*.ts',
      '*.graphql',
    ],
    { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' },
  ).filter((file) => !file.endsWith('public-words.test.ts'));
  const found = files.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(ABSENT), ([words]) => `${file}: ${words}`),
  );
  assert.deepEqual(found, []);
});

for (const folder of ['packages/script', 'packages/rules'])
  test(`every declaration that ${folder} exports has words, without the code of a rule`, () => {
    const declarations = publicDeclarations(root, folder).flatMap(({ specifier, declarations: all }) =>
      all.map((one) => ({ ...one, specifier })),
    );
    assert.ok(declarations.length > 100, String(declarations.length));
    const bad = declarations.filter(({ words }) => words.length < 12 || words.search(RULE) !== -1);
    assert.deepEqual(
      bad.map(({ specifier, name, words }) => `${specifier} ${name}: ${words}`),
      [],
    );
  });
