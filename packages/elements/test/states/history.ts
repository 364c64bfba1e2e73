// The states of the medication history: the card in the workflow, and the element of its own.

import { prescribed } from '@pestle/testbed/elements/records';
import type { Scene } from './scene.ts';
import { at, tag, withActs } from './scene.ts';
import type { State } from './state.ts';

const CARD = {
  'enable-med-history': 'true',
  'enable-med-history-links': 'true',
  'enable-med-history-refill-button': 'true',
};

async function withHistory({ ask, patient, metformin, lisinopril, local }: Scene): Promise<string> {
  const patientId = await patient();
  await prescribed(ask, patientId, metformin);
  await prescribed(ask, patientId, lisinopril, null);
  await prescribed(ask, patientId, metformin, local.id);
  return patientId;
}

export const HISTORY_STATES: readonly State[] = [
  {
    name: 'history-card-empty',
    reach: async ({ workflow }) => {
      const page = await workflow(CARD);
      await at.text(page, 'No prescriptions on record with this service.').waitFor();
      return page;
    },
  },
  {
    name: 'history-card',
    main: true,
    picture: 'The card of recent prescriptions, with links and refills',
    reach: async (scene) => {
      const patientId = await withHistory(scene);
      const page = await scene.workflow(CARD, { patientId });
      await at.button(page, /^Refill /).waitFor();
      await at.button(page, /^Cancel/).waitFor();
      return page;
    },
  },
  {
    name: 'history-element',
    always: true,
    picture: '`svc-med-history` on its own',
    reach: async (scene) => {
      const patientId = await withHistory(scene);
      const page = await scene.page(
        scene.testbed.client(tag('svc-med-history', { 'patient-id': patientId })),
      );
      await page.getByRole('listitem').nth(2).waitFor();
      return await withActs(page);
    },
  },
  {
    name: 'history-element-empty',
    reach: async ({ testbed, page, patient }) => {
      const opened = await page(testbed.client(tag('svc-med-history', { 'patient-id': await patient() })));
      await at.text(opened, 'No prescriptions on record with this service.').waitFor();
      return opened;
    },
  },
  {
    name: 'history-element-failed',
    reach: async ({ testbed, page, patient }) => {
      const faults = { MedicationHistory: { code: 'FORBIDDEN', message: 'This is refused.' } };
      const opened = await page(testbed.client(tag('svc-med-history', { 'patient-id': await patient() })), {
        faults,
      });
      await at.text(opened, 'The medication history could not be loaded.').waitFor();
      return opened;
    },
  },
  {
    name: 'history-element-loading',
    reach: async ({ testbed, page, patient }) => {
      const faults = { MedicationHistory: 'held' as const };
      const opened = await page(testbed.client(tag('svc-med-history', { 'patient-id': await patient() })), {
        faults,
      });
      await at.text(opened, 'Loading…').waitFor();
      return opened;
    },
  },
];
