// Goal: the call-in sheet says all that is needed by telephone; a pharmacist is never read a prescription that was canceled, and is told of every cancel that the pharmacy has not confirmed.
// Method: the whole schema over the real rooms, over fills as deliveries and pharmacies leave them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { graphSuite } from '@pestle/testbed/graphql/graph-suite';
import type { Failure } from '../kernel/errors.ts';

interface Act {
  readonly act: string;
  readonly refusal: { readonly code: string } | null;
}

describe('the call-in sheet', () => {
  const suite = graphSuite('Riverside');

  const judged = async (id: string): Promise<Act> => {
    const { order } = await suite.testbed.data<{ order: { acts: readonly Act[] } }>(
      suite.testbed.a.as('staff'),
      'query ($id: ID!) { order(id: $id) { acts { act refusal { code } } } }',
      { id },
    );
    return order.acts.find(({ act }) => act === 'CALL_IN_SHEET') ?? assert.fail('no such act');
  };

  test('D10: the call-in sheet tells what the pharmacy has not canceled as a cancel, never as a prescription', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    const told = async () => {
      const { callInSheet } = await suite.testbed.data<{
        callInSheet: { lines: readonly { canceled: boolean; medication: string }[] };
      }>(a.as('staff'), 'query ($id: ID!) { callInSheet(orderId: $id) { lines { canceled medication } } }', {
        id,
      });
      return callInSheet.lines.map(({ canceled, medication }) => [canceled, medication !== '']);
    };
    const refusal = async () => (await judged(id)).refusal?.code ?? 'allowed';
    assert.deepEqual([await told(), await refusal()], [[[false, true]], 'allowed']);
    const reached = 'sent_at = now(), cancel_requested_at = now()';
    for (const set of [
      `state = 'SENT', ${reached}, cancel_not_sent_at = now(), cancel_not_sent_reason = 'NOT_DELIVERED'`,
      `state = 'CANCELED', ${reached}, cancel_not_sent_at = null, cancel_not_sent_reason = null, cancel_sent_at = now()`,
      `state = 'CANCELED', cancel_answer = 'denied'`,
    ]) {
      await suite.setFill(id, set);
      assert.deepEqual([await told(), await refusal()], [[[true, true]], 'allowed'], set);
    }
    for (const set of [
      `cancel_answer = 'approved'`,
      `cancel_answer = null, cancel_sent_at = null, sent_at = null`,
      `state = 'DELIVERED'`,
    ]) {
      await suite.setFill(id, set);
      assert.equal(await refusal(), 'NOTHING_TO_CALL_IN', set);
    }
  });

  test('the call-in sheet says everything, numbers in words, and each look at it is in the trail', async () => {
    const id = await suite.anOrder();
    const { a } = suite.testbed;
    const { callInSheet } = await suite.testbed.data<{ callInSheet: Record<string, unknown> }>(
      a.as('staff'),
      `query ($id: ID!) { callInSheet(orderId: $id) { pharmacy { name phone } patient { name dateOfBirth address phone }
        prescriber { name npi phone } lines { medication directions quantity quantityInWords refillsInWords dispenseAsWritten deaNumber } } }`,
      { id },
    );
    const said = JSON.stringify(callInSheet);
    for (const words of [
      'Test Pharmacy',
      '1980-02-29',
      'lisinopril 10\u00a0mg oral tablet',
      'thirty',
      'one refill',
      'Not needed',
    ])
      assert.ok(said.includes(words), `${words} in ${said}`);
    const { errors = [] } = await suite.testbed.ask(
      a.as('admin'),
      'query ($id: ID!) { callInSheet(orderId: $id) { orderId } }',
      { id },
    );
    assert.equal((errors[0]?.originalError as Failure | undefined)?.code, 'FORBIDDEN');
  });
});
