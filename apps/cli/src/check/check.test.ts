// Holds the check to its promise: a sound run passes, and each invariant that is broken on purpose is found, by what broke it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keysOf, SEALED_COLUMNS } from '@pestle/service/for-tests/vault';
import { columnAddress } from '@pestle/service/vault';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { CompiledQuery, sql } from 'kysely';
import { checkInvariants } from './check.ts';
import type { Acknowledgement, ArrivalEvidence, Evidence, Finding, Invariant } from './evidence.ts';
import { idsIn } from './i8-own-rows.ts';
import type { OwnerQuery } from './owner-query.ts';
import { readStore } from './read-store.ts';

const PHARMACIES = {
  xml: 'phr_0ACCEPTS020170710XM1000000',
  json: 'phr_0ACCEPTS020230110JS0N00000',
  api: 'phr_0PR0PR1ETARY0AP10000000000',
  partner: 'phr_0NETW0RK0PARTNER0000000000',
  drops: 'phr_0ACCEPTS0THEN0DR0PS0000000',
  rejects: 'phr_0REJECTS000000000000000000',
  faxOnly: 'phr_0FAX00N1Y00000000000000000',
  ohio: 'phr_00H100N00FAX00000000000000',
} as const;
type Name = keyof typeof PHARMACIES | 'canceled';

const NEIGHBOUR_PATIENT = 'pat_01TEST0000000000000000000N';

