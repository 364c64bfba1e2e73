// The page with a workflow on which the cases of search and form work, and the places that they look at.

import { asPerson, newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed, sharedContext } from './one-testbed.ts';

const NO_MARGIN = '<style>body{margin:0}</style>';

/** A page of a new patient, or of the one that is named. */
export async function open(attributes = '', over: { readonly patientId?: string } = {}): Promise<Page> {
  const testbed = await oneTestbed();
  const patientId = over.patientId ?? (await newPatient(asPerson(testbed)));
  const tag = `<svc-prescribe-workflow patient-id="${patientId}" enable-order ${attributes}></svc-prescribe-workflow>`;
  const body = `<main><h1>Clinic</h1>${testbed.client(tag)}</main>`;
  const page = await testbed.open(body, { context: await sharedContext(), head: NO_MARGIN, width: 1024 });
  await search(page).waitFor();
  return page;
}

export const search = (page: Page | Locator): Locator =>
  page.getByRole('combobox', { name: /^Search medication/ });
export const directions = (page: Page | Locator): Locator => page.getByLabel('Directions for the patient');
export const options = (page: Page): Locator =>
  page.getByRole('listbox', { name: /^Medications/ }).getByRole('option');
export const groups = (page: Page): Promise<string[]> =>
  page
    .getByRole('listbox')
    .getByRole('group')
    .evaluateAll((found) =>
      found.map((group) => group.querySelector('[role=presentation]')?.textContent ?? ''),
    );
export const pending = (page: Page): Locator =>
  page.getByRole('region', { name: /^Pending Order/ }).getByRole('listitem');
export const keys = async (page: Page, ...names: readonly string[]): Promise<void> => {
  for (const name of names) await page.keyboard.press(name);
};

/** Types into the search and picks the first medication of the catalog. */
export async function pick(page: Page | Locator, text: string): Promise<void> {
  await search(page).fill(text);
  const first = page.getByRole('group', { name: 'All treatments' }).getByRole('option').first();
  await first.waitFor();
  await first.click();
  await page.getByRole('button', { name: /^Change / }).waitFor();
}
