// The states of what people do with an order after sending: in the history, and in the card after sending.
import { personOf } from '@pestle/testbed/elements/browsing';
import { prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../support/workflow.ts';
import type { PageOptions, Scene } from './scene.ts';
import { at, tag } from './scene.ts';
import type { State } from './state.ts';

const STUCK = {
  state: 'STUCK',
  situation: 'STUCK',
  stateReason: 'FAX_FAILED',
  stateReasonText:
    'The fax did not go through after several calls. Call the pharmacy, or choose another one.',
  ownerName: 'Elena Rivera',
};

/** The history of one prescription that is stuck. */
async function stuck(scene: Scene, options: PageOptions = {}): Promise<Page> {
  const { testbed, page, patient, ask, metformin, local } = scene;
  const patientId = await patient();
  await prescribed(ask, patientId, metformin, local.id);
  const change = (data: Record<string, unknown>): void => {
    const { nodes } = data['prescriptions'] as { nodes: { latestFill: object }[] };
    for (const { latestFill } of nodes) Object.assign(latestFill, STUCK);
  };
  const opened = await page(testbed.client(tag('svc-med-history', { 'patient-id': patientId })), {
    ...options,
    faults: { MedicationHistory: { change }, ActsOfOrders: { change: offered }, ...options.faults },
  });
  await opened.getByRole('group', { name: /metFORMIN/ }).waitFor();
  return opened;
}

/** What the service offers of what is stuck. */
function offered(data: Record<string, unknown>): void {
  interface Offers {
    readonly acts: readonly { readonly act: string }[];
  }
  const { nodes } = data['orders'] as { nodes: readonly (Offers & { readonly fills: readonly Offers[] })[] };
  for (const { acts } of nodes.flatMap((order) => [order, ...order.fills]))
    for (const offer of acts)
      if (offer.act === 'HANDLED' || offer.act === 'PHONED_IN')
        Object.assign(offer, { allowed: true, refusal: null });
}

/** What of it lies on the desk. */
function lies(data: Record<string, unknown>): void {
  const reason = { en: STUCK.stateReasonText, es: STUCK.stateReasonText };
  const item = { id: 'stuck.fil_1.1', situation: 'STUCK', reason, fill: null, question: null };
  data['deskItems'] = { nodes: [item] };
}

async function canceling(scene: Scene, options: PageOptions = {}): Promise<Page> {
  const page = await stuck(scene, options);
  await at.button(page, /^Cancel: metFORMIN/).click();
  await at.button(page, 'Cancel it').waitFor();
  return page;
}

async function canceled(scene: Scene, options: PageOptions, words: string | RegExp): Promise<Page> {
  const page = await canceling(scene, options);
  await at.button(page, 'Cancel it').click();
  await at.text(page, words).waitFor();
  return page;
}

/** The card after sending two prescriptions. */
async function card({ workflow, lisinopril, metformin, local }: Scene, lang = 'en'): Promise<Page> {
  const page = await workflow(
    {
      'enable-order': 'true',
      'pharmacy-id': local.id,
      'initial-prescriptions': initial(lisinopril, metformin),
    },
    { lang },
  );
  // What the page prefills is there a moment after the button.
  await page
    .getByRole('region', { name: /^(Pending Order|Pedido pendiente)/ })
    .getByRole('listitem')
    .nth(1)
    .waitFor();
  await page.getByRole('button', { name: /^(Send Order|Enviar pedido)$/ }).click();
  await page.getByRole('button', { name: /^(Sign|Firmar) / }).click();
  await page
    .locator('[part~="result"]')
    .getByRole('button', { name: /^(Cancel order|Cancelar el pedido): / })
    .waitFor();
  return page;
}

export const ACT_STATES: readonly State[] = [
  {
    name: 'acts-of-a-row',
    main: true,
    picture: 'What can be done with a prescription that is stuck',
    reach: (scene) => stuck(scene),
  },
  { name: 'acts-cancel-asked', always: true, main: true, reach: (scene) => canceling(scene) },
  {
    name: 'acts-cancel-working',
    reach: (scene) => canceled(scene, { faults: { CancelFills: 'held' } }, 'One moment…'),
  },
  {
    name: 'acts-cancel-uncertain',
    reach: (scene) => canceled(scene, { faults: { CancelFills: 'offline' } }, /^It is not known yet/),
  },
  {
    name: 'acts-cancel-refused',
    reach: (scene) =>
      canceled(
        scene,
        {
          faults: {
            CancelFills: {
              code: 'CANCEL_REFUSED',
              message: 'The pharmacy has reported that it is on its way. Call the pharmacy and the patient.',
            },
          },
        },
        /^It was not done\./,
      ),
  },
  {
    name: 'acts-cancel-done',
    reach: (scene) => canceled(scene, {}, /^(It never left|The cancel is on its way)/),
  },
  {
    name: 'acts-prove-again',
    reach: async (scene) => {
      const page = await stuck(scene, {
        faults: { CancelFills: { code: 'STEP_UP_REQUIRED', message: 'Prove it.' } },
      });
      await at.button(page, /^Cancel: metFORMIN/).click();
      await at.button(page, 'Cancel it').click();
      await at.button(page, 'Prove it now').waitFor();
      return page;
    },
  },
  {
    name: 'acts-other-pharmacy',
    main: true,
    dark: true,
    picture: 'Other pharmacies are proposed, each with a button that sends it there',
    reach: async (scene) => {
      const page = await stuck(scene);
      await at.button(page, /^Other pharmacy: /).click();
      await at.button(page, 'Search all pharmacies').waitFor();
      return page;
    },
  },
  {
    name: 'acts-other-pharmacy-list',
    reach: async (scene) => {
      const page = await stuck(scene);
      await at.button(page, /^Other pharmacy: /).click();
      await at.button(page, 'Search all pharmacies').click();
      await page.getByRole('radio').nth(2).waitFor();
      return page;
    },
  },
  {
    name: 'acts-asked-by-staff',
    reach: async (scene) => {
      const page = await stuck(scene, { person: personOf('staff') });
      await at.button(page, /^Ask for a cancel: /).click();
      await at.button(page, 'Ask the prescriber').click();
      await at.text(page, 'Say why.').waitFor();
      return page;
    },
  },
  {
    name: 'acts-call-in-sheet',
    main: true,
    dark: true,
    reach: async (scene) => {
      const page = await stuck(scene);
      await at.button(page, /^Call-in sheet: /).click();
      await at.button(page, 'Record as phoned in').click();
      await at.text(page, 'Write who took it.').waitFor();
      return page;
    },
  },
  {
    name: 'acts-handled-without-how',
    reach: async (scene) => {
      const page = await stuck(scene, { faults: { MatterOfOrder: { change: lies } } });
      await at.button(page, /^Mark as handled: /).click();
      await page.getByLabel('How it was handled').waitFor();
      await page.locator('.act-panel').getByRole('button', { name: 'Mark as handled' }).click();
      await at.text(page, 'Write how it was handled.').waitFor();
      return page;
    },
  },
  {
    name: 'acts-of-an-order',
    main: true,
    dark: true,
    picture: 'The card after sending: how far the order has come, who has it, and what can be done',
    reach: (scene) => card(scene),
  },
  { name: 'acts-of-an-order-spanish', reach: (scene) => card(scene, 'es') },
];
