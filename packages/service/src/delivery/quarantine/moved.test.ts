// Goal: a store that is moved to PostgreSQL is there row by row, what waited in it arrives exactly once, and wherever the move is cut off, at most one
// of the two can be served.
// Method: one embedded store with orders that were delivered and orders that wait, copied for each case; a PostgreSQL whose owner is no superuser;
// pharmacies that count; a child process that kills itself, and callbacks that throw.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { moveStoreAudited } from '@pestle/service/audit';
import {
  type Connection,
  DirectoryInUseError,
  type MoveNews,
  type MoveReport,
  migrate,
  planMove,
  refuseUnfinishedMove,
  withPostgresOwner,
} from '@pestle/service/store';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { startJudgingNode } from '@pestle/testbed/delivery/judging-node';
import { waitFor } from '@pestle/testbed/delivery/wait-for';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { type PostgresServer, skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore, openPostgresTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import { openEmbeddedStore, openPostgresStore } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const by = 'Olga Operator';
const child = fileURLToPath(import.meta.resolve('@pestle/testbed/stores/move-child'));

/** Everything that pharmacies and the fax machine have taken, by MessageID or fax. */
const taken = ({ peers }: DeliveryTestbed): string[] =>
  peers
    .log()
    .filter(({ kind }) => kind === 'NewRx' || kind === 'fax')
    .map(({ messageId, prescriberOrderNumber }) => messageId ?? prescriberOrderNumber ?? '');

const waiting = async (store: Store): Promise<number> =>
  (await store.asCourier((tx) => sql`select id from outbox`.execute(tx))).rows.length;

/** Each table's rows as one digest, with how many there are; by another way than the move's own. */
async function digestsOf(owner: Connection): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migration', 'schema_migration_lock')`.execute(
    owner,
  );
  const digests = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`select count(*) || ' ' ||
      md5(coalesce(string_agg(t::text, e'\n' order by t::text collate "C"), '')) as digest from ${sql.table(name)} t`.execute(
      owner,
    );
    digests.set(name, rows[0]?.digest ?? '');
  }
  return digests;
}

/** The mark lies elsewhere now, and the trail has the move. */
const WRITTEN_BY_THE_MOVE = new Set(['store_mark', 'network_audit_entry']);

function assertSame(there: ReadonlyMap<string, string>, origin: ReadonlyMap<string, string>): void {
  const moved = [...origin].filter(([name]) => !WRITTEN_BY_THE_MOVE.has(name));
  assert.deepEqual(
    moved.map(([name]) => [name, there.get(name)]),
    moved,
  );
}

