// The states of recent orders, and of adding to one that has not left.

import { prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../../support/workflow.ts';
import type { Fault, Scene } from '../scene.ts';
import { at } from '../scene.ts';
import type { State } from '../state.ts';

/** A patient whose lisinopril waits for their choice of a pharmacy, and metformin that is to be sent. */
async function waiting(scene: Scene, faults: Readonly<Record<string, Fault>> = {}): Promise<Page> {
  const { workflow, ask, patient, lisinopril, metformin, local } = scene;
  const patientId = await patient();
  await prescribed(ask, patientId, lisinopril, null);
  const page = await workflow(
    {
      'enable-order': 'true',
      'pharmacy-id': local.id,
      'external-order-id': '00018',
      'enable-combine-and-duplicate': 'true',
      'initial-prescriptions': initial(metformin),
    },
    { patientId, faults },
  );
  await at.pending(page).first().waitFor();
  return page;
}

async function offered(scene: Scene, faults: Readonly<Record<string, Fault>> = {}): Promise<Page> {
  const page = await waiting(scene, faults);
  await at.button(page, 'Send Order').click();
  await at.button(page, /^Add to the order /).waitFor();
  return page;
}

async function reviewed(scene: Scene, faults: Readonly<Record<string, Fault>> = {}): Promise<Page> {
  const page = await offered(scene, faults);
  await at.button(page, /^Add to the order /).click();
  await at.button(page, /^Sign 1 prescription and add it/).waitFor();
  return page;
}

export const ORDER_STATES: readonly State[] = [
  {
    name: 'recent-orders',
    picture: 'What was sent for the patient lately',
    reach: async ({ workflow, ask, patient, lisinopril, metformin, local }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, metformin, local.id);
      await prescribed(ask, patientId, lisinopril, null);
      const page = await workflow({ 'enable-combine-and-duplicate': 'true' }, { patientId });
      await at.text(page, 'Patient to choose').waitFor();
      return page;
    },
  },
  {
    name: 'recent-orders-failed',
    reach: async ({ workflow }) => {
      const faults = { RecentOrders: { code: 'FORBIDDEN', message: 'This is refused.' } };
      const page = await workflow({ 'enable-combine-and-duplicate': 'true' }, { faults });
      await at.text(page, /^The recent orders could not be loaded\./).waitFor();
      return page;
    },
  },
  {
    name: 'combine-offered',
    always: true,
    picture: 'An order of the patient that has not left can take more',
    reach: (scene) => offered(scene),
  },
  {
    name: 'combine-review',
    picture: 'Which order the prescriptions join',
    reach: (scene) => reviewed(scene),
  },
  {
    name: 'combine-refused',
    reach: async (scene) => {
      const page = await reviewed(scene, {
        SignAndCombine: { code: 'ORDER_TAKES_NO_MORE', message: 'This order is with its pharmacy.' },
      });
      await at.button(page, /^Sign 1 prescription and add it/).click();
      await at.text(page, /has just left, or takes no more/).waitFor();
      return page;
    },
  },
  {
    name: 'combined',
    reach: async (scene) => {
      const page = await reviewed(scene);
      await at.button(page, /^Sign 1 prescription and add it/).click();
      await at.text(page, 'Added to an order of this patient that had not left.').waitFor();
      return page;
    },
  },
];
