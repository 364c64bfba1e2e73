// Tests of every attribute of svc-prescribe-workflow, one per attribute, named by it (E4).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonReaders } from './json-readers.ts';
import { sentenceOf } from './problems.ts';
import type { RawAttributes } from './workflow-attributes.ts';
import { WORKFLOW_ATTRIBUTES } from './workflow-attributes.ts';
import type { ReadConfig, WorkflowConfig } from './workflow-config.ts';
import { needsJsonReaders, readWorkflowConfig as readAttributes } from './workflow-config.ts';

const TREATMENT = 'trt_01TEST0000000000000000000A';

const readWorkflowConfig = (raw: RawAttributes): ReadConfig => readAttributes(raw, jsonReaders);

function read(raw: RawAttributes): WorkflowConfig {
  const { config, problems } = readWorkflowConfig(raw);
  assert.deepEqual(problems.map(sentenceOf), []);
  return config;
}

/** The problems as `attribute path`. */
function faults(raw: RawAttributes): readonly string[] {
  return readWorkflowConfig(raw).problems.map(({ attribute, path }) => `${attribute}${path}`);
}

const warnings = (raw: RawAttributes): readonly string[] => readWorkflowConfig(raw).warnings;
const json = (value: unknown): string => JSON.stringify(value);
const INITIAL = {
  treatmentId: TREATMENT,
  dispenseQuantity: 30,
  dispenseUnit: 'Tablet',
  fillsAllowed: 1,
  daysSupply: 0,
  instructions: 'Take one tablet daily.',
};

test('E4: nothing set is every default of the table, without a fault or a warning', () => {
  const { config, problems, warnings: said } = readWorkflowConfig({});
  assert.deepEqual([problems, said], [[], []]);
  assert.deepEqual(
    [config.patientId, config.enableOrder, config.allowOffCatalogSearch, config.hideSubmit, config.blocked],
    [null, false, true, false, false],
  );
});

const twinOf = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
/** The three flags of pharmacy selection are tabs in the configuration; they have tests of their own. */
const BOOLEANS = WORKFLOW_ATTRIBUTES.filter((name) => {
  const value: unknown = Reflect.get(readWorkflowConfig({}).config, twinOf(name));
  return typeof value === 'boolean';
});

test('E4: every boolean is one', () => {
  assert.equal(BOOLEANS.length, 13);
});

for (const name of BOOLEANS)
  test(`E4: ${name}: true, false, bare, and other text`, () => {
    const key = twinOf(name);
    const value = (given: unknown): unknown =>
      Reflect.get(readWorkflowConfig({ 'enable-order': 'true', [name]: given }).config, key);
    assert.deepEqual(['true', '', 'TRUE', true].map(value), [true, true, true, true]);
    assert.deepEqual(['false', false, 'yes', '0', 'no'].map(value), [false, false, false, false, false]);
    assert.ok(warnings({ [name]: 'yes' }).some((said) => said.startsWith(`${name}: only "true"`)));
  });

test('E4: other text of a boolean is false even where the default is true', () => {
  assert.equal(
    readWorkflowConfig({ 'allow-off-catalog-search': 'nope' }).config.allowOffCatalogSearch,
    false,
  );
});

test('patient-id: text, never a number; a number is refused and named', () => {
  assert.equal(read({ 'patient-id': ' 00123 ' }).patientId, '00123');
  assert.equal(read({ 'patient-id': '12345678901234567890' }).patientId, '12345678901234567890');
  assert.equal(read({ 'patient-id': '' }).patientId, null);
  assert.deepEqual(faults({ 'patient-id': 123 }), ['patient-id']);
});

test('template-ids: a comma list, trimmed and without duplicates, or a JSON array', () => {
  assert.deepEqual(read({ 'template-ids': ' tpl_b , tpl_a,,tpl_b' }).templateIds, ['tpl_b', 'tpl_a']);
  assert.deepEqual(read({ 'template-ids': '["tpl_a","tpl_b"]' }).templateIds, ['tpl_a', 'tpl_b']);
  assert.deepEqual(read({ 'template-ids': ['tpl_a'] }).templateIds, ['tpl_a']);
  assert.deepEqual(faults({ 'template-ids': '["tpl_a", 7]' }), ['template-ids[1]']);
  assert.deepEqual(faults({ 'template-ids': '[tpl_a' }), ['template-ids']);
});