describe('a store that is moved to PostgreSQL', { skip: skipWithoutPostgres }, () => {
  const root = mkdtempSync(join(tmpdir(), 'pestle-moved-'));
  const origin = join(root, 'origin');
  let originDigests: ReadonlyMap<string, string>;
  let server: PostgresServer;
  let closeServer: () => Promise<void>;
  let testbed: DeliveryTestbed;
  let arrivedBefore: string[];

  before(async () => {
    const opened = await openPostgresTestStore();
    ({ server } = opened);
    closeServer = () => opened.close();
    await opened.asOwner(async (owner) => {
      await sql`create role pestle_owner login createrole`.execute(owner);
      await sql`create database migrated owner pestle_owner`.execute(owner);
    });
    await withPostgresOwner(ownerUrl('migrated'), migrate);
    await layMigratedStore(origin);
    const embedded = await openEmbeddedStore(origin);
    const store = sealStore(embedded, TEST_DATA_KEYS);
    testbed = await openDeliveryTestbed(store);
    const delivered = await testbed.order(ACCEPTS);
    await testbed.until(delivered.order.id, ({ fills }) => fills.every(({ state }) => state === 'SENT'));
    await testbed.waitFor(
      async () => ((await waiting(store)) === 0 ? true : undefined),
      () => 'its text never left',
    );
    await testbed.delivery.dispatcher.stop();
    for (const pharmacy of [ACCEPTS, ACCEPTS, FAX_ONLY]) await testbed.order(pharmacy);
    await testbed.delivery.close();
    // As a service leaves it that was started and stopped: with a mark and a witness.
    for (const lane of [`pharmacy:${ACCEPTS}`, 'fax']) {
      await store.asCourier((tx) =>
        sql`insert into lane (key, paused_until) values (${lane}, now() + interval '1 hour')
          on conflict (key) do update set paused_until = excluded.paused_until`.execute(tx),
      );
    }
    const node = await startJudgingNode(testbed, store, `${origin}.witness`);
    await node.close();
    await store.asCourier((tx) => sql`update lane set paused_until = '-infinity'`.execute(tx));
    assert.equal(await waiting(store), 3);
    arrivedBefore = taken(testbed);
    originDigests = await embedded.asOwner(digestsOf);
    await store.close();
  });
  after(async () => {
    await testbed?.peers.close();
    await closeServer?.();
    rmSync(root, { recursive: true, force: true });
  });

  const ownerUrl = (database: string): string =>
    server.ownerUrl(database).replace('//owner@', '//pestle_owner@');

  let cases = 0;
  /** A copy of the store, as if it had been served there, and a database in which there is nothing, or nothing but the schema. */
  const stage = async (template = 'migrated') => {
    cases += 1;
    const [directory, database] = [join(root, `case${cases}`), `moved${cases}`];
    cpSync(origin, directory, { recursive: true });
    await withPostgresOwner(server.ownerUrl('postgres'), (owner) =>
      sql`create database ${sql.ref(database)} template ${sql.ref(template)} owner pestle_owner`.execute(
        owner,
      ),
    );
    const to = ownerUrl(database);
    return {
      directory,
      to,
      move: (onNews: (news: MoveNews) => void = () => undefined, witness: string | null = null) =>
        moveStoreAudited(systemPorts, { directory, to, by, witness, onNews }),
      asOwner: <T>(work: (owner: Connection) => Promise<T>) => withPostgresOwner(to, work),
      served: () => sealStore(openPostgresStore(server.serviceUrl(database)), TEST_DATA_KEYS),
    };
  };
  type Stage = Awaited<ReturnType<typeof stage>>;

  /** Whether each end can be served, as a service that starts finds it. */
  const servable = async ({ directory, served }: Stage, { source = true } = {}) => {
    const there = served();
    const target = await refuseUnfinishedMove(there)
      .then(() => there.asCourier((tx) => sql`select id from outbox`.execute(tx)))
      .then(
        ({ rows }) => rows.length > 0,
        () => false,
      );
    await there.close();
    if (!source) return { source: null, target };
    const here = await openEmbeddedStore(directory).catch(() => undefined);
    const own = here === undefined ? false : (await waiting(here)) > 0;
    await here?.close();
    return { source: own, target };
  };

  const cutAt = (phase: MoveNews['phase'], table?: string) => (news: MoveNews) => {
    if (news.phase === phase && (table === undefined || ('table' in news && news.table === table)))
      throw new Error('cut off');
  };

  test('every table is equal, what waited arrives once, and the old store and its copies are held back', async () => {
    const moved = await stage('template1');
    const backup = join(root, 'backup');
    cpSync(moved.directory, backup, { recursive: true });
    const plan = await planMove(moved);
    assert.equal(plan.would, 'begin');
    const report = await moved.move();
    assert.deepEqual([report.resumed, report.already, report.unequal], [false, false, 0]);
    assert.deepEqual([report.rows, report.tables], [plan.rows, plan.tables.length]);
    assert.doesNotMatch(report.to, /pestle_owner/);
    assertSame(await moved.asOwner(digestsOf), originDigests);
    const { rows: acts } = await moved.asOwner((owner) =>
      sql`select operator, action, detail from network_audit_entry where action = 'store.move'`.execute(
        owner,
      ),
    );
    assert.deepEqual(acts, [{ operator: by, action: 'store.move', detail: { to: report.to } }]);

    const store = moved.served();
    const node = await startJudgingNode(testbed, store, null);
    assert.equal((await node.quarantine.show()).open, null, 'a move is no restore');
    await waitFor(node.dispatcher, async () => ((await waiting(store)) === 0 ? true : undefined), {
      missing: () => 'what waited did not leave',
    });
    await node.close();
    const arrived = taken(testbed);
    assert.equal(arrived.length, arrivedBefore.length + 3);
    assert.equal(new Set(arrived).size, arrived.length);
    const { rows: states } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql<{ state: string }>`select distinct state from fill`.execute(tx),
    );
    assert.deepEqual(states, [{ state: 'SENT' }]);
    await store.close();

    await assert.rejects(openEmbeddedStore(moved.directory), /was moved to postgresql:\/\/127\.0\.0\.1/);
    assert.equal((await moved.move()).already, true);
    // What was kept before, put back in the place of the old store: the file beside it says so.
    rmSync(moved.directory, { recursive: true });
    cpSync(backup, moved.directory, { recursive: true });
    await assert.rejects(openEmbeddedStore(moved.directory), /was moved to/);
    await assert.rejects(moved.move(), /was moved to/);
    // In another place, where no file says so: it is an older state, and nothing of it leaves.
    const copy = sealStore(await openEmbeddedStore(backup), TEST_DATA_KEYS);
    const restored = await startJudgingNode(testbed, copy, `${backup}.witness`);
    const { open } = await restored.quarantine.show();
    assert.deepEqual([open?.because, open?.held], ['moved', 3]);
    await restored.close();
    await copy.close();
    assert.deepEqual(taken(testbed), arrived);
    assert.deepEqual(testbed.errors, []);
  });

  test('a copy that somebody serves in spite of the file beside it is an older state, by its witness', async () => {
    const moved = await stage();
    const witness = `${moved.directory}.witness`;
    // The store was served here, and its witness with it.
    const first = sealStore(await openEmbeddedStore(moved.directory), TEST_DATA_KEYS);
    await first.asCourier((tx) => sql`update store_mark set place = null`.execute(tx));
    await first.asCourier((tx) => sql`update lane set paused_until = now() + interval '1 hour'`.execute(tx));
    const node = await startJudgingNode(testbed, first, witness);
    assert.equal((await node.quarantine.show()).open, null);
    await node.close();
    await first.close();
    const backup = join(root, 'by-witness');
    cpSync(moved.directory, backup, { recursive: true });
    await moved.move(undefined, witness);
    rmSync(moved.directory, { recursive: true });
    renameSync(backup, moved.directory);
    rmSync(`${moved.directory}.moved`);
    const copy = sealStore(await openEmbeddedStore(moved.directory), TEST_DATA_KEYS);
    const restored = await startJudgingNode(testbed, copy, witness);
    assert.equal((await restored.quarantine.show()).open?.because, 'older');
    await restored.close();
    await copy.close();
  });

  for (const { phase, table, found } of [
    { phase: 'copying', table: 'fill', found: { source: null, target: false } },
    { phase: 'moved', table: undefined, found: { source: false, target: false } },
  ] as const)
    test(`F4: killed at "${phase}" it goes on where it ended; never can both be served`, async () => {
      const moved = await stage();
      const { signal, stderr } = spawnSync(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          child,
          moved.directory,
          moved.to,
          phase,
          table ?? [],
        ].flat(),
        { encoding: 'utf8' },
      );
      assert.equal(signal, 'SIGKILL', stderr);
      assert.deepEqual(await servable(moved, { source: phase !== 'copying' }), found);
      const copied: string[] = [];
      const report = await moved.move((news) => {
        if (news.phase === 'copying') copied.push(news.table);
      });
      if (phase === 'copying') {
        assert.equal(report.resumed, true);
        assert.ok(!copied.includes('organization'), 'what was copied is not copied again');
      }
      assertSame(await moved.asOwner(digestsOf), originDigests);
      assert.deepEqual(await servable(moved), { source: false, target: true });
    });

  test('cut off before the end the old store serves on, and the next move begins anew', async () => {
    const moved = await stage();
    for (const phase of ['begun', 'equal'] as const) {
      await assert.rejects(moved.move(cutAt(phase)), /cut off/);
      assert.deepEqual(await servable(moved), { source: true, target: false }, phase);
    }
    // What is taken meanwhile is not missing in the end.
    const store = await openEmbeddedStore(moved.directory);
    await store.asKeeper((tx) =>
      sql`insert into organization (org_id, name) values ('org_MEANWHILE', 'Elm Street')`.execute(tx),
    );
    const now = await store.asOwner(digestsOf);
    await store.close();
    const report = await moved.move();
    assert.deepEqual([report.resumed, report.unequal], [false, 0]);
    assertSame(await moved.asOwner(digestsOf), now);
    assert.deepEqual(await servable(moved), { source: false, target: true });
  });

  test('a row that is not the same is found and named, nothing is moved, and the next move begins anew', async () => {
    const moved = await stage();
    await assert.rejects(moved.move(cutAt('comparing')), /cut off/);
    await moved.asOwner(async (owner) => {
      await sql`update fill set state_reason = 'OTHER' where id = (select min(id) from fill)`.execute(owner);
      await sql`delete from audit_pending where entry_id = (select min(entry_id) from audit_pending)`.execute(
        owner,
      );
      await sql`insert into lane (key) values ('pharmacy:phr_NOBODY')`.execute(owner);
    });
    const report: MoveReport = await moved.move();
    assert.equal(report.resumed, true);
    assert.deepEqual(report.differences.map(({ table, is }) => `${table} ${is}`).toSorted(), [
      'audit_pending missing',
      'fill different',
      'lane too many',
    ]);
    assert.deepEqual(report.differences.find(({ table }) => table === 'lane')?.key, ['pharmacy:phr_NOBODY']);
    assert.equal(report.unequal, 3);
    assert.equal(JSON.stringify(report).includes('OTHER'), false, 'keys only');
    assert.deepEqual(await servable(moved), { source: true, target: false });
    assert.equal((await moved.move()).unequal, 0);
    assertSame(await moved.asOwner(digestsOf), originDigests);
  });

  test('a database that holds something else is refused, and so is a store that is served', async () => {
    const [one, other] = [await stage(), await stage()];
    await assert.rejects(one.move(cutAt('begun')), /cut off/);
    await assert.rejects(
      moveStoreAudited(systemPorts, {
        directory: other.directory,
        to: one.to,
        by,
        witness: null,
        onNews: () => undefined,
      }),
      /another embedded store moves to it/,
    );
    const served = await openEmbeddedStore(other.directory);
    await assert.rejects(other.move(), DirectoryInUseError);
    await served.close();
    const asSuperuser = (database: string, statement: string) =>
      withPostgresOwner(server.ownerUrl(database), (owner) => sql.raw(statement).execute(owner));
    const { pathname } = new URL(other.to);
    await asSuperuser(pathname.slice(1), 'alter schema public owner to owner');
    await assert.rejects(other.move(), /may not say who uses the schema/);
    await asSuperuser(pathname.slice(1), 'alter schema public owner to pg_database_owner');
    await asSuperuser('postgres', `create database ascii encoding 'SQL_ASCII' template template0`);
    await assert.rejects(
      planMove({ directory: other.directory, to: server.ownerUrl('ascii') }),
      /in SQL_ASCII.*UTF-8/,
    );
    await other.asOwner((owner) => sql`create table theirs (id int)`.execute(owner));
    await assert.rejects(other.move(), /not have the same tables \(theirs\)/);
    await other.asOwner((owner) => sql`drop table theirs`.execute(owner));
    await other.move();
    await assert.rejects(
      moveStoreAudited(systemPorts, {
        directory: one.directory,
        to: other.to,
        by,
        witness: null,
        onNews: () => undefined,
      }),
      /moved to it before/,
    );
    await asSuperuser('postgres', 'create table theirs (id int)');
    await assert.rejects(
      planMove({ directory: one.directory, to: server.ownerUrl('postgres') }),
      /holds tables that are not of Pestle/,
    );
    // A store of its own: what migrations made counts for nothing, a single row does.
    const own = server.ownerUrl('pestle');
    await withPostgresOwner(own, (owner) =>
      sql`insert into organization (org_id, name) values ('org_OTHER', 'Elm Street')`.execute(owner),
    );
    await assert.rejects(
      moveStoreAudited(systemPorts, {
        directory: one.directory,
        to: own,
        by,
        witness: null,
        onNews: () => undefined,
      }),
      /holds a store already \(rows in organization\)/,
    );
    await assert.rejects(planMove({ directory: join(root, 'nowhere'), to: one.to }), /no embedded store/);
    assert.equal(existsSync(join(root, 'nowhere')), false);
    writeFileSync(`${one.directory}.moved`, 'torn');
    await assert.rejects(openEmbeddedStore(one.directory), /must not be served/);
  });

  test('of two moves into one database at the same time one is refused', async () => {
    const [one, other] = [await stage(), await stage()];
    const [to, witness, onNews] = [one.to, null, () => undefined];
    const ends = await Promise.allSettled(
      [one, other].map(({ directory }) =>
        moveStoreAudited(systemPorts, { directory, to, by, witness, onNews }),
      ),
    );
    // Whichever came first; the other one is told so wherever it meets it.
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    assert.match(
      refused.join(),
      /^Move[^,]*(?:at the same time|another embedded store|to it before|a store already)/,
    );
    assertSame(await one.asOwner(digestsOf), originDigests);
    const sources = [await servable(one), await servable(other)].filter(({ source }) => source === true);
    assert.equal(sources.length, 1);
  });

  test('the schema has no sequence: its rows are all there is to move', async () => {
    const { rows } = await withPostgresOwner(server.ownerUrl('pestle'), (owner) =>
      sql`select sequencename from pg_sequences`.execute(owner),
    );
    assert.deepEqual(rows, []);
  });
});
