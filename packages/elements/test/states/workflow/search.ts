// The states of the search.
import { prescribed } from '@pestle/testbed/elements/records';
import { at } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

export const SEARCH_STATES: readonly State[] = [
  {
    name: 'empty',
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await page.getByRole('radio').first().waitFor();
      return page;
    },
  },
  {
    name: 'search-at-hand',
    reach: async ({ workflow, ask, patient, metformin }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, metformin);
      const page = await workflow({}, { patientId });
      await at.search(page).focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('group', { name: 'Past prescriptions of this patient' }).waitFor();
      return page;
    },
  },
  {
    name: 'search-results',
    always: true,
    main: true,
    screen: true,
    picture: 'One search over past prescriptions, templates and the catalog',
    reach: async ({ workflow, ask, patient, metformin }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, metformin);
      const page = await workflow(ORDER, { patientId });
      await page.getByRole('radio').first().waitFor();
      await at.search(page).pressSequentially('metf');
      await page.getByRole('group', { name: 'All treatments' }).waitFor();
      await page.keyboard.press('ArrowDown');
      return page;
    },
  },
  {
    name: 'search-strengths',
    main: true,
    screen: true,
    reach: async ({ workflow }) => {
      const page = await workflow(ORDER);
      await at.search(page).fill('hydr');
      await page.getByRole('group', { name: 'All treatments' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      return page;
    },
  },
  {
    name: 'search-too-few-letters',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).pressSequentially('zq');
      await at.text(page, 'Type at least three letters').waitFor();
      return page;
    },
  },
  {
    name: 'search-nothing',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).pressSequentially('qqqwww');
      await at.text(page, 'Nothing found.').waitFor();
      return page;
    },
  },
  {
    name: 'search-did-you-mean',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).pressSequentially('metfromin');
      await page.getByRole('group', { name: /Did you mean$/ }).waitFor();
      return page;
    },
  },
  {
    name: 'search-disabled-by-the-page',
    reach: async ({ workflow, metformin }) => {
      const reason = 'Recalled in May.';
      const page = await workflow({
        'disable-list': JSON.stringify([{ treatmentIds: [metformin], reason }]),
      });
      await at.search(page).fill('metformin 500 mg oral tablet');
      await at.text(page, reason).waitFor();
      return page;
    },
  },
  {
    name: 'search-controlled',
    reach: async ({ workflow }) => {
      const page = await workflow();
      await at.search(page).fill('oxycodone');
      await at.option(page, /controlled/i).waitFor();
      return page;
    },
  },
  {
    name: 'search-catalog-only',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'allow-off-catalog-search': 'false' });
      await at.search(page).fill('metformin');
      await page.getByRole('group', { name: 'Organization templates' }).waitFor();
      return page;
    },
  },
  {
    name: 'search-offline',
    reach: async ({ workflow }) => {
      const page = await workflow({}, { faults: { SearchTreatments: 'offline' } });
      await at.search(page).fill('lisinopril');
      await at.text(page, 'No connection. What you typed is kept.').waitFor();
      return page;
    },
  },
];
