// Goal: whatever needs a person lies on the practice's desk for as long as its cause does, once for each cause, with a person by name.
// Method: the real statements on both stores, over rows as the other rooms write them.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { type DeskPractice, type FillSet, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import {
  failureOf,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { LISINOPRIL, PATIENT, PRESCRIBER, reviewedDraft } from '@pestle/testbed/practice/practice';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { rememberReporting } from '../../directory/reporting.ts';
import { invitationId } from '../../outbox/outbox.ts';
import { PRESCRIBING_LIMITS } from '../../prescribing/inside.ts';
import type { Store } from '../../store/store.ts';
import { DESK_LIMITS, LATE_AFTER_MS } from '../limits.ts';

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const HOUR = 3_600_000;

for (const { name, skip, open } of BOTH_STORES) {
  describe(`the desk on the ${name}`, { skip }, () => {
    let store: Store;
    let close: () => Promise<void>;
    let practice: DeskPractice;
    before(async () => {
      ({ store, close } = await open());
      practice = await openDeskPractice(store);
      await store.withOrg(TEST_ORGANIZATION, (tx) => rememberReporting(tx, [practice.pharmacyId]));
    });
    after(() => close());
    /** Nothing of an earlier test lies there. */
    beforeEach(async () => {
      await store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await sql`update fill set state = 'DELIVERED', alert = null, dispensed_after_cancel_at = null, cancel_not_sent_at = null,
          discontinue_not_sent_at = null, cancel_asked_at = null, cancel_answer = null,
          refill_stop_asked_at = null, discontinued_at = null`.execute(tx);
        await sql`update orders set state = 'COMPLETED'`.execute(tx);
        await sql`delete from draft`.execute(tx);
      });
    });

    const long = ago(PRESCRIBING_LIMITS.unconfirmedAfterMs + 60_000);
    const cases: ReadonlyArray<readonly [string, FillState, FillSet, readonly string[]]> = [
      ['stuck', 'STUCK', { state_reason: 'NO_FAX_NUMBER' }, ['stuck']],
      ['a problem that the pharmacy reports', 'ERROR', {}, ['problem']],
      ['D5: unconfirmed for too long', 'SENT', { sent_at: long }, ['unconfirmed']],
      ['sent a moment ago', 'SENT', {}, []],
      ['phoned in', 'SENT', { sent_at: long, channel: 'telephone' }, []],
      [
        'D10: dispensed after a cancel',
        'DELIVERED',
        { dispensed_after_cancel_at: long },
        ['dispensed-after-cancel'],
      ],
      ['D10: a cancel that could not leave', 'SENT', { cancel_not_sent_at: long }, ['cancel-not-sent']],
      [
        'D10: a denied cancel',
        'CANCELED',
        { cancel_answer: 'denied', cancel_answered_at: long },
        ['cancel-refused'],
      ],
      ['an approved cancel', 'CANCELED', { cancel_answer: 'approved' }, []],
      [
        'no more refills that could not be said',
        'DELIVERED',
        { discontinue_not_sent_at: long },
        ['cancel-not-sent'],
      ],
      ['A2: a cancel that staff ask for', 'RECEIVED', { cancel_asked_at: long }, ['cancel-asked']],
      ['asked for, and canceled since', 'RECEIVED', { cancel_asked_at: long, cancel_requested_at: long }, []],
      ['asked for, and delivered since', 'DELIVERED', { cancel_asked_at: long }, []],
      ['A2: staff ask to stop the refills', 'DELIVERED', { refill_stop_asked_at: long }, ['refills-asked']],
      [
        'asked to stop them, and stopped since',
        'DELIVERED',
        { refill_stop_asked_at: long, discontinued_at: long },
        [],
      ],
      [
        'D11: filled by the pharmacy that it has left',
        'SENT',
        { alert: 'filled-by-former-pharmacy' },
        ['problem'],
      ],
      [
        'two causes of one fill',
        'STUCK',
        { cancel_asked_at: long, cancel_not_sent_at: long },
        ['cancel-not-sent', 'stuck', 'cancel-asked'],
      ],
      ['under way', 'FILLING', {}, []],
      ['delivered', 'DELIVERED', {}, []],
    ];
    for (const [what, state, set, expected] of cases)
      test(`${what}: ${expected.join(', ') || 'nothing'}`, async () => {
        await practice.order([state], set);
        const items = await practice.all();
        assert.deepEqual(
          items.map(({ situation }) => situation),
          expected,
        );
        assert.ok(items.every(({ owner }) => owner?.id === PRESCRIBER));
      });

    test('an item goes with its cause', async () => {
      const { fills } = await practice.order(['STUCK']);
      assert.equal((await practice.all()).length, 1);
      await practice.setFill(fills[0].id, { state: 'QUEUED' });
      assert.deepEqual(await practice.all(), []);
    });

    test('D5: of pharmacies that have never reported, silence puts nothing on the desk', async () => {
      const { fills } = await practice.order(['SENT'], { sent_at: long });
      const before = (await practice.all()).length;
      await store.asKeeper((tx) =>
        sql`insert into pharmacy (id, ncpdp_id, name, kind, pharmacy_type, serves_public, street1, city, state, postal_code, phone, search_words)
          values ('phr_01TEST000000000000000000ZZ', '7654321', 'Silent', 'LOCAL_PICKUP', 'community_retail', true, '1 Main St', 'Boston', 'MA',
          '02108', '6175550101', 'silent') on conflict do nothing`.execute(tx),
      );
      await practice.setFill(fills[0].id, { pharmacy_id: 'phr_01TEST000000000000000000ZZ' as never });
      assert.deepEqual([before, (await practice.all()).length], [1, 0]);
    });

    test('P12: a patient who does not choose is the practice’s to ask after four hours, and at once where nobody could tell them or remind them', async () => {
      const { prescribing, prescriber } = practice.practice;
      const { order } = await prescribing.createOrder(
        prescriber,
        { drafts: [await reviewedDraft(practice.practice)] },
        freshKey('createOrder'),
      );
      const seen = async () => (await practice.all()).map(({ situation, code }) => [situation, code]);
      assert.deepEqual(await seen(), [], 'the text that asks them is on its way');
      const made = (at: string) =>
        store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql`update orders set created_at = ${at} where id = ${order.id}`.execute(tx),
        );
      await made(ago(DESK_LIMITS.patientChoosesWithinMs - 60_000));
      assert.deepEqual(await seen(), []);
      await made(ago(DESK_LIMITS.patientChoosesWithinMs + 60_000));
      assert.deepEqual(await seen(), [['choose', 'NOT_TOLD']], 'no text was written yet');
      await made(ago(HOUR));
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`delete from outbox where subject_id = ${order.id}`.execute(tx),
      );
      assert.deepEqual(await seen(), [['choose', 'NOT_TOLD']], 'nothing will ask them');
      // What asked last is what counts, whatever its id.
      const text = (id: string, about: string, state: string, minutesAgo: number) =>
        store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql`insert into text_message (org_id, id, order_id, cause, sealed, about, state, created_at) values (${TEST_ORGANIZATION}, ${id},
            ${order.id}, ${id}, '\\x00'::bytea, ${about}, ${state}, ${ago(minutesAgo * 60_000)})`.execute(tx),
        );
      await text('txt_01TESTASKED0000000000000C', 'invitation', 'sent', 50);
      assert.deepEqual(await seen(), [], 'it asked them');
      await text('txt_01TESTASKED0000000000000B', 'sent', 'failed', 45);
      assert.deepEqual(await seen(), [], 'one that asks nothing');
      await text('txt_01TESTASKED0000000000000A', 'reminder', 'failed', 30);
      assert.deepEqual(await seen(), [['choose', 'NOT_TOLD']], 'the reminder reached nobody');
      await text('txt_01TESTASKED00000000000009', 'reminder', 'sent', 10);
      assert.deepEqual(await seen(), [], 'they were asked again');
      await text('txt_01TESTASKED00000000000008', 'reminder', 'withheld', 5);
      assert.deepEqual(await seen(), [['choose', 'NOT_TOLD']], 'their number wants no texts any more');
      const [item] = await practice.all();
      assert.equal(item?.orderId, order.id);
      assert.notEqual(item?.prescriptionId, null);
      const texted = (id: string, state: string, at: string) =>
        store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql`insert into text_message (org_id, id, order_id, cause, sealed, about, state, created_at)
            values (${TEST_ORGANIZATION}, ${id}, ${order.id}, ${id}, '\\x00', 'invitation', ${state}, ${at})`.execute(
            tx,
          ),
        );
      await texted(invitationId(order.id), 'withheld', ago(HOUR));
      assert.deepEqual(await seen(), [['choose', 'NOT_TOLD']], 'nothing more leaves for that number');
      await texted('txt_01TEST0000000000000000000A', 'sent', ago(60_000));
      assert.deepEqual(await seen(), [], 'the number was corrected, and asked');
    });

    test('a draft that somebody else prepared waits for its prescriber; their own does not', async () => {
      const input = {
        patientId: PATIENT,
        treatmentId: LISINOPRIL,
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        instructions: 'Take one tablet by mouth once daily.',
        duplicateReason: 'Another of the same in one test.',
      };
      const { prescribing } = practice.practice;
      await prescribing.createDraft(practice.prescriber, input, freshKey('createDraft'));
      const prepared = await prescribing.createDraft(
        practice.staff,
        { ...input, prescriberId: PRESCRIBER },
        freshKey('createDraft'),
      );
      const items = await practice.all(practice.staff);
      assert.deepEqual(
        items.map(({ situation, draftId, owner }) => [situation, draftId, owner?.id]),
        [['to-sign', prepared.id, PRESCRIBER]],
      );
    });

    test('the worst first, of those the oldest; a page goes on where the one before ended', async () => {
      await practice.order(['ERROR'], { state_since: ago(3 * HOUR) });
      await practice.order(['STUCK'], { state_since: ago(HOUR) });
      await practice.order(['STUCK', 'ERROR'], { state_since: ago(2 * HOUR) });
      const whole = await practice.all();
      assert.deepEqual(
        whole.map(({ situation, isLate }) => [situation, isLate]),
        [
          ['stuck', true],
          ['stuck', true],
          ['problem', true],
          ['problem', true],
        ],
      );
      assert.ok((whole[0]?.since ?? '') < (whole[1]?.since ?? ''));
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const page = await practice.desk.items(practice.prescriber, { first: 1, after });
        paged.push(...page.items.map(({ id }) => id));
        after = page.hasNextPage ? page.endCursor : null;
      } while (after !== null);
      assert.deepEqual(
        paged,
        whole.map(({ id }) => id),
      );
    });

    test('filters: situations, the caller’s own, one order; figures count the same', async () => {
      const stuck = await practice.order(['STUCK'], { state_since: ago(LATE_AFTER_MS.stuck + 60_000) });
      await practice.order(['ERROR']);
      const { desk, prescriber, staff } = practice;
      const situations = async (actor: typeof staff, filter: Parameters<typeof desk.items>[1]) =>
        (await desk.items(actor, filter)).items.map(({ situation }) => situation);
      assert.deepEqual(await situations(staff, { situations: ['problem', 'sent'] }), ['problem']);
      assert.deepEqual(await situations(staff, { situations: [] }), []);
      assert.deepEqual(await situations(staff, { mine: true }), []);
      assert.deepEqual(await situations(prescriber, { mine: true }), ['stuck', 'problem']);
      assert.deepEqual(await situations(staff, { orderId: stuck.id }), ['stuck']);
      const { count, mine, late, bySituation } = await desk.figures(prescriber);
      assert.deepEqual([count, mine, late], [2, 2, 1]);
      assert.deepEqual(
        new Map(bySituation.map((one) => [one.situation, one.count])),
        new Map([
          ['stuck', 1],
          ['problem', 1],
        ]),
      );
      assert.equal((await desk.figures(staff)).mine, 0);
    });

    test('nobody of another organization sees it, nor who has no part in it', async () => {
      const order = await practice.order(['STUCK']);
      const stranger = userActor({ orgId: OTHER_ORGANIZATION });
      assert.deepEqual((await practice.desk.items(stranger, {})).items, []);
      assert.equal((await failureOf(practice.desk.items(stranger, { orderId: order.id }))).code, 'NOT_FOUND');
      const admin = userActor({ roles: ['admin'] });
      assert.equal((await failureOf(practice.desk.items(admin, {}))).code, 'FORBIDDEN');
      assert.equal((await failureOf(practice.desk.figures(admin))).code, 'FORBIDDEN');
    });

    test('who has left owns nothing: the after-hours owner does, and without one the practice', async () => {
      await practice.order(['STUCK']);
      const active = (is: boolean) =>
        store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql`update app_user set active = ${is} where id = ${PRESCRIBER}`.execute(tx),
        );
      const afterHours = (id: string | null) =>
        store.asKeeper((tx) => sql`update organization set after_hours_owner_id = ${id}`.execute(tx));
      try {
        await active(false);
        assert.equal((await practice.all(practice.staff))[0]?.owner, null);
        await afterHours(practice.staff.id);
        assert.equal((await practice.all(practice.staff))[0]?.owner?.id, practice.staff.id);
      } finally {
        await active(true);
        await afterHours(null);
      }
      assert.equal((await practice.all())[0]?.owner?.id, PRESCRIBER);
    });
  });
}
