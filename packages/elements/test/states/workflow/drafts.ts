// The states of 'Pending Order'.
import { prescribed } from '@pestle/testbed/elements/records';
import { initial } from '../../support/workflow.ts';
import { at, pick } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

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
