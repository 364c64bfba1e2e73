// Goal: transactions that share a flush are all on the disk when they are answered, and stay transactions of their own.
// Method: the session on a durable cluster, and the files as a power cut would leave them: each as it was at its last flush.
import assert from 'node:assert/strict';
import fs, {
  cpSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { openDurableCluster } from '../cluster.ts';
import type { WireStep } from '../protocol.ts';
import { Session } from './session.ts';

const folder = mkdtempSync(join(tmpdir(), 'pestle-flush-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const insert = (number: number): WireStep => ({
  name: 'test_insert',
  text: 'insert into entry (number) values ($1::integer)',
  values: [String(number)],
});
const fails: WireStep = { name: 'test_fails', text: 'select 1 / $1::integer', values: ['0'] };

async function numbersIn(directory: string): Promise<number[]> {
  const { database } = await openDurableCluster(directory);
  const { rows } = await database.query<{ number: number }>('select number from entry order by number');
  await database.close();
  return rows.map(({ number }) => number);
}

async function newCluster(name: string): Promise<string> {
  await layMigratedStore(join(folder, name));
  const directory = join(folder, name, 'cluster');
  const { database } = await openDurableCluster(directory);
  await database.exec('create table entry (number integer primary key)');
  await database.close();
  return directory;
}

/** Keeps every file as it was when it was last flushed, while `work` runs; what it leaves open dies with it. */
async function recordFlushed(work: () => Promise<void>): Promise<ReadonlyMap<string, Buffer>> {
  const flushed = new Map<string, Buffer>();
  const { fdatasyncSync, fsyncSync } = fs;
  const keep = (descriptor: number): void => {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    if (statSync(path).isFile()) flushed.set(path, readFileSync(path));
  };
  fs.fdatasyncSync = (descriptor) => {
    fdatasyncSync(descriptor);
    keep(descriptor);
  };
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    keep(descriptor);
  };
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs.fdatasyncSync = fdatasyncSync;
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  }
  return flushed;
}

test('a power cut right after the answer takes nothing of the group', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, async () => {
  const directory = await newCluster('cut');
  const image = join(folder, 'image');
  cpSync(directory, image, { recursive: true });
  const expected = Array.from({ length: 24 }, (_, number) => number);
  const flushed = await recordFlushed(async () => {
    const { database, fileSystem } = await openDurableCluster(directory);
    const session = new Session(database, () => fileSystem.fsyncCount);
    for (let first = 0; first < expected.length; first += 8) {
      const before = fileSystem.fsyncCount;
      await session.pipelines(Array.from({ length: 8 }, (_, index) => [insert(first + index)]));
      const flushes = fileSystem.fsyncCount - before;
      assert.ok(flushes >= 1 && flushes < 8, `8 transactions made ${flushes} flushes`);
    }
  });
  for (const [path, bytes] of flushed) writeFileSync(path.replace(directory, image), bytes);
  assert.deepEqual(await numbersIn(image), expected);
});

test('one that fails in a group undoes itself and nobody else', async () => {
  const directory = await newCluster('fails');
  const { database, fileSystem } = await openDurableCluster(directory);
  const session = new Session(database, () => fileSystem.fsyncCount);
  const outcomes = await session.pipelines([[insert(1)], [insert(2), fails], [insert(3)]]);
  assert.deepEqual(
    outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : 'done')),
    ['done', '22012', 'done'],
  );
  const { rows } = await session.query("select current_setting('synchronous_commit')", []);
  assert.deepEqual(rows, [['on']], 'alone again, a commit waits for the disk');
  await database.close();
  assert.deepEqual(await numbersIn(directory), [1, 3]);
});

test('a group whose flush does not reach the disk is not answered, and the session serves no more', async () => {
  const directory = await newCluster('broken');
  const { database } = await openDurableCluster(directory);
  const session = new Session(database, () => 0);
  await assert.rejects(session.pipelines([[insert(1)], [insert(2)]]), /not flushed/);
  await assert.rejects(session.query('select 1', []), /store is closed/);
  await assert.rejects(session.pipelines([[insert(3)]]), /store is closed/);
  await database.close();
});
