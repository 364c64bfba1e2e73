// Goal: whoever is to know of something on the desk is mailed of each step once, in office hours or whoever looks after it outside of them, whatever
// restarts, however many nodes look, and while the mail server is away.
// Method: the real statements on both stores with a clock that stands still; mails are taken where they leave the room.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { type DeskPractice, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import { freshKey, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { PRESCRIBER } from '@pestle/testbed/practice/practice';
import { type TestClock, testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { Mail } from '../../identity/identity.ts';
import type { Store } from '../../store/store.ts';
import { DESK_LIMITS, LATE_AFTER_MS } from '../limits.ts';
import { createDeskReminders, type DeskReminders } from './reminders.ts';

const MINUTE = 60_000;
/** Monday, 10:00 in New York. */
const MONDAY = '2026-11-23T15:00:00.000Z';
const BASE_URL = 'https://rx.example';

for (const { name, skip, open } of BOTH_STORES)
  describe(`reminders of the desk on the ${name}`, { skip }, () => {
    let store: Store;
    let close: () => Promise<void>;
    let practice: DeskPractice;
    let clock: TestClock;
    let mails: Mail[];
    let outcomes: string[];
    let away: boolean;
    let errors: unknown[];

    before(async () => {
      ({ store, close } = await open());
      practice = await openDeskPractice(store);
    });
    after(() => close());
    beforeEach(async () => {
      clock = testClock(MONDAY);
      [mails, outcomes, errors, away] = [[], [], [], false];
      await store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await sql`update fill set state = 'DELIVERED'`.execute(tx);
        await sql`update orders set state = 'COMPLETED'`.execute(tx);
        await sql`delete from desk_mail`.execute(tx);
        await sql`delete from desk_step`.execute(tx);
        await sql`update desk_watch set look_at = '2020-01-01'`.execute(tx);
      });
      await set({
        office_holidays: '{}',
        after_hours_owner_id: null,
        desk_mail_to: null,
        desk_reminders_off: '{}',
      });
    });

    const set = async (columns: Readonly<Record<string, string | null>>): Promise<void> => {
      for (const [column, value] of Object.entries(columns))
        await store.asKeeper((tx) =>
          sql`update organization set ${sql.ref(column)} = ${value} where org_id = ${TEST_ORGANIZATION}`.execute(
            tx,
          ),
        );
    };
    const node = (): DeskReminders =>
      createDeskReminders({
        store,
        ports: testPorts(clock),
        baseUrl: BASE_URL,
        sendMail: async (mail) => {
          if (away) throw new Error('nobody there');
          mails.push(mail);
        },
        onMail: (outcome) => outcomes.push(outcome),
        onError: (error) => errors.push(error),
      });
    const lies = (states: readonly FillState[] = ['STUCK'], since = clock.now()) =>
      practice.order(states, {
        state_since: new Date(since).toISOString(),
        state_reason: 'NO_FAX_NUMBER',
        sent_at: null,
      });
    const taken = (): string[] =>
      mails
        .splice(0)
        .map(({ to }) => to)
        .toSorted();
    const addressOf = async (id: string): Promise<string> => {
      const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ email: string }>`select email from app_user where id = ${id}`.execute(tx),
      );
      return rows[0]?.email ?? '';
    };
    const later = async (ms: number): Promise<void> => {
      clock.forward(ms);
      await node().round();
    };

    test('its owner is mailed when it comes to lie there, owner and practice when it is late, nobody twice', async () => {
      const owner = await addressOf(PRESCRIBER);
      const staff = await addressOf(practice.staff.id);
      const { id: orderId } = await lies();
      await node().round();
      assert.equal(mails[0]?.subject, 'On your desk: 1 / Por atender: 1');
      assert.match(
        mails[0]?.text ?? '',
        new RegExp(`New:\n- Stuck\n  ${BASE_URL}/portal/orders/${orderId}\n`),
      );
      assert.match(mails[0]?.text ?? '', /Nuevo:\n- Detenida\n/);
      assert.deepEqual(taken(), [owner]);
      for (let looks = 0; looks < 5; looks += 1) await later(MINUTE);
      assert.deepEqual(taken(), []);
      clock.set(Date.parse(MONDAY) + LATE_AFTER_MS.stuck);
      await node().round();
      assert.ok(mails.every(({ subject }) => subject === 'Late on your desk: 1 / Con retraso: 1'));
      assert.deepEqual(taken(), [owner, staff].toSorted());
      for (let looks = 0; looks < 100; looks += 1) await later(5 * MINUTE);
      assert.deepEqual([taken(), errors], [[], []]);
    });

    test('twenty-five at once are one mail, which names no patient and no medication; what follows soon waits for the next', async () => {
      for (let made = 0; made < 25; made += 1) await lies();
      await node().round();
      assert.equal(mails.length, 1);
      const { text = '', subject = '' } = mails[0] ?? {};
      assert.equal(subject, 'On your desk: 25 / Por atender: 25');
      assert.match(text, /and 5 more\./);
      assert.match(text, /y 5 más\./);
      assert.equal(text.match(/- Stuck/g)?.length, DESK_LIMITS.mailItemsMax);
      assert.doesNotMatch(text, /lisinopril|Quinn|Walker|NO_FAX_NUMBER|\d{4}-\d\d-\d\d/i);
      taken();
      await lies();
      await later(MINUTE);
      await lies();
      await later(MINUTE);
      assert.deepEqual(taken(), []);
      clock.forward(DESK_LIMITS.mailPauseMs);
      await node().round();
      assert.equal(mails[0]?.subject, 'On your desk: 2 / Por atender: 2');
    });

    test('outside of office hours who looks after the desk then is mailed at once, its owner when the office opens', async () => {
      const afterHours = await practice.addStaff('Nina', `Night${name.length}`);
      await set({ after_hours_owner_id: afterHours.id, office_holidays: '{2026-11-24}' });
      clock.set('2026-11-24T00:30:00.000Z');
      await lies();
      await node().round();
      assert.deepEqual(taken(), [await addressOf(afterHours.id)]);
      // Late at night, and a holiday after it.
      await later(LATE_AFTER_MS.stuck);
      assert.deepEqual(taken(), [await addressOf(afterHours.id)]);
      clock.set('2026-11-24T15:00:00.000Z');
      await node().round();
      assert.deepEqual(taken(), []);
      clock.set('2026-11-25T13:00:00.000Z');
      await node().round();
      const told = taken();
      assert.ok(told.includes(await addressOf(PRESCRIBER)) && !told.includes(await addressOf(afterHours.id)));
      await set({ after_hours_owner_id: null });
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update app_user set active = false where id = ${afterHours.id}`.execute(tx),
      );
    });

    test('without anybody for the night everything waits for the office', async () => {
      clock.set('2026-11-24T00:30:00.000Z');
      await lies();
      await node().round();
      assert.deepEqual(taken(), []);
      clock.set('2026-11-24T13:00:00.000Z');
      await node().round();
      assert.ok(taken().includes(await addressOf(PRESCRIBER)));
    });

    test('the address of the practice stands for its people, and reminders that are turned off are not sent', async () => {
      await set({ desk_mail_to: 'desk@clinic.example' });
      await lies(['STUCK'], clock.now() - LATE_AFTER_MS.stuck);
      await node().round();
      assert.deepEqual(taken(), [await addressOf(PRESCRIBER), 'desk@clinic.example'].toSorted());
      await set({ desk_reminders_off: '{entered,late,late-to-practice}' });
      await lies(['STUCK'], clock.now() - LATE_AFTER_MS.stuck);
      await later(60 * MINUTE);
      assert.deepEqual(taken(), []);
    });

    test('while the mail server is away mails are kept, tried again under the same id, and survive a restart', async () => {
      away = true;
      await lies();
      await node().round();
      await later(MINUTE);
      assert.deepEqual([outcomes, mails], [['again'], []]);
      await later(DESK_LIMITS.mailRetryMs);
      assert.deepEqual(outcomes, ['again', 'again']);
      away = false;
      await later(DESK_LIMITS.mailRetryMaxMs);
      const ids = mails.map(({ id }) => id);
      assert.match(ids[0] ?? '', /^dml_/);
      assert.ok(taken().includes(await addressOf(PRESCRIBER)));
      // What no server took for a day is given up, and said.
      away = true;
      await lies();
      for (let tries = 0; tries < 60; tries += 1) await later(DESK_LIMITS.mailRetryMaxMs);
      assert.ok(outcomes.includes('failed'));
      assert.deepEqual(errors, []);
    });

    test('what was settled before a mail leaves is not in it, and a mail about nothing does not leave', async () => {
      clock.set('2026-11-24T00:30:00.000Z');
      const settled = await lies();
      const stays = await lies();
      await node().round();
      await practice.setFill(settled.fills[0]?.id ?? '', { state: 'SENT' });
      clock.set('2026-11-24T13:00:00.000Z');
      await node().round();
      const text = mails[0]?.text ?? '';
      assert.ok(text.includes(stays.id) && !text.includes(settled.id));
      taken();
      clock.set('2026-11-25T00:30:00.000Z');
      const gone = await lies();
      await node().round();
      await practice.setFill(gone.fills[0]?.id ?? '', { state: 'SENT' });
      await practice.setFill(stays.fills[0]?.id ?? '', { state: 'SENT' });
      outcomes.splice(0);
      clock.set('2026-11-25T13:00:00.000Z');
      await node().round();
      assert.deepEqual(taken(), []);
      assert.ok(outcomes.length > 0 && outcomes.every((outcome) => outcome === 'needless'));
    });

    test('ten nodes that look at once tell nobody twice', async () => {
      await lies();
      await Promise.all(Array.from({ length: 10 }, () => node().round()));
      await Promise.all(Array.from({ length: 10 }, () => node().round()));
      assert.deepEqual([taken(), errors], [[await addressOf(PRESCRIBER)], []]);
    });

    test('who took it is its owner, and a new cause is told anew', async () => {
      const { fills } = await lies(['ERROR']);
      const fillId = fills[0]?.id ?? '';
      await node().round();
      assert.deepEqual(taken(), [await addressOf(PRESCRIBER)]);
      const [item] = (await practice.all()).filter((one) => one.fillId === fillId);
      const staff = userActor({ id: practice.staff.id, roles: ['staff'] });
      await practice.desk.take(staff, { id: item?.id ?? '' }, freshKey('take'));
      clock.forward(DESK_LIMITS.mailPauseMs);
      await practice.setFill(fillId, { state_since: new Date(clock.now()).toISOString() });
      await node().round();
      assert.deepEqual(taken(), [await addressOf(practice.staff.id)]);
    });

    test('what becomes late by time alone is told to pages that are open', async () => {
      const { id: orderId } = await lies();
      await node().round();
      clock.forward(LATE_AFTER_MS.stuck);
      await node().round();
      const told = await store.asCourier((tx) =>
        sql<{ kind: string; order_id: string }>`select kind, order_id from live_change
          where kind = 'desk' and order_id = ${orderId}`.execute(tx),
      );
      assert.equal(told.rows.length, 1);
    });
  });
