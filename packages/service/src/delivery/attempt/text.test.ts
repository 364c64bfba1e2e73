// Goal: a text message has one end at a time: a worker that comes back after its lease ends nothing that another has taken over (F4).
// Method: two workers on one store, each with a carrier that answers when the test says so; a lease ends by editing its row.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Id, OrderId } from '@pestle/rules/ids';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { makeId, nowText, systemPorts } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { enqueue, TEXT_LANE } from '../../outbox/outbox.ts';
import { createPatientLinkKey, createPhoneHashes } from '../../routing/inside.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import { createHandOvers } from '../carriers/common/hand-overs.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { settleText } from '../receipts/settle-text.ts';
import type { Begun } from './begun.ts';
import { createBeginText } from './text.ts';

const ORDER = 'ord_01TEST0000000000000000000T' as OrderId;
/** Another text for each test: what was written of one stays. */
let text: Departure & { readonly id: Id<'txt'> };

let store: EmbeddedStore;
before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
});
after(() => store.close());

beforeEach(async () => {
  text = { id: makeId(systemPorts, 'txt'), orgId: TEST_ORGANIZATION, lane: TEXT_LANE };
  const createdAt = nowText(systemPorts);
  await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    await tx
      .withTables<DeliveryTables>()
      .insertInto('text_message')
      .values({
        org_id: TEST_ORGANIZATION,
        id: text.id,
        order_id: ORDER,
        cause: text.id,
        sealed: keysOf(tx).sealJson(columnAddress('text', text.id), {
          recipient: '6175550100',
          body: 'A text.',
        }),
        state: 'queued',
        created_at: createdAt,
      })
      .execute();
    await enqueue(tx, {
      ...text,
      kind: 'text',
      subjectId: ORDER,
      runAt: 'now',
      createdAt,
    });
  });
});

const LINKS = {
  baseUrl: 'http://127.0.0.1:8080',
  patientLinks: createPatientLinkKey(new Uint8Array(32).fill(7)),
  phoneHashes: createPhoneHashes(new Uint8Array(32).fill(7)),
};

/** Lets a worker begin its attempt, whose carrier will answer so. */
async function begin(workerId: string, taken: boolean): Promise<Begun> {
  const begun = await createBeginText({
    store,
    ports: systemPorts,
    workerId,
    carrier: {
      sendText: async () => (taken ? { state: 'taken' } : { state: 'failed', reason: 'busy' }),
      close: async () => undefined,
    },
    storeWatch: { remembered: null, somethingLeaves: () => undefined },
    ...LINKS,
    links: LINKS,
  })(text);
  assert.ok(typeof begun === 'object', `${workerId} did not get the row`);
  return begun;
}

async function end(begun: Begun): Promise<void> {
  await begun.finish(await begun.send(() => true), false);
}

async function rows(): Promise<unknown> {
  return await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const outbox = await sql<object>`
      select leased_by, attempt, run_at > now() as later from outbox where id = ${text.id}`.execute(tx);
    const message = await sql<{
      state: string;
    }>`select state from text_message where id = ${text.id}`.execute(tx);
    return { outbox: outbox.rows, text: message.rows[0]?.state };
  });
}

async function endLease(): Promise<void> {
  await store.withOrg(TEST_ORGANIZATION, (tx) => sql`update outbox set run_at = now()`.execute(tx));
}

test('D4: a worker that comes back after its lease neither gives back nor ends what another has taken over', async () => {
  const paused = await begin('paused', false);
  await endLease();
  const other = await begin('other', true);
  await end(paused);
  assert.deepEqual(await rows(), {
    outbox: [{ leased_by: 'other', attempt: 2, later: true }],
    text: 'queued',
  });
  await end(other);
  assert.deepEqual(await rows(), { outbox: [], text: 'sent' });
});

test('D4: that the carrier took it is kept whoever says so, and nothing is tried after that', async () => {
  const paused = await begin('paused', true);
  await endLease();
  const other = await begin('other', false);
  await end(paused);
  assert.deepEqual(await rows(), {
    outbox: [{ leased_by: 'other', attempt: 2, later: true }],
    text: 'sent',
  });
  await end(other);
  assert.deepEqual(await rows(), { outbox: [], text: 'sent' });
});

test('D4: a receipt that the carrier could not bring it holds, though the attempt hears later that the carrier took it', async () => {
  const name = { orgId: TEST_ORGANIZATION, reference: `${text.id}-text` };
  const handOvers = createHandOvers(store, systemPorts);
  await handOvers.begin(name, 'carrier', text.id);
  await handOvers.taken(name, 'c-1');
  const under = await begin('one', true);
  const receipt = { ...name, state: 'failed', reason: 'undelivered', carrierId: 'c-1' } as const;
  const outcome = await store.withOrg(TEST_ORGANIZATION, (tx) =>
    settleText(tx, systemPorts, name, text.id, receipt),
  );
  assert.equal(outcome, 'applied');
  await end(under);
  assert.deepEqual(await rows(), { outbox: [], text: 'failed' });
});

test('D4: a text is tried as often as its schedule says, and the last failure is kept', async () => {
  for (let attempt = 1; attempt <= DELIVERY_LIMITS.textOffsetsMs.length; attempt += 1) {
    assert.deepEqual(((await rows()) as { text: string }).text, 'queued');
    await end(await begin('one', false));
    await endLease();
  }
  assert.deepEqual(await rows(), { outbox: [], text: 'failed' });
  const failures = await store.asKeeper((tx) =>
    sql<{ failures: number }>`select failures from lane where key = ${TEXT_LANE}`.execute(tx),
  );
  assert.ok(
    (failures.rows[0]?.failures ?? 0) >= DELIVERY_LIMITS.textOffsetsMs.length,
    'its lane counts them',
  );
});
