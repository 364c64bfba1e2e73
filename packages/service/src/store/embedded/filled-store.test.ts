// Goal: a store that is filled first is there as a whole or not at all, whatever ends the filling.
// Method: stores that are filled and whose filling fails, and the files as a power cut right after the publishing would leave them.
import assert from 'node:assert/strict';
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, mock, test } from 'node:test';
import { sql } from 'kysely';
import { openDurableCluster } from './cluster.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';
import { beginFilledStore } from './filled-store.ts';
import { clusterOf, isStoreThere, unfinishedClusterOf } from './new-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'pestle-filled-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const writeEntries = (store: EmbeddedStore): Promise<void> =>
  store.asOwner(async (owner) => {
    // What a migration makes; the one session steps back into it at the end of the owner's turn.
    await sql`create role app`.execute(owner);
    await sql`create table entry (number integer primary key)`.execute(owner);
    await sql`insert into entry select generate_series(1, 2000)`.execute(owner);
  });

const countIn = async (store: EmbeddedStore): Promise<number> =>
  await store.asOwner(async (owner) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from entry`.execute(
      owner,
    );
    return rows[0]?.count ?? 0;
  });

test('what a power cut right after it leaves is all of it: every file is on the disk as it is before the store is there', async () => {
  const directory = join(folder, 'whole');
  const unfinished = unfinishedClusterOf(directory);
  const image = join(folder, 'image');
  const open = fs.promises.open.bind(fs.promises);
  const opening = mock.method(fs.promises, 'open', async (path: string) => {
    const file = await open(path, 'r');
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      const copy = join(image, relative(unfinished, path));
      mkdirSync(statSync(path).isDirectory() ? copy : dirname(copy), { recursive: true });
      if (statSync(path).isFile()) writeFileSync(copy, readFileSync(path));
    };
    return file;
  });
  const filled = beginFilledStore(directory);
  assert.throws(() => beginFilledStore(directory), DirectoryInUseError);
  const store = await filled.fill(async (unserved) => {
    await writeEntries(unserved);
    assert.equal(isStoreThere(directory), false, 'for nobody else before it is whole');
  });
  opening.mock.restore();
  assert.equal(await countIn(store), 2_000);
  assert.equal(existsSync(unfinished), false);
  await store.close();
  const { database } = await openDurableCluster(image);
  const { rows } = await database.query('select count(*)::integer as count from entry');
  await database.close();
  assert.deepEqual(rows, [{ count: 2_000 }]);
});

test('a filling that fails, or is given up, leaves no store, and the next one begins anew', async () => {
  const directory = join(folder, 'failed');
  const failing = beginFilledStore(directory).fill(async (unserved) => {
    await writeEntries(unserved);
    throw new Error('no more');
  });
  await assert.rejects(failing, /no more/);
  assert.equal(isStoreThere(directory), false);
  await beginFilledStore(directory).giveUp();
  assert.equal(isStoreThere(directory), false);
  await (await openEmbeddedStore(directory)).close();
  const { database } = await openDurableCluster(clusterOf(directory));
  const { rows } = await database.query("select to_regclass('entry') as entry");
  await database.close();
  assert.deepEqual(rows, [{ entry: null }]);
});
