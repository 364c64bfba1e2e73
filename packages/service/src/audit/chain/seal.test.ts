// Goal: every committed entry is chained exactly once, in order and without gaps, whatever commits when and however many
// nodes chain; nobody who serves can change the chain, and what the tables' owner changes is found.
// Method: the same on both stores; transactions that truly overlap on PostgreSQL.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationId } from '@pestle/rules/ids';
import { addOrganizations, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { EVERY_STORE } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Scope, Store, Tx } from '../../store/store.ts';
import { recordAudit } from '../audit.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import type { Checkpoint } from './checkpoint.ts';
import { createCheckpointKey } from './checkpoint.ts';
import type { Sealer } from './seal.ts';
import { createSealer } from './seal.ts';
import type { ChainReport } from './verify.ts';
import { auditedOrganizations, verifyOrganization } from './verify-store.ts';

const key = createCheckpointKey(new Uint8Array(32).fill(7));
const trust = { keys: new Map([[key.id, key]]) };

const write = (tx: Tx, orgId: OrganizationId, id: string): Promise<void> =>
  recordAudit(tx, systemPorts, {
    orgId,
    actor: { kind: 'service', id: null, origin: { address: '192.0.2.7', requestId: `request-${id}` } },
    action: 'draft.update',
    subject: { kind: 'draft', id },
    detail: { place: id, number: 1.5, nothing: null },
  });

