// Goal: a text of which the practice has to tell the patient itself, because it reached nobody, lies on the desk until the patient was told, or it is so no more.
// Method: the real statements on both stores, over fills and texts as the other rooms write them.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import type { OrderId } from '@pestle/rules/ids';
import { type DeskPractice, type FillSet, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import {
  anId,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { PRESCRIBER } from '@pestle/testbed/practice/practice';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { DeskItem } from './items.ts';

const MINUTE = 60_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

for (const { name, skip, open } of BOTH_STORES) {
  describe(`texts that reached nobody, on the ${name}`, { skip }, () => {
    let store: Store;
    let close: () => Promise<void>;
    let asOwner: OpenedStore['asOwner'];
    let practice: DeskPractice;
    before(async () => {
      ({ store, close, asOwner } = await open());
      practice = await openDeskPractice(store);
    });
    after(() => close());
    beforeEach(async () => {
      await asOwner(async (owner) => {
        await sql`delete from text_message`.execute(owner);
        await sql`delete from desk_item`.execute(owner);
      });
    });

    const text = (orderId: string, about: string, state: string, minutesAgo: number): Promise<unknown> =>
      store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`insert into text_message (org_id, id, order_id, cause, sealed, about, state, created_at)
          values (${TEST_ORGANIZATION}, ${anId('txt')}, ${orderId}, 'txt', '\\x00'::bytea, ${about}, ${state}, ${ago(minutesAgo * MINUTE)})`.execute(
          tx,
        ),
      );
    const onDesk = async (): Promise<readonly DeskItem[]> =>
      (await practice.all()).filter(({ cause }) => cause === 'patient-not-told');
    const codes = async (): Promise<readonly (string | null)[]> => (await onDesk()).map(({ code }) => code);
    const order = async (state: FillState, set: FillSet = {}): Promise<OrderId> =>
      (await practice.order([state], set)).id;

    const READY: FillSet = { ready_at: ago(MINUTE) };
    const cases: ReadonlyArray<readonly [string, string, FillState, FillSet, readonly string[]]> = [
      ['ready', 'failed', 'FILLING', READY, ['READY']],
      ['problem', 'failed', 'STUCK', {}, ['PROBLEM']],
      ['problem', 'withheld', 'ERROR', {}, ['PROBLEM']],
      ['canceled', 'failed', 'CANCELED', {}, ['CANCELED']],
      ['canceled', 'withheld', 'CANCELED', {}, ['CANCELED']],
      // Whoever wants no texts asked not to be told that it waits for them.
      ['ready', 'withheld', 'FILLING', READY, []],
      ['ready', 'sent', 'FILLING', READY, []],
      ['ready', 'queued', 'FILLING', READY, []],
      // It is so no more.
      ['ready', 'failed', 'FILLING', {}, []],
      ['ready', 'failed', 'DELIVERED', READY, []],
      ['problem', 'failed', 'SENT', {}, []],
      ['canceled', 'failed', 'DELIVERED', {}, []],
      // Seen at the order alone.
      ['sent', 'failed', 'SENT', {}, []],
      ['shipped', 'failed', 'SHIPPED', {}, []],
      ['delivered', 'failed', 'DELIVERED', {}, []],
    ];
    for (const [about, state, fill, set, expected] of cases)
      test(`P5: a text of "${about}" that is ${state}, of a fill that is ${fill}${'ready_at' in set ? ' and ready' : ''}: ${expected.join() || 'nothing'}`, async () => {
        await text(await order(fill, set), about, state, 5);
        assert.deepEqual(await codes(), expected);
      });

    test('P5: it is about the order and its patient, of who prepared it, late after four hours, and nobody else’s', async () => {
      const orderId = await order('CANCELED');
      await text(orderId, 'canceled', 'failed', 241);
      const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ patient_id: string }>`select patient_id from orders where id = ${orderId}`.execute(tx),
      );
      const [item] = await onDesk();
      assert.deepEqual(
        [item?.situation, item?.orderId, item?.patientId, item?.owner?.id, item?.isLate],
        ['patient-not-told', orderId, rows[0]?.patient_id, PRESCRIBER, true],
      );
      assert.notEqual(item?.prescriptionId, null);
      const { bySituation } = await practice.desk.figures(practice.staff);
      assert.deepEqual(
        bySituation.filter(({ situation }) => situation === 'patient-not-told'),
        [{ situation: 'patient-not-told', count: 1 }],
      );
      const stranger = userActor({ orgId: OTHER_ORGANIZATION });
      assert.deepEqual((await practice.desk.items(stranger, {})).items, []);
    });

    test('of one order it lies there once, about the last that failed; a later text that left takes it off, one that fails brings it back', async () => {
      const { id: orderId } = await practice.order(['STUCK', 'CANCELED']);
      await text(orderId, 'problem', 'failed', 50);
      await text(orderId, 'canceled', 'failed', 40);
      assert.deepEqual(await codes(), ['CANCELED']);
      await text(orderId, 'sent', 'sent', 30);
      assert.deepEqual(await codes(), [], 'the link in it shows both');
      await text(orderId, 'problem', 'failed', 20);
      assert.deepEqual(await codes(), ['PROBLEM']);
      await text(orderId, 'problem', 'queued', 10);
      assert.deepEqual(await codes(), [], 'another one is on its way');
    });

    test('the last one may be settled by itself while one before is still so', async () => {
      const { id: orderId } = await practice.order(['CANCELED', 'SENT']);
      await text(orderId, 'canceled', 'failed', 50);
      await text(orderId, 'problem', 'failed', 40);
      assert.deepEqual(await codes(), ['CANCELED']);
    });

    test('who has called the patient says so; the next text that reaches nobody lies there anew', async () => {
      const orderId = await order('CANCELED');
      await text(orderId, 'canceled', 'failed', 50);
      const [item] = await onDesk();
      assert.ok(item !== undefined);
      await practice.desk.close(
        practice.staff,
        { id: item.id, reason: 'Told them by telephone.' },
        freshKey('closeDeskItem'),
      );
      assert.deepEqual(await codes(), []);
      await text(orderId, 'canceled', 'withheld', 5);
      const [again] = await onDesk();
      assert.notEqual(again?.id, item.id);
    });
  });
}
