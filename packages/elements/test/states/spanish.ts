// The states of a page in Spanish in which something is wrong: rules, the service and the standard all answer in Spanish (E6).
import assert from 'node:assert/strict';
import { prescribed, treatmentOf } from '@pestle/testbed/elements/records';
import type { Page } from 'playwright-core';
import { initial } from '../support/workflow.ts';
import { at } from './scene.ts';
import type { State } from './state.ts';
import { savedPage } from './workflow/saved.ts';

const LANG = { lang: 'es' } as const;
/** Words of English sentences; names of medicines and directions stay English, and have none of them. */
const ENGLISH = /\b(?:the|this|is|are|must|cannot|write|choose|missing|above|needs|Tablets?|error-prone)\b/;

/** The words of a part that is shown are there by then, however busy the machine. */
const WORDS_MS = 30_000;

/** A reason in somebody's own words, as the saved prescriptions of these states have it. */
const AS_TYPED = 'Another of the same.';

/** All that is shown but the medicines' own lines, the sentence that the patient reads, and what is being or was typed. */
async function assertSpanish(page: Page, typed = ''): Promise<void> {
  const englishNow = async (): Promise<readonly string[]> => {
    const shown = await textsOf(page);
    assert.ok(shown.length > 20, `${shown.length} texts`);
    return shown.filter((text) => text !== typed && ENGLISH.test(text));
  };
  let english = await englishNow();
  // A part is English until its words have come; what is English then stays so.
  for (const begun = performance.now(); english.length > 0 && performance.now() - begun < WORDS_MS; ) {
    await page.waitForTimeout(100);
    english = await englishNow();
  }
  assert.deepEqual(english, []);
}

/** What the workflow shows and says. */
async function textsOf(page: Page): Promise<readonly string[]> {
  return await page.locator('svc-prescribe-workflow').evaluate((element) => {
    const texts: string[] = [];
    const collect = (root: ParentNode): void => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot !== null) collect(node.shadowRoot);
        if (node.closest('[lang=en],[part~=medication],.sentence,style') !== null) continue;
        for (const child of node.childNodes)
          if (child.nodeType === Node.TEXT_NODE) texts.push(child.textContent ?? '');
      }
    };
    collect(element.shadowRoot ?? element);
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

export const SPANISH_STATES: readonly State[] = [
  {
    name: 'spanish-likely-duplicate-and-order-to-join',
    reach: async ({ workflow, ask, patient, lisinopril, metformin, local }) => {
      const patientId = await patient();
      await prescribed(ask, patientId, lisinopril);
      await prescribed(ask, patientId, await treatmentOf(ask, 'amoxicillin 500 mg'), null);
      const page = await workflow(
        {
          'enable-order': 'true',
          'pharmacy-id': local.id,
          'enable-combine-and-duplicate': 'true',
          'initial-prescriptions': initial(lisinopril, metformin),
        },
        { ...LANG, patientId },
      );
      await page.getByRole('radio', { name: 'Cambio de dosis' }).waitFor();
      await assertSpanish(page, AS_TYPED);
      await page.getByRole('radio', { name: 'Cambio de dosis' }).check();
      await at.button(page, /^Dejarlo por este motivo: lisinopril/).click();
      await page
        .getByRole('region', { name: /^Pedido pendiente/ })
        .getByText(/Recetado otra vez porque/)
        .waitFor();
      await at.button(page, 'Enviar pedido').click();
      await at.button(page, /^Agregar al pedido de/).waitFor();
      await assertSpanish(page, AS_TYPED);
      return page;
    },
  },
  {
    name: 'spanish-form-with-problems',
    always: true,
    reach: async ({ workflow }) => {
      const page = await workflow({ 'enable-order': 'true' }, LANG);
      await page.getByRole('combobox', { name: /^Buscar/ }).fill('metformin 500');
      await page
        .getByRole('option', { name: /^metFORMIN 500/ })
        .first()
        .click();
      await page.getByLabel('Indicaciones para el paciente').fill('1 tab po qd foo .5');
      await at.text(page, '“qd” induce a error: use daily.').waitFor();
      await page.getByText('Dosis por peso').click();
      await page.getByLabel(/^Peso/).first().fill('800');
      await page.getByLabel('Unidad de peso').selectOption('kg');
      await page.getByLabel('Dosis por kilogramo').fill('5');
      await page.getByLabel('Tomas por día').fill('2');
      await at.text(page, 'El peso es mayor que 700 kg.').waitFor();
      await at.button(page, 'Agregar al pedido').click();
      await at.text(page, '“foo” no se entiende.').waitFor();
      assert.equal(
        await page
          .getByLabel(/^Unidad$/)
          .evaluate((node) => (node as HTMLSelectElement).selectedOptions[0]?.text),
        'Tableta',
      );
      await assertSpanish(page);
      return page;
    },
  },
  {
    name: 'spanish-saved-review',
    reach: async (scene) => {
      const page = await savedPage(scene, LANG);
      await assertSpanish(page, AS_TYPED);
      await at.button(page, 'Revisar y enviar 2').click();
      const why = page.locator('[id$="screening-0"]');
      await why.waitFor();
      await assertSpanish(page, AS_TYPED);
      await why.selectOption('WILL_MONITOR');
      await at.button(page, 'Guardar motivos y seguir').click();
      await at.button(page, /^Enviar 2 recetas a/).waitFor();
      await assertSpanish(page, AS_TYPED);
      return page;
    },
  },
  {
    name: 'spanish-patient-with-problems',
    reach: async ({ workflow }) => {
      const page = await workflow({ 'enable-order': 'true' }, LANG);
      await at.button(page, 'Editar paciente').click();
      await page.getByLabel(/^Teléfono móvil/).fill('555-0142');
      await page.getByLabel(/^Código postal/).fill('2139');
      await at.button(page, 'Guardar paciente').click();
      await at.text(page, /^Un teléfono tiene diez dígitos/).waitFor();
      await at.text(page, /^Un código postal \(ZIP\) tiene 5 dígitos/).waitFor();
      await assertSpanish(page);
      return page;
    },
  },
  {
    name: 'spanish-patient-with-refused-benefits',
    reach: async ({ workflow }) => {
      const page = await workflow({}, LANG);
      await at.button(page, 'Editar paciente').click();
      await at.button(page, 'Agregar seguro').click();
      await page.getByLabel('BIN (IIN)').fill('12345');
      await at.button(page, 'Guardar paciente').click();
      await at
        .text(page, /^Revise el BIN/)
        .first()
        .waitFor();
      await assertSpanish(page);
      return page;
    },
  },
  {
    name: 'spanish-refused-by-the-service',
    reach: async ({ workflow, lisinopril, local }) => {
      const page = await workflow(
        { 'enable-order': 'true', 'pharmacy-id': local.id, 'initial-prescriptions': initial(lisinopril) },
        { ...LANG, faults: { SignAndOrder: { code: 'FORBIDDEN', message: 'This is refused.' } } },
      );
      await page.getByText('Dispensar 30 tabletas').waitFor();
      await at.button(page, 'Enviar pedido').click();
      await at.button(page, /^Firmar y enviar/).click();
      await at.text(page, 'No se envió nada. Usted o esta aplicación no puede hacer esto.').waitFor();
      await assertSpanish(page);
      return page;
    },
  },
];
