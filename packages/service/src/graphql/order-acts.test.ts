// Goal: what a person may do about an order is told as the acts decide it, and the acts by telephone stop what waits, so that nothing is filled twice.
// Method: the whole schema over the real rooms; what was allowed is done, what was refused is refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CANCEL_REASONS_ES, REFILL_REASONS_ES, STOP_REASONS_ES } from '@pestle/rules/situation-reasons-es';
import { graphSuite } from '@pestle/testbed/graphql/graph-suite';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import { SECOND_PHARMACY } from '@pestle/testbed/graphql/graphql-testbed';
import { sql } from 'kysely';
import { CANCEL_NOT_SENT_REASONS, DISCONTINUE_NOT_SENT_REASONS } from '../delivery/delivery.ts';
import { STUCK_REASONS } from '../delivery/ledger/fallback.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Failure } from '../kernel/errors.ts';

interface Act {
  readonly act: string;
  readonly allowed: boolean;
  readonly refusal: {
    readonly code: string;
    readonly text: { readonly en: string; readonly es: string };
  } | null;
  readonly effect: { readonly en: string; readonly es: string };
}

const ACTS = `query ($id: ID!) { order(id: $id) { acts { act allowed refusal { code text { en es } } effect { en es } } } }`;
const OF_LINES = `query ($id: ID!) { order(id: $id) { fills { acts { act allowed refusal { code } } } } }`;
const PHONED = `mutation ($input: RecordPhonedInInput!) { recordPhonedIn(input: $input) { mayBeThereTwice
  order { state situation fills { state channel phonedIn { takenBy } } } } }`;
const ASK = `mutation ($input: AskForCancelInput!) { askForCancel(input: $input) { results { outcome } } }`;

