// Goal: a database that no store can be moved to is refused before anything is written, in words that say what to do.
// Method: an embedded store without rows, and servers in each state.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { copyCluster, skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore, openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { moveStore } from './move.ts';
import { planMove } from './plan.ts';

describe('a database that no store can be moved to', { skip: skipWithoutPostgres }, () => {
  const root = mkdtempSync(join(tmpdir(), 'pestle-move-target-'));
  const directory = join(root, 'data');
  before(() => layMigratedStore(directory));
  after(() => rmSync(root, { recursive: true, force: true }));

  test('one whose schema is newer than the program', async () => {
    const opened = await openPostgresTestStore();
    try {
      await opened.asOwner((owner) =>
        sql`insert into schema_migration (name, timestamp) values ('999_of_tomorrow', now()::text)`.execute(
          owner,
        ),
      );
      await assert.rejects(
        planMove({ directory, to: opened.server.ownerUrl('pestle') }),
        /newer than this program\. Update the program/,
      );
    } finally {
      await opened.close();
    }
  });

  test('a server that is older than what the service runs on', async () => {
    const opened = await openPostgresTestStore();
    try {
      // It says of itself what an old one would: no old server is installed beside the new one.
      await opened.asOwner((owner) => sql`create schema old`.execute(owner));
      await opened.asOwner((owner) =>
        sql`create function old.current_setting(text) returns text language sql
          as $$ select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`.execute(
          owner,
        ),
      );
      await opened.asOwner((owner) =>
        sql`alter database pestle set search_path = old, pg_catalog, public`.execute(owner),
      );
      await assert.rejects(
        planMove({ directory, to: opened.server.ownerUrl('pestle') }),
        /The server is PostgreSQL 14\. Use 15 or newer/,
      );
    } finally {
      await opened.close();
    }
  });

  test('a store beside which nothing can be written down, before its database is even asked', async () => {
    await assert.rejects(
      moveStore({
        directory: join(root, 'nowhere', 'data'),
        to: 'postgresql://127.0.0.1:1/nothing',
        witness: null,
        newId: () => 'never',
        note: async () => assert.fail('nothing is moved'),
        onNews: () => undefined,
      }),
      /Beside .* a file will say where it was moved, and this user may not write there/,
    );
  });

  test('a standby, which only reads', async () => {
    const image = join(root, 'standby');
    const stopped = await startPostgres();
    await stopped.stop((data) => {
      copyCluster(data, image);
      // It takes itself for one that follows another, which is nowhere.
      writeFileSync(join(image, 'standby.signal'), '');
    });
    const standby = await startPostgres(['hot_standby=on'], image);
    try {
      await assert.rejects(
        planMove({ directory, to: standby.ownerUrl('postgres') }),
        /is a standby, which only reads\. Name the primary/,
      );
    } finally {
      await standby.stop();
    }
  });
});
