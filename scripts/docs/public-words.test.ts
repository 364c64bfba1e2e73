// Holds what others read of Pestle to plain words: no code of a rule, no document that is not here, no public declaration without words.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeElements } from '@pestle/elements/manifest';
import { declarationsOf, publicDeclarations } from '../generate/declarations.ts';

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

/** What has no words, or the code of a rule among them. */
function bad(described: ReadonlyArray<{ readonly name: string; readonly words: string }>): readonly string[] {
  return described
    .filter(({ words }) => words.length < 12 || words.search(RULE) !== -1)
    .map(({ name, words }) => `${name}: ${words}`);
}

for (const folder of ['packages/script', 'packages/rules', 'packages/client', 'packages/elements'])
  test(`every declaration that ${folder} exports has words, without the code of a rule`, () => {
    const declarations = publicDeclarations(root, folder).flatMap(({ specifier, declarations: all }) =>
      all.map(({ name, words }) => ({ name: `${specifier} ${name}`, words })),
    );
    assert.ok(declarations.length > 10, String(declarations.length));
    assert.deepEqual(bad(declarations), []);
  });

/** Every value of these types is written or read by whoever uses the package, and not only by the package itself. */
const BY_MEMBER: Readonly<Record<string, (file: string) => boolean>> = {
  // Of what is generated from the schema, the calls alone: a record's fields have words there where their names do not say it.
  'packages/client': (file) => !file.endsWith('generated/records.ts'),
  'packages/elements': () => true,
};

for (const [folder, isHeld] of Object.entries(BY_MEMBER))
  test(`every member of what ${folder} exports has words, without the code of a rule`, () => {
    const members = publicDeclarations(root, folder)
      .flatMap((entry) => entry.declarations)
      .filter(({ file }) => isHeld(file))
      .flatMap(({ name: of, members: all }) =>
        all.map(({ name, words }) => ({ name: `${of}.${name}`, words })),
      );
    assert.ok(members.length > 30, String(members.length));
    assert.deepEqual(bad(members), []);
  });

test('every query and mutation of the client for programs has words', () => {
  const [api] = declarationsOf(root, 'packages/client/src/api/generated/api.ts').filter(
    ({ name }) => name === 'Api',
  );
  assert.ok((api?.members.length ?? 0) > 50);
  assert.deepEqual(bad(api?.members ?? []), []);
});

test('everything of the elements that a page may use has words', () => {
  const [{ declarations }] = describeElements(join(root, 'packages/elements')).modules;
  const all = declarations.flatMap(
    ({ tagName, attributes, members, events, slots, cssParts, cssProperties }) =>
      [attributes, members, events, slots, cssParts, cssProperties].flatMap((some = []) =>
        some.map(({ name, description: words = '' }) => ({ name: `${tagName} ${name}`, words })),
      ),
  );
  assert.ok(all.length > 200, String(all.length));
  assert.deepEqual(bad(all), []);
});
