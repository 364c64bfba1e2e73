// The states of whom it is for: choosing, creating and editing a patient, and the banner.
import { patients } from '@pestle/sandbox/seed';
import { at } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

/** As long as a record can hold. */
const LONG_NAME = {
  firstName: 'Wolfeschlegelsteinhausenbergerdorff',
  middleName: 'Maximiliane',
  lastName: 'Featherstonehaugh-Cholmondeley Núñe',
  suffix: 'III',
};

export const PATIENT_STATES: readonly State[] = [
  {
    name: 'patient-loading',
    reach: async ({ workflow }) => {
      const page = await workflow({}, { faults: { WorkflowPatient: 'held' } });
      await at.text(page, 'Loading the patient…').waitFor();
      return page;
    },
  },
  {
    name: 'patient-unknown',
    reach: async ({ workflow }) => {
      const page = await workflow({}, { patientId: 'no-such-patient' });
      await at.text(page, 'There is no patient with this id.').waitFor();
      return page;
    },
  },
  {
    name: 'patient-failed',
    reach: async ({ workflow }) => {
      const message = 'The service is under maintenance.';
      const page = await workflow({}, { faults: { WorkflowPatient: { code: 'FORBIDDEN', message } } });
      await at.text(page, 'The patient could not be loaded.').waitFor();
      return page;
    },
  },
  {
    name: 'patient-allergies',
    main: true,
    reach: async ({ workflow, patient }) => {
      const allergies = [{ substance: 'lisinopril', reaction: 'angioedema', severity: 'SEVERE' }];
      const page = await workflow(ORDER, { patientId: await patient({ allergies }) });
      await at.button(page, 'Edit allergies').click();
      await page.getByLabel('Medicine or substance').waitFor();
      return page;
    },
  },
  {
    name: 'patient-allergy-from-the-list',
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await at.button(page, 'Record allergies').click();
      await page.getByLabel('Medicine or substance').pressSequentially('metform');
      await at.option(page, /^Metformin$/).waitFor();
      await page.keyboard.press('ArrowDown');
      return page;
    },
  },
  {
    name: 'patient-medicines',
    main: true,
    reach: async ({ workflow, patient }) => {
      const medications = [{ name: 'Warfarin 5 mg tablet', directions: 'once daily' }, { name: 'Fish oil' }];
      const page = await workflow(ORDER, { patientId: await patient({ allergies: [], medications }) });
      await at.button(page, 'Edit medicines').click();
      await page.getByLabel('Medicine that the patient takes').waitFor();
      return page;
    },
  },
  {
    name: 'patient-known-by-the-page',
    reach: async ({ workflow, patient }) => {
      const attributes = {
        ...ORDER,
        allergies: JSON.stringify([{ substance: 'penicillin', reaction: 'hives' }]),
        medications: JSON.stringify([{ name: 'warfarin 5 mg tablet' }]),
      };
      const page = await workflow(attributes, {
        patientId: await patient({ allergies: [], medications: [] }),
      });
      await at.text(page, 'This page knows of what is not on record').waitFor();
      return page;
    },
  },
  {
    name: 'patient-picker',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'enable-order': 'true' }, { patientId: null });
      await at.patients(page).waitFor();
      return page;
    },
  },
  {
    name: 'patient-picker-found',
    main: true,
    screen: true,
    picture: 'The patient is searched where the page names none',
    reach: async ({ workflow, patient }) => {
      await patient({ firstName: 'Zoe', lastName: 'Pickwick' });
      await patient({ firstName: 'Zed', lastName: 'Pickwick', deceased: true });
      const page = await workflow({}, { patientId: null });
      await at.patients(page).pressSequentially('pickw');
      await page.getByRole('option').nth(1).waitFor();
      await page.keyboard.press('ArrowDown');
      return page;
    },
  },
  {
    name: 'patient-picker-none',
    reach: async ({ workflow }) => {
      const page = await workflow({}, { patientId: null });
      await at.patients(page).pressSequentially('xyzzyx');
      await at.text(page, 'No patient found.').waitFor();
      return page;
    },
  },
  {
    name: 'patient-create',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'enable-order': 'true' }, { patientId: null });
      await at.button(page, 'New patient').click();
      await page.getByLabel('First name').waitFor();
      return page;
    },
  },
  {
    name: 'patient-create-with-errors',
    always: true,
    main: true,
    picture: 'Everything that a new patient lacks is named at once',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'enable-order': 'true' }, { patientId: null });
      await at.button(page, 'New patient').click();
      await page.getByLabel('First name').waitFor();
      await at.button(page, 'Create patient').click();
      await page.getByRole('group', { name: 'Mend this before the patient is saved:' }).waitFor();
      return page;
    },
  },
  {
    name: 'patient-created-without-address',
    reach: async ({ workflow }) => {
      const attributes = { 'enable-order': 'true', 'optional-patient-address': 'true' };
      const page = await workflow(attributes, { patientId: null });
      await at.button(page, 'New patient').click();
      await page.getByLabel('First name').fill('Grace');
      await page.getByLabel('Last name').fill('Nowhere');
      await page.getByLabel('Date of birth').fill('1980-02-29');
      await page.getByLabel(/^Sex/).selectOption('FEMALE');
      await page.getByLabel('Mobile phone').fill('617-555-0100');
      await at.button(page, 'Create patient').click();
      await page.getByRole('region', { name: 'Patient' }).getByText('Grace').waitFor();
      await at.search(page).waitFor();
      return page;
    },
  },
  {
    name: 'patient-benefits',
    main: true,
    picture: 'Who pays for medicines: the insurance cards of a patient, and the plan of each',
    reach: async ({ workflow, patient }) => {
      const [known, unknown] = ['SANDBOX-EVERYDAY', 'PLAN-9'].map((planId, index) => ({
        bin: '999999',
        pcn: 'SANDBOX',
        groupId: 'SBX1',
        memberId: `SBX-90${index}`,
        planId,
        validFrom: '2026-01-01',
      }));
      const page = await workflow({}, { patientId: await patient({ benefits: [known, unknown] }) });
      await at.button(page, 'Edit patient').click();
      await at.text(page, /^Sandbox Everyday, until/).waitFor();
      await at.text(page, /^No plan on file has this id/).waitFor();
      return page;
    },
  },
  {
    name: 'patient-benefits-refused',
    reach: async ({ workflow, patient }) => {
      const page = await workflow({}, { patientId: await patient() });
      await at.button(page, 'Edit patient').click();
      await at.button(page, 'Add insurance').click();
      await page.getByLabel('BIN (IIN)').fill('12345');
      await at.button(page, 'Save patient').click();
      await page.getByRole('group', { name: 'Mend this before the patient is saved:' }).waitFor();
      return page;
    },
  },
  {
    name: 'patient-edit-conflict',
    reach: async ({ workflow, ask, patient }) => {
      const patientId = await patient();
      const page = await workflow({}, { patientId });
      await at.button(page, 'Edit patient').click();
      await page.getByLabel('First name').fill('Adah');
      await ask(
        'mutation($id: ID!) { updatePatient(id: $id, expectedRevision: 1, changes: { email: "a@example.com" }) { id } }',
        { id: patientId },
      );
      await at.button(page, 'Save patient').click();
      await at.text(page, /Somebody else changed this patient meanwhile/).waitFor();
      return page;
    },
  },
  {
    name: 'banner-full',
    reach: async ({ workflow, patient }) => {
      const patientId = await patient({
        ...LONG_NAME,
        allergies: [
          { substance: 'Penicillin', reaction: 'Anaphylaxis' },
          { substance: 'Sulfamethoxazole and trimethoprim', reaction: 'Toxic epidermal necrolysis' },
          { substance: 'Latex', reaction: null },
        ],
        weight: { value: '104.5', unit: 'kg', measuredOn: '2026-05-04' },
      });
      const page = await workflow({}, { patientId });
      await at.text(page, /Allergies: Penicillin/).waitFor();
      return page;
    },
  },
  {
    name: 'banner-of-an-infant',
    reach: async ({ workflow, patient }) => {
      const dateOfBirth = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
      const patientId = await patient({ dateOfBirth, allergies: [] });
      const page = await workflow({ weight: '16', 'weight-unit': 'lbs' }, { patientId });
      await at.text(page, 'No known allergies').waitFor();
      return page;
    },
  },
  {
    name: 'deceased',
    reach: async ({ workflow, patient }) => {
      const page = await workflow(
        { 'enable-order': 'true' },
        { patientId: await patient({ deceased: true }) },
      );
      await at.text(page, 'This patient is recorded as deceased.').waitFor();
      return page;
    },
  },
  {
    name: 'weight-without-unit',
    reach: async ({ workflow }) => {
      const page = await workflow({ weight: '70' });
      await at.text(page, 'A weight was given without its unit.').waitFor();
      return page;
    },
  },
  {
    name: 'other-patient-in-another-tab',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).waitFor();
      const other = await workflow({}, { path: '/b', patientId: patients[0]?.id ?? null });
      await at.text(page, 'Another tab of this browser has a different patient open.').waitFor();
      page.once('close', () => void other.close());
      return page;
    },
  },
];
