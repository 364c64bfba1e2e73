// Goal: no text wakes a patient unless the practice wants it: what asks them to choose and what tells of a placed order wait for the patient's own morning, and are judged then.
// Method: the real delivery with a clock that is moved, in several zones and over changes of the clock, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import type { TextsAtNight } from '@pestle/rules/patient-texts';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, reviewedDraft } from '@pestle/testbed/practice/practice';
import { type TestClock, testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { findPatient, updatePatientRow } from '../../directory/patient/patient-rows.ts';
import { organizationPeople } from '../../identity/inside.ts';
import { createOrganizationAdministration } from '../../organization/organization.ts';
import { createRouting } from '../../routing/routing.ts';

const MINUTE_MS = 60_000;
const BOSTON = { state: 'MA', postal_code: '02108' };
/** A quarter to eleven in the evening in Boston, and ten in the morning there. */
const [EVENING, MORNING] = ['2026-11-21T03:45:00.000Z', '2026-11-21T15:00:00.000Z'];

for (const { name, skip, open } of BOTH_STORES)
  describe(`texts at night on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: DeliveryTestbed;
    let clock: TestClock;
    before(async () => {
      opened = await open();
      clock = testClock(EVENING);
      testbed = await openDeliveryTestbed(opened.store, { ports: testPorts(clock) });
    });
    after(async () => {
      await testbed.close();
      await opened.close();
      assert.deepEqual(testbed.errors, []);
    });

    const atNight = (textsAtNight: TextsAtNight) =>
      createOrganizationAdministration({
        ...opened,
        ports: testPorts(clock),
        ...organizationPeople,
      }).changeSettings(TEST_ORGANIZATION, { textsAtNight }, 'ops');
    const lives = (place: typeof BOSTON) =>
      opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
        if (row !== undefined) await updatePatientRow(tx, { ...row, ...place });
      });
    const inOrg = <T>(query: ReturnType<typeof sql<T>>) =>
      opened.store.withOrg(TEST_ORGANIZATION, async (tx) => (await query.execute(tx)).rows);
    const order = async (pharmacyId?: string) => {
      const from = testbed.departures.length;
      const record = await testbed.prescribing.createOrder(
        testbed.prescriber,
        {
          drafts: [await reviewedDraft(testbed)],
          ...(pharmacyId === undefined ? {} : { pharmacyId }),
        },
        freshKey('createOrder'),
      );
      testbed.delivery.departures(testbed.departures.slice(from));
      return record.order.id;
    };
    /** How many minutes the text that asks to choose waits; 0 where it left. */
    const waits = async (orderId: OrderId): Promise<number> =>
      await testbed.waitFor(
        async () => {
          const [row] = await inOrg(
            sql<{ wait_ms: number; leased: boolean }>`
              select wait_ms, leased_by is not null as leased from outbox where subject_id = ${orderId}`,
          );
          if (row === undefined) return 0;
          // What is being looked at waits for the end of its lease, which says nothing of the night.
          return row.leased || row.wait_ms === 0 ? undefined : row.wait_ms / MINUTE_MS;
        },
        () => 'the text stayed as it was',
      );
    const about = async (orderId: OrderId) =>
      (
        await inOrg(
          sql<{
            about: string;
          }>`select about from text_message where order_id = ${orderId} order by created_at, id`,
        )
      ).map((row) => row.about);
    const timers = async (orderId: OrderId) =>
      (
        await inOrg(
          sql<{ kind: string }>`select kind from patient_timer where order_id = ${orderId} order by kind`,
        )
      ).map(({ kind }) => kind);
    /** The dispatcher's own clock is the store's: the time that the text waits for comes. */
    const isTime = (orderId: OrderId) =>
      inOrg(sql`update outbox set run_at = now(), wait_ms = 0 where subject_id = ${orderId}`);
    const accepts = () => {
      const found = testbed.peers.pharmacies.find(({ id }) => id.startsWith('phr_0ACCEPTS02'));
      assert.ok(found !== undefined);
      return found;
    };

    test('P10: what asks a patient to choose waits for their morning, and is not sent when a pharmacy was chosen meanwhile', async () => {
      await atNight('none');
      await lives(BOSTON);
      clock.set(EVENING);
      const [asked, chosen] = [await order(), await order()];
      assert.equal(await waits(asked), 9 * 60 + 15);
      assert.equal(await waits(chosen), 9 * 60 + 15);
      assert.deepEqual([await about(asked), await timers(asked)], [[], []], 'reminders begin with the text');
      assert.deepEqual(
        [...(await testbed.delivery.invitations(testbed.prescriber, [asked])).values()],
        ['QUEUED'],
      );
      const routing = createRouting({ ...testbed.deps, departures: () => undefined });
      const choice = { orderId: chosen, pharmacyId: accepts().id as never };
      await routing.selectPharmacy(testbed.prescriber, choice, freshKey('selectPharmacy'));
      // A minute before eight it is still night.
      clock.set('2026-11-21T12:59:00.000Z');
      await isTime(asked);
      await testbed.looked();
      assert.equal(await waits(asked), 1);
      clock.set('2026-11-21T13:00:00.000Z');
      await isTime(asked);
      await inOrg(
        sql`update outbox set run_at = now(), wait_ms = 0 where subject_id = ${chosen} and kind = 'invitation'`,
      );
      await testbed.looked();
      assert.equal(await waits(asked), 0);
      assert.deepEqual(
        [await about(asked), await timers(asked)],
        [['invitation'], ['first-reminder', 'second-reminder']],
      );
      await testbed.waitFor(
        async () =>
          (await inOrg(sql`select 1 from outbox where subject_id = ${chosen} and kind = 'invitation'`))
            .length === 0 || undefined,
        () => 'the text of the order with a pharmacy stayed',
      );
      assert.ok(!(await about(chosen)).includes('invitation'));
    });

    test('P10: an organization has that text leave at once, or all of them; by day none waits', async () => {
      await lives(BOSTON);
      for (const [which, at, expected] of [
        ['first', EVENING, 0],
        ['all', EVENING, 0],
        ['none', MORNING, 0],
        ['none', EVENING, 9 * 60 + 15],
      ] as const) {
        await atNight(which);
        clock.set(at);
        const orderId = await order();
        assert.equal(await waits(orderId), expected, `${which} at ${at}`);
        if (expected === 0) assert.deepEqual(await about(orderId), ['invitation']);
      }
    });

    test('the night is the patient\u2019s own, also when the clock is changed in it', async () => {
      await atNight('none');
      for (const [place, at, minutes] of [
        [{ state: 'HI', postal_code: '96813' }, EVENING, 0],
        [{ state: 'HI', postal_code: '96813' }, '2026-11-21T13:00:00.000Z', 5 * 60],
        [{ state: 'AZ', postal_code: '85004' }, '2026-11-21T14:30:00.000Z', 30],
        [{ state: 'CA', postal_code: '94103' }, '2026-11-21T15:59:00.000Z', 1],
        // The night of 1 November 2026 has an hour more: at first an hour is missing, and the rest is waited for then.
        [BOSTON, '2026-11-01T04:00:00.000Z', 8 * 60],
        [BOSTON, '2026-11-01T12:00:00.000Z', 60],
        [BOSTON, '2026-11-01T13:00:00.000Z', 0],
        // That of 14 March 2027 has one less: the text is an hour late, never early.
        [BOSTON, '2027-03-14T05:00:00.000Z', 8 * 60],
        [BOSTON, '2027-03-14T12:00:00.000Z', 0],
      ] as const) {
        await lives(place);
        clock.set(at);
        assert.equal(await waits(await order()), minutes, `${place.state} at ${at}`);
      }
      await lives(BOSTON);
    });

    test('P10: that an order is with its pharmacy is told in the morning, once, and only if nothing more was to be told', async () => {
      const { id, name: pharmacy } = accepts();
      await atNight('none');
      clock.set(EVENING);
      const [placed, further, silenced] = [await order(id), await order(id), await order(id)];
      for (const orderId of [placed, further, silenced])
        await testbed.until(orderId, (record) => record.order.state === 'PLACED');
      for (const orderId of [placed, further, silenced])
        assert.deepEqual([await about(orderId), await timers(orderId)], [[], ['sent']]);
      await inOrg(sql`update fill set state = 'SHIPPED' where order_id = ${further}`);
      await inOrg(sql`update orders set state = 'ROUTING' where id = ${silenced}`);
      await testbed.delivery.tellPatients();
      assert.deepEqual([await about(placed), await about(further)], [[], []], 'it is still night');
      clock.set(MORNING);
      await testbed.delivery.tellPatients();
      await testbed.delivery.tellPatients();
      assert.deepEqual(
        [await about(placed), await about(further), await about(silenced)],
        [['sent'], ['shipped'], []],
      );
      for (const orderId of [placed, further, silenced]) assert.deepEqual(await timers(orderId), []);
      const text = await testbed.waitFor(
        () => testbed.peers.texts().find((one) => one.text.includes(`was sent to ${pharmacy}`)),
        () => JSON.stringify(testbed.peers.texts()),
      );
      assert.match(text.text, /\/p\/[\w-]{43}/);
      // Sent by day, it is told by day; where all leave at night, too.
      assert.deepEqual(await toldAtOnce(id), ['sent']);
      clock.set(EVENING);
      await atNight('all');
      assert.deepEqual(await toldAtOnce(id), ['sent']);
    });

    const toldAtOnce = async (pharmacyId: string) => {
      const orderId = await order(pharmacyId);
      await testbed.until(orderId, (record) => record.order.state === 'PLACED');
      return await about(orderId);
    };
  });
