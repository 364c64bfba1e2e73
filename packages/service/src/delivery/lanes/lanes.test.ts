// Goal: one destination never gets more at a time than its lane allows, whoever works, and a dead one slows nobody else (D12, F37).
// Method: several deliveries (as several nodes) on one PostgreSQL store against a peer that counts what is open at a time.
import assert from 'node:assert/strict';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import { openDelivery, WORKING_CARRIERS } from '@pestle/testbed/delivery/open-delivery';
import { waitFor } from '@pestle/testbed/delivery/wait-for';
import { freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { addPharmacy, METFORMIN, openPractice, reviewedDraft } from '@pestle/testbed/practice/practice';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { createDirectory } from '../../directory/directory.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Delivery } from '../delivery.ts';
import type { DispatchEvents } from './events.ts';

const BUSY = 'phr_01TEST0000000000000000BVSY' as PharmacyId;
const DEAD = 'phr_01TEST0000000000000000DEAD' as PharmacyId;
const WELL = 'phr_01TEST0000000000000000WE11' as PharmacyId;
const CONCURRENCY = 3;

/** Answers Status 010 after a while and remembers how many requests were open at once. */
class CountingPeer {
  open = 0;
  most = 0;
  readonly messageIds: string[] = [];
  /** Requests that the nodes have given up while the pharmacy that never answers held them. */
  deadGivenUp = 0;
  #dead = 0;
  #hangsUp = false;
  readonly #held = new Set<ServerResponse>();
  readonly #deadLane = Promise.withResolvers<void>();
  /** As many requests wait for the pharmacy that never answers as its lane takes. */
  readonly deadLaneIsFull = this.#deadLane.promise;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      if (request.url === '/dead') {
        if (this.#hangsUp) {
          response.destroy();
          return;
        }
        this.#dead += 1;
        this.#held.add(response);
        response.once('close', () => {
          if (!this.#hangsUp) this.deadGivenUp += 1;
        });
        if (this.#dead === CONCURRENCY) this.#deadLane.resolve();
        return;
      }
      this.open += 1;
      this.most = Math.max(this.most, this.open);
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () => {
        this.messageIds.push(/<MessageID>(.*?)<\/MessageID>/.exec(body)?.[1] ?? '');
        setTimeout(
          () => {
            this.open -= 1;
            response.end('<Message><Header/><Body><Status><Code>010</Code></Status></Body></Message>');
          },
          request.url === '/busy' ? 15 : 0,
        );
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** The pharmacy that never answers hangs up from now on: nobody waits for it any more. */
  hangUp(): void {
    this.#hangsUp = true;
    for (const response of this.#held) response.destroy();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('lanes', { skip: skipWithoutPostgres }, () => {
  let opened: PostgresTestStore;
  let practice: Practice;
  let nodes: Delivery[] = [];
  const peer = new CountingPeer();
  const errors: unknown[] = [];

  before(async () => {
    opened = await openPostgresTestStore();
    practice = await openPractice(opened.store);
    const url = await peer.listen();
    const directory = createDirectory({ store: opened.store, ports: systemPorts });
    for (const [id, ncpdpId, path] of [
      [BUSY, '1111111', 'busy'],
      [DEAD, '2222222', 'dead'],
      [WELL, '3333333', 'well'],
    ] as const) {
      await opened.store.asKeeper((tx) => addPharmacy(tx, id, ncpdpId));
      await directory.administration.upsertPharmacy({
        id,
        ncpdpId,
        name: path,
        kind: 'LOCAL_PICKUP',
        address: { street1: '2 Main St', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' },
        phone: '6175550101',
        fax: '6175550102',
        integration: {
          stage: 'live',
          technicalContact: { name: 'Pat', email: 'pat@example.org' },
          conformancePassedAt: '2026-01-01T00:00:00Z',
          channel: 'script',
          endpoint: { url: `${url}/${path}`, auth: { kind: 'none' } },
          script: { version: '2017071', form: 'xml', cancel: 'reduced', acknowledge: 'script' },
          lane: { concurrency: CONCURRENCY },
          attempts: { offsetsMs: [0, 1_000], timeoutMs: 60_000 },
        },
      });
    }
    nodes = [1, 2, 3].map(() =>
      openDelivery({
        authorizedPrescriber: practice.deps.authorizedPrescriber,
        requireFreshProof: practice.deps.requireFreshProof,
        store: opened.store,
        ...WORKING_CARRIERS,
        onError: (error) => errors.push(error),
      }),
    );
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await opened.close();
    peer.close();
  });

  const order = async (pharmacyId: Id<'phr'>) =>
    await practice.prescribing.createOrder(
      practice.prescriber,
      { drafts: [await reviewedDraft(practice, METFORMIN)], pharmacyId },
      freshKey('createOrder'),
    );
  /** What any of the nodes begins and ends. */
  const anyNode: DispatchEvents = {
    subscribe: (listener) => {
      const ends = nodes.map((node) => node.dispatcher.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
  };
  const allSent = async (orderIds: readonly string[]): Promise<void> => {
    await waitFor(
      anyNode,
      async () => {
        const records = await practice.prescribing.ordersByIds(practice.prescriber, orderIds);
        const sent = [...records.values()].every(({ fills }) => fills.every(({ state }) => state === 'SENT'));
        return sent || undefined;
      },
      { missing: () => `not sent; ${errors.map(String).join('; ')}` },
    );
  };

  test('three nodes together never exceed a lane, and each message arrives once', async () => {
    const orders = [];
    for (let index = 0; index < 40; index += 1) orders.push(await order(BUSY));
    await Promise.all(nodes.map((node) => node.dispatcher.start()));
    await allSent(orders.map((record) => record.order.id));
    assert.ok(peer.most <= CONCURRENCY, `${peer.most} at a time`);
    assert.ok(peer.most > 1, 'the lane was never used in parallel, so that this shows nothing');
    assert.equal(peer.messageIds.length, 40);
    assert.equal(new Set(peer.messageIds).size, 40);
  });

  test('D12: a pharmacy that never answers does not slow another', async () => {
    for (let index = 0; index < 12; index += 1) await order(DEAD);
    await peer.deadLaneIsFull;
    const well = await order(WELL);
    await allSent([well.order.id]);
    assert.equal(peer.deadGivenUp, 0, 'it left only when a place of the dead pharmacy became free');
    peer.hangUp();
  });

  test('F37: a worker that lost its lease cannot end the attempt of another', async () => {
    await Promise.all(nodes.map((node) => node.dispatcher.stop()));
    const { order: placed, fills } = await order(WELL);
    const [row] = await opened.asOwner(
      async (owner) =>
        await owner
          .withTables<{
            outbox: {
              id: string;
              subject_id: string;
              run_at: string;
              leased_by: string | null;
              attempt: number;
            };
          }>()
          .updateTable('outbox')
          .set({ leased_by: 'a paused worker', attempt: 1, run_at: '2020-01-01T00:00:00Z' })
          .where('subject_id', '=', fills[0]?.id ?? '')
          .returning('id')
          .execute(),
    );
    assert.ok(row, 'the order waits in the outbox');
    const [node] = nodes;
    assert.ok(node);
    await node.dispatcher.start();
    await allSent([placed.id]);
    const transmissions =
      (await node.transmissions(practice.prescriber, [fills[0]?.id ?? ''])).get(fills[0]?.id ?? '') ?? [];
    assert.deepEqual(
      transmissions.map(({ attempts }) => attempts.map(({ number, outcome }) => [number, outcome])),
      [[[2, 'ACCEPTED']]],
    );
  });

  test('no error of our own was met on the way', () => {
    assert.deepEqual(errors.map(String), []);
  });
});
