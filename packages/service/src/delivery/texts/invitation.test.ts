// Goal: an order without a pharmacy sends its patient one text with a link of their own, in their language, and no drug in it.
// Method: the service's delivery against the sandbox's phone over loopback HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import { findPatient, updatePatientRow } from '../../directory/patient/patient-rows.ts';
import { organizationPeople } from '../../identity/inside.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createOrganizationAdministration } from '../../organization/organization.ts';
import type { OrderRecord } from '../../prescribing/inside.ts';
import { createPhoneHashes } from '../../routing/inside.ts';
import { linkOfToken } from '../../routing/patient/links.ts';
import { createRouting } from '../../routing/routing.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { takeReply } from './stops.ts';

describe('the invitation to choose a pharmacy', () => {
  let store: EmbeddedStore;
  let testbed: DeliveryTestbed;
  before(async () => {
    store = await openTestStore();
    testbed = await openDeliveryTestbed(store);
  });
  after(async () => {
    await testbed.close();
    await store.close();
  });

  const change = (changed: { readonly language?: string | null; readonly phone?: string | null }) =>
    store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
      if (row !== undefined) await updatePatientRow(tx, { ...row, ...changed });
    });

  /** `leave`: tells the dispatcher, as the service does; else the order stays as it was just written. */
  const waiting = async ({ leave = true } = {}): Promise<OrderRecord> => {
    const from = testbed.departures.length;
    const record = await testbed.prescribing.createOrder(
      testbed.prescriber,
      { drafts: [await reviewedDraft(testbed)] },
      freshKey('createOrder'),
    );
    if (leave) testbed.delivery.departures(testbed.departures.slice(from));
    return record;
  };

  const settled = async ({ order }: OrderRecord): Promise<void> => {
    await testbed.waitFor(
      async () => {
        const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql`select id from outbox where subject_id = ${order.id}`.execute(tx),
        );
        return rows.length === 0 || undefined;
      },
      () => 'the invitation stayed in the outbox',
    );
  };

  /** Not the texts that tell of a placed order, which follow in their own time. */
  const invitations = () =>
    testbed.peers.texts().filter(({ text }) => /choose a pharmacy|elija una/.test(text));

  test('arrives once, with a token of 256 bits that is stored as a hash only, and names no drug', async () => {
    const before = testbed.peers.texts().length;
    const invited = await waiting();
    await settled(invited);
    assert.deepEqual(
      [...(await testbed.delivery.invitations(testbed.prescriber, [invited.order.id])).values()],
      ['SENT'],
    );
    const texts = testbed.peers.texts().slice(before);
    assert.equal(texts.length, 1);
    const [text] = texts;
    assert.equal(text?.to, '6175550100');
    assert.match(text?.text ?? '', /^Riverside: choose a pharmacy for your prescription: /);
    assert.doesNotMatch(text?.text ?? '', /lisinopril|José|Doe/i);
    const token = /http:\/\/127\.0\.0\.1:8080\/p\/([\w-]{43}) /.exec(text?.text ?? '')?.[1];
    assert.ok(token !== undefined, text?.text);
    const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql<{ kept: string }>`select l::text || coalesce(t::text, '') as kept
        from patient_link l left join text_message t on t.order_id = l.order_id`.execute(tx),
    );
    assert.ok(rows.length > 0 && rows.every(({ kept }) => !kept.includes(token)));
  });

  test('is in Spanish for who reads Spanish', async () => {
    await change({ language: 'es' });
    await settled(await waiting());
    assert.match(testbed.peers.texts().at(-1)?.text ?? '', /elija una farmacia para su receta/);
    await change({ language: null });
  });

  test('is not sent without a telephone number, nor when a pharmacy was chosen before it left', async () => {
    const before = invitations().length;
    await change({ phone: null });
    const silent = await waiting();
    await settled(silent);
    assert.deepEqual(
      [...(await testbed.delivery.invitations(testbed.prescriber, [silent.order.id])).values()],
      ['NOT_SENT'],
      'whoever looks at the order sees that nobody told the patient',
    );
    await change({ phone: '6175550100' });
    // The whole service is in maintenance, so that the text waits.
    const { windows } = createDirectory({ store, ports: systemPorts });
    const window = await windows.add({
      subject: { kind: 'service' },
      end: new Date(Date.now() + 600_000).toISOString(),
      by: 'Olga Operator',
    });
    const record = await waiting();
    const routing = createRouting({ ...testbed.deps, departures: () => undefined });
    const pharmacyId = testbed.peers.pharmacies[0]?.id as typeof PHARMACY;
    const choice = { orderId: record.order.id, pharmacyId };
    await routing.selectPharmacy(testbed.prescriber, choice, freshKey('selectPharmacy'));
    const queued = await testbed.delivery.invitations(testbed.prescriber, [record.order.id]);
    assert.deepEqual([...queued.values()], ['QUEUED']);
    await windows.end(window.id, { by: 'Olga Operator' });
    await settled(record);
    assert.equal((await testbed.delivery.invitations(testbed.prescriber, [record.order.id])).size, 0);
    assert.deepEqual(invitations().slice(before), []);
  });

  test('P4: does not leave for a number that answered STOP, until it answers START; the practice is shown that it did not', async () => {
    const deps = { store, ports: systemPorts, phoneHashes: createPhoneHashes(LINK_KEY) };
    const reply = (text: string) => takeReply(deps, { from: '+16175550100', text });
    assert.equal(await reply(' Stop. '), 'applied');
    assert.equal(await reply('STOP'), 'repeated');
    assert.equal(await reply('When can I stop taking it?'), 'irrelevant');
    const before = invitations().length;
    const record = await waiting();
    await settled(record);
    assert.equal(invitations().length, before);
    const state = async () =>
      (await testbed.delivery.invitations(testbed.prescriber, [record.order.id])).get(record.order.id);
    await testbed.waitFor(
      async () => (await state()) === 'FAILED' || undefined,
      () => 'it was not withheld',
    );
    assert.equal(await reply('start'), 'applied');
    await settled(await waiting());
    assert.equal(invitations().length, before + 1);
    const { rows } = await store.asCourier((tx) => sql`select * from text_stop`.execute(tx));
    assert.deepEqual(rows, []);
  });

  test('the text that it was sent carries a link of its own; none is written where the organization leaves it out', async () => {
    const accepts = testbed.peers.pharmacies.find(({ id }) => id.startsWith('phr_0ACCEPTS02'));
    assert.ok(accepts !== undefined);
    const placed = async (): Promise<OrderRecord> => {
      const from = testbed.departures.length;
      const record = await testbed.prescribing.createOrder(
        testbed.prescriber,
        { drafts: [await reviewedDraft(testbed)], pharmacyId: accepts.id },
        freshKey('createOrder'),
      );
      testbed.delivery.departures(testbed.departures.slice(from));
      await testbed.until(record.order.id, ({ order }) => order.state === 'PLACED');
      return record;
    };
    const administration = createOrganizationAdministration({
      store,
      ports: systemPorts,
      ...organizationPeople,
    });
    await administration.changeSettings(TEST_ORGANIZATION, { patientTexts: [] }, 'ops');
    const silent = await placed();
    await administration.changeSettings(TEST_ORGANIZATION, { patientTexts: ['sent'] }, 'ops');
    const told = await placed();
    const link = await testbed.waitFor(
      async () =>
        /your prescription was sent to .*\/p\/([\w-]{43})/.exec(
          testbed.peers.texts().at(-1)?.text ?? '',
        )?.[1],
      () => JSON.stringify(testbed.peers.texts().at(-1)),
    );
    assert.equal((await linkOfToken(store, link))?.order_id, told.order.id);
    const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`select about from text_message where order_id in (${silent.order.id}, ${told.order.id})`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [{ about: 'sent' }]);
  });

  test('leaves also when nobody told the dispatcher, as after a crash', async () => {
    const before = invitations().length;
    await settled(await waiting({ leave: false }));
    assert.equal(invitations().length, before + 1);
  });

  test('the text that tells of a placed order comes after it, once for each pharmacy that it moves to, in their language', async () => {
    await change({ language: 'es' });
    const record = await waiting();
    await settled(record);
    const routing = createRouting({ ...testbed.deps, departures: testbed.delivery.departures });
    const [first, second] = testbed.peers.pharmacies.filter(({ id }) => /^phr_0(?:ACCEPTS02|PR0PR)/.test(id));
    assert.ok(first !== undefined && second !== undefined);
    const last = () => testbed.peers.texts().at(-1)?.text ?? '';
    const hasText = async (name: string): Promise<void> => {
      const text = `su receta se envió a ${name}.`;
      await testbed.waitFor(() => last().includes(text) || undefined, last);
    };
    const placedAt = (pharmacyId: string) =>
      testbed.until(
        record.order.id,
        ({ order }) => order.state === 'PLACED' && order.pharmacy_id === pharmacyId,
      );
    const choice = { orderId: record.order.id, pharmacyId: first.id as typeof PHARMACY };
    await routing.selectPharmacy(testbed.prescriber, choice, freshKey('selectPharmacy'));
    const { fills } = await placedAt(first.id);
    await hasText(first.name);
    const before = testbed.peers.texts().length;
    await testbed.delivery.reissue(
      testbed.prescriber,
      { fillId: fills[0]?.id as never },
      freshKey('reissue'),
    );
    await testbed.until(
      record.order.id,
      ({ order, fills: [fill] }) => order.pharmacy_count === 2 && fill?.state === 'SENT',
    );
    await testbed.delivery.reroute(
      testbed.prescriber,
      { ...choice, pharmacyId: second.id as typeof PHARMACY },
      freshKey('reroute'),
    );
    await placedAt(second.id);
    await hasText(second.name);
    assert.equal(testbed.peers.texts().length, before + 1, 'nothing of what was issued anew where it was');
    await change({ language: null });
  });
});
