// Goal: a node is ready only while its store takes writes (F18), and being asked often costs nothing.
// Method: an embedded store on a small file system that is filled for real, and a PostgreSQL that is told to read only.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { layMigratedStore, openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { Failure } from './kernel/errors.ts';
import { isUnavailable } from './kernel/failures/sql-errors.ts';
import { createLog } from './kernel/log.ts';
import type { Readiness } from './readiness.ts';
import { createReadiness } from './readiness.ts';
import type { EmbeddedStore } from './store/embedded/embedded-store.ts';
import { openEmbeddedStore } from './store/embedded/embedded-store.ts';

const log = createLog({ level: 'silent' });

/** `ready`, or the reason why not. */
async function seen({ require }: Readiness): Promise<string> {
  try {
    await require();
    return 'ready';
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'UNAVAILABLE' && error.retryable);
    assert.ok(Number(error.detail.retryAfterSeconds) > 0);
    return String(error.detail.reason);
  }
}

async function until(readiness: Readiness, wanted: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const now = await seen(readiness);
    if (now === wanted) return;
    assert.ok(Date.now() < deadline, `it stayed ${now}`);
  }
}

test('a thousand probes are one write, and a node that stops is not ready although its store is', async () => {
  const store = await openTestStore();
  let writes = 0;
  const readiness = createReadiness(
    {
      pipeline: (groups) => {
        writes += 1;
        return store.pipeline(groups);
      },
    },
    log,
  );
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => seen(readiness)));
  assert.deepEqual([...new Set(answers)], ['ready']);
  assert.equal(writes, 1);
  readiness.stop();
  assert.equal(await seen(readiness), 'stopping');
  await store.close();
});

describe('PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let postgres: PostgresTestStore;
  before(async () => {
    postgres = await openPostgresTestStore();
  });
  after(() => postgres.close());

  const set = (text: string): Promise<void> =>
    postgres.asOwner(async (owner) => {
      await sql`set default_transaction_read_only = off`.execute(owner);
      await sql.raw(`alter database pestle ${text}`).execute(owner);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'`.execute(
        owner,
      );
    });

  test('F18: a server that only reads is not ready, and one that is away says another code', async () => {
    const readiness = createReadiness(postgres.store, log);
    assert.equal(await seen(readiness), 'ready');
    await set('set default_transaction_read_only = on');
    await until(readiness, 'store-not-writable');
    await set('reset default_transaction_read_only');
    await until(readiness, 'ready');
    await postgres.server.stopImmediately();
    await until(readiness, 'store-away');
    await postgres.server.startAgain();
    await until(readiness, 'ready');
  });
});

describe('the embedded store on a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'pestle-full-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'pestle-full', disk]);
  const skip = status === 0 ? false : 'a small file system cannot be mounted here';
  let store: EmbeddedStore | undefined;
  after(async () => {
    await store?.close();
    if (status === 0) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  test('F18: not ready while it is full, ready again when there is room', { skip }, async () => {
    await layMigratedStore(join(disk, 'store'));
    const opened = await openEmbeddedStore(join(disk, 'store'));
    store = opened;
    const readiness = createReadiness(opened, log);
    assert.equal(await seen(readiness), 'ready');
    const filler = join(disk, 'filler');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filler, new Uint8Array(bavail * bsize));
    await until(readiness, 'store-not-writable');
    // Its log cannot grow: the engine gives up in the end, and each write says that it may be sent again.
    await assert.rejects(async () => {
      for (let entry = 0; entry < 1_000; entry += 1) await write(opened, entry);
    }, isUnavailable);
    assert.notEqual(await seen(readiness), 'ready');
    unlinkSync(filler);
    await until(readiness, 'ready');
    await write(opened, 1_001);
  });
});

/** More than one page of the log. */
async function write(store: EmbeddedStore, number: number): Promise<void> {
  const text = "select pg_logical_emit_message(true, 'test', repeat($1, 10000))";
  await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: { name: 'write', text }, values: [String(number)] }] },
  ]);
}
