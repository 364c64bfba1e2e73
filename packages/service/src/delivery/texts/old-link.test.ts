// Goal: whoever has an old link has the number that it was texted to: what they say concerns that number, and a new number gets a link of its own.
// Method: the real pages and texts; the patient's number is corrected between two texts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT } from '@pestle/testbed/practice/practice';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { findPatient } from '../../directory/inside.ts';
import { updatePatientRow } from '../../directory/patient/patient-rows.ts';
import { invitationId, TEXT_LANE } from '../../outbox/outbox.ts';
import {
  createPatientLinkKey,
  createPhoneHashes,
  isWrongNumber,
  patientLinkFor,
  patientLinkUrl,
} from '../../routing/inside.ts';
import { createBeginText } from '../attempt/text.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { invitationsOf } from './invitations.ts';
import { queueText } from './write-text.ts';

const OLD = '6175550111';
const NEW = '6175550122';
/** Nobody of this file says that it is somebody else's. */
const CORRECTED = '6175550133';
const hashes = createPhoneHashes(LINK_KEY);
const linkKey = createPatientLinkKey(LINK_KEY);
const LINKS = { baseUrl: 'https://rx.example', patientLinks: linkKey, phoneHashes: hashes };

let choice: Awaited<ReturnType<typeof openPatientChoice>>;
before(async () => {
  choice = await openPatientChoice();
});
after(() => choice.close());

const withOrg: typeof choice.store.withOrg = (...given) => choice.store.withOrg(...given);
const give = (phone: string) =>
  withOrg(TEST_ORGANIZATION, async (tx) => {
    const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
    assert.ok(row !== undefined);
    await updatePatientRow(tx, { ...row, phone });
  });
/** Writes a text with the order's link, as every text does, and answers the token in it. */
const text = (orderId: OrderId, phone: string) =>
  withOrg(TEST_ORGANIZATION, async (tx) => {
    const token = await patientLinkFor(tx, choice.ports, linkKey, {
      orgId: TEST_ORGANIZATION,
      orderId,
      phone,
    });
    const body = `Choose: ${patientLinkUrl('https://rx.example', token)}`;
    await queueText(tx, choice.ports, {
      orgId: TEST_ORGANIZATION,
      orderId,
      about: 'reminder',
      content: { recipient: phone, body },
    });
    return token;
  });
const isWrong = (phone: string) =>
  withOrg(TEST_ORGANIZATION, (tx) =>
    isWrongNumber(tx, hashes, { orgId: TEST_ORGANIZATION, patientId: PATIENT, phone }),
  );
const statesOf = (orderId: OrderId) =>
  withOrg(TEST_ORGANIZATION, async (tx) => {
    const tables = tx.withTables<DeliveryTables>();
    const rows = await tables
      .selectFrom('text_message')
      .select('state')
      .where('order_id', '=', orderId)
      .execute();
    return rows.map(({ state }) => state).toSorted();
  });
const sayNotMe = async (token: string): Promise<void> => {
  const telephone = choice.telephone();
  const visit = await telephone.open(token);
  await telephone.get(`${visit}/wrong-number`);
  assert.equal((await telephone.post(`${visit}/wrong-number`)).status, 200);
};

test('"this is not me" on the old link stops the old number alone; what waits for the new one leaves', async () => {
  await give(OLD);
  const { orderId } = await choice.waiting();
  const old = await text(orderId, OLD);
  await give(NEW);
  await sayNotMe(old);
  assert.deepEqual([await isWrong(OLD), await isWrong(NEW)], [true, false]);
  assert.deepEqual(await statesOf(orderId), ['withheld']);
  const own = await text(orderId, NEW);
  assert.notEqual(own, old);
  assert.deepEqual(await statesOf(orderId), ['queued', 'withheld']);
  await sayNotMe(own);
  assert.equal(await isWrong(NEW), true);
  assert.deepEqual(await statesOf(orderId), ['withheld', 'withheld']);
});

test('a text to another number brings a link of its own, and the link that the old number has opens no more', async () => {
  await give(OLD);
  const { orderId } = await choice.waiting();
  const old = await text(orderId, OLD);
  assert.equal(await text(orderId, OLD), old, 'to the same number the same');
  await give(NEW);
  const own = await text(orderId, NEW);
  assert.notEqual(own, old);
  const telephone = choice.telephone();
  const ended = await telephone.get(`/p/${old}`);
  assert.equal((await telephone.get(String(ended.headers['location']))).status, 410);
  await choice.telephone().open(own);
});

