// The two charts of every example, and patients for them: new ones for each example, because what was sent for a patient a moment ago
// is not planned for the same patient again.
import assert from 'node:assert/strict';
import { patients } from '@pestle/sandbox/seed';
import type { Ask } from '@pestle/testbed/elements/records';
import { newPatient, prescribed, treatmentOf } from '@pestle/testbed/elements/records';

/** A patient of the example, and what belongs to that patient alone. */
export interface ExpectedChart {
  readonly name: string;
  /** The id that the example's own records have for the patient. */
  readonly patientId: string;
  /** What is planned for the patient in the example, and the quantity that its override sets. */
  readonly planned: string;
  readonly quantity: string;
  /** What the patient was prescribed before. */
  readonly earlier: string;
}

export const CHARTS: readonly [ExpectedChart, ExpectedChart] = [
  {
    name: 'Jane Tester',
    patientId: 'MRN-1001',
    planned: 'lisinopril',
    quantity: '30',
    earlier: 'amoxicillin',
  },
  {
    name: 'José Núñez',
    patientId: 'MRN-1002',
    planned: 'metformin',
    quantity: '14',
    earlier: 'atorvastatin',
  },
];

/** Who has the id of a chart now, by it. */
const holders = new Map<string, string>(
  patients.flatMap(({ id, externalId }) => (externalId === undefined ? [] : [[externalId, id] as const])),
);

/** Makes a new patient for each chart, with a history that the other has not; answers the service's id of the first. */
export async function openCharts(ask: Ask): Promise<string> {
  for (const { name, patientId, earlier } of CHARTS) {
    const holder = holders.get(patientId);
    assert.ok(holder !== undefined, `the sandbox has ${patientId}`);
    const { patient } = await ask<{ patient: { revision: number } }>(
      'query($id: ID!) { patient(id: $id) { revision } }',
      { id: holder },
    );
    await ask(
      `mutation($id: ID!, $revision: Int!) {
        updatePatient(id: $id, expectedRevision: $revision, changes: { externalId: null }) { id }
      }`,
      { id: holder, revision: patient.revision },
    );
    const [firstName, lastName] = name.split(' ');
    const id = await newPatient(ask, { firstName, lastName, externalId: patientId });
    await prescribed(ask, id, await treatmentOf(ask, earlier));
    holders.set(patientId, id);
  }
  return holders.get(CHARTS[0].patientId) ?? '';
}

/** How many orders the service has for the patient. */
export async function countOrders(ask: Ask, patientId: string): Promise<number> {
  const { orders } = await ask<{ orders: { nodes: unknown[] } }>(
    'query($patientId: String!) { orders(patientId: $patientId) { nodes { id } } }',
    { patientId },
  );
  return orders.nodes.length;
}
