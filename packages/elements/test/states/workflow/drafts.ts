// The states of 'Pending Order'.
import { prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { changeElsewhere, deleteElsewhere } from '../../support/elsewhere.ts';
import { initial } from '../../support/workflow.ts';
import { at, pick, type Scene } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

/** A draft that is edited here, with other directions typed. */
async function edited(
  { workflow, patient, lisinopril, local }: Scene,
  lang = 'en',
): Promise<{ readonly page: Page; readonly patientId: string }> {
  const patientId = await patient();
  const attributes = { ...ORDER, 'pharmacy-id': local.id, 'initial-prescriptions': initial(lisinopril) };
  const page = await workflow(attributes, { patientId, lang });
  await at.button(page, /^(?:Edit|Editar) lisinopril/).click();
  const directions = page.getByLabel(/^(?:Directions for the patient|Indicaciones para el paciente)/);
  await directions.fill('Take 1 tablet by mouth every evening.');
  return { page, patientId };
}

/** The same after another window has changed how much is dispensed, and it was to be saved here. */
async function changed(scene: Scene, lang?: string): Promise<Page> {
  const { page, patientId } = await edited(scene, lang);
  await changeElsewhere(scene.ask, patientId, 90);
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: /changed this on|cambió esto/ })
    .waitFor();
  return page;
}

