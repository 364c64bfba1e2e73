// Holds the linter to the doors of the rooms: on files written for it, it refuses the arrows that it must, and no others.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROOMS } from './lint/rooms.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the linter says of such files below `packages/service/src`, with the repository's own configuration: `file: message`. */
function lint(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-rooms-'));
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
