// Puts records into the service of the testbed, as a person of the practice would: by the API's own operations, without a browser.
import assert from 'node:assert/strict';
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { PERMISSIONS } from '@pestle/service/for-tests/identity';
import { schema } from '@pestle/service/graphql';
import { graphql } from 'graphql';
import { personOf, type SeedPerson } from './browsing.ts';
import type { Testbed } from './elements-testbed.ts';

/** Asks the service as this person; `data` of the answer, or a failed assertion. */
export type Ask = <Data>(source: string, variables?: Readonly<Record<string, unknown>>) => Promise<Data>;

const ALL_SCOPES: ReadonlySet<string> = new Set(Object.values(PERMISSIONS).map(({ scope }) => scope));

let asked = 0;

export function asPerson(testbed: Testbed, person: SeedPerson = personOf()): Ask {
  const { rooms } = testbed.sandbox.service;
  return async <Data>(source: string, variables: Readonly<Record<string, unknown>> = {}) => {
    asked += 1;
    const result = await graphql({
      schema,
      source,
      variableValues: variables,
      contextValue: {
        actor: {
          kind: 'user',
          id: person.id as UserId,
          orgId: testbed.orgId as OrganizationId,
          clientId: testbed.clientId as ApplicationId,
          roles: new Set([person.role]),
          scopes: ALL_SCOPES,
          authTimeSeconds: Math.floor(Date.now() / 1000),
          methods: ['pwd', 'mfa'],
        },
        rooms,
        idempotencyKey: `records-${asked}`,
        requestId: `records-${asked}`,
        ip: '127.0.0.1',
      },
    });
    assert.deepEqual(result.errors?.map(({ message }) => message) ?? [], []);
    return result.data as Data;
  };
}

/** The first treatment that a text finds. */
export async function treatmentOf(ask: Ask, text: string): Promise<string> {
  const { treatments } = await ask<{ treatments: { hits: { nodes: { id: string }[] } } }>(
    'query($text: String!) { treatments(text: $text, first: 1) { hits { nodes { id } } } }',
    { text },
  );
  const [first] = treatments.hits.nodes;
  assert.ok(first !== undefined, `the catalog has ${text}`);
  return first.id;
}

/** A new patient of the practice. */
export async function newPatient(ask: Ask, over: Readonly<Record<string, unknown>> = {}): Promise<string> {
  asked += 1;
  const input = {
    firstName: 'Ann',
    lastName: `Quimby ${String.fromCharCode(65 + (asked % 26))}`,
    dateOfBirth: '1980-02-29',
    sex: 'FEMALE',
    phone: '6175550100',
    address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
    ...over,
  };
  const { createPatient } = await ask<{ createPatient: { id: string } }>(
    'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
    { input },
  );
  return createPatient.id;
}

/** A prescription that is signed; with `pharmacyId` it is ordered there, with `null` it waits for the patient's choice. */
export async function prescribed(
  ask: Ask,
  patientId: string,
  treatmentId: string,
  pharmacyId?: string | null,
): Promise<string> {
  const { createDraft } = await ask<{ createDraft: { id: string } }>(
    'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
    {
      input: {
        patientId,
        treatmentId,
        dispenseQuantity: '60',
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        fillsAllowed: 3,
        instructions: 'Take 1 tablet by mouth twice daily for 30 days.',
        duplicateReason: 'Another of the same.',
      },
    },
  );
  const { attestation } = await ask<{ attestation: { version: string; hash: string } | null }>(
    '{ attestation { version hash } }',
  );
  if (attestation !== null)
    await ask(
      'mutation($version: String!, $hash: String!) { agreeToAttestation(version: $version, hash: $hash) { id } }',
      attestation,
    );
  const { reviewDrafts } = await ask<{
    reviewDrafts: { drafts: { draftId: string; contentHash: string | null; problems: unknown[] }[] };
  }>(
    'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { draftId contentHash problems { code path } } } }',
    {
      ids: [createDraft.id],
    },
  );
  const drafts = reviewDrafts.drafts.map(({ draftId, contentHash, problems }) => {
    assert.ok(contentHash !== null, JSON.stringify(problems));
    return { draftId, contentHash };
  });
  if (pharmacyId === undefined) {
    const { createPrescriptions } = await ask<{ createPrescriptions: { id: string }[] }>(
      'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id } }',
      { drafts },
    );
    return createPrescriptions[0]?.id ?? '';
  }
  const { createOrder } = await ask<{ createOrder: { fills: { prescription: { id: string } }[] } }>(
    'mutation($input: CreateOrderInput!) { createOrder(input: $input) { fills { prescription { id } } } }',
    { input: { drafts, pharmacyId } },
  );
  return createOrder.fills[0]?.prescription.id ?? '';
}