describe('acts on an order', () => {
  const suite = graphSuite('Riverside');

  const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
  const actsOf = async (actor: Actor, id: string): Promise<ReadonlyMap<string, Act>> => {
    const { order } = await suite.testbed.data<{ order: { acts: readonly Act[] } }>(actor, ACTS, { id });
    return new Map(order.acts.map((act) => [act.act, act]));
  };
  const codeOf = async (actor: Actor, document: string, variables: Record<string, unknown>) => {
    const { errors = [] } = await suite.testbed.ask(actor, document, variables);
    return (errors[0]?.originalError as Failure | undefined)?.code;
  };

  test('A2: each role is told what it may, and what will happen in both languages', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    const allowed = async (actor: Actor) =>
      [...(await actsOf(actor, id)).values()].filter((act) => act.allowed).map(({ act }) => act);
    assert.deepEqual(await allowed(a.as('prescriber')), [
      'OTHER_PHARMACY',
      'REISSUE',
      'CALL_IN_SHEET',
      'PHONED_IN',
      'CANCEL',
    ]);
    assert.deepEqual(await allowed(a.as('staff')), [
      'OTHER_PHARMACY',
      'CALL_IN_SHEET',
      'PHONED_IN',
      'ASK_FOR_CANCEL',
    ]);
    assert.deepEqual(await allowed(a.as('admin')), []);
    assert.deepEqual(await allowed(a.as('machine')), []);
    for (const { effect, refusal } of (await actsOf(a.as('staff'), id)).values())
      for (const text of [
        effect.en,
        effect.es,
        ...(refusal === null ? [] : [refusal.text.en, refusal.text.es]),
      ])
        assert.match(text, /^[A-ZÁÉÍÓÚ].*\.$/, text);
    assert.equal(
      (await actsOf(a.as('staff'), id)).get('OTHER_PHARMACY')?.effect.en,
      'Cancels at Test Pharmacy, sends to the pharmacy that you choose.',
    );
  });

  const states: ReadonlyArray<readonly [string, string, Readonly<Record<string, string | true>>]> = [
    [
      'shipped',
      "state = 'SHIPPED'",
      {
        OTHER_PHARMACY: 'ALREADY_SHIPPED',
        CANCEL: 'ALREADY_SHIPPED',
        RESEND: 'CONFIRMED',
        PHONED_IN: 'CONFIRMED',
      },
    ],
    [
      'delivered',
      "state = 'DELIVERED'",
      {
        OTHER_PHARMACY: 'ALREADY_DELIVERED',
        CANCEL: 'ALREADY_DELIVERED',
        CALL_IN_SHEET: 'NOTHING_TO_CALL_IN',
      },
    ],
    [
      'being canceled',
      "state = 'SENT', cancel_requested_at = now()",
      {
        OTHER_PHARMACY: 'BEING_CANCELED',
        CANCEL: 'BEING_CANCELED',
        RESEND: 'BEING_CANCELED',
        PHONED_IN: 'BEING_CANCELED',
      },
    ],
    [
      'received',
      "state = 'RECEIVED', received_at = now()",
      { OTHER_PHARMACY: true, CANCEL: true, RESEND: 'CONFIRMED', PHONED_IN: 'CONFIRMED' },
    ],
    [
      'stuck',
      "state = 'STUCK'",
      { OTHER_PHARMACY: true, CANCEL: true, CALL_IN_SHEET: true, PHONED_IN: true, HANDLED: true },
    ],
  ];
  for (const [what, set, expected] of states)
    test(`what is ${what}`, async () => {
      const id = await suite.anOrder();
      await suite.setFill(id, set);
      const acts = await actsOf(suite.testbed.a.as('prescriber'), id);
      assert.deepEqual(
        Object.fromEntries(Object.keys(expected).map((act) => [act, acts.get(act)?.refusal?.code ?? true])),
        expected,
      );
    });

  test('D10: nothing is offered to be prescribed again while the pharmacy may dispense what was to be canceled', async () => {
    const id = await suite.anOrder();
    const again = async () =>
      (await actsOf(suite.testbed.a.as('staff'), id)).get('PRESCRIBE_AGAIN')?.refusal?.code ?? 'offered';
    assert.equal(await again(), 'PRESCRIPTION_ON_OPEN_ORDER');
    const canceled =
      "state = 'CANCELED', sent_at = now(), cancel_requested_at = now(), cancel_sent_at = now()";
    for (const [set, expected] of [
      [canceled, 'MAY_BE_DISPENSED'],
      ["cancel_answer = 'denied'", 'MAY_BE_DISPENSED'],
      ["cancel_answer = 'approved'", 'offered'],
      ["alert = 'filling-after-cancel'", 'MAY_BE_DISPENSED'],
      ["alert = null, state = 'DELIVERED', dispensed_after_cancel_at = now()", 'MAY_BE_DISPENSED'],
      ['dispensed_after_cancel_at = null, cancel_answer = null', 'offered'],
    ] as const) {
      await suite.setFill(id, set);
      assert.equal(await again(), expected, set);
    }
  });

  test('each medication has the acts that are its own, in the one order; alone it is canceled by itself', async () => {
    const id = await suite.anOrder();
    await suite.setFill(id, "state = 'STUCK'");
    const { order } = await suite.testbed.data<{ order: { fills: { acts: readonly Act[] }[] } }>(
      suite.testbed.a.as('prescriber'),
      OF_LINES,
      { id },
    );
    const [line] = order.fills;
    const whole = [...(await actsOf(suite.testbed.a.as('prescriber'), id)).keys()];
    const names = line?.acts.map(({ act }) => act) ?? [];
    assert.deepEqual(
      names,
      whole.filter((act) => names.includes(act)),
      'in the order of the whole',
    );
    const refusals = Object.fromEntries(
      line?.acts.map(({ act, refusal }) => [act, refusal?.code ?? true]) ?? [],
    );
    assert.deepEqual(refusals, {
      ANSWER_QUESTION: 'NOTHING_ASKED',
      RESEND: 'NOTHING_SENT',
      NO_MORE_REFILLS: 'NOT_SENT_YET',
      DECLINE_NO_MORE_REFILLS: 'REFILLS_NOT_ASKED',
      ASK_NO_MORE_REFILLS: 'PRESCRIBERS_STOP',
      REISSUE: true,
      PRESCRIBE_AGAIN: 'PRESCRIPTION_ON_OPEN_ORDER',
      CANCEL_ONE: true,
      DECLINE_CANCEL: 'NOT_ASKED',
      ASK_FOR_CANCEL: 'STAFF_ONLY',
    });
  });

  test('A2: acts on orders of another organization are told to nobody', async () => {
    const id = await suite.anOrder();
    for (const document of [ACTS, OF_LINES])
      assert.equal(await codeOf(suite.testbed.b.as('prescriber'), document, { id }), 'NOT_FOUND');
  });

  test('every reason on the desk has its words in Spanish', () => {
    for (const code of Object.keys(STUCK_REASONS)) assert.ok(STOP_REASONS_ES[code] !== undefined, code);
    for (const code of Object.keys(CANCEL_NOT_SENT_REASONS))
      assert.ok(CANCEL_REASONS_ES[code] !== undefined, code);
    for (const code of Object.keys(DISCONTINUE_NOT_SENT_REASONS))
      assert.ok(REFILL_REASONS_ES[code] !== undefined, code);
  });

  test('W8: after 72 hours nothing leaves any more, and that is told', async () => {
    const id = await suite.anOrder();
    await suite.store.withOrg(suite.testbed.a.orgId, (tx) =>
      sql`update prescription set written_at = now() - interval '73 hours'
        where id in (select prescription_id from fill where order_id = ${id})`.execute(tx),
    );
    await suite.setFill(id, "state = 'STUCK'");
    const acts = await actsOf(suite.testbed.a.as('prescriber'), id);
    for (const act of ['OTHER_PHARMACY', 'RESEND', 'REISSUE', 'PHONED_IN'])
      assert.equal(acts.get(act)?.refusal?.code, 'PRESCRIPTION_TOO_OLD', act);
    assert.equal(acts.get('PRESCRIBE_AGAIN')?.allowed, true, 'the way on');
    assert.equal(
      await codeOf(suite.testbed.a.as('staff'), PHONED, { input: { orderId: id, takenBy: 'Kim Lee' } }),
      'PRESCRIPTION_TOO_OLD',
    );
  });

  test('phoned in: what waits never leaves, it is sent by telephone, and nothing of it is sent again', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    const waiting = async () =>
      (
        await suite.store.withOrg(a.orgId, (tx) =>
          sql`select id from outbox where subject_id in (select id from fill where order_id = ${id})`.execute(
            tx,
          ),
        )
      ).rows.length;
    assert.equal(await waiting(), 1);
    const { recordPhonedIn } = await suite.testbed.data<{ recordPhonedIn: unknown }>(a.as('staff'), PHONED, {
      input: { orderId: id, takenBy: 'Kim Lee' },
    });
    assert.deepEqual(plain(recordPhonedIn), {
      mayBeThereTwice: [],
      order: {
        state: 'PLACED',
        situation: 'PHONED_IN',
        fills: [{ state: 'SENT', channel: 'telephone', phonedIn: { takenBy: 'Kim Lee' } }],
      },
    });
    assert.equal(await waiting(), 0);
    const acts = await actsOf(a.as('prescriber'), id);
    assert.equal(acts.get('RESEND')?.refusal?.code, 'PHONED_IN');
    assert.equal(acts.get('REISSUE')?.refusal?.code, 'PHONED_IN');
    assert.equal(acts.get('PHONED_IN')?.refusal?.code, 'PHONED_IN');
    assert.equal(
      await codeOf(a.as('staff'), PHONED, { input: { orderId: id, takenBy: 'Kim Lee' } }),
      'PHONED_IN_REFUSED',
    );
    const { rows } = await suite.store.withOrg(a.orgId, (tx) =>
      sql<{ kept: string }>`select f::text || coalesce(string_agg(e.detail::text, ''), '') as kept from fill f
        join fill_event e on e.fill_id = f.id where f.order_id = ${id} group by f.*`.execute(tx),
    );
    assert.ok(rows.length > 0 && rows.every(({ kept }) => !kept.includes('Kim')), 'who took it is sealed');
  });

  test('D10: what was phoned in is canceled by a call: no message of ours is there to take back', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    await suite.testbed.data(a.as('staff'), PHONED, { input: { orderId: id, takenBy: 'Kim Lee' } });
    const { cancelOrder } = await suite.testbed.data<{ cancelOrder: unknown }>(
      a.as('prescriber'),
      'mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { results { outcome } order { fills { state cancelNotSent { reason } } } } }',
      { input: { orderId: id } },
    );
    assert.deepEqual(plain(cancelOrder), {
      results: [{ outcome: 'CANCEL_NOT_SENT' }],
      order: { fills: [{ state: 'SENT', cancelNotSent: { reason: 'NOT_DELIVERED' } }] },
    });
  });

  test('D11: after a move the pharmacy that took it by telephone must be called', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    await suite.testbed.data(a.as('staff'), PHONED, { input: { orderId: id, takenBy: 'Kim Lee' } });
    const { rerouteOrder } = await suite.testbed.data<{ rerouteOrder: unknown }>(
      a.as('prescriber'),
      'mutation ($id: ID!, $to: ID!) { rerouteOrder(orderId: $id, pharmacyId: $to) { fills { state channel phonedIn { takenBy } cancelNotSent { reason } } } }',
      { id, to: SECOND_PHARMACY },
    );
    assert.deepEqual(plain(rerouteOrder), {
      fills: [{ state: 'QUEUED', channel: null, phonedIn: null, cancelNotSent: { reason: 'NOT_DELIVERED' } }],
    });
  });

  test('while it is being sent, a call is not recorded: nobody would know whether it is there', async () => {
    const id = await suite.anOrder();
    await suite.store.asCourier((tx) =>
      sql`update outbox set leased_by = 'somebody' where subject_id like 'fil_%'`.execute(tx),
    );
    const { a } = suite.testbed;
    const { errors = [] } = await suite.testbed.ask(a.as('staff'), PHONED, {
      input: { orderId: id, takenBy: 'Kim Lee' },
    });
    const failure = errors[0]?.originalError as Failure | undefined;
    assert.deepEqual([failure?.code, failure?.detail.reason], ['PHONED_IN_REFUSED', 'ON_ITS_WAY']);
    assert.equal((await actsOf(a.as('staff'), id)).get('PHONED_IN')?.refusal?.code, 'ON_ITS_WAY');
    await suite.store.asCourier((tx) => sql`update outbox set leased_by = null`.execute(tx));
  });

  test('A2: staff ask for a cancel and a prescriber declines it, with the reason', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    const input = { orderId: id, reason: 'The patient moved away.' };
    assert.equal(await codeOf(a.as('prescriber'), ASK, { input }), 'FORBIDDEN');
    const { askForCancel } = await suite.testbed.data<{ askForCancel: unknown }>(a.as('staff'), ASK, {
      input,
    });
    assert.deepEqual(plain(askForCancel), { results: [{ outcome: 'CANCEL_ASKED' }] });
    type Items = {
      deskItems: {
        nodes: { situation: string; reason: { en: string; es: string } | null; fill: { id: string } }[];
      };
    };
    const onDesk = async () =>
      (
        await suite.testbed.data<Items>(
          a.as('prescriber'),
          'query ($id: ID!) { deskItems(filter: { orderId: $id }) { nodes { situation reason { en es } fill { id } } } }',
          { id },
        )
      ).deskItems.nodes;
    const [asked] = await onDesk();
    const { reason } = input;
    assert.deepEqual([asked?.situation, plain(asked?.reason)], ['CANCEL_ASKED', { en: reason, es: reason }]);
    const decline = `mutation ($id: ID!) { declineCancelRequest(id: $id, reason: "It is still needed.") {
      fills { cancelAsked { reason } cancelDeclined { by reason } } } }`;
    const fillId = { id: asked?.fill.id };
    assert.equal(await codeOf(a.as('staff'), decline, fillId), 'FORBIDDEN');
    const { declineCancelRequest } = await suite.testbed.data<{ declineCancelRequest: unknown }>(
      a.as('prescriber'),
      decline,
      fillId,
    );
    assert.deepEqual(plain(declineCancelRequest), {
      fills: [
        { cancelAsked: null, cancelDeclined: { by: 'Prescriber Riverside', reason: 'It is still needed.' } },
      ],
    });
    assert.deepEqual(await onDesk(), []);
    assert.equal(await codeOf(a.as('prescriber'), decline, fillId), 'CANCEL_REFUSED');
  });

  test('of many orders at once each is told of what lies on the desk of it, and of no other', async () => {
    const ids = [await suite.anOrder(), await suite.anOrder(), await suite.anOrder()];
    const [stuck = '', ...others] = ids;
    await suite.setFill(stuck, "state = 'STUCK'");
    const staff = suite.testbed.a.as('staff');
    const acts = await suite.testbed.rooms.desk.acts(staff, ids);
    const refusals = ids.map((id) => acts.get(id)?.find(({ act }) => act === 'HANDLED')?.refusal?.code);
    assert.deepEqual(refusals, [undefined, ...others.map(() => 'NOTHING_ON_DESK')]);
    for (const id of ids)
      assert.deepEqual(
        (await suite.testbed.rooms.desk.acts(staff, [id])).get(id),
        acts.get(id),
        'as if alone',
      );
  });

  test('a pharmacist’s question lies on the desk until a prescriber answers it, once', async () => {
    const records = recordsOf(suite.testbed, suite.testbed.a, 'Riverside');
    const id = await records.get('question');
    const { a } = suite.testbed;
    const asked =
      'query ($id: ID!) { deskItems(filter: { orderId: $id }) { nodes { situation reason { en } question { id text } } } }';
    const orderId = await records.get('order');
    const { deskItems } = await suite.testbed.data<{
      deskItems: { nodes: { situation: string; question: { id: string } }[] };
    }>(a.as('staff'), asked, { id: orderId });
    const mayAnswer = async (role: 'prescriber' | 'staff') =>
      (await actsOf(a.as(role), orderId)).get('ANSWER_QUESTION')?.refusal?.code ?? true;
    assert.deepEqual([await mayAnswer('prescriber'), await mayAnswer('staff')], [true, 'NOT_YOURS']);
    assert.deepEqual([deskItems.nodes[0]?.situation, deskItems.nodes[0]?.question.id], ['QUESTION', id]);
    const answer =
      'mutation ($id: ID!) { answerQuestion(id: $id, text: "Yes, two at once.") { answer answeredBy { firstName } } }';
    assert.equal(await codeOf(a.as('staff'), answer, { id }), 'FORBIDDEN');
    const { answerQuestion } = await suite.testbed.data<{ answerQuestion: unknown }>(
      a.as('prescriber'),
      answer,
      {
        id,
      },
    );
    assert.deepEqual(plain(answerQuestion), {
      answer: 'Yes, two at once.',
      answeredBy: { firstName: 'Prescriber' },
    });
    assert.equal(await codeOf(a.as('prescriber'), answer, { id }), 'QUESTION_ANSWERED');
    assert.equal(await mayAnswer('prescriber'), 'NOTHING_ASKED');
    const after = await suite.testbed.data<{ deskItems: { nodes: unknown[] } }>(a.as('staff'), asked, {
      id: orderId,
    });
    assert.deepEqual(after.deskItems.nodes, []);
  });

  test('the patient who is to choose is texted again, not too often', async () => {
    const id = await recordsOf(suite.testbed, suite.testbed.a, 'Riverside').get('routingOrder');
    const { a } = suite.testbed;
    const remind = 'mutation ($id: ID!) { remindPatient(orderId: $id) { id } }';
    assert.equal(
      await codeOf(a.as('staff'), remind, { id }),
      'REMINDER_REFUSED',
      'the first text is on its way',
    );
    await suite.store.withOrg(a.orgId, (tx) => sql`delete from outbox where subject_id = ${id}`.execute(tx));
    assert.equal((await actsOf(a.as('staff'), id)).get('REMIND_PATIENT')?.allowed, true);
    await suite.testbed.data(a.as('staff'), remind, { id });
    assert.equal(await codeOf(a.as('staff'), remind, { id }), 'REMINDER_REFUSED');
    assert.equal((await actsOf(a.as('staff'), id)).get('REMIND_PATIENT')?.refusal?.code, 'REMINDED');
    // It told nobody.
    await suite.store.withOrg(a.orgId, (tx) =>
      sql`update text_message set state = 'failed' where order_id = ${id}`.execute(tx),
    );
    assert.equal((await actsOf(a.as('staff'), id)).get('REMIND_PATIENT')?.allowed, true);
    await suite.testbed.data(a.as('staff'), remind, { id });
    // Its number wanted none, and may want them by now: who asks again is not told that the patient was texted.
    await suite.store.withOrg(a.orgId, (tx) =>
      sql`update text_message set state = 'withheld' where order_id = ${id}`.execute(tx),
    );
    assert.equal((await actsOf(a.as('staff'), id)).get('REMIND_PATIENT')?.allowed, true);
  });
});
