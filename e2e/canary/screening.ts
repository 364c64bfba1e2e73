// What is kept of screening beside what is signed: the answers of the canary's prescriber when a saved prescription is sent, and a service of the organization's own.
import assert from 'node:assert/strict';
import type { OrganizationId } from '@pestle/rules/ids';
import { organization } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import { startCdsPeer } from '@pestle/testbed/screening/cds-peer';
import { CANARY } from './canaries.ts';

/** Saves the prescription of a draft, and sends it with a reason for what could not be checked. */
export async function sendSaved(prescriber: Ask, draftId: string, pharmacyId: string): Promise<void> {
  const { reviewDrafts } = dataOf(
    await prescriber<{ reviewDrafts: { drafts: { contentHash: string | null }[] } }>(
      'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { contentHash } } }',
      { ids: [draftId] },
    ),
  );
  const contentHash = reviewDrafts.drafts[0]?.contentHash ?? assert.fail('it may not be signed');
  const { createPrescriptions } = dataOf(
    await prescriber<{ createPrescriptions: { id: string }[] }>(
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts: [{ draftId, contentHash }] },
    ),
  );
  dataOf(
    await prescriber('mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: {
        prescriptionIds: createPrescriptions.map(({ id }) => id),
        pharmacyId,
        screeningAnswers: createPrescriptions.flatMap(({ id }) =>
          CANARY.reasons.screeningAnswers.map((answer) => ({ ...answer, prescriptionId: id })),
        ),
      },
    }),
  );
}

/** The organization's own service, whose key is sealed. Nothing is asked of it. */
export async function nameOwnService({ rooms }: Service): Promise<void> {
  const administration = rooms.screening.serviceAdministration ?? assert.fail('no services are reached');
  const peer = await startCdsPeer();
  try {
    await administration.set(organization.id as OrganizationId, { url: peer.url }, 'canary');
  } finally {
    await peer.close();
  }
}
