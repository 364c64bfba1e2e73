// Goal: the embedded store loses nothing that it acknowledged and is never opened twice; each measure has a test that fails without it.
// Method: child processes that are killed, a copy of the files as a power cut would leave them, and the counts of fsync.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setImmediate, setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { STORE_LIMITS } from '../limits.ts';
import { migrate } from '../migrate.ts';
import { openDurableCluster } from './cluster.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { flushTree } from './durable-file-system.ts';
import { openEmbeddedStore, StoreDamagedError } from './embedded-store.ts';

const folders: string[] = [];
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'pestle-store-'));
  folders.push(path);
  return path;
};
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

const writer = fileURLToPath(import.meta.resolve('@pestle/testbed/stores/embedded-writer'));

/** Starts a process that writes rows and prints each number once its commit was acknowledged; kills it after so many. */
async function writeUntilKilled(
  directory: string,
  acknowledged: number,
): Promise<{ writer: number; last: number }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', writer, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  let last = -1;
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    last = Number(lines.at(-1) ?? last);
    if (last >= acknowledged) child.kill('SIGKILL');
  }
  assert.equal(await exited, 'SIGKILL');
  return { writer: child.pid ?? -1, last };
}

describe('the embedded store', () => {
  const directory = folder();

  test('is created in a throw-away process and published whole', async () => {
    mkdirSync(join(directory, 'cluster.new'), { recursive: true });
    writeFileSync(join(directory, 'cluster.new', 'half-made'), 'an earlier creation was cut off');
    const store = await openEmbeddedStore(directory);
    await store.asOwner(migrate);
    await store.asKeeper((tx) =>
      sql`insert into organization (org_id, name) values ('org_1', 'A')`.execute(tx),
    );
    await store.close();
    assert.equal(existsSync(join(directory, 'cluster.new')), false);
    assert.equal(existsSync(join(directory, 'cluster', 'half-made')), false);
  });

  test('every file of a new cluster is flushed, then every folder, each before the one it lies in', async () => {
    const flushed: string[] = [];
    await flushTree(directory, async (path) => {
      flushed.push(path);
      await setImmediate();
    });
    const all = readdirSync(directory, { recursive: true, withFileTypes: true });
    const paths = all.map(({ parentPath, name }) => join(parentPath, name));
    assert.deepEqual(flushed.toSorted(), [directory, ...paths].toSorted());
    const files = all.filter((entry) => entry.isFile()).length;
    assert.ok(files > 100);
    for (const [index, path] of flushed.entries()) {
      const isFile = statSync(path).isFile();
      assert.equal(isFile, index < files, path);
      if (path !== directory) assert.ok(index < flushed.indexOf(dirname(path)), path);
    }
  });

  test('a second process is refused with a sentence that says what to do', async () => {
    const store = await openEmbeddedStore(directory);
    await assert.rejects(openEmbeddedStore(directory), DirectoryInUseError);
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', writer, directory], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    for await (const chunk of child.stderr) errors += String(chunk);
    assert.match(errors, /in use by another Pestle process/);
    await store.close();
    await (await openEmbeddedStore(directory)).close();
  });

  test('files that are damaged are told in a sentence that says how to restore; the lock is free again', async () => {
    const damaged = folder();
    const harm = async (file: string, harming: (path: string) => void): Promise<void> => {
      rmSync(join(damaged, 'cluster'), { recursive: true, force: true });
      cpSync(join(directory, 'cluster'), join(damaged, 'cluster'), { recursive: true });
      harming(join(damaged, 'cluster', file));
      await assert.rejects(openEmbeddedStore(damaged), (error: unknown) => {
        assert.ok(error instanceof StoreDamagedError, String(error));
        assert.match(error.message, /cannot be opened: its files are damaged.*Keep a copy.*put back one/);
        assert.doesNotMatch(error.message, /RuntimeError|Aborted/);
        return true;
      });
    };
    await harm('global/pg_control', (path) => truncateSync(path, 100));
    await harm('pg_wal', (path) => {
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    });
    await harm('PG_VERSION', (path) => rmSync(path));
    cpSync(join(directory, 'cluster'), join(damaged, 'cluster'), { recursive: true, force: true });
    await (await openEmbeddedStore(damaged)).close();
  });

  test('a commit reaches the disk: without the hook there is no fsync at all', async () => {
    const durable = folder();
    const { database, fileSystem } = await openDurableCluster(join(durable, 'cluster'));
    await database.exec('create table t (x integer)');
    const before = fileSystem.fsyncCount;
    for (let x = 0; x < 10; x += 1) await database.query('insert into t values ($1)', [x]);
    assert.ok(
      fileSystem.fsyncCount - before >= 10,
      `10 commits made ${fileSystem.fsyncCount - before} fsyncs`,
    );
    const shown = await database.query<{ fsync: string; wal_sync_method: string }>(
      "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as wal_sync_method",
    );
    assert.deepEqual(shown.rows, [{ fsync: 'on', wal_sync_method: 'fsync' }]);
    await database.close();

    const stock = await PGlite.create({ fs: new NodeFS(join(folder(), 'cluster')) });
    const { rows } = await stock.query<{ fsync: string }>("select current_setting('fsync') as fsync");
    assert.deepEqual(rows, [{ fsync: 'off' }], 'stock PGlite has become durable: the hook may go');
    await stock.close();
  });

  test('kill -9 loses no acknowledged row, and the lock is free again', async () => {
    for (const acknowledged of [10, 45, 100]) {
      const { writer: processId, last } = await writeUntilKilled(directory, acknowledged);
      const store = await openEmbeddedStore(directory);
      const { rows } = await store.withOrg('org_1' as OrganizationId, (tx) =>
        sql`select n from generate_series(0, ${last}::integer) n
          where not exists (select from audit_entry where id = ${String(processId)} || '-' || n)`.execute(tx),
      );
      assert.deepEqual(rows, [], `rows 0 to ${last} were acknowledged`);
      await store.close();
    }
  });

  test('its files as they stand at any moment open as a whole store (a process gone without a word)', async () => {
    const store = await openEmbeddedStore(directory);
    for (let x = 0; x < 20; x += 1) {
      await store.withOrg('org_1' as OrganizationId, (tx) =>
        sql`insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id) values ('org_1', ${`copy${x}`}, 'service', 'copy', 'test', 'x')`.execute(
          tx,
        ),
      );
    }
    const copy = folder();
    // The lock file stays out: reading and closing it here would free the lock.
    cpSync(join(directory, 'cluster'), join(copy, 'cluster'), { recursive: true });
    const opened = await openEmbeddedStore(copy);
    const { rows } = await opened.withOrg('org_1' as OrganizationId, (tx) =>
      sql<{ count: number }>`select count(*) as count from audit_entry where action = 'copy'`.execute(tx),
    );
    assert.deepEqual(rows, [{ count: 20 }]);
    await opened.close();
    await store.close();
  });

  test("the owner's work is one turn: nobody's statement runs inside it, and the role is given back", async () => {
    const store = await openEmbeddedStore(directory);
    const count = {
      name: 'test_count_organizations',
      text: "select count(*)::integer as count from organization where org_id = 'org_2'",
    };
    const asked: Promise<readonly (readonly unknown[])[]>[] = [];
    await assert.rejects(
      store.asOwner(async (owner) => {
        await sql`begin`.execute(owner);
        await sql`insert into organization (org_id, name) values ('org_2', 'B')`.execute(owner);
        asked.push(
          store.pipeline([{ scope: { role: 'keeper' }, steps: [{ statement: count, values: [] }] }]),
        );
        await sql`select 1`.execute(owner);
        await sql`select no_such_column`.execute(owner);
      }),
      /no_such_column/,
    );
    assert.deepEqual(await asked[0], [[{ count: 0 }]]);
    const { rows } = await store.asKeeper((tx) => sql`select current_user::text as name`.execute(tx));
    assert.deepEqual(rows, [{ name: 'keeper' }]);
    await store.close();
  });

  test('pipelines that keep coming do not pass a transaction that waits: two groups go before it at most', async () => {
    const store = await openEmbeddedStore(directory);
    const one = { name: 'test_one', text: 'select 1 as one' };
    const pipelines = { done: 0, goOn: true };
    const keepAsking = async (): Promise<void> => {
      while (pipelines.goOn) {
        await store.pipeline([{ scope: { role: 'keeper' }, steps: [{ statement: one, values: [] }] }]);
        pipelines.done += 1;
      }
    };
    // More than a group holds, so that some always wait.
    const asking = Array.from({ length: 3 * STORE_LIMITS.pipelinesPerFlushMax }, keepAsking);
    try {
      for (const after of [500, 1_000, 1_500]) {
        while (pipelines.done < after) await turn();
        const before = pipelines.done;
        await store.asKeeper((tx) => sql`select 1`.execute(tx));
        const passed = pipelines.done - before;
        assert.ok(passed <= 2 * STORE_LIMITS.pipelinesPerFlushMax, `${passed} went before it`);
      }
    } finally {
      pipelines.goOn = false;
      await Promise.all(asking);
      await store.close();
    }
  });

  test('a heavy query does not stall the thread that serves requests', async () => {
    const store = await openEmbeddedStore(directory);
    const query = { isDone: false };
    const heavy = store
      .asKeeper((tx) => sql`select count(*) from generate_series(1, 3000000) n where n % 7 = 0`.execute(tx))
      .finally(() => {
        query.isDone = true;
      });
    let turns = 0;
    while (!query.isDone) {
      await turn();
      turns += 1;
    }
    await heavy;
    // A thread that runs the query itself comes to a handful.
    assert.ok(turns > 100, `the loop turned ${turns} times`);
    await store.close();
  });
});
