// Runs `pestle move` as an operator would: what it refuses and how, a move to PostgreSQL, and what may be served afterwards.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openEmbeddedStore, withPostgresOwner } from '@pestle/service/store';
import { runPestle } from '@pestle/testbed/processes/pestle-process';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore, openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { verifyAudit } from '../audit/run.ts';
import { configured } from '../configured.ts';
import { checkStore } from '../doctor/store.ts';
import { openImportStore } from '../import/store.ts';
import { serve } from '../serve.ts';
import { rotate } from '../vault/run.ts';
import { withService } from '../with-service.ts';
import { move } from './run.ts';

const root = mkdtempSync(join(tmpdir(), 'pestle-move-'));
after(() => rmSync(root, { recursive: true, force: true }));
const nowhere = 'postgresql://pestle_owner@127.0.0.1:1/pestle';

test('the other way is refused in words, and so is what cannot be found', async () => {
  const data = join(root, 'refused');
  await layMigratedStore(data);
  await assert.rejects(move({}, { data }), /Where to\?/);
  for (const to of [join(root, 'elsewhere'), 'file:///var/lib/pestle', 'mysql://db/pestle'])
    await assert.rejects(move({}, { data, to }), /no address of a PostgreSQL database.* no other way/);
  await assert.rejects(move({}, { data: nowhere, to: join(root, 'elsewhere') }), /no other way/);
  await assert.rejects(move({}, { data: nowhere, to: nowhere }), /--data names a database.*no way back/);
  await assert.rejects(
    move({ DATABASE_URL: nowhere }, { to: nowhere }),
    /in PostgreSQL already.*name its directory with --data/,
  );
  await assert.rejects(move({}, { data: join(root, 'nothing'), to: nowhere }), /no embedded store/);
  await assert.rejects(move({}, { data, to: nowhere }), /does not answer: check the address in --to/);
  await assert.rejects(move({ MIGRATE_DATABASE_URL: nowhere }, { data }), /address in MIGRATE_DATABASE_URL/);
  const served = await openEmbeddedStore(data);
  await assert.rejects(move({}, { data, to: nowhere }), /in use by another.*stays stopped/);
  await served.close();
});

test('as a command: a dry run changes nothing, a move says what comes next, and the old store is not served again', {
  skip: skipWithoutPostgres,
}, async () => {
  const opened = await openPostgresTestStore();
  const { server } = opened;
  const data = join(root, 'moved');
  const to = server.ownerUrl('pestle');
  const run = async (...args: string[]) => {
    const process = runPestle(root, ['move', '--data', data, ...args], {});
    return { status: await process.exited, out: process.output() };
  };
  try {
    await layMigratedStore(data);
    const store = await openEmbeddedStore(data);
    await store.asKeeper((tx) =>
      sql`insert into organization (org_id, name) values ('org_ELM', 'Elm Street')`.execute(tx),
    );
    await store.close();
    const dry = await run('--to', to, '--dry-run', '--json');
    assert.equal(dry.status, 0, dry.out);
    const plan = JSON.parse(dry.out) as { would: string; tables: { name: string; rows: number }[] };
    assert.equal(plan.would, 'begin');
    assert.equal(plan.tables.find(({ name }) => name === 'organization')?.rows, 1);
    await withPostgresOwner(to, async (owner) => {
      const { rows } = await sql`select 1 from organization`.execute(owner);
      assert.deepEqual(rows, []);
    });
    const done = await run('--to', to, '--serving-login', 'service', '--by', 'Olga Park');
    assert.equal(done.status, 0, done.out);
    assert.match(done.out, /Moved to postgresql:\/\/127\.0\.0\.1:\d+\/pestle: \d+ rows of \d+ tables/);
    assert.match(done.out, /Copying: \d+ rows[\s\S]*Comparing: \d+ rows/);
    assert.match(done.out, /DATA_KEY[^\n]*none of them is in the store/);
    assert.equal(
      (await opened.store.asKeeper((tx) => sql`select 1 from organization`.execute(tx))).rows.length,
      1,
    );

    const key = (): string => randomBytes(32).toString('base64');
    const served = runPestle(root, ['serve'], {
      IDENTITY_KEY: key(),
      LINK_KEY: key(),
      DATA_KEY: key(),
      PESTLE_DATA_DIR: data,
      LOG_LEVEL: 'silent',
    });
    assert.equal(await served.exited, 1);
    assert.match(served.output(), /was moved to postgresql:[^\n]*must not be served again/);
    assert.doesNotMatch(served.output(), /at .*\.ts:\d+/);
  } finally {
    await opened.close();
  }
});

test('a database that is only part of the way is served by nobody, and the error says what to do', {
  skip: skipWithoutPostgres,
}, async () => {
  const opened = await openPostgresTestStore();
  try {
    // As a move that was killed leaves it.
    await opened.asOwner(async (owner) => {
      await sql`create schema pestle_move`.execute(owner);
      await sql`create table pestle_move.move as select true as only_row, 'mov_1' as id, 'copying' as state,
        '1' as other, '' as migration, true as everybody, now() as began_at, null::timestamptz as ended_at`.execute(
        owner,
      );
      await sql`grant usage on schema pestle_move to door`.execute(owner);
      await sql`grant select on pestle_move.move to door`.execute(owner);
      await sql`revoke usage on schema public from public, app, door, courier, keeper`.execute(owner);
    });
    const key = (): string => randomBytes(32).toString('base64');
    const env = {
      IDENTITY_KEY: key(),
      LINK_KEY: key(),
      DATA_KEY: key(),
      DATABASE_URL: opened.url,
      BASE_URL: 'https://rx.example.com',
      LOG_LEVEL: 'silent',
    };
    const refused = /^A move into this database has not come to its end.*pestle move/;
    for (const work of [
      () => serve(env),
      () => rotate(env),
      () => verifyAudit(env, {}),
      () => openImportStore(env, undefined),
      () => withService(env, async () => undefined),
    ])
      await assert.rejects(work, { name: 'CommandError', message: refused });
    const [finding, ...others] = await checkStore(configured(env));
    assert.deepEqual([finding?.level, others], ['problem', []]);
    assert.match(finding?.mend ?? '', refused);
  } finally {
    await opened.close();
  }
});
