// The states of pharmacy selection.
import { at } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

const TABS = { ...ORDER, 'enable-send-to-patient': 'true', 'enable-delivery-pharmacies': 'true' };

export const PHARMACY_STATES: readonly State[] = [
  {
    name: 'pharmacy-send-to-patient',
    reach: async ({ workflow }) => {
      const page = await workflow(TABS);
      await at.text(page, /^A secure link goes to/).waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-send-without-phone',
    reach: async ({ workflow, patient }) => {
      const page = await workflow(TABS, { patientId: await patient({ phone: null }) });
      await at.text(page, 'The patient has no phone number on record').waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-local-pickup',
    always: true,
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow(TABS);
      await page.getByRole('tab', { name: 'Local Pickup' }).click();
      await page.getByRole('radio').nth(1).waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-mail-order',
    reach: async ({ workflow }) => {
      const page = await workflow(TABS);
      await page.getByRole('tab', { name: 'Mail Order' }).click();
      await page.getByRole('radio').first().waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-none-found',
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await page.getByRole('radio').first().waitFor();
      await page.getByLabel(/^Name/).fill('no pharmacy has this name');
      await at.text(page, 'No pharmacy found.').waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-place-unreadable',
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await page.getByRole('radio').first().waitFor();
      await page.getByLabel('Near ZIP code or town').fill('Nowhere (');
      await at.text(page, 'Write a ZIP code, or a town and state.').waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-search-failed',
    reach: async ({ workflow }) => {
      const faults = { FindPharmacies: { code: 'FORBIDDEN', message: 'This is refused.' } };
      const page = await workflow(ORDER, { faults });
      await at.text(page, 'The pharmacies could not be listed.').waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-chosen',
    reach: async ({ workflow, patient, local }) => {
      const page = await workflow(ORDER, { patientId: await patient({ preferredPharmacyId: local.id }) });
      await at.button(page, `Change pharmacy ${local.name}`).waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-fallback',
    reach: async ({ workflow, patient, local }) => {
      const patientId = await patient({ preferredPharmacyId: local.id });
      const page = await workflow(
        { 'enable-order': 'true', 'enable-send-to-patient': 'true' },
        { patientId },
      );
      await page.getByLabel(/^If the patient chooses none within 15 minutes/).check();
      return page;
    },
  },
  {
    name: 'pharmacy-fixed',
    reach: async ({ workflow, local }) => {
      const page = await workflow({ 'enable-order': 'true', 'pharmacy-id': local.id });
      await at.text(page, 'This pharmacy is set for this order.').waitFor();
      return page;
    },
  },
  {
    name: 'pharmacy-fixed-and-unknown',
    reach: async ({ workflow }) => {
      const page = await workflow({
        'enable-order': 'true',
        'pharmacy-id': 'phr_00000000000000000000000000',
      });
      await at.text(page, /^The pharmacy that this page has set for the order was not found/).waitFor();
      return page;
    },
  },
];