for (const { name, skip, open } of EVERY_STORE) {
  describe(`the audit chain on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let store: Store;
    let nowMs = Date.now();
    const checkpoints: Checkpoint[] = [];
    const broken: string[] = [];
    const newSealer = (): Sealer =>
      createSealer({
        store,
        clock: { now: () => nowMs },
        key,
        onCheckpoint: (one) => checkpoints.push(one),
        onBroken: (orgId) => broken.push(orgId),
      });
    let sealer: Sealer;
    before(async () => {
      opened = await open();
      ({ store } = opened);
      await addOrganizations(store);
      sealer = newSealer();
    });
    after(() => opened.close());

    const entries = async (count: number, orgId = TEST_ORGANIZATION): Promise<void> => {
      await store.withOrg(orgId, async (tx) => {
        for (let index = 0; index < count; index += 1) await write(tx, orgId, `d${index}`);
      });
    };
    const verify = (orgId: OrganizationId = TEST_ORGANIZATION): Promise<ChainReport> =>
      store.asCourier((tx) => verifyOrganization(tx, orgId, trust));
    const assertSound = async (orgId: OrganizationId = TEST_ORGANIZATION): Promise<ChainReport> => {
      const report = await verify(orgId);
      assert.deepEqual(report.findings, []);
      return report;
    };

    test('entries are chained in order, numbered from 1, and the first head is signed at once', async () => {
      await entries(5);
      assert.partialDeepStrictEqual(await verify(), { entries: 0, waiting: 5, sound: true });
      assert.deepEqual(await sealer.seal(), { linked: 5, checkpoints: 1 });
      assert.partialDeepStrictEqual(await assertSound(), {
        entries: 5,
        waiting: 0,
        checkpoints: 1,
        covered: 5,
      });
      const { rows } = await store.asCourier((tx) =>
        sql<{ number: number }>`select l.number from audit_link l
          join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id order by e.at, e.id`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ number }) => number),
        [1, 2, 3, 4, 5],
      );
      assert.deepEqual(await sealer.seal(), { linked: 0, checkpoints: 0 });
    });

    test('what was undone leaves nothing to chain', async () => {
      await assert.rejects(
        store.withOrg(TEST_ORGANIZATION, async (tx) => {
          await write(tx, TEST_ORGANIZATION, 'undone');
          throw new Error('undone');
        }),
        /undone/,
      );
      assert.deepEqual(await sealer.seal(), { linked: 0, checkpoints: 0 });
    });

    test('a head is signed when it is 45 seconds old or 1,000 entries long, and at the end of a process', async () => {
      checkpoints.length = 0;
      await entries(2);
      assert.deepEqual(await sealer.seal(), { linked: 2, checkpoints: 0 });
      nowMs += AUDIT_LIMITS.checkpointAgeMs - 1;
      assert.deepEqual(await sealer.seal(), { linked: 0, checkpoints: 0 });
      nowMs += AUDIT_LIMITS.tailScanIntervalMs;
      assert.deepEqual(await sealer.seal(), { linked: 0, checkpoints: 1 });
      assert.ok(AUDIT_LIMITS.checkpointAgeMs + AUDIT_LIMITS.tailScanIntervalMs + 2_000 < 60_000);
      assert.partialDeepStrictEqual(await assertSound(), { entries: 7, checkpoints: 2, covered: 7 });
      assert.deepEqual(
        checkpoints.map(({ number, previous }) => [number, previous]),
        [[7, 5]],
      );
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id)
          select ${TEST_ORGANIZATION}, 'aud_many' || n, 'service', 'test.many', 'test', 'x'
          from generate_series(1, ${AUDIT_LIMITS.entriesPerCheckpointMax + 200}) n`.execute(tx),
      );
      assert.equal((await sealer.seal()).linked, AUDIT_LIMITS.entriesPerCheckpointMax + 200);
      const { covered, entries: all } = await assertSound();
      assert.ok(covered > 1_000 && covered <= all);
      assert.ok((await sealer.seal('everything')).checkpoints === (covered === all ? 0 : 1));
      assert.equal((await assertSound()).covered, all);
    });

    test('an entry that commits after later ones were chained is chained then, never skipped', async (t) => {
      if (store.kind === 'embedded') return t.skip('transactions of the embedded store do not overlap');
      const before = (await assertSound()).entries;
      const { promise: written, resolve: hasWritten } = Promise.withResolvers<undefined>();
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<undefined>();
      const late = store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await write(tx, TEST_ORGANIZATION, 'late');
        hasWritten(undefined);
        await mayCommit;
      });
      await written;
      await entries(3);
      assert.equal((await sealer.seal()).linked, 3);
      commit(undefined);
      await late;
      assert.partialDeepStrictEqual(await assertSound(), { waiting: 1 });
      assert.equal((await sealer.seal()).linked, 1);
      assert.equal((await assertSound()).entries, before + 4);
      const { rows } = await store.asCourier((tx) =>
        sql<{ subject_id: string }>`select e.subject_id from audit_link l join audit_entry e
          on e.org_id = l.org_id and e.id = l.entry_id where l.org_id = ${TEST_ORGANIZATION}
          order by l.number desc limit 1`.execute(tx),
      );
      assert.equal(rows[0]?.subject_id, 'late');
      return undefined;
    });

    test('two nodes that chain while many write leave no gap, no double and nothing behind', async () => {
      const orgIds = [TEST_ORGANIZATION, OTHER_ORGANIZATION];
      const before = (await Promise.all(orgIds.map(verify))).map((report) => report.entries);
      const nodes = [newSealer(), newSealer()];
      const written = new AbortController();
      const sealing = nodes.map(async (node) => {
        while (!written.signal.aborted) {
          await node.seal();
          await sleep(1);
        }
      });
      const writers = Array.from({ length: 120 }, (_, index) =>
        store.withOrg(orgIds[index % 2] ?? TEST_ORGANIZATION, async (tx) => {
          await write(tx, orgIds[index % 2] ?? TEST_ORGANIZATION, `w${index}`);
          if (store.kind === 'postgres') await sleep((index * 7) % 23);
        }),
      );
      await Promise.all(writers);
      written.abort();
      await Promise.all(sealing);
      await newSealer().seal('everything');
      for (const [index, orgId] of orgIds.entries()) {
        const report = await assertSound(orgId);
        assert.partialDeepStrictEqual(report, { entries: (before[index] ?? 0) + 60, waiting: 0 });
        assert.equal(report.covered, report.entries);
      }
      assert.deepEqual(broken, []);
      assert.deepEqual(await store.asCourier(auditedOrganizations), orgIds);
    });

    test('nobody who serves can change or remove an entry, a link, a checkpoint, or leave an entry out', async () => {
      const app: Scope = { role: 'app', orgId: TEST_ORGANIZATION };
      const outcome = async (scope: Scope, text: string): Promise<string | number | undefined> => {
        try {
          const [rows = []] = await store.pipeline([
            { scope, steps: [{ statement: { name: `test_${text}`.slice(0, 60), text }, values: [] }] },
          ]);
          return rows.length;
        } catch (error) {
          return sqlState(error);
        }
      };
      await entries(1);
      for (const scope of [app, { role: 'courier' }, { role: 'door' }, { role: 'keeper' }] as const) {
        for (const text of [
          'delete from audit_entry',
          "update audit_entry set action = 'x'",
          'delete from audit_link',
          'update audit_link set number = number + 1',
          'delete from audit_checkpoint',
          "update audit_checkpoint set key_id = 'x'",
          'truncate audit_entry',
          'truncate audit_link',
          "insert into audit_pending values ('o', 'e')",
          "update audit_pending set entry_id = 'x'",
          'alter table audit_entry disable trigger all',
        ])
          assert.equal(await outcome(scope, text), SQLSTATE.insufficientPrivilege, `${scope.role}: ${text}`);
        if (scope.role === 'courier') continue;
        for (const text of [
          'delete from audit_pending',
          "insert into audit_link values ('o', 1, 'e', '')",
          'select * from audit_link',
          'select * from audit_pending',
        ])
          assert.equal(await outcome(scope, text), SQLSTATE.insufficientPrivilege, `${scope.role}: ${text}`);
      }
      // The courier may delete from the queue, and takes nothing that is not linked.
      assert.equal(await outcome({ role: 'courier' }, 'delete from audit_pending returning entry_id'), 0);
      assert.equal((await sealer.seal()).linked, 1);
      await assertSound();
    });

    test('what the owner of the tables changes is found', async () => {
      await sealer.seal('everything');
      const { entries: length } = await assertSound(OTHER_ORGANIZATION);
      const positions = [1, 2, Math.floor(length / 2), length - 1, length];
      const changes = positions.flatMap((position) => {
        const id = `(select entry_id from audit_link where org_id = '${OTHER_ORGANIZATION}' and number = ${position})`;
        const anEntry = `where org_id = '${OTHER_ORGANIZATION}' and id = ${id}`;
        const link = `where org_id = '${OTHER_ORGANIZATION}' and number = ${position}`;
        return [
          `update audit_entry set subject_id = 'pat_other' ${anEntry}`,
          `update audit_entry set at = at + interval '1 microsecond' ${anEntry}`,
          `update audit_entry set detail = detail || '{"x": 1}' ${anEntry}`,
          `update audit_entry set source_ip = '198.51.100.1' ${anEntry}`,
          `update audit_entry set org_id = '${TEST_ORGANIZATION}' ${anEntry}`,
          `delete from audit_entry ${anEntry}`,
          `update audit_link set hash = sha256(hash) ${link}`,
          `update audit_link set number = 100000 + number ${link}`,
          `update audit_link set entry_id = 'aud_other' ${link}`,
          `delete from audit_link ${link}`,
          `delete from audit_link where org_id = '${OTHER_ORGANIZATION}' and number >= ${position}`,
          `with gone as (delete from audit_entry ${anEntry}) delete from audit_link ${link}`,
        ];
      });
      changes.push(
        `update audit_checkpoint set signature = sha256(signature) || sha256(hash) where org_id = '${OTHER_ORGANIZATION}'`,
        `update audit_checkpoint set at = at + interval '1 microsecond' where org_id = '${OTHER_ORGANIZATION}'`,
        `delete from audit_checkpoint where org_id = '${OTHER_ORGANIZATION}' and previous = 0`,
        `delete from audit_checkpoint where org_id = '${OTHER_ORGANIZATION}'`,
        `update audit_entry set detail = '{"number": 1.50}' where org_id = '${OTHER_ORGANIZATION}' and subject_id = 'w1'`,
      );
      await opened.asOwner(async (owner) => {
        for (const change of changes) {
          await sql`begin`.execute(owner);
          await sql.raw(change).execute(owner);
          const report = await verifyOrganization(owner, OTHER_ORGANIZATION, trust);
          await sql`rollback`.execute(owner);
          assert.equal(report.sound, false, change);
        }
      });
      await assertSound(OTHER_ORGANIZATION);
    });

    test('an entry taken out before it was chained leaves its place in the queue', async () => {
      await entries(2);
      await opened.asOwner(async (owner) => {
        await sql`begin`.execute(owner);
        await sql`delete from audit_entry where (org_id, id) in (select org_id, entry_id from audit_pending limit 1)`.execute(
          owner,
        );
        const report = await verifyOrganization(owner, TEST_ORGANIZATION, trust);
        assert.deepEqual(
          report.findings.map(({ code }) => code),
          ['entry-removed'],
        );
        await sql`rollback`.execute(owner);
        await sql`begin`.execute(owner);
        await sql`delete from audit_pending`.execute(owner);
        const unqueued = await verifyOrganization(owner, TEST_ORGANIZATION, trust);
        assert.deepEqual(
          unqueued.findings.map(({ code }) => code),
          ['not-chained', 'not-chained'],
        );
        await sql`rollback`.execute(owner);
      });
      assert.equal((await sealer.seal()).linked, 2);
    });

    test('a chain that is cut under a running node is not signed on; the others are', async () => {
      await sealer.seal('everything');
      await opened.asOwner(async (owner) => {
        await sql`delete from audit_link where org_id = ${TEST_ORGANIZATION} and number = (
          select max(number) from audit_link where org_id = ${TEST_ORGANIZATION})`.execute(owner);
      });
      await entries(1);
      await entries(1, OTHER_ORGANIZATION);
      nowMs += 120_000;
      assert.deepEqual(await sealer.seal(), { linked: 1, checkpoints: 1 });
      assert.deepEqual(await sealer.seal(), { linked: 0, checkpoints: 0 });
      assert.deepEqual(broken, [TEST_ORGANIZATION]);
      assert.equal((await verify()).sound, false);
      await assertSound(OTHER_ORGANIZATION);
    });
  });
}
