// Holds the linter to the house's own rules: on files written for it, it refuses what it must (arrows between rooms, statements of SQL), and nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROOMS } from './lint/rooms.ts';
import { STATEMENT_FILES } from './lint/statements.ts';
import { OWN_WORDS } from './lint/words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the linter says of such files below `packages/service/src`, with the repository's own configuration: `file: message`. */
function lint(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-house-'));
  try {
    const configuration = readFileSync(`${root}.oxlintrc.json`, 'utf8').replaceAll(
      './scripts/',
      `${root}scripts/`,
    );
    writeFileSync(join(folder, '.oxlintrc.json'), configuration);
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, 'packages/service/src', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const { stdout } = spawnSync('oxlint', ['--format=json', '.'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env['PATH']}` },
      shell: process.platform === 'win32',
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: ReadonlyArray<{ code: string; filename: string; message: string }>;
    };
    return diagnostics
      .filter(({ code }) => code.startsWith('house('))
      .map(({ filename, message }) => `${filename.split('src/')[1]}: ${message}`)
      .toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the linter refuses an arrow back, an import past the doors, and one of a file that composes the service', () => {
  const said = lint({
    'tries/tries.ts': "import type { Order } from '../outbox/outbox.ts';\nexport type Tried = Order;\n",
    'outbox/outbox.ts': "export { count } from '../tries/sql/count.ts';\nexport interface Order {}\n",
    'outbox/late.ts': "export const late = () => import('../tries/sql/count.ts');\n",
    'prescribing/typed.ts': "export type Count = import('../tries/sql/count.ts').Count;\n",
    'graphql/graphql.ts': "import { start } from '../main.ts';\nstart();\n",
    'cellar/cellar.ts': 'export const cellar = 1;\n',
    'main.ts':
      "import { cellar } from './cellar/cellar.ts';\nimport { count } from './tries/sql/count.ts';\ncount(cellar);\n",
  });
  const past =
    "Past the doors of tries: import from tries/tries.ts (for callers with an actor) or tries/inside.ts (for other rooms' transactions).";
  const expected = [
    'graphql/graphql.ts: main.ts composes the service: no room may import it.',
    'main.ts: The folder cellar is not in the table of rooms (scripts/lint/rooms.ts).',
    `main.ts: ${past}`,
    `outbox/late.ts: ${past}`,
    `outbox/outbox.ts: ${past}`,
    `prescribing/typed.ts: ${past}`,
    `tries/tries.ts: tries stands before outbox: a room knows only the rooms before it (${ROOMS.map(({ name }) => name).join(' · ')}).`,
  ];
  assert.deepEqual(said, expected.toSorted());
});

test('the linter lets both doors, the kernel and a room to itself be imported, and tests import what they judge', () => {
  assert.deepEqual(
    lint({
      'outbox/outbox.ts':
        "import { a } from '../tries/tries.ts';\nimport { b } from '../tries/inside.ts';\nimport { c } from '../kernel/web/c.ts';\nimport { d } from './sql/d.ts';\nexport const all = [a, b, c, d];\n",
      'outbox/outbox.test.ts': "import { count } from '../tries/sql/count.ts';\ncount();\n",
      'main.ts': "import { a } from './tries/tries.ts';\na();\n",
    }),
    [],
  );
});

test('the table of rooms is the folders', () => {
  const names = ROOMS.map(({ name }) => name);
  const folders = readdirSync(`${root}packages/service/src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.deepEqual(names.toSorted(), folders.toSorted());
});

test('the linter refuses a whole statement of SQL outside of -sql.ts, however it is written', () => {
  const file = (...lines: readonly string[]): string =>
    ["import { CompiledQuery, sql } from 'kysely';", ...lines, ''].join('\n');
  const whole = 'A whole statement of SQL among other code:';
  const executed = 'A statement is executed as text or through the raw tag:';
  const said = lint({
    'tries/tag.ts': file('export const f = (tx) => sql`select 1`.execute(tx);'),
    'tries/typed.ts': file(
      'export const f = (tx, n) => sql<{ n: number }>`',
      '  update ${sql.table(n)} set a = 1`.execute(tx);',
    ),
    'tries/kept.ts': file(
      'const all = sql`with a as (select 1) delete from b`;',
      'export const f = (tx) => all.execute(tx);',
    ),
    'tries/raw.ts': file('export const f = (tx, text) => sql.raw(text).execute(tx);'),
    'tries/text.ts': file(
      "export const f = (tx) => tx.executeQuery(CompiledQuery.raw('lock table t in share mode'));",
    ),
    'tries/statement.ts': "export const S = { name: 's', text: `insert into t (a) values ($1)` };\n",
  });
  const sentences = said.map((one) => one.replace(/ (write|Here) .*$/, ''));
  assert.deepEqual(
    sentences.toSorted(),
    [
      `tries/kept.ts: ${whole}`,
      `tries/raw.ts: ${executed}`,
      `tries/statement.ts: ${whole}`,
      `tries/tag.ts: ${whole}`,
      `tries/tag.ts: ${executed}`,
      `tries/text.ts: ${executed}`,
      `tries/text.ts: ${whole}`,
      `tries/typed.ts: ${whole}`,
      `tries/typed.ts: ${executed}`,
    ].toSorted(),
  );
  for (const one of said)
    assert.match(one, /write it with Kysely, or, .* ends in -sql\.ts/, 'it says what to do');
});

test('the linter lets the raw tag be an expression within Kysely, statements stand in -sql.ts, and sentences be', () => {
  const said = lint({
    'tries/expression.ts': [
      "import { sql } from 'kysely';",
      "export const f = (q) => q.where(sql`(a = 1 or b = 2)`).where(sql`a = 'this or that'`).set({ n: sql`n + 1` }).execute();",
      "export const say = 'Select a pharmacy from the list, or with as many words as you like.';",
      '',
    ].join('\n'),
    'tries/tries-sql.ts':
      "import { sql } from 'kysely';\nexport const f = (tx) => sql`select 1`.execute(tx);\n",
    'tries/tries.test.ts':
      "import { sql } from 'kysely';\nexport const f = (tx) => sql`select 1`.execute(tx);\n",
  });
  assert.deepEqual(said, []);
});

test('the linter refuses an or that the conditions around it would tear apart', () => {
  const said = lint({
    'tries/torn.ts':
      "import { sql } from 'kysely';\nexport const f = (q) => q.where('a', '=', 1).where(sql`b is null or (b > 2 or c)`);\n",
  });
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /put the expression in parentheses/);
});