test('a text that waits for another attempt goes to the corrected number, with a link of its own, and no more to the one before', async () => {
  await give(OLD);
  const { orderId } = await choice.waiting();
  const old = await text(orderId, OLD);
  const attempted: { readonly to: string; readonly text: string }[] = [];
  const beginText = createBeginText({
    store: choice.store,
    ports: choice.ports,
    workerId: 'one',
    carrier: {
      sendText: async (sent) => {
        attempted.push(sent);
        return attempted.length === 1 ? { state: 'failed', reason: 'busy' } : { state: 'taken' };
      },
      close: async () => undefined,
    },
    storeWatch: { remembered: null, somethingLeaves: () => undefined },
    ...LINKS,
    links: LINKS,
  });
  const attempt = async (): Promise<boolean> => {
    const waiting = await withOrg(TEST_ORGANIZATION, async (tx) => {
      const { rows } = await sql<{ id: string }>`update outbox set run_at = now()
        where subject_id = ${orderId} and kind = 'text' returning id`.execute(tx);
      return rows;
    });
    assert.equal(waiting.length, 1);
    const begun = await beginText({ id: waiting[0]?.id ?? '', orgId: TEST_ORGANIZATION, lane: TEXT_LANE });
    if (typeof begun === 'boolean') return false;
    await begun.finish(await begun.send(() => true), false);
    return true;
  };
  assert.equal(await attempt(), true);
  assert.deepEqual(await statesOf(orderId), ['queued']);
  await give(CORRECTED);
  assert.equal(await attempt(), false, 'nothing more to the old number');
  assert.deepEqual(await statesOf(orderId), ['queued', 'withheld']);
  assert.equal(await attempt(), true);
  assert.deepEqual(
    attempted.map(({ to }) => to),
    [OLD, CORRECTED],
  );
  assert.deepEqual(await statesOf(orderId), ['sent', 'withheld']);
  const url = attempted[1]?.text.replace('Choose: ', '') ?? '';
  assert.notEqual(url, patientLinkUrl('https://rx.example', old));
  await choice.telephone().open(url.slice('https://rx.example/p/'.length));
  const before = choice.telephone();
  const ended = await before.get(`/p/${old}`);
  assert.equal((await before.get(String(ended.headers['location']))).status, 410);
  // Without any number there is nobody to tell.
  await text(orderId, CORRECTED);
  await withOrg(TEST_ORGANIZATION, (tx) =>
    sql`update outbox set attempt = 1 where subject_id = ${orderId}`.execute(tx),
  );
  await withOrg(TEST_ORGANIZATION, async (tx) => {
    const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
    assert.ok(row !== undefined);
    await updatePatientRow(tx, { ...row, phone: null });
  });
  assert.equal(await attempt(), false);
  assert.deepEqual(await statesOf(orderId), ['sent', 'withheld', 'withheld']);
  assert.equal(attempted.length, 2);
});

test('an invitation that went on to the corrected number counts, and not the one that was held back', async () => {
  await give(OLD);
  const { orderId } = await choice.waiting();
  const states: string[] = [];
  const noted = async (): Promise<void> => {
    const found = await withOrg(TEST_ORGANIZATION, (tx) => invitationsOf(tx, TEST_ORGANIZATION, [orderId]));
    states.push(found.get(orderId) ?? 'none');
  };
  await withOrg(TEST_ORGANIZATION, async (tx) => {
    const tables = tx.withTables<DeliveryTables>();
    await sql`delete from outbox where subject_id = ${orderId}`.execute(tx);
    const token = await patientLinkFor(tx, choice.ports, linkKey, {
      orgId: TEST_ORGANIZATION,
      orderId,
      phone: OLD,
    });
    await queueText(tx, choice.ports, {
      id: invitationId(orderId),
      orgId: TEST_ORGANIZATION,
      orderId,
      about: 'invitation',
      content: { recipient: OLD, body: patientLinkUrl('https://rx.example', token) },
    });
    await tables
      .updateTable('text_message')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', invitationId(orderId))
      .execute();
  });
  await noted();
  await give(CORRECTED);
  const left = () =>
    withOrg(TEST_ORGANIZATION, async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from outbox where subject_id = ${orderId}`.execute(
        tx,
      );
      return rows.map(({ id }) => id);
    });
  const beginText = createBeginText({
    store: choice.store,
    ports: choice.ports,
    workerId: 'one',
    carrier: { sendText: async () => ({ state: 'taken' }), close: async () => undefined },
    storeWatch: { remembered: null, somethingLeaves: () => undefined },
    ...LINKS,
    links: LINKS,
  });
  for (let tries = 0; tries < 2; tries += 1) {
    const [id] = await left();
    const begun = await beginText({ id: id ?? '', orgId: TEST_ORGANIZATION, lane: TEXT_LANE });
    if (typeof begun !== 'boolean') await begun.finish(await begun.send(() => true), false);
    await noted();
  }
  assert.deepEqual(await statesOf(orderId), ['sent', 'withheld']);
  assert.deepEqual(states, ['QUEUED', 'QUEUED', 'SENT']);
});
