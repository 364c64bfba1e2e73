// A pharmacy asks for more refills, with the canary's patient in its message, and the prescriber says no.
import assert from 'node:assert/strict';
import type { Peers } from '@pestle/sandbox/peers';
import { users } from '@pestle/sandbox/seed';
import { build } from '@pestle/script';
import type { Config } from '@pestle/service/config';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
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
