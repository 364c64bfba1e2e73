// The states of what the review says against a drug.
import { treatmentOf } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../../support/workflow.ts';
import type { Scene } from '../scene.ts';
import { at } from '../scene.ts';
import type { State } from '../state.ts';

/** Two drugs that harm together, asked about before anything is signed. */
async function asked({ workflow, ask, local }: Scene): Promise<Page> {
  const simvastatin = await treatmentOf(ask, 'simvastatin 20 mg oral tablet');
  const ketoconazole = await treatmentOf(ask, 'ketoconazole 200 mg oral tablet');
  const page = await workflow({
    'enable-order': 'true',
    'pharmacy-id': local.id,
    'initial-prescriptions': initial(simvastatin, ketoconazole),
  });
  await at.pending(page).nth(1).waitFor();
  await at.button(page, 'Send Order').click();
  await page.getByLabel('Why it is prescribed all the same').nth(1).waitFor();
  return page;
}

export const SCREENING_STATES: readonly State[] = [
  {
    name: 'screening-answered',
    main: true,
    reach: async (scene) => {
      const page = await asked(scene);
      for (const line of [0, 1])
        await page
          .getByLabel('Why it is prescribed all the same')
          .nth(line)
          .selectOption({ label: 'Will be monitored' });
      await at.button(page, 'Keep reasons and go on').click();
      await page
        .getByText(/^Checked for interactions and allergies/)
        .first()
        .waitFor();
      return page;
    },
  },
];
