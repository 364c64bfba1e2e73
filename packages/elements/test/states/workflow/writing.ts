// The states of writing by hand what no drug file holds.
import type { Page } from 'playwright-core';
import { beginWriting, letWrite, writeIngredient } from '../../support/writing.ts';
import type { Fault, PageOptions, Scene } from '../scene.ts';
import { at } from '../scene.ts';
import type { State } from '../state.ts';
import { ORDER } from '../state.ts';

/** A page of a practice that lets its people write: what the page is told of it, nothing else. */
const MAY_WRITE: Readonly<Record<string, Fault>> = {
  Me: {
    change: ({ organization }) => {
      (organization as Record<string, unknown>)['writtenTreatments'] = true;
    },
  },
};

async function writing({ workflow }: Scene, sought: string, options: PageOptions = {}): Promise<Page> {
  const page = await workflow(ORDER, { ...options, faults: MAY_WRITE });
  await beginWriting(page, page.getByRole('combobox').first(), sought);
  return page;
}

async function compound(page: Page): Promise<void> {
  await page.locator('#writing-kind').selectOption('COMPOUND');
  await page.locator('#writing-name').fill('Heart cream');
  const first = await writeIngredient(page, 1, { name: 'lisinopril', strength: '2 %' });
  await first.getByLabel(/^(?:Amount that goes in|Cantidad que lleva)/).fill('0.6');
  await first.locator('select').selectOption('Gram');
  await page.locator('#writing-add').click();
  await writeIngredient(page, 2, { name: 'metformin', strength: '5 %' });
  await page.locator('#writing-form').selectOption('Topical Cream');
}

export const WRITING_STATES: readonly State[] = [
  {
    name: 'search-not-in-the-list',
    main: true,
    reach: async ({ workflow }) => {
      const page = await workflow({}, { faults: MAY_WRITE });
      await at.search(page).pressSequentially('qqqwww');
      await at.option(page, /^Write “qqqwww” by hand$/).waitFor();
      await page.keyboard.press('ArrowDown');
      return page;
    },
  },
  {
    name: 'writing-everything-missing',
    reach: async (scene) => {
      const page = await writing(scene, 'pain cream');
      await at.button(page, 'Prescribe this').click();
      await at.text(page, 'Choose an ingredient from the list.').waitFor();
      return page;
    },
  },
  {
    name: 'writing-begun-offline',
    reach: async (scene) => {
      const page = await scene.workflow(ORDER, { faults: MAY_WRITE });
      await at.search(page).fill('pain cream');
      await at.option(page, /^Write “pain cream” by hand$/).waitFor();
      await page.waitForLoadState('networkidle');
      // Its code alone: what the page has loaded before stays as it is.
      await page.route(/\/writing-[^/]*\.js$/, (route) => route.abort('internetdisconnected'));
      await at.option(page, /^Write “pain cream” by hand$/).click();
      await at.button(page, 'Try again').waitFor();
      return page;
    },
  },
  {
    name: 'writing-controlled',
    reach: async (scene) => {
      const page = await writing(scene, 'pain cream');
      await page.getByRole('combobox', { name: 'Ingredient' }).fill('oxycod');
      await at.option(page, /^oxycodone/).waitFor();
      return page;
    },
  },
  {
    name: 'writing-compound',
    always: true,
    main: true,
    dark: true,
    picture: 'A compound that no drug file holds, of ingredients that are chosen from the list',
    reach: async (scene) => {
      const page = await writing(scene, 'heart cream');
      await compound(page);
      return page;
    },
  },
  {
    name: 'form-written-by-hand',
    main: true,
    reach: async (scene) => {
      await letWrite(scene.testbed, true);
      const page = await writing(scene, 'heart cream');
      await compound(page);
      await at.button(page, 'Prescribe this').click();
      await at.button(page, /^Change .*written by hand/).waitFor();
      await at.directions(page).fill('Apply thin layer to affected area bid');
      await page.getByText(/^Checked for interactions/).waitFor();
      await letWrite(scene.testbed, false);
      return page;
    },
  },
  {
    name: 'spanish-writing',
    reach: async (scene) => {
      const page = await writing(scene, 'crema', { lang: 'es' });
      await compound(page);
      return page;
    },
  },
];
