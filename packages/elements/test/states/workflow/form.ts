// The states of the form for one prescription.
import { personOf } from '@pestle/testbed/elements/browsing';
import { initial } from '../../support/workflow.ts';
import { at, pick } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

const METFORMIN = 'metformin 500 mg oral tablet';

export const FORM_STATES: readonly State[] = [
  {
    name: 'form-everything-missing',
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).press('Control+Enter');
      await page.getByRole('group', { name: 'Mend this before it is added:' }).waitFor();
      return page;
    },
  },
  {
    name: 'form-from-template',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).fill('lisinopril');
      await page.getByRole('group', { name: 'Organization templates' }).getByRole('option').first().click();
      await at.button(page, /^Change /).waitFor();
      return page;
    },
  },
  {
    name: 'form-shorthand',
    always: true,
    main: true,
    dark: true,
    picture: 'Shorthand becomes the sentence that the patient reads; numbers follow',
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await pick(page, METFORMIN);
      await at.directions(page).fill('1 tab po bid x10d');
      await at.text(page, 'Take 1 tablet by mouth twice daily for 10 days.').waitFor();
      await page.getByRole('radio').first().waitFor();
      return page;
    },
  },
  {
    name: 'form-third-medicine',
    main: true,
    dark: true,
    screen: true,
    picture:
      'The third medicine of an order is written while the order, its pharmacy and its signer stay in sight',
    reach: async ({ workflow, local, lisinopril, metformin }) => {
      const page = await workflow({
        'enable-order': 'true',
        'pharmacy-id': local.id,
        'initial-prescriptions': initial(lisinopril, metformin),
      });
      await at.pending(page).nth(1).waitFor();
      await pick(page, 'atorvastatin 20');
      await at.directions(page).fill('1 tab po daily x90d');
      await at.text(page, 'Take 1 tablet by mouth once daily for 90 days.').waitFor();
      await at.text(page, /signs$/).waitFor();
      return page;
    },
  },
  {
    name: 'form-of-nobody',
    reach: async ({ workflow, local }) => {
      const page = await workflow(
        { 'enable-order': 'true', 'pharmacy-id': local.id },
        { person: personOf('admin') },
      );
      await at.text(page, 'Your account may neither write nor prepare prescriptions.').waitFor();
      return page;
    },
  },
  {
    name: 'form-abbreviation-refused',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await pick(page, METFORMIN);
      await at.directions(page).fill('1 tab po qd x10d');
      await at.button(page, 'Write “daily”').waitFor();
      return page;
    },
  },
  {
    name: 'form-which-is-meant',
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow();
      await pick(page, 'ofloxacin ophthalmic');
      await at.directions(page).fill('2 gtt bid x7d');
      await page.getByRole('group', { name: 'Which is meant?' }).waitFor();
      return page;
    },
  },
  {
    name: 'form-numbers-do-not-fit',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await pick(page, METFORMIN);
      await at.directions(page).fill('1 tab po q8h x7d');
      await page.getByLabel(/^Quantity/).fill('90');
      await page.getByLabel(/^Days supply/).fill('90');
      await at.text(page, /contradict each other/).waitFor();
      return page;
    },
  },
  {
    name: 'form-words-to-confirm',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await pick(page, METFORMIN);
      await at.directions(page).fill('Swallow one in the moonlight');
      await page.getByLabel(/^Quantity/).fill('10');
      await page.getByLabel(/^Days supply/).fill('10');
      await page.keyboard.press('Control+Enter');
      await page.getByLabel('Send these words exactly as they are written').waitFor();
      return page;
    },
  },
  {
    name: 'form-note-too-long',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'additional-notes': 'Call the clinic. '.repeat(13) });
      await pick(page, METFORMIN);
      await at.text(page, /At most 210 characters: shorten it/).waitFor();
      return page;
    },
  },
  {
    name: 'form-dose-calculator',
    main: true,
    picture: 'The dose calculator: nothing is assumed, not even the unit of the weight',
    reach: async ({ workflow, patient }) => {
      const patientId = await patient({ dateOfBirth: '2021-06-01', weight: { value: '18', unit: 'kg' } });
      const page = await workflow({ weight: '18', 'weight-unit': 'kg' }, { patientId });
      await pick(page, 'amoxicillin 400 mg oral suspension');
      await at.directions(page).fill('5 ml po bid x10d');
      await at.text(page, 'Dose by weight').click();
      await page.getByLabel('Dose per kilogram').fill('90');
      await page.getByLabel('Doses per day').fill('2');
      await at.button(page, /^Use .* per dose/).waitFor();
      return page;
    },
  },
  {
    name: 'form-packages',
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await pick(page, 'albuterol sulfate 90 mcg metered dose inhaler');
      await at.directions(page).fill('2 puffs q4h');
      await at.button(page, '1 inhaler of 200 doses, 16 days').click();
      await page.getByLabel(/^Days supply/).fill('90');
      await at.text(page, /contradict each other/).waitFor();
      return page;
    },
  },
  {
    name: 'form-more',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await pick(page, METFORMIN);
      for (const chip of ['Note for the pharmacy', 'Do not fill before', 'Save as a personal template'])
        await at.button(page, chip).click();
      await page.getByLabel('Save as a personal template').check();
      await page.getByLabel(/^Name of the template/).waitFor();
      return page;
    },
  },
  {
    name: 'form-spanish-directions',
    reach: async ({ workflow, patient }) => {
      const page = await workflow({}, { patientId: await patient({ language: 'es' }) });
      await pick(page, METFORMIN);
      await at.directions(page).fill('1 tab po bid x10d');
      await at.text(page, 'Tome 1 tableta por la boca').waitFor();
      return page;
    },
  },
];