test('template-overrides: the eight keys; an unknown key and a wrong type are named, the others stay', () => {
  const over = {
    externalId: 'e',
    dispenseQuantity: 2.5,
    dispenseUnit: 'Milliliter',
    dispenseAsWritten: true,
    fillsAllowed: 100,
    daysSupply: 0,
    instructions: 'i',
    notes: '',
  };
  const config = read({ 'template-overrides': json({ tpl_a: over }) });
  assert.deepEqual(config.templateOverrides.get('tpl_a'), { ...over, dispenseQuantity: '2.5' });
  const raw = { 'template-overrides': { tpl_a: over, tpl_b: { refills: 1 }, tpl_c: { fillsAllowed: 0 } } };
  assert.deepEqual(faults(raw), [
    'template-overrides.tpl_b.refills',
    'template-overrides.tpl_c.fillsAllowed',
  ]);
  assert.deepEqual([...readWorkflowConfig(raw).config.templateOverrides.keys()], ['tpl_a']);
  assert.deepEqual(faults({ 'template-overrides': json({ tpl_a: { treatmentId: TREATMENT } }) }), [
    'template-overrides.tpl_a.treatmentId',
  ]);
});

test('prescription-ids: a comma list or a JSON array', () => {
  assert.deepEqual(read({ 'prescription-ids': 'rx_a, rx_b' }).prescriptionIds, ['rx_a', 'rx_b']);
});

test('prescription-overrides: the same keys, treatmentId and doNotFillBeforeDate', () => {
  const over = { treatmentId: TREATMENT, doNotFillBeforeDate: '2030-01-31' };
  assert.deepEqual(
    read({ 'prescription-overrides': json({ rx_a: over }) }).prescriptionOverrides.get('rx_a'),
    over,
  );
  assert.deepEqual(
    faults({ 'prescription-overrides': json({ rx_a: { doNotFillBeforeDate: '2030-02-31' } }) }),
    ['prescription-overrides.rx_a.doNotFillBeforeDate'],
  );
});

const [A, B, C, D] = ['A', 'B', 'C', 'D'].map((last) => `trt_01TEST0000000000000000000${last}`) as [
  string,
  string,
  string,
  string,
];

test('disable-list: entries with treatmentIds, with id, plain ids, or a comma list, of treatments and of medications; the whole reason is kept', () => {
  const reason = 'Recalled: '.padEnd(500, 'x');
  const value = [{ treatmentIds: [A, B], reason }, { id: C }, D, { id: 'RXCUI:29046', reason: 'Cough.' }];
  assert.deepEqual(
    [...read({ 'disable-list': json(value) }).disabled],
    [
      [A, reason],
      [B, reason],
      [C, null],
      [D, null],
      ['rxcui:29046', 'Cough.'],
    ],
  );
  assert.deepEqual([...read({ 'disable-list': ` ${A}, rxcui:29046 ,` }).disabled.keys()], [A, 'rxcui:29046']);
  assert.deepEqual([...read({ 'disable-list': '' }).disabled], []);
});

for (const [what, value] of [
  ['no JSON', `[{"treatmentIds":["${A}"]`],
  ['an object', `{"treatmentIds":["${A}"]}`],
  ['a bad entry among good ones', json([{ id: A }, { treatmentId: B }])],
  ['a number for an id', json([{ id: 7 }])],
  ['a property of another kind', 7],
  ['quoted text', `"${A}"`],
  ['an id of something else', json([{ id: 'med_abc' }])],
  ['one such id in a comma list', `${A},med_1`],
  ['one such id among treatments', json([{ treatmentIds: [A, 'med_1'] }])],
  ['a treatment id that is too short', 'trt_abc'],
  ['an RxCUI that is none', 'rxcui:029046'],
  ['a bare number', '29046'],
  ['a reason that would be cut', json([{ id: A, reason: 'x'.repeat(501) }])],
  ['more than fit', json(Array.from({ length: 501 }, (_, index) => `rxcui:${index + 1}`))],
] as const)
  test(`E4, disable-list: one that cannot be read blocks prescribing (${what})`, () => {
    const { config, problems } = readWorkflowConfig({ 'disable-list': value });
    assert.equal(config.blocked, true);
    assert.ok(problems.some(({ attribute }) => attribute === 'disable-list'));
  });