export const DRAFT_STATES: readonly State[] = [
  {
    name: 'pending-loading',
    reach: async ({ workflow }) => {
      const page = await workflow({}, { faults: { Drafts: 'held' } });
      await at.text(page, /Loading what is pending|Adding what this page asks for/).waitFor();
      return page;
    },
  },
  {
    name: 'pending-failed',
    reach: async ({ workflow }) => {
      const faults = { Drafts: { code: 'FORBIDDEN', message: 'This is refused.' } };
      const page = await workflow({}, { faults });
      await at.text(page, 'The pending order could not be loaded.').waitFor();
      return page;
    },
  },
  {
    name: 'pending-one',
    reach: async ({ workflow, lisinopril }) => {
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril) });
      await at.pending(page).first().waitFor();
      return page;
    },
  },
  {
    name: 'order-sheet',
    always: true,
    main: true,
    screen: true,
    picture: 'Where everything is one column, the order opens as a sheet',
    reach: async ({ workflow, local, lisinopril, metformin }) => {
      const page = await workflow({
        'enable-order': 'true',
        'pharmacy-id': local.id,
        'initial-prescriptions': initial(lisinopril, metformin),
      });
      await page.setViewportSize({ width: 320, height: 640 });
      await at.pending(page).nth(1).waitFor();
      await at.button(page, /^Pending Order 2$/).click();
      await page.getByRole('dialog', { name: /^Pending Order/ }).waitFor();
      return page;
    },
  },
  {
    name: 'pending-many',
    main: true,
    picture: "'Pending Order' and pharmacies near the patient",
    reach: async ({ workflow, lisinopril, metformin }) => {
      const page = await workflow({ ...ORDER, 'initial-prescriptions': initial(lisinopril, metformin) });
      await at.pending(page).nth(1).waitFor();
      await page.getByRole('radio').first().waitFor();
      return page;
    },
  },
  {
    name: 'pending-undo',
    reach: async ({ workflow, lisinopril, metformin }) => {
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril, metformin) });
      await at.button(page, /^Delete lisinopril/).click();
      await at.button(page, /^Undo/).waitFor();
      return page;
    },
  },
  {
    name: 'pending-edit-in-place',
    reach: async ({ workflow, lisinopril, metformin }) => {
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril, metformin) });
      await at.button(page, /^Edit lisinopril/).click();
      await page.getByRole('heading', { name: 'Edit prescription' }).waitFor();
      return page;
    },
  },
  {
    name: 'pending-typed-text-given-up',
    reach: async ({ workflow, lisinopril }) => {
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril) });
      await at.pending(page).first().waitFor();
      await pick(page, 'metformin 500 mg oral tablet');
      await at.directions(page).fill('Half a sentence');
      await at.button(page, /^Edit lisinopril/).click();
      await at.button(page, 'Give it up').waitFor();
      return page;
    },
  },
  {
    name: 'pending-same-treatment-twice',
    reach: async ({ workflow, metformin }) => {
      const page = await workflow({ 'initial-prescriptions': initial(metformin) });
      await at.pending(page).first().waitFor();
      await pick(page, 'metformin 500 mg oral tablet');
      await at.directions(page).fill('1 tab po bid x10d');
      await page.getByLabel(/^Refills/).fill('0');
      await page.keyboard.press('Control+Enter');
      await page.getByLabel('Reason for prescribing it twice').waitFor();
      return page;
    },
  },
  {
    name: 'pending-not-saved',
    reach: async ({ workflow, lisinopril }) => {
      const faults = { DeleteDraft: { code: 'FORBIDDEN', message: 'This is refused.' } };
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril) }, { faults });
      await at.button(page, /^Delete lisinopril/).click();
      await at.text(page, 'This change was not saved:').waitFor();
      return page;
    },
  },
  {
    name: 'pending-likely-duplicate',
    reach: async ({ workflow, ask, patient, lisinopril, metformin }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      await prescribed(ask, patientId, lisinopril);
      await prescribed(ask, patientId, metformin);
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril, metformin) }, { patientId });
      await at.text(page, /^Already prescribed by /).waitFor();
      return page;
    },
  },
  {
    name: 'pending-duplicate-without-reason',
    reach: async ({ workflow, ask, patient, lisinopril }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril) }, { patientId });
      await at.button(page, /^Keep it for this reason: lisinopril/).click();
      await at.text(page, 'Say why it is prescribed again.').waitFor();
      return page;
    },
  },
  {
    name: 'form-likely-duplicate',
    always: true,
    main: true,
    picture: 'What was likely prescribed already is added for a reason, or taken back',
    reach: async ({ workflow, ask, patient, lisinopril }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      const page = await workflow(ORDER, { patientId });
      await pick(page, 'lisinopril 10 mg oral tablet');
      await at.directions(page).fill('1 tab po daily x30d');
      await page.getByLabel(/^Refills/).fill('0');
      await page.keyboard.press('Control+Enter');
      await at.button(page, 'Add anyway').waitFor();
      return page;
    },
  },
  {
    name: 'form-likely-duplicate-own-reason',
    reach: async ({ workflow, ask, patient, lisinopril }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      const page = await workflow({ 'initial-prescriptions': initial(lisinopril) }, { patientId });
      await at.button(page, /^Edit lisinopril/).click();
      const question = page.getByRole('group', { name: /^Already prescribed by / });
      await question.getByRole('radio', { name: 'Other' }).check();
      await page.getByLabel('The reason, in a few words').waitFor();
      return page;
    },
  },
  {
    name: 'form-being-saved',
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER, { faults: { CreateDraft: 'held' } });
      await pick(page, 'lisinopril 10 mg oral tablet');
      await at.directions(page).fill('1 tab po daily x30d');
      await page.getByLabel(/^Refills/).fill('0');
      await page.keyboard.press('Control+Enter');
      await at.text(page, /^Saving/).waitFor();
      return page;
    },
  },
  {
    name: 'send-waits-for-saving',
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER, { faults: { CreateDraft: 'held' } });
      await pick(page, 'lisinopril 10 mg oral tablet');
      await at.directions(page).fill('1 tab po daily x30d');
      await page.getByLabel(/^Refills/).fill('0');
      await page.keyboard.press('Control+Enter');
      await at.text(page, /^Saving/).waitFor();
      await at.button(page, /^Send Order/).click();
      await at.button(page, /^Checking/).waitFor();
      return page;
    },
  },
  {
    name: 'form-changed-elsewhere',
    always: true,
    main: true,
    dark: true,
    picture:
      'What another window changed meanwhile is told beside what was typed here, and nothing is written over',
    reach: async (scene) => await changed(scene),
  },
  {
    name: 'form-deleted-elsewhere',
    main: true,
    reach: async (scene) => {
      const { page, patientId } = await edited(scene);
      await deleteElsewhere(scene.ask, patientId);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').filter({ hasText: 'not in the order any more' }).waitFor();
      return page;
    },
  },
  {
    name: 'spanish-form-changed-elsewhere',
    reach: async (scene) => await changed(scene, 'es'),
  },
  {
    name: 'pending-prefill-deleted',
    reach: async ({ workflow, patient, lisinopril, metformin }) => {
      const attributes = { 'initial-prescriptions': initial(lisinopril, metformin) };
      const page = await workflow(attributes, { patientId: await patient() });
      await at.button(page, /^Delete lisinopril/).click();
      await at.button(page, /^Undo/).waitFor();
      await page.reload();
      await at.button(page, 'Add it again').waitFor();
      return page;
    },
  },
  {
    name: 'pending-left-out',
    reach: async ({ workflow, ask, patient, lisinopril, metformin }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      const reason = 'Recalled in May.';
      const page = await workflow(
        {
          'initial-prescriptions': initial(lisinopril, metformin),
          'disable-list': JSON.stringify([{ treatmentIds: [metformin], reason }]),
        },
        { patientId },
      );
      // A sentence of the page's own ends once.
      await at.text(page, /^Not added .*: Recalled in May\.(?!\.)/).waitFor();
      return page;
    },
  },
];
