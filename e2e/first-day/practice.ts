// The prescriber at work over the API: a patient, orders for the pharmacy of the day, and where they stand.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ask, askWith, dataOf, signInPerson } from '@pestle/testbed/api/api';
import { createDraft, reviewDraft } from '@pestle/testbed/api/prescriber';
import { sql } from 'kysely';
import { type Day, PATIENCE_MS } from './day.ts';
import { nextCode, type Person } from './people.ts';

const SCOPE =
  'openid read:patient write:patient read:treatment read:pharmacy read:prescription write:draft write:prescription read:order write:order';
const AGAIN = 'one more for the test of the first day';
const PATIENT = {
  firstName: 'Ann',
  lastName: 'Example',
  dateOfBirth: '1980-02-29',
  sex: 'FEMALE',
  phone: '6175550130',
  address: { street1: '7 Elm St', city: 'Boston', state: 'MA', postalCode: '02108' },
};

export interface Fill {
  readonly state: string;
  readonly channel: string | null;
  readonly transmissions: readonly { readonly messageId: string }[];
}

export const messageOf = ({ transmissions: [one] }: Fill): string => one?.messageId ?? 'none was sent';

export interface Practice {
  /** Signs an order for the pharmacy; its id. */
  readonly send: () => Promise<string>;
  readonly fillOf: (orderId: string) => Promise<Fill>;
  /** Waits until its fill is in this state. */
  readonly until: (orderId: string, state: string) => Promise<Fill>;
  /** Waits until what is to leave of the order is held back for this; its transmission. */
  readonly heldFor: (why: 'a window' | 'a recall', orderId: string) => Promise<string>;
}

export async function openPractice(day: Day, prescriber: Person): Promise<Practice> {
  const { email, password } = prescriber;
  const ask = askWith(
    day.baseUrl,
    await signInPerson({
      baseUrl: day.baseUrl,
      email,
      password,
      scope: SCOPE,
      clientId: await day.variable('APPLICATION'),
      redirectUri: day.practiceUrl,
      code: () => nextCode(prescriber),
    }),
  );
  const { createPatient } = dataOf(
    await ask<{ createPatient: { id: string } }>(
      'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
      { input: PATIENT },
    ),
  );
  const fillOf = async (orderId: string): Promise<Fill> => {
    const { order } = dataOf(
      await ask<{ order: { fills: Fill[] } }>(
        'query($id: ID!) { order(id: $id) { fills { state channel transmissions { messageId } } } }',
        { id: orderId },
      ),
    );
    assert.ok(order.fills[0]);
    return order.fills[0];
  };
  return {
    send: () => send(day, ask, createPatient.id),
    fillOf,
    until: async (orderId, state) => {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const fill = await fillOf(orderId);
        if (fill.state === state) return fill;
        assert.ok(Date.now() < deadline, `it stayed ${fill.state}, and should be ${state}`);
        await sleep(50);
      }
    },
    heldFor: (why, orderId) =>
      day.inStore(`nothing of it is held for ${why}`, async (owner) => {
        const { rows } = await sql<{ id: string; window: boolean; recall: boolean }>`
          select outbox.id, held_by is not null as window, on_hold_by like 'rcl_%' as recall
          from outbox join fill on fill.id = outbox.subject_id where fill.order_id = ${orderId}`.execute(
          owner,
        );
        return rows.find(({ window, recall }) => (why === 'a window' ? window : recall))?.id;
      }),
  };
}

async function send(day: Day, ask: Ask, patientId: string): Promise<string> {
  const pharmacyId = await day.variable('PHARMACY');
  const draft = await createDraft(ask, { patientId, repeatReason: AGAIN, duplicateReason: AGAIN });
  const input = { drafts: [await reviewDraft(ask, draft.id, pharmacyId)], pharmacyId };
  const { createOrder } = dataOf(
    await ask<{ createOrder: { id: string } }>(
      'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
      { input },
    ),
  );
  return createOrder.id;
}
