// Goal: patients are told what became of their order, once, by day, and only what is so when they are told; whatever was to be told survives a restart.
// Method: orders behind the real pages and reports, a clock that is moved, and the texts as they stand in the store.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { PATIENT_TEXTS, type PatientText } from '@pestle/rules/patient-texts';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { MAIL_PHARMACY, openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { findPatient, updatePatientRow } from '../../directory/patient/patient-rows.ts';
import { organizationPeople } from '../../identity/inside.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createOrganizationAdministration } from '../../organization/organization.ts';
import { PRESCRIBING_LIMITS, type PrescribingTables } from '../../prescribing/inside.ts';
import { createPatientLinkKey, createPhoneHashes } from '../../routing/inside.ts';
import { createRouting } from '../../routing/routing.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { writeInvitation } from './invitation.ts';
import { untilDayMs } from './timers.ts';
import type { TextContent } from './write-text.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

describe('what patients are told', () => {
  let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
  let begin: number;
  before(async () => {
    testbed = await openPatientChoice();
    begin = testbed.clock.now();
    // A sandbox, such as this practice is, has no night of its own.
    await createOrganizationAdministration({
      store: testbed.store,
      ports: systemPorts,
      ...organizationPeople,
    }).changeSettings(TEST_ORGANIZATION, { textsAtNight: 'first' }, 'ops');
  });
  after(() => testbed.close());

  /** Every test begins at the same time of the next day: 10 in the morning in Boston. */
  const nextDay = (): void => {
    const day = 24 * HOUR_MS;
    testbed.clock.forward(day - ((testbed.clock.now() - begin) % day));
  };

  const invited = async (wish: { readonly usePreferredPharmacy?: boolean } = {}): Promise<OrderId> => {
    const { orderId } = await testbed.waiting(wish);
    const { store, ports } = testbed;
    const links = {
      baseUrl: 'http://127.0.0.1:8080',
      patientLinks: createPatientLinkKey(LINK_KEY),
      phoneHashes: createPhoneHashes(LINK_KEY),
    };
    assert.equal(await writeInvitation({ store, ports, ...links }, TEST_ORGANIZATION, orderId), true);
    return orderId;
  };

  /** An order that its pharmacy has. */
  const sent = async (): Promise<OrderId> => {
    const orderId = await invited();
    const telephone = testbed.telephone();
    const { token } = await tokenOf(orderId);
    const visit = await telephone.enter(token);
    await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
    await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update fill set state = 'SENT', sent_at = ${new Date(testbed.clock.now()).toISOString()} where order_id = ${orderId}`.execute(
        tx,
      ),
    );
    return orderId;
  };
  const tokenOf = async (orderId: OrderId): Promise<{ token: string }> => {
    const text = (await textsOf(orderId))[0]?.body ?? '';
    return { token: /\/p\/([\w-]{43})/.exec(text)?.[1] ?? '' };
  };

  const textsOf = (orderId: OrderId) =>
    testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const rows = await tx
        .withTables<DeliveryTables>()
        .selectFrom('text_message')
        .select(['id', 'about', 'sealed', 'state'])
        .where('order_id', '=', orderId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id, about, sealed, state }) => ({
        about,
        state,
        ...(keysOf(tx).openJson(columnAddress('text', id), sealed) as TextContent),
      }));
    });
  /** Without the invitation. */
  const newsOf = async (orderId: OrderId) =>
    (await textsOf(orderId)).filter(({ about }) => about !== 'invitation');
  const told = async (orderId: OrderId) => (await newsOf(orderId)).map(({ about }) => about);
  const tell = () => testbed.delivery.tellPatients();

  test('P9: reminders come 20 minutes and 4 hours after the invitation, once each, also after a restart, with the same link', async () => {
    nextDay();
    const orderId = await invited();
    testbed.clock.forward(19 * MINUTE_MS);
    await tell();
    assert.deepEqual(await told(orderId), []);
    testbed.clock.forward(MINUTE_MS);
    // Two nodes look at the same moment.
    await Promise.all([tell(), testbed.restarted().tellPatients()]);
    assert.deepEqual(await told(orderId), ['reminder']);
    testbed.clock.forward(4 * HOUR_MS);
    await testbed.restarted().tellPatients();
    await tell();
    assert.deepEqual(await told(orderId), ['reminder', 'reminder']);
    const links = (await textsOf(orderId)).map(({ body }) => /\/p\/[\w-]{43}/.exec(body)?.[0]);
    assert.equal(new Set(links).size, 1);
  });

  test('P9: the preferred pharmacy is used after its time, also at night, only where that was wanted and nobody chose', async () => {
    nextDay();
    testbed.clock.forward(12 * HOUR_MS);
    await testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
      if (row !== undefined) await updatePatientRow(tx, { ...row, preferred_pharmacy_id: PHARMACY });
    });
    const [wanted, plain] = [await invited({ usePreferredPharmacy: true }), await invited()];
    const texts = async (orderId: OrderId) => (await textsOf(orderId)).map(({ body }) => body).join();
    assert.match(
      await texts(wanted),
      /goes to your usual pharmacy in 15 minutes, unless you choose another one/,
    );
    assert.match(await texts(plain), /choose a pharmacy for your prescription/);
    // What the patient reads behind the link, and the practice in the API, is the same.
    const telephone = testbed.telephone();
    const { token } = await tokenOf(wanted);
    const page = await telephone.get(await telephone.enter(token));
    assert.match(page.text, /If you choose none by [^<]+, it goes to Test Pharmacy\./);
    const at = await createRouting({
      ...testbed,
      ...testbed.practice.deps,
      departures: () => undefined,
    }).preferredAt(testbed.practice.prescriber, [wanted, plain]);
    const due = new Date(testbed.clock.now() + PRESCRIBING_LIMITS.preferredAfterMs).toISOString();
    assert.deepEqual([...at], [[wanted, due]]);
    const pharmacyOf = async (orderId: OrderId) =>
      (
        await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql<{ pharmacy_id: string | null }>`select pharmacy_id from orders where id = ${orderId}`.execute(
            tx,
          ),
        )
      ).rows[0]?.pharmacy_id;
    testbed.clock.forward(14 * MINUTE_MS);
    await tell();
    assert.equal(await pharmacyOf(wanted), null);
    testbed.clock.forward(MINUTE_MS);
    await testbed.restarted().tellPatients();
    assert.deepEqual([await pharmacyOf(wanted), await pharmacyOf(plain)], [PHARMACY, null]);
    const chosen = await invited({ usePreferredPharmacy: true });
    const other = await telephone.enter((await tokenOf(chosen)).token);
    await telephone.post(`${other}/choose`, { pharmacy: MAIL_PHARMACY });
    testbed.clock.forward(16 * MINUTE_MS);
    await tell();
    assert.equal(await pharmacyOf(chosen), MAIL_PHARMACY, 'who has chosen is not overruled');
    await assert.rejects(
      testbed.practice.prescribing.createOrder(
        testbed.practice.prescriber,
        { drafts: [await reviewedDraft(testbed.practice)], pharmacyId: PHARMACY, usePreferredPharmacy: true },
        freshKey('createOrder'),
      ),
      { code: 'INVALID_INPUT' },
    );
    await testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
      const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
      if (row !== undefined) await updatePatientRow(tx, { ...row, preferred_pharmacy_id: null });
    });
  });

  test('who has chosen is not reminded', async () => {
    nextDay();
    const orderId = await sent();
    testbed.clock.forward(5 * HOUR_MS);
    await tell();
    assert.deepEqual(await told(orderId), []);
  });

  test('P10: nobody is reminded at night, and one reminder is enough in the morning', async () => {
    nextDay();
    testbed.clock.forward(10.5 * HOUR_MS);
    const orderId = await invited();
    for (let hours = 0; hours < 11; hours += 1) {
      testbed.clock.forward(HOUR_MS);
      await tell();
      assert.deepEqual(await told(orderId), [], `at ${new Date(testbed.clock.now()).toISOString()}`);
    }
    testbed.clock.forward(HOUR_MS);
    await tell();
    assert.deepEqual(await told(orderId), ['reminder']);
  });

  test('the night is that of the patient, over every zone and change of the clock', () => {
    for (const [state, postalCode, zone] of [
      ['MA', '02108', 'America/New_York'],
      ['CA', '94103', 'America/Los_Angeles'],
      ['HI', '96813', 'Pacific/Honolulu'],
      ['AZ', '85004', 'America/Phoenix'],
    ] as const)
      for (
        let at = Date.parse('2026-10-30T00:00:00Z');
        at < Date.parse('2026-11-03T00:00:00Z');
        at += 17 * MINUTE_MS
      ) {
        const wait = untilDayMs({ state, postalCode }, 'UTC', at);
        const hour = (ms: number) =>
          Number(
            new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(
              ms,
            ),
          );
        const day = hour(at) >= 8 && hour(at) < 21;
        assert.equal(wait === 0, day, `${zone} ${new Date(at).toISOString()}`);
        // In the night in which the clock is set back it is an hour early, and is looked at again.
        if (wait > 0)
          assert.ok([7, 8].includes(hour(at + wait)), `${zone} ${new Date(at + wait).toISOString()}`);
      }
    assert.equal(untilDayMs(null, 'America/New_York', Date.parse('2026-11-20T15:00:00Z')), 0);
  });

  test('P3: ready, shipped and handed out are told once each, with the link, in the patient\u2019s language, without the drug', async () => {
    nextDay();
    const orderId = await sent();
    await testbed.speak('es');
    await testbed.report(orderId, 'FILLING');
    await tell();
    assert.deepEqual(await told(orderId), []);
    await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update fill set ready_at = updated_at where order_id = ${orderId}`.execute(tx),
    );
    await tell();
    await tell();
    testbed.clock.forward(MINUTE_MS);
    await testbed.report(orderId, 'DELIVERED');
    await tell();
    await testbed.speak(null);
    const texts = await newsOf(orderId);
    assert.deepEqual(
      texts.map(({ about }) => about),
      ['ready', 'delivered'],
    );
    assert.match(
      texts[0]?.body ?? '',
      /^Riverside: su receta está lista para recoger en Test Pharmacy\. .*\/p\/[\w-]{43}/,
    );
    assert.match(texts[1]?.body ?? '', /se recogió en Test Pharmacy/);
    for (const { body } of texts) assert.doesNotMatch(body, /lisinopril|José|Doe/i);
  });

  test('what was so for a moment only is not told: a problem is, after ten minutes', async () => {
    nextDay();
    const orderId = await sent();
    await testbed.report(orderId, 'ERROR');
    await tell();
    testbed.clock.forward(9 * MINUTE_MS);
    await testbed.report(orderId, 'FILLING');
    testbed.clock.forward(2 * MINUTE_MS);
    await tell();
    assert.deepEqual(await told(orderId), []);
    await testbed.report(orderId, 'ERROR');
    testbed.clock.forward(10 * MINUTE_MS);
    await tell();
    assert.deepEqual(await told(orderId), ['problem']);
  });

  test('an organization leaves texts out, and a pharmacy that goes back and forth does not fill a telephone', async () => {
    nextDay();
    const administration = createOrganizationAdministration({
      store: testbed.store,
      ports: systemPorts,
      ...organizationPeople,
    });
    const orderId = await sent();
    await administration.changeSettings(TEST_ORGANIZATION, { patientTexts: ['sent', 'ready'] }, 'ops');
    await testbed.report(orderId, 'SHIPPED');
    await tell();
    assert.deepEqual(await told(orderId), []);
    await administration.changeSettings(TEST_ORGANIZATION, { patientTexts: ['problem'] }, 'ops');
    for (let turn = 0; turn < 6; turn += 1) {
      await testbed.report(orderId, 'ERROR');
      testbed.clock.forward(11 * MINUTE_MS);
      await tell();
      await testbed.report(orderId, 'FILLING');
    }
    assert.deepEqual(await told(orderId), ['problem', 'problem', 'problem']);
    await administration.changeSettings(
      TEST_ORGANIZATION,
      {
        patientTexts: ['sent', 'ready', 'shipped', 'delivered', 'problem', 'canceled'],
      },
      'ops',
    );
  });

  test('P3: each text can be left out, and is told of an order whose pharmacy the practice chose', async () => {
    const administration = createOrganizationAdministration({
      store: testbed.store,
      ports: systemPorts,
      ...organizationPeople,
    });
    const moves: Readonly<Record<Exclude<PatientText, 'sent'>, object>> = {
      ready: { state: 'FILLING', ready_at: '2026-11-20T15:00:00.000Z' },
      shipped: { state: 'SHIPPED' },
      delivered: { state: 'DELIVERED' },
      problem: { state: 'STUCK' },
      canceled: { state: 'CANCELED' },
    };
    for (const [text, move] of Object.entries(moves))
      for (const wanted of [true, false]) {
        nextDay();
        const { order } = await testbed.practice.prescribing.createOrder(
          testbed.practice.prescriber,
          { drafts: [await reviewedDraft(testbed.practice)], pharmacyId: PHARMACY },
          freshKey('createOrder'),
        );
        await administration.changeSettings(
          TEST_ORGANIZATION,
          { patientTexts: PATIENT_TEXTS.filter((one) => (one === text) === wanted) },
          'ops',
        );
        const set = (values: object) =>
          testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
            tx
              .withTables<PrescribingTables>()
              .updateTable('fill')
              .set(values)
              .where('order_id', '=', order.id)
              .execute(),
          );
        const at = new Date(testbed.clock.now()).toISOString();
        await set({ state: 'SENT', sent_at: at, updated_at: at });
        await set({ ...move, updated_at: at });
        testbed.clock.forward(11 * MINUTE_MS);
        await tell();
        const texts = await newsOf(order.id);
        assert.deepEqual(
          texts.map(({ about }) => about),
          wanted ? [text] : [],
          `${text}, ${wanted ? 'wanted' : 'left out'}`,
        );
        for (const { body } of texts) assert.match(body, /\/p\/[\w-]{43}/);
      }
    await administration.changeSettings(TEST_ORGANIZATION, { patientTexts: [...PATIENT_TEXTS] }, 'ops');
  });

  test('without a telephone number nothing is written, and nothing waits for ever', async () => {
    nextDay();
    const orderId = await sent();
    const phone = async (value: string | null) =>
      testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
        if (row !== undefined) await updatePatientRow(tx, { ...row, phone: value });
      });
    await phone(null);
    await testbed.report(orderId, 'SHIPPED');
    testbed.clock.forward(6 * HOUR_MS);
    await tell();
    await phone('6175550100');
    assert.deepEqual(await told(orderId), []);
    const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`select kind from patient_timer where order_id = ${orderId}`.execute(tx),
    );
    assert.deepEqual(rows, []);
  });
});