test('E4, disable-list: an id that is not understood is named with its place', () => {
  const value = json([{ treatmentIds: [A, 'med_1'] }, 'trt_x']);
  assert.deepEqual(
    readWorkflowConfig({ 'disable-list': value }).problems.map(({ path }) => path),
    ['[0].treatmentIds[1]', '[1]'],
  );
});

test('allow-off-catalog-search: true unless it is set to false', () => {
  assert.equal(read({}).allowOffCatalogSearch, true);
  assert.equal(read({ 'allow-off-catalog-search': 'false' }).allowOffCatalogSearch, false);
});

test('initial-prescriptions: each entry is checked by itself, a bad one is left out with its index', () => {
  const list = [
    INITIAL,
    { ...INITIAL, dispenseQuantity: 0 },
    { ...INITIAL, fillsAllowed: 101 },
    { ...INITIAL, notes: 'x'.repeat(211) },
    { ...INITIAL, dispenseUnit: 'Spoon' },
    { ...INITIAL, instructions: '  ' },
    {
      ...INITIAL,
      daysSupply: 30,
      externalId: '007',
      doNotFillBeforeDate: '2030-01-01',
      dispenseAsWritten: true,
    },
  ];
  const raw = { 'initial-prescriptions': json(list) };
  assert.deepEqual(faults(raw), [
    'initial-prescriptions[1].dispenseQuantity',
    'initial-prescriptions[2].fillsAllowed',
    'initial-prescriptions[3].notes',
    'initial-prescriptions[4].dispenseUnit',
    'initial-prescriptions[5].instructions',
  ]);
  const { initialPrescriptions } = readWorkflowConfig(raw).config;
  assert.deepEqual(
    initialPrescriptions.map(({ index }) => index),
    [0, 6],
  );
  assert.equal(initialPrescriptions[1]?.input.externalId, '007');
  assert.deepEqual(faults({ 'initial-prescriptions': json([{ treatmentId: TREATMENT }]) }), [
    'initial-prescriptions[0].dispenseQuantity',
    'initial-prescriptions[0].dispenseUnit',
    'initial-prescriptions[0].fillsAllowed',
    'initial-prescriptions[0].daysSupply',
    'initial-prescriptions[0].instructions',
  ]);
  assert.deepEqual(faults({ 'initial-prescriptions': '{}' }), ['initial-prescriptions']);
});

test('additional-notes: the text as it is', () => {
  assert.equal(read({ 'additional-notes': 'Call the clinic.' }).additionalNotes, 'Call the clinic.');
});

test("enable-order: the only flag set means the tab 'Local Pickup'", () => {
  assert.deepEqual(read({ 'enable-order': 'true' }).tabs, ['local-pickup']);
  assert.deepEqual(read({ 'enable-order': '', 'enable-send-to-patient': 'true' }).tabs, ['send-to-patient']);
});

test("the three flags: tabs 'Send to Patient', 'Local Pickup', 'Mail Order', in this order, false by default", () => {
  const all = {
    'enable-delivery-pharmacies': 'true',
    'enable-local-pickup': 'true',
    'enable-send-to-patient': 'true',
    'enable-order': 'true',
  };
  assert.deepEqual(read(all).tabs, ['send-to-patient', 'local-pickup', 'mail-order']);
});

for (const name of [
  'enable-send-to-patient',
  'enable-local-pickup',
  'enable-delivery-pharmacies',
  'mail-order-ids',
  'pharmacy-id',
] as const)
  test(`${name}: without enable-order it does nothing and warns`, () => {
    const { config, warnings: said } = readWorkflowConfig({
      [name]: name.startsWith('enable') ? 'true' : 'phr_a',
    });
    assert.deepEqual([config.tabs, config.mailOrderIds, config.pharmacyId], [[], [], null]);
    assert.deepEqual(said, [`${name}: this does nothing without enable-order.`]);
    if (name.startsWith('enable')) assert.deepEqual(warnings({ [name]: 'false' }), []);
  });