test('every file that may hold statements holds one', () => {
  const copies = Object.fromEntries(
    [...STATEMENT_FILES.keys()].map((name) => [
      `tries/${name.replaceAll('/', '-')}`,
      readFileSync(`${root}packages/service/src/${name}`, 'utf8'),
    ]),
  );
  const said = lint(copies);
  for (const name of Object.keys(copies))
    assert.ok(
      said.some((one) => one.startsWith(`${name}: `) && one.includes('-sql.ts')),
      `${name} needs no place in the table`,
    );
});

test('a status is put into words by the rules only, and no code is shown', () => {
  const said = lint({
    'routing/patient/own.ts': `export const word = 'Being filled';`,
    'routing/patient/never.ts': 'export const page = `<b>Pending</b>`;',
    'tracking/link/code.ts': 'export const page = `<p class="x">It is STUCK.</p>`;',
    'tracking/link/fine.ts': `export const state = 'STUCK'; export const order = 'Pending Order';`,
    'conformance/elsewhere.ts': `export const word = 'Sent';`,
  });
  const of = (name: string): string => said.filter((one) => one.startsWith(`${name}: `)).join();
  assert.match(of('routing/patient/own.ts'), /"Being filled" is a word of/);
  assert.match(of('routing/patient/never.ts'), /"Pending" is no status/);
  assert.match(of('tracking/link/code.ts'), /"STUCK" is a code/);
  assert.equal(of('tracking/link/fine.ts') + of('conformance/elsewhere.ts'), '');
});

test('every word that may stand elsewhere stands there', () => {
  for (const [file, { words }] of OWN_WORDS)
    for (const word of words)
      assert.ok(readFileSync(`${root}${file}`, 'utf8').includes(`'${word}'`), `${file} does not say ${word}`);
});
