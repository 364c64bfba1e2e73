// The states of what was signed and saved and is on no order yet: its card, what is asked before it is sent, and its review.
import { prescribed } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import type { PageOptions, Scene } from '../scene.ts';
import { at } from '../scene.ts';
import type { State } from '../state.ts';

const RULE = 'allergy:lisinopril';

/** As if an allergy had been recorded after both were signed. */
function speaksAgainstTheFirst(data: Record<string, unknown>): void {
  const [first] = data['screeningToSend'] as {
    open: string[];
    screening: { needsReason: boolean; result: { checked: boolean; findings: object[] } };
  }[];
  const said = (en: string, es: string): object => ({ en, es });
  first?.open.push(RULE);
  first?.screening.result.findings.push({
    rule: RULE,
    kind: 'ALLERGY',
    severity: 'HIGH',
    text: said(
      'Allergy: the patient does not tolerate this.',
      'Alergia: el paciente no tolera este medicamento.',
    ),
    detail: null,
    suggestions: [],
    serviceReasons: [],
    reasons: [
      { reason: 'WILL_MONITOR', text: said('Will be monitored', 'Se controlará') },
      { reason: 'OTHER', text: said('Other (say which)', 'Otra razón (diga cuál)') },
    ],
  });
}

/** A patient with two saved prescriptions. */
export async function savedPage(scene: Scene, options: PageOptions = {}): Promise<Page> {
  const { workflow, ask, patient, lisinopril, metformin, local } = scene;
  const patientId = await patient();
  await prescribed(ask, patientId, metformin);
  await prescribed(ask, patientId, lisinopril);
  const faults = { ScreeningToSend: { change: speaksAgainstTheFirst } };
  const page = await workflow(
    { 'enable-order': 'true', 'pharmacy-id': local.id },
    { faults, ...options, patientId },
  );
  await at.button(page, /^(?:Review and send|Revisar y enviar) 2/).waitFor();
  return page;
}

async function asked(scene: Scene): Promise<Page> {
  const page = await savedPage(scene);
  await at.button(page, 'Review and send 2').click();
  await page.getByLabel('Why it is prescribed all the same').waitFor();
  return page;
}

export const SAVED_STATES: readonly State[] = [
  {
    name: 'saved-not-sent',
    main: true,
    reach: (scene) => savedPage(scene),
  },
  { name: 'saved-reason-asked', reach: asked },
  {
    name: 'saved-review',
    always: true,
    reach: async (scene) => {
      const page = await asked(scene);
      await page.getByLabel('Why it is prescribed all the same').selectOption('WILL_MONITOR');
      await at.button(page, 'Keep reasons and go on').click();
      await at.button(page, /^Send 2 prescriptions to/).waitFor();
      return page;
    },
  },
  {
    name: 'saved-could-not-be-loaded',
    reach: async ({ workflow, local }) => {
      const faults = { SavedPrescriptions: { code: 'FORBIDDEN', message: 'This is refused.' } };
      const page = await workflow({ 'enable-order': 'true', 'pharmacy-id': local.id }, { faults });
      await at.text(page, 'What was saved could not be loaded.').waitFor();
      return page;
    },
  },
];