test("mail-order-ids: a trimmed comma list that adds the tab 'Mail Order' with these pharmacies only", () => {
  const config = read({ 'enable-order': 'true', 'mail-order-ids': ' phr_a , phr_b ' });
  assert.deepEqual([config.tabs, config.mailOrderIds], [['mail-order'], ['phr_a', 'phr_b']]);
});

test('pharmacy-id: fixed when no tab is enabled, beside the tabs when one is', () => {
  assert.deepEqual(read({ 'enable-order': 'true', 'pharmacy-id': 'phr_a' }).tabs, []);
  assert.deepEqual(read({ 'enable-order': 'true', 'pharmacy-id': 'phr_a', 'enable-local-pickup': '' }).tabs, [
    'local-pickup',
  ]);
});

test('enable-combine-and-duplicate: a switch, off unless it is set', () => {
  assert.equal(read({}).enableCombineAndDuplicate, false);
  assert.equal(read({ 'enable-combine-and-duplicate': '' }).enableCombineAndDuplicate, true);
  assert.deepEqual(warnings({ 'enable-combine-and-duplicate': 'true' }), []);
});

test('enable-coverage-check: a switch, off unless it is set', () => {
  assert.equal(read({}).enableCoverageCheck, false);
  assert.equal(read({ 'enable-coverage-check': '' }).enableCoverageCheck, true);
  assert.deepEqual(warnings({ 'enable-coverage-check': 'true' }), []);
});

test('address: an object; country is US when left out; a bad one is named and not used', () => {
  const given = { street1: '1 Main St', city: 'Boston', state: 'ma', postalCode: '02108-1234' };
  assert.deepEqual(read({ address: json(given) }).address, { ...given, state: 'MA', country: 'US' });
  assert.deepEqual(faults({ address: { ...given, postalCode: 2108 } }), ['address.postalCode']);
  assert.deepEqual(faults({ address: { ...given, state: 'Mass', zip: '1' } }), [
    'address.state',
    'address.zip',
  ]);
  assert.equal(readWorkflowConfig({ address: 'Boston' }).config.address, null);
});

test('external-order-id: kept as text, also when it looks like a number', () => {
  assert.equal(read({ 'external-order-id': '12345678901234567890' }).externalOrderId, '12345678901234567890');
  assert.deepEqual(faults({ 'external-order-id': 'x'.repeat(256) }), ['external-order-id']);
});

test('weight, weight-unit: no default unit; without one the weight is not used, and the page is told', () => {
  assert.deepEqual(read({ weight: '70.50', 'weight-unit': 'kg' }).weight, { value: '70.5', unit: 'kg' });
  assert.deepEqual(read({ weight: 154, 'weight-unit': 'lbs' }).weight, { value: '154', unit: 'lbs' });
  const { config } = readWorkflowConfig({ weight: '70' });
  assert.deepEqual([config.weight, config.weightWithoutUnit], [null, '70']);
  assert.deepEqual(faults({ weight: '70' }), ['weight-unit']);
  assert.deepEqual(faults({ weight: '70', 'weight-unit': 'stone' }), ['weight-unit']);
  assert.deepEqual(faults({ weight: '0', 'weight-unit': 'kg' }), ['weight']);
  assert.deepEqual(faults({ weight: '-4', 'weight-unit': 'kg' }), ['weight']);
  assert.deepEqual(faults({ weight: '800', 'weight-unit': 'kg' }), ['weight']);
});

test('diagnosis-codes: two ICD-10 codes; when one is wrong none is used', () => {
  const description = 'Type 2 diabetes mellitus without complications';
  const good = { code: 'e11.9', type: 'ICD10', description };
  assert.deepEqual(read({ 'diagnosis-codes': json([good]) }).diagnosisCodes, [{ ...good, code: 'E11.9' }]);
  const raw = { 'diagnosis-codes': json([good, { ...good, code: '11' }]) };
  assert.deepEqual(faults(raw), ['diagnosis-codes[1].code']);
  assert.deepEqual(readWorkflowConfig(raw).config.diagnosisCodes, []);
});