describe('the independent check', () => {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let testbed: DeliveryTestbed;
  let complete: Evidence;
  const orderIds = new Map<Name, string>();

  before(async () => {
    store = await openTestStore();
    testbed = await openDeliveryTestbed(store, { peers: { pace: { faxDeliveryMs: 20 } } });
    await run();
    // Nothing may look into the store's one session while a forgery is in it.
    await testbed.delivery.dispatcher.stop();
    complete = await evidenceNow(queryOf());
  });
  after(async () => {
    await testbed.close();
    await store.close();
  });

  const acknowledgements: Acknowledgement[] = [];
  const seen = new Set<string>();

  /** One order to each pharmacy and one that is canceled; everything is acknowledged as a host would note it. */
  async function run(): Promise<void> {
    for (const name of [...Object.keys(PHARMACIES), 'canceled'] as Name[]) {
      const requestedAt = new Date().toISOString();
      const { order, fills } = await testbed.order(PHARMACIES[name === 'canceled' ? 'xml' : name]);
      orderIds.set(name, order.id);
      const prescriptions = await testbed.prescribing.prescriptionsByIds(
        testbed.prescriber,
        fills.map((fill) => fill.prescription_id),
      );
      acknowledgements.push({
        operation: 'createOrder',
        organizationId: TEST_ORGANIZATION,
        idempotencyKey: name,
        requestedAt,
        answeredAt: new Date().toISOString(),
        orderId: order.id,
        fills: fills.map((fill) => ({
          fillId: fill.id,
          prescriptionId: fill.prescription_id,
          contentHash: prescriptions.get(fill.prescription_id)?.row.content_hash ?? '',
        })),
      });
      const done = await testbed.until(order.id, (record) =>
        record.fills.every(({ state }) => state === 'SENT' || state === 'STUCK'),
      );
      for (const id of idsIn(JSON.stringify(done))) seen.add(id);
    }
    const orderId = orderIds.get('canceled') ?? '';
    const { results } = await testbed.delivery.cancel(
      testbed.prescriber,
      { orderId },
      freshKey('cancelOrder'),
    );
    const { organizationId, requestedAt } = acknowledgements[0] ?? assert.fail();
    const answeredAt = new Date().toISOString();
    acknowledgements.push({
      operation: 'cancelOrder',
      organizationId,
      requestedAt,
      answeredAt,
      orderId,
      results,
    });
    await testbed.until(orderId, ({ fills }) => fills.every(({ state }) => state === 'CANCELED'));
    await queryOf()(`insert into patient (org_id, id, sealed)
      values ('${OTHER_ORGANIZATION}', '${NEIGHBOUR_PATIENT}', '\\x00')`);
  }

  function queryOf(): OwnerQuery {
    return (text) =>
      store.asOwner(async (owner) => (await owner.executeQuery<never>(CompiledQuery.raw(text))).rows);
  }

  async function evidenceNow(query: OwnerQuery): Promise<Evidence> {
    return {
      store: await readStore(query, TEST_DATA_KEYS),
      arrivals: testbed.peers.log(),
      faxHandedOverAt: new Map(testbed.peers.faxes().map(({ faxId, receivedAt }) => [faxId, receivedAt])),
      acknowledgements,
      seen: [{ organizationId: TEST_ORGANIZATION, ids: seen }],
    };
  }

  /** The evidence after this SQL, which is undone again. */
  async function forgedRows(...statements: readonly string[]): Promise<Evidence> {
    return await store.asOwner(async (owner) => {
      const query: OwnerQuery = async (text) =>
        (await owner.executeQuery<never>(CompiledQuery.raw(text))).rows;
      await query('begin');
      try {
        for (const statement of statements) await query(statement);
        return await evidenceNow(query);
      } finally {
        await query('rollback');
      }
    });
  }

  /** What somebody who holds the keys would write: the value opened, changed and sealed again. */
  async function resealed(
    name: 'signable' | 'transmission',
    row: string,
    change: (text: string) => string,
  ): Promise<string> {
    const { table, column } = SEALED_COLUMNS[name];
    return await store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const { rows } = await sql<{ id: string; sealed: Uint8Array }>`select id, ${sql.ref(column)} as sealed
        from ${sql.table(table)} where id = (${sql.raw(row)})`.execute(tx);
      const { id, sealed } = rows[0] ?? assert.fail(name);
      const keys = keysOf(tx);
      const text = Buffer.from(keys.open(columnAddress(name, id), sealed)).toString('utf8');
      assert.notEqual(change(text), text);
      const anew = Buffer.from(keys.seal(columnAddress(name, id), Buffer.from(change(text)))).toString('hex');
      return `update ${table} set ${column} = '\\x${anew}'::bytea where id = '${id}'`;
    });
  }
  const signableOf = (name: Name) =>
    `select signable_id from prescription where id = '${fillOf(name).prescriptionId}'`;
  const transmissionOf = (name: Name) =>
    `select id from transmission where message_id = '${arrivalOf(name, 'NewRx').messageId}'`;

  const fillOf = (name: Name) =>
    complete.store.fills.find(({ orderId }) => orderId === orderIds.get(name)) ?? assert.fail(name);
  const arrivalOf = (name: Name, kind: ArrivalEvidence['kind']) =>
    complete.arrivals.find(
      (arrival) =>
        arrival.kind === kind && arrival.prescriberOrderNumber === fillOf(name).prescriberOrderNumber,
    ) ?? assert.fail(`${name} ${kind}`);
  const later = (more: Partial<ArrivalEvidence> & ArrivalEvidence): ArrivalEvidence => ({
    ...more,
    sequence: complete.arrivals.length + 1,
    at: new Date(Date.now() + 60_000).toISOString(),
  });
  const withArrival = (arrival: ArrivalEvidence): Evidence => ({
    ...complete,
    arrivals: [...complete.arrivals, arrival],
  });
  const changed = (from: ArrivalEvidence, to: Partial<ArrivalEvidence>): Evidence => ({
    ...complete,
    arrivals: complete.arrivals.map((arrival) => (arrival === from ? { ...arrival, ...to } : arrival)),
  });

  const findings = (evidence: Evidence): ReadonlyMap<Invariant, Finding> =>
    new Map(checkInvariants(evidence).map((finding) => [finding.invariant, finding]));
  const assertFound = (evidence: Evidence, invariant: Invariant, what: RegExp): void => {
    const { violations } = findings(evidence).get(invariant) ?? assert.fail();
    assert.ok(
      violations.some((violation) => what.test(violation.what)),
      `${invariant} says ${JSON.stringify(violations)}`,
    );
  };

  it('passes a sound run, and has looked at something for each invariant', () => {
    for (const [invariant, { violations, examined }] of findings(complete)) {
      assert.deepEqual(violations, [], invariant);
      assert.ok(examined > 0, `${invariant} looked at nothing`);
    }
  });

  describe('I1', () => {
    it('finds an acknowledged order that is gone', () => {
      const orders = complete.store.orders.filter(({ id }) => id !== orderIds.get('xml'));
      assertFound({ ...complete, store: { ...complete.store, orders } }, 'I1', /not in the store/);
    });
    it('finds content that is not what was signed', async () => {
      const evidence = await forgedRows(
        await resealed('signable', signableOf('xml'), (text) =>
          text.replace('"dispenseQuantity":"30"', '"dispenseQuantity":"31"'),
        ),
      );
      assertFound(evidence, 'I1', /not what was signed/);
    });
    it('finds a hash that is another one than was acknowledged', async () => {
      const evidence = await forgedRows(
        `update prescription set content_hash = repeat('0', 64) where id = '${fillOf('xml').prescriptionId}'`,
      );
      assertFound(evidence, 'I1', /another hash/);
    });
    it('finds one key that made two orders', () => {
      const [first] = acknowledgements;
      const twin = { ...first, orderId: orderIds.get('json') } as Acknowledgement;
      assertFound(
        { ...complete, acknowledgements: [...acknowledgements, twin] },
        'I1',
        /one idempotency key/,
      );
    });
  });

  describe('I2', () => {
    it('finds a fill that is nowhere', async () => {
      const evidence = await forgedRows(`update fill set state = 'QUEUED' where id = '${fillOf('xml').id}'`);
      assertFound(evidence, 'I2', /nothing is to leave/);
    });
    it('finds an acceptance that no pharmacy knows of', () => {
      const number = fillOf('json').prescriberOrderNumber;
      const arrivals = complete.arrivals.filter(
        ({ prescriberOrderNumber }) => prescriberOrderNumber !== number,
      );
      assertFound({ ...complete, arrivals }, 'I2', /no pharmacy has it/);
    });
    it('finds a fax that never came out', () => {
      const arrivals = complete.arrivals.filter((arrival) => arrival !== arrivalOf('faxOnly', 'fax'));
      assertFound({ ...complete, arrivals }, 'I2', /no fax came out/);
    });
    it('finds a stuck fill that nobody owns', async () => {
      const evidence = await forgedRows(
        `update fill set state_owner = null where id = '${fillOf('ohio').id}'`,
      );
      assertFound(evidence, 'I2', /no owner/);
    });
  });

  describe('I3', () => {
    it('finds a prescription that a pharmacy took twice', () => {
      assertFound(withArrival(later(arrivalOf('xml', 'NewRx'))), 'I3', /twice/);
    });
    it('finds a second MessageID for one prescription', () => {
      const arrival = later({ ...arrivalOf('xml', 'NewRx'), messageId: 'm0000', accepted: true });
      assertFound(withArrival(arrival), 'I3', /several MessageIDs/);
    });
    it('finds a fax that does not name the message that the pharmacy took', () => {
      const fax = { ...arrivalOf('faxOnly', 'fax') };
      const { prescriberOrderNumber } = arrivalOf('drops', 'NewRx');
      assertFound(withArrival(later({ ...fax, prescriberOrderNumber })), 'I3', /several MessageIDs/);
    });
    it('finds a pharmacy that was not chosen', () => {
      const arrival = arrivalOf('xml', 'NewRx');
      assertFound(changed(arrival, { pharmacyId: PHARMACIES.json }), 'I3', /not chosen/);
    });
    it('finds a fax to a stranger', () => {
      assertFound(changed(arrivalOf('faxOnly', 'fax'), { faxTo: '6175550000' }), 'I3', /not the pharmacy's/);
    });
  });

  describe('I4', () => {
    it('finds a prescription that arrives after its cancel', () => {
      assertFound(withArrival(later(arrivalOf('canceled', 'NewRx'))), 'I4', /after its cancel/);
    });
    it('finds an attempt that began after the cancel was acknowledged', () => {
      const arrival = { ...arrivalOf('canceled', 'NewRx'), at: new Date(Date.now() + 60_000).toISOString() };
      const attempts = complete.store.attempts.map((attempt) => ({
        ...attempt,
        startedAt: new Date(Date.now() + 50_000).toISOString(),
      }));
      const evidence = {
        ...changed(arrivalOf('canceled', 'NewRx'), arrival),
        store: { ...complete.store, attempts },
      };
      assertFound(evidence, 'I4', /after its acknowledged cancel/);
    });
    it('finds that something left although CANCELED says that nothing had', () => {
      const lied = acknowledgements.map((one) =>
        one.operation === 'cancelOrder'
          ? { ...one, results: one.results.map((result) => ({ ...result, outcome: 'CANCELED' })) }
          : one,
      );
      assertFound({ ...complete, acknowledgements: lied }, 'I4', /nothing was/);
    });
    it('finds a cancel before its prescription', () => {
      const cancel = arrivalOf('canceled', 'CancelRx');
      assertFound(changed(cancel, { sequence: 0 }), 'I4', /before its prescription/);
    });
  });

  describe('I5', () => {
    it('finds a retry with other bytes', () => {
      const retry = complete.arrivals.findLast(
        ({ messageId }) => messageId === arrivalOf('drops', 'NewRx').messageId,
      );
      assert.ok(retry !== undefined && retry !== arrivalOf('drops', 'NewRx'), 'the answer was lost once');
      assertFound(changed(retry, { bytesSha256: 'f'.repeat(64) }), 'I5', /other bytes/);
    });
    it('finds one MessageID at two pharmacies', () => {
      const arrival = { ...arrivalOf('xml', 'NewRx'), pharmacyId: PHARMACIES.json };
      assertFound(withArrival(later(arrival)), 'I5', /two messages/);
    });
    it('finds bytes in the store that were not sent', async () => {
      const evidence = await forgedRows(
        await resealed('transmission', transmissionOf('xml'), (text) => `${text} `),
      );
      assertFound(evidence, 'I5', /not what the store says/);
    });
    it('finds a message that the store does not know', () => {
      assertFound(changed(arrivalOf('xml', 'NewRx'), { messageId: 'm0000' }), 'I5', /does not know/);
    });
  });

  describe('I6', () => {
    const forgedEvent = (set: string, number: number): Promise<Evidence> =>
      forgedRows(`update fill_event set ${set} where fill_id = '${fillOf('xml').id}' and number = ${number}`);
    it('finds a gap in the history', async () => {
      const evidence = await forgedRows(
        `delete from fill_event where fill_id = '${fillOf('xml').id}' and number = 2`,
      );
      assertFound(evidence, 'I6', /gap/);
    });
    it('finds an event that does not follow the one before', async () => {
      assertFound(await forgedEvent("from_state = 'FILLING'", 2), 'I6', /where the one before it ended/);
    });
    it('finds an illegal move', async () => {
      const id = fillOf('xml').id;
      const evidence = await forgedRows(
        `update fill_event set to_state = 'DELIVERED' where fill_id = '${id}' and number = 2`,
        `update fill_event set from_state = 'DELIVERED' where fill_id = '${id}' and number = 3`,
      );
      assertFound(evidence, 'I6', /moved from QUEUED to DELIVERED by delivery/);
    });
    it('finds a fill that moved without an event', async () => {
      const evidence = await forgedRows(`update fill set state = 'FILLING' where id = '${fillOf('xml').id}'`);
      assertFound(evidence, 'I6', /does not end where the fill is/);
    });
    it("finds an order whose state is not its fills'", async () => {
      const evidence = await forgedRows(
        `update orders set state = 'COMPLETED' where id = '${orderIds.get('xml')}'`,
      );
      assertFound(evidence, 'I6', /not what its fills say/);
    });
  });

  it('I7: finds a change or an attempt without an entry, and entries that were written twice', async () => {
    const gone = await forgedRows('delete from audit_entry');
    for (const what of [/change 1 of a fill has no entry/, /attempt 1 has 0/]) assertFound(gone, 'I7', what);
    const entries = complete.store.entries.flatMap((entry) => [entry, entry]);
    const twice = { ...complete, store: { ...complete.store, entries } };
    for (const what of [/has two entries/, /attempt 1 has 2/]) assertFound(twice, 'I7', what);
  });

  describe('I8', () => {
    const sees = (id: string): Evidence => ({
      ...complete,
      seen: [...complete.seen, { organizationId: TEST_ORGANIZATION, ids: new Set([id]) }],
    });
    it("finds a neighbour's row in an answer", () => {
      assertFound(sees(NEIGHBOUR_PATIENT), 'I8', /another organization/);
    });
    it('finds the neighbour itself', () => {
      assertFound(sees(OTHER_ORGANIZATION), 'I8', /another organization/);
    });
    it('reads order numbers as the ids of their orders', () => {
      const number = fillOf('xml').prescriberOrderNumber ?? '';
      assert.deepEqual(idsIn(`{"order_id":"${number}"}`), [orderIds.get('xml')]);
    });
  });

  describe('I10', () => {
    it('finds a fax after an acceptance that stands', () => {
      const { prescriberOrderNumber, messageId } = arrivalOf('xml', 'NewRx');
      const fax = later({ ...arrivalOf('faxOnly', 'fax'), prescriberOrderNumber, messageId, faxId: 'new' });
      assertFound(withArrival(fax), 'I10', /a fax left/);
    });
    it('lets a fax follow an acceptance that was withdrawn, and finds one that came before that', () => {
      const { prescriberOrderNumber, messageId, at } = arrivalOf('xml', 'NewRx');
      const fax = later({ ...arrivalOf('faxOnly', 'fax'), prescriberOrderNumber, messageId, faxId: 'new' });
      const withdrawnAfter = (ms: number): Evidence => ({
        ...withArrival(fax),
        store: {
          ...complete.store,
          transmissions: complete.store.transmissions.map((one) =>
            one.messageId === messageId
              ? { ...one, withdrawnAt: new Date(Date.parse(at) + ms).toISOString() }
              : one,
          ),
        },
      });
      assert.deepEqual(findings(withdrawnAfter(1_000)).get('I10')?.violations, []);
      assertFound(withdrawnAfter(3_600_000), 'I10', /a fax left/);
    });
    it('does not believe a sender that says it heard nothing before its time was up', () => {
      const { prescriberOrderNumber, messageId } = arrivalOf('xml', 'NewRx');
      const fax = later({ ...arrivalOf('faxOnly', 'fax'), prescriberOrderNumber, messageId, faxId: 'new' });
      const { id } = complete.store.transmissions.find((one) => one.messageId === messageId) ?? assert.fail();
      const endingAfter = (ms: number): Evidence => ({
        ...withArrival(fax),
        store: {
          ...complete.store,
          attempts: complete.store.attempts.map((attempt) =>
            attempt.transmissionId === id
              ? {
                  ...attempt,
                  outcome: 'UNKNOWN',
                  reason: 'timeout',
                  endedAt: new Date(Date.parse(attempt.startedAt) + ms).toISOString(),
                }
              : attempt,
          ),
        },
      });
      assertFound(endingAfter(10), 'I10', /a fax left/);
      assert.deepEqual(findings(endingAfter(60_000)).get('I10')?.violations, []);
    });
  });
});
