// Lets the practice of the testbed write by hand what no drug file holds, or not, and fills in what is written.
import { personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { asPerson } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';

/** As an administrator does; pages that are opened from then on know it. */
export async function letWrite(testbed: Testbed, writtenTreatments: boolean): Promise<void> {
  const ask = asPerson(testbed, personOf('admin'));
  const { organization } = await ask<{ organization: { revision: number } }>('{ organization { revision } }');
  await ask('mutation($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }', {
    input: { revision: organization.revision, writtenTreatments },
  });
}

/** Types what nothing is called, and takes the offer to write it by hand. */
export async function beginWriting(page: Page, search: Locator, sought: string): Promise<void> {
  await search.fill(sought);
  const offer = page.getByRole('option', { name: /^(?:Write|Escribir) [“«].*[”»]/ });
  await offer.waitFor();
  await offer.click();
  await page.locator('#writing-kind').waitFor();
}

/** The nth ingredient, from 1, chosen from the list. */
export async function writeIngredient(
  page: Page,
  nth: number,
  { name, strength }: { readonly name: string; readonly strength: string },
): Promise<Locator> {
  const row = page.getByRole('group', { name: new RegExp(`^(?:Ingredient|Ingrediente) ${nth}$`) });
  await row.getByRole('combobox').first().fill(name);
  await row
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await row.getByLabel(/^(?:Strength|Concentración)/).fill(strength);
  return row;
}
