// Goal: an older state of a store that is put back is noticed without anybody's help, nothing of it arrives twice and nothing is lost; a restart, a
// second node and a server that is replaced without a loss begin no quarantine (F34).
// Method: the directory of an embedded store, a database dumped and restored, and a server's copied cluster, against one set of pharmacies that count.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { startJudgingNode } from '@pestle/testbed/delivery/judging-node';
import { waitFor } from '@pestle/testbed/delivery/wait-for';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import {
  copyCluster,
  postgresBinaries,
  skipWithoutPostgres,
  startPostgres,
} from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore, openPostgresTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { openEmbeddedStore, openPostgresStore } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';
import type { Delivery } from '../delivery.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const LANES = [`pharmacy:${ACCEPTS}`, `pharmacy:${JSON_2023011}`, 'fax'];
const by = 'Olga Operator';

const outbox = async (store: Store): Promise<readonly { id: string; lane: string }[]> =>
  (
    await store.asCourier((tx) =>
      sql<{ id: string; lane: string }>`select id, lane from outbox order by id`.execute(tx),
    )
  ).rows;

/** Everything that pharmacies and the fax machine have taken, by MessageID or fax. */
const taken = ({ peers }: DeliveryTestbed): string[] =>
  peers
    .log()
    .filter(({ kind }) => kind === 'NewRx' || kind === 'fax')
    .map(({ messageId, prescriberOrderNumber }) => messageId ?? prescriberOrderNumber ?? '');

async function emptied(node: Delivery, store: Store, rowsLeft: number): Promise<void> {
  await waitFor(node.dispatcher, async () => ((await outbox(store)).length === rowsLeft ? true : undefined), {
    missing: () => 'the outbox never had so few rows',
  });
}

interface Stage {
  readonly store: Store;
  readonly witness: string | null;
  readonly because: string;
  /** Keeps a backup; the store is the same afterwards, opened anew. */
  readonly backUp: () => Promise<Store>;
  /** Puts the backup in place of what there is. */
  readonly restore: () => Promise<Store>;
  readonly close: () => Promise<void>;
}

async function embedded(): Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), 'pestle-restored-'));
  const directory = join(root, 'data');
  await layMigratedStore(directory);
  const opened = async (): Promise<Store> => sealStore(await openEmbeddedStore(directory), TEST_DATA_KEYS);
  let store = await opened();
  const open = async (): Promise<Store> => {
    store = await opened();
    return store;
  };
  return {
    store,
    witness: `${directory}.witness`,
    because: 'older',
    backUp: async () => {
      await store.close();
      cpSync(directory, join(root, 'backup'), { recursive: true });
      return await open();
    },
    restore: async () => {
      await store.close();
      rmSync(directory, { recursive: true });
      cpSync(join(root, 'backup'), directory, { recursive: true });
      return await open();
    },
    close: async () => {
      await store.close();
      rmSync(root, { recursive: true });
    },
  };
}

