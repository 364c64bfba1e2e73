// The states of what the review says against a drug.
import { treatmentOf } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../../support/workflow.ts';
import type { PageOptions, Scene } from '../scene.ts';
import { at, pick } from '../scene.ts';
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

/** An order with simvastatin in it. */
async function withSimvastatin({ workflow, ask, local }: Scene, options: PageOptions = {}): Promise<Page> {
  const simvastatin = await treatmentOf(ask, 'simvastatin 20 mg oral tablet');
  const attributes = { 'enable-order': 'true', 'pharmacy-id': local.id };
  const page = await workflow({ ...attributes, 'initial-prescriptions': initial(simvastatin) }, options);
  await page.getByRole('listitem').filter({ hasText: 'simvastatin' }).first().waitFor();
  return page;
}

/** Ketoconazole beside it, while it is written. */
async function severe(scene: Scene, faults: PageOptions['faults'] = {}): Promise<Page> {
  const page = await withSimvastatin(scene, { faults });
  await pick(page, 'ketoconazole 200 mg oral tablet');
  await at.text(page, /^Severe interaction: /).waitFor();
  await at.directions(page).fill('1 tab po daily x10d');
  return page;
}

/** A hospital's own service says something as well. */
function serviceSays(data: Record<string, unknown>): void {
  const { screening, offers } = data['screeningOf'] as {
    screening: { result: { findings: object[] } };
    offers: object[];
  };
  const said = (text: string): object => ({ en: text, es: text });
  const told = {
    kind: 'SERVICE',
    detail: null,
    suggestions: [],
    serviceReasons: [],
    reasons: [{ reason: 'OTHER', text: said('Other (say which)') }],
  };
  screening.result.findings.push(
    {
      ...told,
      rule: 'service:drug-check:liver#0123456789ab',
      severity: 'HIGH',
      text: said('Riverside Hospital: the liver is ill'),
      detail: '# Liver\n\n- ALT was **214**\n- see [the guide](https://guide.example/liver)',
      suggestions: ['Fluconazole instead', 'Call the ward'],
      serviceReasons: ['The liver is watched'],
    },
    ...['Take it with food.', 'Monitor QT.', 'Ask about pregnancy.'].map((text, at) => ({
      ...told,
      rule: `service:drug-check:more${at}#0123456789ab`,
      severity: 'MODERATE',
      text: said(`Riverside Hospital: ${text}`),
    })),
  );
  offers.push({
    label: 'Fluconazole instead',
    removes: false,
    treatmentId: null,
    directions: '1 tab po daily',
  });
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
        .getByText(/^Checked for interactions/)
        .first()
        .waitFor();
      return page;
    },
  },
  {
    name: 'screening-in-the-card',
    always: true,
    main: true,
    dark: true,
    screen: true,
    picture:
      'What speaks against a medicine is told while it is written; only what is severe asks for a reason',
    reach: async (scene) => await severe(scene),
  },
  {
    name: 'screening-in-the-card-answered',
    reach: async (scene) => {
      const page = await severe(scene);
      await page.getByLabel('Why it is prescribed all the same').selectOption({ label: 'Other (say which)' });
      await page.getByLabel('In your own words').waitFor();
      return page;
    },
  },
  {
    name: 'screening-of-a-service',
    main: true,
    reach: async (scene) => await severe(scene, { ScreeningOf: { change: serviceSays } }),
  },
  {
    name: 'screening-being-checked',
    reach: async (scene) => {
      const page = await withSimvastatin(scene, { faults: { ScreeningOf: 'held' } });
      await pick(page, 'ketoconazole 200 mg oral tablet');
      await at.text(page, 'Checking interactions and allergies…').waitFor();
      return page;
    },
  },
  {
    name: 'screening-not-asked',
    reach: async (scene) => {
      const page = await withSimvastatin(scene, { faults: { ScreeningOf: 'offline' } });
      await pick(page, 'ketoconazole 200 mg oral tablet');
      await at.text(page, 'Interactions and allergies could not be checked now.').waitFor();
      return page;
    },
  },
  {
    name: 'spanish-screening-in-the-card',
    reach: async (scene) => {
      const page = await withSimvastatin(scene, { lang: 'es' });
      await page
        .getByRole('combobox', { name: /^Buscar medicamento/ })
        .fill('ketoconazole 200 mg oral tablet');
      await page.getByRole('group', { name: 'Todos los tratamientos' }).getByRole('option').first().click();
      await at.text(page, /^Interacción grave: /).waitFor();
      return page;
    },
  },
];
