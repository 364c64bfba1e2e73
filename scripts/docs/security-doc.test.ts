// Holds docs/security*.md to the code: every requirement of ASVS 5.0.0 level 1 and 2 has a verdict, counts are right, every test and file named exists.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['docs/security.md', ...globSync('docs/security/*.md', { cwd: ROOT }).toSorted()];
const TABLE = 'docs/security/asvs.md';
const VERDICTS = ['met', 'not applicable', 'not met'] as const;

/** The levels of the requirements of each section, in their order: 345 in all, of which level 3 is not judged. */
const LEVELS: Readonly<Record<string, string>> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
};

interface Row {
  readonly number: string;
  readonly level: string;
  readonly asks: string;
  readonly verdict: string;
  readonly because: string;
}

interface Link {
  readonly page: string;
  readonly text: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly anchor: string;
}

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const rows: readonly Row[] = textOf(TABLE)
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = '', level = '', asks = '', verdict = '', because = '', ...rest] = line
      .slice(2, -2)
      .split(' | ');
    assert.deepEqual(rest, [], `${number} has more than five cells`);
    return { number, level, asks, verdict, because };
  });

function linksOf(page: string, text: string): Link[] {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].flatMap(([, label = '', target = '']) => {
    if (/^https?:/.test(target)) return [];
    const [path = '', anchor = ''] = target.split('#');
    const file = path === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), path));
    return [{ page, text: label, file, anchor }];
  });
}

const links = PAGES.flatMap((page) => linksOf(page, textOf(page)));

/** A link to TypeScript names a test, unless its text is the file's name. */
const namesTest = ({ file, text }: Link): boolean => file.endsWith('.ts') && text !== basename(file);

/**
 * Names of tests as the file writes them. A part that is computed stands for one of the file's own string literals, so
 * that a name cannot fit by chance.
 */
function hasTest(source: string, name: string): boolean {
  const names = [
    ...source.matchAll(/\b(?:test|it)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g),
  ];
  return names.some(([, single, double, template]) => {
    const fixed = single ?? double;
    if (fixed !== undefined) return unescaped(fixed) === name;
    const parts = (template ?? '').split(/\$\{[^}]*\}/);
    const pattern = new RegExp(`^${parts.map((part) => escaped(part)).join('(.+)')}$`);
    const [, ...filled] = pattern.exec(name) ?? [undefined, ''];
    return (
      filled.every((value) => source.includes(`'${value}'`) || source.includes(`"${value}"`)) &&
      pattern.test(name)
    );
  });
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\(.)/g, '$1');
}

/** The anchors of a page: its headings as repository hosts write them. */
function anchorsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** `met | not applicable | not met | all` of these rows. */
function counted(some: readonly Row[]): string {
  const counts = VERDICTS.map((verdict) => some.filter((row) => row.verdict === verdict).length);
  return [...counts, some.length].join(' | ');
}

describe('docs/security', () => {
  test('the table has every requirement of levels 1 and 2, once, in order, with its level', () => {
    const all = Object.entries(LEVELS).flatMap(([section, levels]) =>
      Array.from(levels, (level, index) => ({ number: `${section}.${index + 1}`, level })),
    );
    const ofLevel = (level: string): number => all.filter((one) => one.level === level).length;
    assert.deepEqual([ofLevel('1'), ofLevel('2'), ofLevel('3')], [70, 183, 92]);
    assert.deepEqual(
      rows.map(({ number, level }) => ({ number, level })),
      all.filter(({ level }) => level !== '3'),
    );
  });

  test('every requirement has a verdict and says why', () => {
    for (const { number, asks, verdict, because } of rows) {
      assert.ok((VERDICTS as readonly string[]).includes(verdict), `${number}: ${verdict}`);
      assert.ok(asks.length > 5 && because.length > 5, number);
    }
  });

  test('what is met names a test, a place in the code or a page', () => {
    const bare = rows.filter(
      ({ verdict, because }) => verdict === 'met' && linksOf(TABLE, because).length === 0,
    );
    assert.deepEqual(bare, []);
  });

  test('the counts are right, by level and by chapter', () => {
    const overview = textOf('docs/security.md');
    for (const level of ['1', '2'])
      assert.ok(
        overview.includes(`| level ${level} | ${counted(rows.filter((row) => row.level === level))} |`),
        `level ${level}: ${counted(rows.filter((row) => row.level === level))}`,
      );
    assert.ok(overview.includes(`| both | ${counted(rows)} |`), counted(rows));
    const table = textOf(TABLE);
    for (let chapter = 1; chapter <= 17; chapter += 1) {
      const own = counted(rows.filter(({ number }) => number.startsWith(`${chapter}.`)));
      const line = new RegExp(`^\\| \\[${chapter} [^|]*\\| ${escaped(own)} \\|$`, 'm');
      assert.match(table, line, `chapter ${chapter}: ${own}`);
    }
    assert.ok(table.includes(`| **all** | ${counted(rows)} |`));
  });

  test('every file and heading that a page links to exists', () => {
    for (const { page, file, anchor } of links) {
      assert.ok(existsSync(join(ROOT, file)), `${page}: ${file}`);
      if (anchor !== '') assert.ok(anchorsOf(textOf(file)).has(anchor), `${page}: ${file}#${anchor}`);
    }
  });

  test('every test that a page names exists under that name', () => {
    const named = links.filter(namesTest);
    assert.ok(named.length > 200, String(named.length));
    const missing = named.filter(({ file, text }) => !hasTest(textOf(file), text));
    assert.deepEqual(
      missing.map(({ page, file, text }) => `${page}: ${file}: ${text}`),
      [],
    );
  });

  test('every file of the service that uses cryptography is in the inventory', () => {
    const library =
      /^(?!import type\b).*from '(node:crypto|jose|oidc-provider|otpauth|@simplewebauthn\/server|oauth4webapi|standardwebhooks)'/m;
    const source = 'packages/service/src';
    const users = globSync(`${source}/**/*.ts`, { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts') && library.test(textOf(file)))
      .map((file) => relative(source, file))
      .toSorted();
    const inventory = textOf('docs/security/keys.md');
    assert.ok(users.length > 20, String(users.length));
    assert.deepEqual(
      users.filter((file) => !inventory.includes(`\`${file}\``)),
      [],
    );
  });

  test('every secret of the configuration has its rotation described', async () => {
    const { VARIABLES } = await import('@pestle/service/config');
    const keys = textOf('docs/security/keys.md');
    const secrets = VARIABLES.flatMap((variable) => ('secret' in variable ? [variable.name] : []));
    assert.ok(secrets.length > 5, String(secrets.length));
    assert.deepEqual(
      secrets.filter((name) => !keys.includes(`\`${name}\``)),
      [],
    );
  });
});