async function postgres(): Promise<Stage> {
  const opened = await openPostgresTestStore();
  const { server } = opened;
  const root = mkdtempSync(join(tmpdir(), 'pestle-restored-'));
  const program = (name: string, ...parameters: string[]): void => {
    const { status, stderr } = spawnSync(join(postgresBinaries() ?? '', name), parameters, {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  };
  const dump = join(root, 'pestle.dump');
  let restored: Store | undefined;
  return {
    store: opened.store,
    witness: null,
    because: 'moved',
    backUp: async () => {
      program('pg_dump', '--format=custom', `--file=${dump}`, server.ownerUrl('pestle'));
      return opened.store;
    },
    restore: async () => {
      await server.createDatabase('restored');
      program('pg_restore', '--exit-on-error', `--dbname=${server.ownerUrl('restored')}`, dump);
      restored = sealStore(openPostgresStore(server.serviceUrl('restored')), TEST_DATA_KEYS);
      return restored;
    },
    close: async () => {
      await restored?.close();
      await opened.close();
      rmSync(root, { recursive: true });
    },
  };
}

for (const { name, skip, open } of [
  { name: 'a copied directory of the embedded store', skip: false as string | false, open: embedded },
  { name: 'a dump of PostgreSQL, restored into a new database', skip: skipWithoutPostgres, open: postgres },
])
  test(`F34: ${name} is noticed; nothing arrives twice, nothing is lost`, { skip }, async () => {
    const stage = await open();
    const testbed = await openDeliveryTestbed(stage.store);
    try {
      await testbed.delivery.dispatcher.stop();
      for (const pharmacy of [ACCEPTS, ACCEPTS, FAX_ONLY, JSON_2023011]) await testbed.order(pharmacy);
      for (const lane of LANES) await testbed.delivery.queue.hold({ of: lane, by });
      await testbed.delivery.close();
      // The first start of a node, then a restart, then another node beside it: no quarantine.
      const first = await startJudgingNode(testbed, stage.store, stage.witness);
      await first.close();
      const store = await stage.backUp();
      assert.equal((await outbox(store)).length, 4);
      const node = await startJudgingNode(testbed, store, stage.witness);
      const beside = await startJudgingNode(testbed, store, null);
      assert.equal((await beside.quarantine.show()).open, null);
      for (const lane of [`pharmacy:${ACCEPTS}`, 'fax']) await node.queue.release({ of: lane, by });
      await emptied(node, store, 1);
      await beside.close();
      await node.close();
      const before = taken(testbed);
      assert.equal(new Set(before).size, 3);

      const restored = await stage.restore();
      const after = await startJudgingNode(testbed, restored, stage.witness);
      const { open: quarantine } = await after.quarantine.show();
      assert.deepEqual([quarantine?.because, quarantine?.held], [stage.because, 4]);
      for (const lane of LANES) await after.queue.release({ of: lane, by });
      await new Promise<void>((resolve) => {
        after.dispatcher.subscribe(({ event }) => event === 'idle' && resolve());
      });
      assert.deepEqual(taken(testbed), before);

      const electronic = before.filter((id) => id.startsWith('m'));
      assert.equal(electronic.length, 2);
      const { settled } = await after.quarantine.received({ ids: electronic, by });
      assert.deepEqual(settled, electronic);
      await after.quarantine.reconcile({ of: 'fax', choice: 'left', by });
      await after.quarantine.reconcile({ of: `pharmacy:${JSON_2023011}`, choice: 'release', by });
      await after.quarantine.end({ by });
      await emptied(after, restored, 0);
      const now = taken(testbed);
      assert.equal(new Set(now).size, 4);
      assert.deepEqual(now.length, before.length + 1);
      const { rows } = await restored.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ state: string }>`select distinct state from fill`.execute(tx),
      );
      assert.deepEqual(rows, [{ state: 'SENT' }]);
      await after.close();
      assert.deepEqual(testbed.errors, []);
    } finally {
      await testbed.close();
      await stage.close();
    }
  });

describe('a server that is replaced', { skip: skipWithoutPostgres }, () => {
  test('F34: with its last state it begins no quarantine, with an older one it does, by the witness outside of it', async () => {
    const root = mkdtempSync(join(tmpdir(), 'pestle-replaced-'));
    const opened = await openPostgresTestStore();
    const testbed = await openDeliveryTestbed(opened.store);
    const witness = join(root, 'witness');
    const on = async (
      image: string,
      work: (node: Delivery, store: Store) => Promise<void>,
      keep?: string,
    ) => {
      const server = await startPostgres(['fsync=off'], image);
      const store = sealStore(openPostgresStore(server.serviceUrl('pestle')), TEST_DATA_KEYS);
      const node = await startJudgingNode(testbed, store, witness);
      await work(node, store);
      await node.close();
      await store.close();
      await server.stop((data) => keep !== undefined && copyCluster(data, keep));
    };
    try {
      await testbed.delivery.dispatcher.stop();
      await testbed.delivery.queue.hold({ of: `pharmacy:${ACCEPTS}`, by });
      await testbed.order(ACCEPTS);
      await testbed.delivery.close();
      await opened.store.close();
      const [older, last] = [join(root, 'older'), join(root, 'last')];
      await opened.server.stop((data) => copyCluster(data, older));
      const isOpen = async (node: Delivery) => (await node.quarantine.show()).open?.because ?? null;
      await on(
        older,
        async (node, store) => {
          assert.equal(await isOpen(node), null);
          await node.queue.release({ of: `pharmacy:${ACCEPTS}`, by });
          await emptied(node, store, 0);
        },
        last,
      );
      assert.equal(taken(testbed).length, 1);
      await on(last, async (node) => assert.equal(await isOpen(node), null));
      await on(older, async (node) => assert.equal(await isOpen(node), 'older'));
      assert.equal(taken(testbed).length, 1);
      assert.deepEqual(testbed.errors, []);
    } finally {
      await testbed.peers.close();
      rmSync(root, { recursive: true });
    }
  });
});
