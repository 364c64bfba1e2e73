// What is said about refills of the canary's patient: a pharmacy asks for more and is denied them, another is told that there are no more.
import assert from 'node:assert/strict';
import type { Peers } from '@pestle/sandbox/peers';
import { users } from '@pestle/sandbox/seed';
import { build } from '@pestle/script';
import type { Config } from '@pestle/service/config';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import { until } from '@pestle/testbed/patience';
import { renewalRequest } from '@pestle/testbed/tracking/requests';
import { CANARY } from './canaries.ts';

/** Answers what the pharmacy was told. */
export async function askForRenewal(
  { baseUrl }: Config,
  { pharmacies }: Peers,
  pharmacyId: string,
  prescriber: Ask,
): Promise<string> {
  const { ncpdpId, hookCredential } = pharmacies.find(({ id }) => id === pharmacyId) ?? assert.fail();
  assert.ok(hookCredential?.kind === 'bearer' && ncpdpId !== null);
  const npi = users.find(({ role }) => role === 'prescriber')?.prescriber?.npi ?? assert.fail();
  const { lastName } = CANARY.patient;
  const request = renewalRequest({ messageId: 'ASKCANARY', lastName, npi, ncpdpId });
  const { text, contentType } = build(request, { version: '2017071', form: 'xml', unchecked: true });
  const answer = await fetch(`${baseUrl}/v1/hooks/script`, {
    method: 'POST',
    headers: { 'content-type': contentType, authorization: `Bearer ${hookCredential.key}` },
    body: text,
  });
  const said = await answer.text();
  assert.match(said, /<Status>/, said);
  const { pharmacyRequests } = dataOf(
    await prescriber<{ pharmacyRequests: { nodes: { id: string }[] } }>(
      'query { pharmacyRequests(first: 1) { nodes { id } } }',
    ),
  );
  const id = pharmacyRequests.nodes[0]?.id ?? assert.fail('no request');
  dataOf(
    await prescriber(
      'mutation($input: DenyPharmacyRequestInput!) { denyPharmacyRequest(input: $input) { id } }',
      { input: { id, reasonCode: 'AF', note: 'Please call us first.' } },
    ),
  );
  return said;
}

/** Stops the refills of an order, and waits until its pharmacy has said something to that. */
export async function stopRefills(prescriber: Ask, orderId: string): Promise<void> {
  dataOf(
    await prescriber('mutation($orderId: ID!) { discontinueRefills(orderId: $orderId) { order { id } } }', {
      orderId,
    }),
  );
  await until(async () => {
    const { order } = dataOf(
      await prescriber<{ order: { fills: { noMoreRefills: { answerReason: string | null } | null }[] } }>(
        'query($id: ID!) { order(id: $id) { fills { noMoreRefills { answerReason } } } }',
        { id: orderId },
      ),
    );
    return order.fills.every((fill) => typeof fill.noMoreRefills?.answerReason === 'string');
  }, 'the pharmacy has not answered that there are no more refills');
}

/** Staff ask that two orders get no more refills; the prescriber declines one of them. */
export async function askToStopRefills(
  staff: Ask,
  prescriber: Ask,
  { api: asked = '', fax: declined = '' }: { readonly [name: string]: string },
): Promise<void> {
  for (const orderId of [asked, declined]) {
    const { askForNoMoreRefills } = dataOf(
      await staff<{
        askForNoMoreRefills: { results: { outcome: string }[]; order: { fills: { id: string }[] } };
      }>(
        `mutation($input: AskForNoMoreRefillsInput!) {
          askForNoMoreRefills(input: $input) { results { outcome } order { fills { id } } } }`,
        { input: { orderId, reason: CANARY.reasons.repeatReason } },
      ),
    );
    assert.deepEqual(
      askForNoMoreRefills.results.map(({ outcome }) => outcome),
      ['DISCONTINUE_ASKED'],
    );
    if (orderId === asked) continue;
    dataOf(
      await prescriber(
        'mutation($id: ID!, $reason: String!) { declineNoMoreRefills(id: $id, reason: $reason) { id } }',
        { id: askForNoMoreRefills.order.fills[0]?.id, reason: CANARY.desk.cancelDecline },
      ),
    );
  }
}
