// Goal: prescriber, patient and pharmacist read one and the same line of a medicine, with the same quantity, wherever it stands (ui rules 1 to 6 and 17).
// Method: a list of medicines that are easily misread, each on the real page, sheet and fax of everybody who reads it; and a look at all sources, so that no second renderer comes up.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { historyWords, medicationLine, medicationText, quantityText } from '@pestle/elements/views';
import { history as historyWordsEs } from '@pestle/elements/views-es';
import type { TreatmentId } from '@pestle/rules/ids';
import { liquidText } from '@pestle/rules/liquid';
import { formatMedicationLine, formatQuantity } from '@pestle/rules/medication-line';
import { structureOf } from '@pestle/rules/sig';
import { UNITS_ES } from '@pestle/rules/units-es';
import { createLinkKey, drawFax } from '@pestle/service/for-tests/delivery';
import type { ClinicalContent } from '@pestle/service/for-tests/prescribing';
import type { Store } from '@pestle/service/store';
import { type DeskPractice, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import { clinicalContent, envelope } from '@pestle/testbed/practice/clinical-content';
import { DIFFICULT_MEDICINES, type DifficultMedicine } from '@pestle/testbed/practice/difficult-medicines';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { anId, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PRESCRIBER } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { openLinks } from '@pestle/testbed/tracking/link';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What a pharmacy's message calls it: never what people are shown as the line. */
const ON_THE_MESSAGE = 'NAME ON THE MESSAGE';

let links: Awaited<ReturnType<typeof openLinks>>;
let choice: Awaited<ReturnType<typeof openPatientChoice>>;
let deskStore: Store;
let desk: DeskPractice;
before(async () => {
  [links, choice, deskStore] = await Promise.all([openLinks(), openPatientChoice(), openTestStore()]);
  desk = await openDeskPractice(deskStore);
});
after(async () => {
  await links.app.close();
  await links.store.close();
  await choice.close();
  await deskStore.close();
});

function contentOf(medicine: DifficultMedicine): ClinicalContent {
  const content = clinicalContent();
  const { treatment, quantity, unit, instructions } = medicine;
  return {
    ...content,
    prescriber: { ...content.prescriber, id: PRESCRIBER },
    treatment: { ...content.treatment, ...treatment, description: ON_THE_MESSAGE },
    dispenseQuantity: quantity,
    dispenseUnit: unit,
    instructions,
  };
}

/** Text of a page between its tags, blanks that hold together kept. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&#160;', '\u00a0');

/** What a template of the elements shows. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || !('strings' in value)) return '';
  const { strings, values } = value as { strings: readonly string[]; values: readonly unknown[] };
  return strings.map((part, index) => part + shown(values[index])).join('');
}

const includes = (text: string, part: string, where: string): void =>
  assert.ok(text.includes(part), `${where} has no "${part}":\n${text.replaceAll(/\n+/g, '\n')}`);

for (const medicine of DIFFICULT_MEDICINES) {
  const { line, amount, amountEs, dose, quantity, unit, treatment } = medicine;

  test(`U17: ${line} reads the same in form, review, card and history, on page, fax and call-in sheet`, async () => {
    const content = contentOf(medicine);
    const read: Record<string, readonly [line: string, amount: string, dose: string]> = {};
    const ours = liquidText(structureOf(content.instructions), treatment.strength);
    read['rules'] = [formatMedicationLine(treatment).text, formatQuantity(quantity, unit.code), ours];
    read['elements and portal'] = [
      shown(medicationLine(treatment, 'en')).replaceAll(/<[^>]+>/g, ''),
      quantityText(quantity, unit.name, historyWords),
      ours,
    ];
    read['labels'] = [medicationText(treatment, 'en'), quantityText(quantity, unit.code, historyWords), ours];
    const order = await insertOrder(deskStore, {
      orgId: TEST_ORGANIZATION,
      pharmacyId: desk.pharmacyId,
      content,
    });
    const { lines } = await desk.desk.callInSheet(desk.prescriber, order.id);
    read['call-in sheet'] = [lines[0]?.medication ?? '', lines[0]?.quantity ?? '', lines[0]?.dose ?? ''];
    for (const [where, is] of Object.entries(read)) assert.deepEqual(is, [line, amount, dose], where);
    assert.equal(quantityText(quantity, unit.code, historyWordsEs), amountEs);
    assert.equal(formatQuantity(quantity, unit.code, UNITS_ES), amountEs);

    const { lines: printed } = await drawFax(faxOf(content));
    const page = textOf(await links.record((await links.faxed({ content })).path));
    for (const part of [line, amount, dose]) {
      includes(printed.join('\n'), part, 'the fax');
      includes(page, part, "the pharmacist's page");
    }
    assert.ok(!printed.join('\n').includes(ON_THE_MESSAGE), 'the fax has one name of it');
    includes(page, ON_THE_MESSAGE, "the pharmacist's page, as it was recorded,");
  });
}

test("U17: the patient's page has the same lines, and the quantity in the patient's language", async () => {
  const written = DIFFICULT_MEDICINES.filter(({ treatment }) => treatment.strength !== null);
  const treatments = written.map((): TreatmentId => anId('trt'));
  await choice.store.asKeeper(async (tx) => {
    for (const [index, { treatment, unit, line }] of written.entries()) {
      const ingredients = `{${treatment.ingredients.map((name) => `"${name}"`).join(',')}}`;
      await sql`insert into treatment (id, kind, name, ingredients, brand_name, strength, dose_form, unit_code, federal_status,
        federal_as_of, drug_description, search_name, search_words)
        values (${treatments[index]}, 'MEDICATION', ${line}, ${ingredients}, ${treatment.brandName}, ${treatment.strength},
          ${treatment.doseForm}, ${unit.code}, 'uncontrolled', '2026-01-01', ${ON_THE_MESSAGE}, ${line}, ${line})`.execute(
        tx,
      );
    }
  });
  const { token } = await choice.waiting({
    treatments,
    more: written.map(({ quantity, unit, instructions }) => ({
      dispenseQuantity: quantity,
      dispenseUnit: unit.name,
      instructions,
      repeatReason: 'A list of medicines that are easily misread.',
      amountsReason: 'A list of medicines that are easily misread.',
    })),
  });
  const telephone = choice.telephone();
  const visit = await telephone.enter(token);
  for (const language of [null, 'es']) {
    await choice.speak(language);
    const page = textOf((await telephone.get(visit)).text);
    for (const { line, amount, amountEs, dose } of written)
      for (const part of [line, language === null ? amount : amountEs, dose])
        includes(page, part, `the patient's page (${language ?? 'en'})`);
    assert.ok(!page.includes(ON_THE_MESSAGE));
  }
});

test('U17: what was written by hand is marked in the language of whoever reads it, in forms, labels and the patient’s page; a pharmacist reads English', async () => {
  const [medicine] = DIFFICULT_MEDICINES;
  assert.ok(medicine !== undefined);
  const treatment = { ...medicine.treatment, written: true };
  for (const [language, mark] of [
    ['en', '[written by hand]'],
    ['es', '[escrito a mano]'],
  ] as const) {
    assert.equal(medicationText(treatment, language), `${medicine.line} ${mark}`);
    assert.equal(
      shown(medicationLine(treatment, language)).replaceAll(/<[^>]+>/g, ''),
      `${medicine.line} ${mark}`,
    );
  }
  const content = contentOf({ ...medicine, treatment });
  const { lines: printed } = await drawFax(faxOf(content));
  includes(printed.join(' '), '[written by hand]', 'the fax');
  const treatments = [anId('trt')];
  await choice.store.asKeeper(async (tx) => {
    await sql`update organization set settings = settings || '{"writtenTreatments": true}'::jsonb`.execute(
      tx,
    );
    await sql`insert into treatment (id, kind, name, ingredients, strength, dose_form, unit_code, federal_status, federal_as_of,
        drug_description, search_name, search_words, written_by) values (${treatments[0]}, 'MEDICATION', 'melatonin gummies',
        '{melatonin}', '5 mg', 'Chewable Tablet', 'C48542', 'uncontrolled', '2026-01-01', 'melatonin 5 mg', 'melatonin', 'melatonin',
        ${TEST_ORGANIZATION})`.execute(tx);
  });
  const { token } = await choice.waiting({ treatments });
  const telephone = choice.telephone();
  const visit = await telephone.enter(token);
  await choice.speak('es');
  const page = textOf((await telephone.get(visit)).text);
  includes(page, '[escrito a mano]', "the patient's page");
  assert.ok(!page.includes('[written by hand]'));
});

/** Where a drug's name on the message, or a unit's word, may be taken by itself, and why. */
const OWN_WAY: Readonly<Record<string, string>> = {
  'packages/service/src/delivery/channels/api.ts': 'the document for a pharmacy, which is no page',
  'packages/service/src/prescribing/script-message.ts': 'the message itself',
  'packages/service/src/tracking/link/record-page.ts': 'says below what the message calls it',
  'packages/elements/src/workflow/drafts/draft-line.ts': 'says below what the message calls it',
  'apps/portal/src/orders/order-page.ts': 'says below what the message calls it',
  'apps/portal/src/prescription/prescription-page.ts': 'says below what the message calls it',
  'packages/elements/src/workflow/search/search-choice.ts':
    'asks the one renderer for a line without its strength: each strength of the drug stands beside it',
  'packages/elements/src/workflow/form/sig/implied.ts':
    'counts what directions come to, in the sentence of a reading',
  'packages/elements/src/workflow/writing/ingredients.ts':
    'asks for the strength of an ingredient, in a field',
};

test('U17: no source but the one renderer puts a line or a quantity together', () => {
  const sources = globSync(['packages/{elements,service,sandbox}/src/**/*.ts', 'apps/*/src/**/*.ts'], {
    cwd: ROOT,
    exclude: (name) => name.endsWith('.test.ts') || name.includes('/dist/'),
  });
  assert.ok(sources.length > 500);
  const found = sources.filter((name) => {
    const text = readFileSync(ROOT + name, 'utf8');
    return (
      /\btreatment\.description\b|\{ description \}: NonNullable<Written/.test(text) ||
      /\bunitWord\(/.test(text) ||
      /\$\{[^}]*\b(?:strength|doseForm)\b[^}]*\}/.test(text)
    );
  });
  assert.deepEqual(
    found.map((name) => name.replaceAll('\\', '/')).toSorted(),
    Object.keys(OWN_WAY).toSorted(),
  );
});

function faxOf(content: ClinicalContent): Parameters<typeof drawFax>[0] {
  return {
    kind: 'new',
    content,
    envelope: envelope(),
    address: null,
    pharmacy: { name: 'Corner Drugstore', fax: '6175550199', timeZone: 'America/New_York' },
    senderFax: '6175550151',
    sentAt: new Date('2026-11-20T19:05:00Z'),
    writtenAt: '2026-11-20T19:00:00Z',
    prescriberOrderNumber: '01JD0000000000000000000001-1',
    orderNumber: '41270364',
    messageId: 'M01JD0000000000000000000009',
    reason: { because: 'not-integrated' },
    mayHaveArrived: false,
    link: {
      url: 'https://pestle.example.org/rx/x',
      address: 'https://pestle.example.org/rx',
      code: createLinkKey(new Uint8Array(32).fill(7)).secretsOf('trm_01JD0000000000000000000001', 1).code,
      expiresAt: '2027-11-21T05:00:00Z',
    },
  };
}