test('diagnosis-codes: each has its description, in words that every message carries', () => {
  const good = { code: 'I10', type: 'ICD10', description: 'Essential hypertension' };
  for (const description of [undefined, '', ' ', 'Sj\u00f6gren syndrome', 'Two\nlines', 'x'.repeat(256), 7])
    assert.deepEqual(
      faults({ 'diagnosis-codes': [good, { ...good, description }] }),
      ['diagnosis-codes[1].description'],
      String(description),
    );
  const { problems } = readWorkflowConfig({
    'diagnosis-codes': [{ ...good, description: 'Sj\u00f6gren syndrome' }],
  });
  assert.match(problems[0]?.message ?? '', /character 3 cannot be sent to a pharmacy: write "o" instead/);
});

test('allergies, medications: a bad entry fails alone, with its place', () => {
  const allergies = json([{ substance: 'penicillin', severity: 'SEVERE' }, { severity: 'BAD' }]);
  assert.deepEqual(readWorkflowConfig({ allergies }).config.allergies, [
    { substance: 'penicillin', severity: 'SEVERE' },
  ]);
  assert.deepEqual(faults({ allergies }), ['allergies[1].severity', 'allergies[1].substance']);
  assert.equal(readWorkflowConfig({ allergies }).config.statementsUnread, true);
  assert.equal(read({ allergies: json([{ substance: 'penicillin' }]) }).statementsUnread, false);
  assert.equal(readWorkflowConfig({ medications: '[' }).config.statementsUnread, true);
  // The code that reads them did not come.
  assert.equal(readAttributes({ allergies }, null).config.statementsUnread, true);
  const medications = [{ name: 'warfarin 5 mg tablet', rxcui: '855332' }, { name: 7 }];
  assert.deepEqual(readWorkflowConfig({ medications }).config.medications, [medications[0]]);
  assert.deepEqual(faults({ medications }), ['medications[1].name']);
});

test('supervisor: name, NPI, phone and address', () => {
  const address = { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' };
  const given = { firstName: 'Sue', lastName: 'Visor', npi: '1234567893', phone: '617-555-0100', address };
  assert.equal(read({ supervisor: json(given) }).supervisor?.lastName, 'Visor');
  assert.deepEqual(faults({ supervisor: { ...given, npi: '1234567890' } }), ['supervisor.npi']);
});

test('catalog-id, optional-patient-address, trigger-submit', () => {
  const config = read({ 'catalog-id': 'cat_a', 'optional-patient-address': '', 'trigger-submit': 'true' });
  assert.deepEqual(
    [config.catalogId, config.optionalPatientAddress, config.triggerSubmit],
    ['cat_a', true, true],
  );
});

test('E4: no value of any attribute stops the reading of the others, and no message repeats a value', () => {
  const secret = 'Zq7Secret';
  const hostile = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value) ?? ''),
    fc.anything(),
    fc.constant(secret),
    fc.constant(`[{"treatmentIds":"${secret}"}]`),
  );
  fc.assert(
    fc.property(fc.constantFrom(...WORKFLOW_ATTRIBUTES), hostile, (name, value) => {
      const { config, problems } = readWorkflowConfig({ [name]: value, 'patient-id': 'p-1' });
      if (name !== 'patient-id') assert.equal(config.patientId, 'p-1');
      for (const { message } of problems) assert.ok(!message.includes(secret));
    }),
  );
});

test('E4: without the readers of JSON a disable-list blocks, and everything else is as if it were not set', () => {
  const raw = { 'disable-list': 'trt_a', address: '{}', 'patient-id': 'p-1' };
  assert.ok(needsJsonReaders(raw));
  assert.ok(!needsJsonReaders({ 'patient-id': 'p-1' }));
  const { config, problems } = readAttributes(raw, null);
  assert.deepEqual([config.blocked, config.address, config.patientId, problems], [true, null, 'p-1', []]);
  assert.equal(readAttributes({ 'patient-id': 'p-1' }, null).config.blocked, false);
});
