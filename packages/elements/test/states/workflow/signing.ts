// The states of review, signature and what became of it.

import { personOf } from '@pestle/testbed/elements/browsing';
import { prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../../support/workflow.ts';
import type { Fault, Scene } from '../scene.ts';
import { at, failing } from '../scene.ts';
import type { State } from '../state.ts';

/** The review of two prescriptions to one pharmacy. */
async function review(
  { workflow, lisinopril, metformin, local }: Scene,
  over: Readonly<Record<string, string>> = {},
  faults: Readonly<Record<string, Fault>> = {},
): Promise<Page> {
  const page = await workflow(
    {
      'enable-order': 'true',
      'pharmacy-id': local.id,
      'initial-prescriptions': initial(lisinopril, metformin),
      ...over,
    },
    { faults },
  );
  await at.pending(page).nth(1).waitFor();
  await at.button(page, /^(?:Send Order|Save Prescriptions)$/).click();
  await at.button(page, /^Sign /).waitFor();
  return page;
}

/** A review that was confirmed, and came to this. */
async function confirmed(
  scene: Scene,
  fault?: Fault,
  over: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const page = await review(scene, over, fault === undefined ? {} : { SignAndOrder: fault });
  await at.button(page, /^Sign /).click();
  return page;
}

/** An order that waits for the patient's choice of pharmacy. */
async function sentToPatient(
  { workflow, lisinopril }: Scene,
  faults: Readonly<Record<string, Fault>> = {},
): Promise<Page> {
  const attributes = {
    'enable-order': 'true',
    'enable-send-to-patient': 'true',
    'initial-prescriptions': initial(lisinopril),
  };
  const page = await workflow(attributes, { faults });
  await at.pending(page).first().waitFor();
  await at.button(page, 'Send Order').click();
  await at.button(page, /^Sign /).click();
  await at.text(page, /^Order: Patient to choose/).waitFor();
  return page;
}

/** The same, where the text with the link came to this; it is told at once, as an alert. */
async function invited(scene: Scene, invitation: 'FAILED' | 'NOT_SENT', words: RegExp): Promise<Page> {
  const change = (data: Record<string, unknown>): void => {
    Object.assign(data['order'] as object, { invitation });
  };
  const page = await sentToPatient(scene, { OrderStatus: { change } });
  await page.getByRole('alert').filter({ hasText: words }).waitFor();
  return page;
}

const SUPERVISOR = JSON.stringify({
  firstName: 'Grace',
  lastName: 'Hopper',
  npi: '1234567893',
  phone: '6175550100',
  address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
});

export const SIGNING_STATES: readonly State[] = [
  {
    name: 'summary-of-what-is-missing',
    main: true,
    picture: 'What is missing is named before anything is sent, each with the way there',
    reach: async ({ workflow, patient }) => {
      const page = await workflow(
        { 'enable-order': 'true' },
        { patientId: await patient({ address: null }) },
      );
      await at.button(page, 'Send Order').click();
      await page.getByRole('group', { name: /to mend before/ }).waitFor();
      return page;
    },
  },
  {
    name: 'list-unreadable',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'enable-order': 'true', 'disable-list': '[{' });
      await at.text(page, /list of disabled treatments cannot be read/).waitFor();
      return page;
    },
  },
  {
    name: 'list-not-known',
    reach: async ({ workflow, lisinopril }) => {
      const page = await workflow({ 'disable-list': lisinopril }, { faults: { TreatmentsNamed: 'offline' } });
      await at.text(page, /^It is not known yet what must not be prescribed/).waitFor();
      return page;
    },
  },
  {
    name: 'review-of-a-likely-duplicate',
    reach: async ({ workflow, ask, patient, lisinopril, local }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      const page = await workflow(
        { 'enable-order': 'true', 'pharmacy-id': local.id, 'initial-prescriptions': initial(lisinopril) },
        { patientId },
      );
      await at.pending(page).first().waitFor();
      await page.getByRole('radio', { name: 'Dose change' }).check();
      await at.button(page, /^Keep it for this reason: lisinopril/).click();
      await at.text(page, 'Prescribed again because: Dose change').waitFor();
      await at.button(page, 'Send Order').click();
      await page
        .getByRole('region', { name: 'Review and sign' })
        .getByText(/^Already prescribed by /)
        .waitFor();
      return page;
    },
  },
  {
    name: 'review',
    always: true,
    main: true,
    dark: true,
    picture: 'Review and sign: what stands here is what is signed',
    reach: (scene) => review(scene),
  },
  {
    name: 'review-with-supervisor-and-address',
    reach: (scene) =>
      review(scene, {
        supervisor: SUPERVISOR,
        'diagnosis-codes': '[{"code":"I10","type":"ICD10","description":"Essential (primary) hypertension"}]',
        address: '{"street1":"9 Elm St","city":"Boston","state":"MA","postalCode":"02110"}',
        'hide-patient-card': 'true',
      }),
  },
  {
    name: 'review-asks-for-the-patient-again',
    reach: async (scene) => {
      const change = (data: Record<string, unknown>): void => {
        Object.assign(data['organization'] as object, { patientReentry: true });
      };
      const page = await review(scene, {}, { Me: { change } });
      await at.button(page, /^Sign /).click();
      await at
        .text(page, /^Initials and year of birth are not those/)
        .first()
        .waitFor();
      return page;
    },
  },
  {
    name: 'review-with-warnings',
    reach: async ({ workflow, lisinopril, local }) => {
      const [entry] = JSON.parse(initial(lisinopril)) as [object];
      const drafts = [{ ...entry, fillsAllowed: 20, notes: 'Give it QD.' }];
      const page = await workflow({
        'enable-order': 'true',
        'pharmacy-id': local.id,
        'initial-prescriptions': JSON.stringify(drafts),
      });
      await at.pending(page).first().waitFor();
      await at.button(page, 'Send Order').click();
      await at.text(page, 'Worth a thought:').waitFor();
      return page;
    },
  },
  {
    name: 'review-to-save',
    reach: (scene) => review(scene, { 'enable-order': 'false' }),
  },
  {
    name: 'staff-hand-over',
    reach: async ({ workflow, lisinopril, local }) => {
      const page = await workflow(
        { 'enable-order': 'true', 'pharmacy-id': local.id, 'initial-prescriptions': initial(lisinopril) },
        { person: personOf('staff') },
      );
      await page.getByLabel('Prescriber who will sign').selectOption({ index: 1 });
      await at.pending(page).first().waitFor();
      await at.button(page, 'Save Prescriptions').click();
      await at.text(page, /^On .*’s desk$/).waitFor();
      return page;
    },
  },
  {
    name: 'step-up-needed',
    reach: async (scene) => {
      const page = await confirmed(scene, { code: 'STEP_UP_REQUIRED', message: 'Prove who you are.' });
      await at.button(page, 'Prove that it is you').waitFor();
      return page;
    },
  },
  {
    name: 'sending',
    reach: async (scene) => {
      const page = await confirmed(scene, 'held');
      await at.text(page, 'Signing and sending…').waitFor();
      return page;
    },
  },
  {
    name: 'send-failed',
    reach: async (scene) => {
      const page = await confirmed(scene, {
        code: 'FORBIDDEN',
        message: 'This pharmacy takes no orders now.',
      });
      await at.text(page, /^Nothing was sent\./).waitFor();
      return page;
    },
  },
  {
    name: 'send-uncertain',
    reach: async (scene) => {
      const page = await confirmed(scene, 'offline');
      await at.button(page, 'Ask again now').waitFor();
      return page;
    },
  },
  {
    name: 'send-vetoed-by-the-page',
    reach: async (scene) => {
      const page = await review(scene);
      await page.locator('svc-prescribe-workflow').evaluate((node) => {
        Reflect.set(node, 'beforeSubmit', () => 'Sign the encounter first.');
      });
      await at.button(page, /^Sign /).click();
      await at.text(page, 'The page stopped this: Sign the encounter first.').waitFor();
      return page;
    },
  },
  {
    name: 'sent',
    always: true,
    main: true,
    picture: 'The order number, and the status as it changes',
    reach: async (scene) => {
      const page = await confirmed(scene);
      await at.text(page, /^Order: (?:Sent|Received)/).waitFor();
      return page;
    },
  },
  {
    name: 'sent-to-the-patient',
    reach: (scene) => sentToPatient(scene),
  },
  {
    name: 'link-not-delivered',
    reach: (scene) => invited(scene, 'FAILED', /^The link could not be sent\. Call the patient/),
  },
  {
    name: 'link-not-sent',
    always: true,
    reach: (scene) => invited(scene, 'NOT_SENT', /^No link was sent: the patient has no phone number/),
  },
  {
    name: 'saved',
    reach: async (scene) => {
      const page = await review(scene, { 'enable-order': 'false' });
      await at.button(page, /^Sign /).click();
      await at.text(page, '2 prescriptions signed and saved').waitFor();
      return page;
    },
  },
  {
    name: 'review-failed',
    reach: async ({ testbed, workflow, lisinopril, local }) => {
      const page = await workflow({
        'enable-order': 'true',
        'pharmacy-id': local.id,
        'initial-prescriptions': initial(lisinopril),
      });
      await at.pending(page).first().waitFor();
      await failing(testbed, page, 'ReviewDrafts', { code: 'FORBIDDEN', message: 'This is refused.' });
      await at.button(page, 'Send Order').click();
      await at.text(page, /This is refused\./).waitFor();
      return page;
    },
  },
];
