// Tests what the typeahead lists and in which order, what it marks, and what nobody can pick.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnswerData,
  isLookAlike,
  markedPieces,
  matches,
  partsOf,
  type SearchLists,
  type StartData,
  searchChoices,
  type TemplateHit,
  type TreatmentHit,
} from './search-model.ts';

const treatment = (id: string, ingredient: string, more: Partial<TreatmentHit> = {}): TreatmentHit => ({
  id: `trt_${id}`,
  kind: 'MEDICATION',
  name: ingredient,
  brandName: null,
  ingredients: [ingredient],
  strength: '10 mg',
  doseForm: 'Oral Tablet',
  written: false,
  route: null,
  dispenseUnit: 'Tablet',
  therapeuticClass: null,
  inCatalog: false,
  prescribable: true,
  reason: null,
  reasonCode: null,
  ...more,
});
const VALUES = {
  dispenseQuantity: '30',
  dispenseUnit: 'Tablet',
  dispenseAsWritten: false,
  fillsAllowed: 1,
  daysSupply: 30,
  instructions: 'Take 1 tablet by mouth once daily.',
  notes: null,
};
const past = (id: string, of: TreatmentHit, state: 'ACTIVE' | 'CANCELED' = 'ACTIVE') => ({
  id: `rx_${id}`,
  state,
  writtenAt: '2026-01-01T00:00:00.000Z',
  treatment: of,
  ...VALUES,
});
const template = (id: string, of: TreatmentHit, personal: boolean): TemplateHit => ({
  id: `tpl_${id}`,
  name: `${of.name} as usual`,
  personal,
  treatment: of,
  ...VALUES,
});

const METFORMIN = treatment('1', 'metformin', { inCatalog: true });
const METRONIDAZOLE = treatment('2', 'metronidazole', { inCatalog: true });
const METHOTREXATE = treatment('3', 'methotrexate');
const START: StartData = {
  patient: { id: 'pat_1', language: null },
  prescriptions: { nodes: [past('1', METFORMIN), past('2', METFORMIN), past('3', METHOTREXATE, 'CANCELED')] },
  templates: { nodes: [template('1', METFORMIN, false), template('2', METFORMIN, true)] },
  frequentTreatments: [METRONIDAZOLE],
};
const lineOf = (...treatments: readonly TreatmentHit[]): AnswerData['lines'][number] => ({
  similar: false,
  bestId: treatments[0]?.id ?? '',
  treatments: [...treatments],
});
const ANSWER: AnswerData = {
  lines: [lineOf(METHOTREXATE), lineOf(METFORMIN), lineOf(METRONIDAZOLE)],
  templates: [template('2', METFORMIN, true)],
};

function list(changes: Partial<SearchLists>) {
  const lists: SearchLists = {
    typed: 'met',
    start: START,
    answer: ANSWER,
    disabled: new Map(),
    offCatalog: true,
    language: 'en',
    words: { disabled: 'Not here.', unavailable: 'Not possible.' },
    ...changes,
  };
  return searchChoices(lists);
}

test('search: past prescriptions, personal and organization templates, catalog, all treatments, in this order', () => {
  assert.deepEqual(
    list({}).map(({ group, label }) => `${group} ${label.split(' ')[0]}`),
    [
      'past metFORMIN',
      'past methotrexate',
      'personalTemplates metformin',
      'organizationTemplates metformin',
      'catalog metFORMIN',
      'catalog metroNIDAZOLE',
      'treatments methotrexate',
    ],
  );
});

test('search: a salt alone finds no template and nothing of the past', () => {
  const salted = { ...METFORMIN, name: 'metformin hydrochloride 500 mg oral tablet', strength: '500 mg' };
  const start = {
    ...START,
    prescriptions: { nodes: [past('1', salted)] },
    templates: { nodes: [{ ...template('1', salted, false), name: 'Twice daily' }] },
  };
  const found = (typed: string): readonly string[] =>
    list({ typed, start, answer: undefined }).map(({ group }) => group);
  for (const typed of ['hydr', 'hydr 500', 'hydrochloride']) assert.deepEqual(found(typed), [], typed);
  for (const typed of ['met hydr', '500 metformin'])
    assert.deepEqual(found(typed), ['past', 'organizationTemplates'], typed);
  assert.deepEqual(found('twice'), ['organizationTemplates']);
});

test('search: similar names stand in the list only where nothing else does', () => {
  const similar = { ...lineOf(treatment('4', 'methimazole')), similar: true };
  const nothing = { lines: [similar], templates: [] };
  const groups = (changes: Partial<SearchLists>): readonly string[] =>
    list({ answer: nothing, ...changes }).map(({ group }) => group);
  assert.deepEqual(groups({ typed: 'mtimazole' }), ['didYouMean']);
  assert.ok(!groups({ typed: 'methotrexate' }).includes('didYouMean'), 'it was prescribed before');
});

test('search: the same prescription twice is one choice, a template of both lists as well', () => {
  assert.equal(list({}).filter(({ group }) => group === 'past').length, 2);
  assert.equal(list({}).filter(({ group }) => group === 'personalTemplates').length, 1);
});

test('search: an empty search shows at most 8, without what was canceled', () => {
  const many = {
    ...START,
    prescriptions: {
      nodes: Array.from({ length: 20 }, (_, index) => ({
        ...past(String(index), METFORMIN),
        instructions: String(index),
      })),
    },
    frequentTreatments: Array.from({ length: 20 }, (_, index) => treatment(`f${index}`, `drug${index}`)),
  };
  assert.equal(list({ typed: ' ', start: many }).length, 8);
  assert.deepEqual(
    list({ typed: '', answer: undefined }).map(({ group }) => group),
    ['past', 'personalTemplates', 'frequent'],
  );
});

test('search: the catalog counts from three letters, what is at hand from one', () => {
  assert.deepEqual(
    [...new Set(list({ typed: 'me' }).map(({ group }) => group))],
    ['past', 'personalTemplates', 'organizationTemplates'],
  );
});

test('disable-list: what is disabled stays visible with its reason, whatever it comes from', () => {
  const disabled = list({
    disabled: new Map([
      ['trt_1', 'Recalled.'],
      ['trt_2', null],
    ]),
  });
  const reasons = disabled.flatMap(({ group, disabledReason }) =>
    disabledReason === undefined ? [] : [`${group} ${disabledReason}`],
  );
  assert.deepEqual(reasons, [
    'past Recalled.',
    'personalTemplates Recalled.',
    'organizationTemplates Recalled.',
    'catalog Recalled.',
    'catalog Not here.',
  ]);
});

test('W7: what cannot be prescribed is refused with the reason of the service', () => {
  const refused = treatment('5', 'metopon', { prescribable: false, reason: 'A controlled substance.' });
  const answer = { lines: [lineOf(refused)], templates: [] };
  assert.equal(list({ start: undefined, answer })[0]?.disabledReason, 'A controlled substance.');
});

test('allow-off-catalog-search: false leaves out what is in no catalog', () => {
  const found = list({ offCatalog: false }).map(({ group }) => group);
  assert.ok(!found.includes('treatments') && !found.includes('didYouMean'));
  assert.ok(found.includes('catalog') && found.includes('organizationTemplates'));
});

test('search: the strengths of one drug and form stand in one row, those that begin as typed alone; what is refused as a whole is one line', () => {
  const strengths = ['5 mg', '10 mg', '20 mg'].map((strength) =>
    treatment(`s${strength}`, 'lisinopril', { strength }),
  );
  const answer = { lines: [{ similar: false, bestId: 'trt_s10 mg', treatments: strengths }], templates: [] };
  const rows = (changes: Partial<SearchLists>) =>
    list({ start: undefined, answer, ...changes }).map(({ label, row, best }) => [label, row, best]);
  assert.deepEqual(rows({ typed: 'lisinopril' }), [
    ['lisinopril 5\u00a0mg oral tablet', 'trt_s10 mg', false],
    ['lisinopril 10\u00a0mg oral tablet', 'trt_s10 mg', true],
    ['lisinopril 20\u00a0mg oral tablet', 'trt_s10 mg', false],
  ]);
  assert.deepEqual(rows({ typed: 'lisinopril 20mg' }), [
    ['lisinopril 20\u00a0mg oral tablet', undefined, undefined],
  ]);
  assert.equal(rows({ typed: 'lisinopril 7' }).length, 3, 'a number that is no strength narrows nothing');
  const disabled = new Map(strengths.map(({ id }) => [id, 'Recalled.'] as const));
  assert.deepEqual(rows({ typed: 'lisinopril', disabled }), [
    ['lisinopril oral tablet', undefined, undefined],
  ]);
  disabled.delete('trt_s5 mg');
  assert.equal(rows({ typed: 'lisinopril', disabled }).length, 3);
});

test('search: look-alikes are known by the tall-man list and kept apart from other drugs', () => {
  assert.equal(isLookAlike(METFORMIN), true);
  assert.equal(isLookAlike(METHOTREXATE), false);
  const apart = list({}).filter((choice) => choice.apart === true);
  assert.deepEqual(
    apart.map(({ label }) => label.split(' ')[0]),
    ['methotrexate', 'metroNIDAZOLE'],
  );
});

test('search: only beginnings of words match, and they are marked', () => {
  const parts = partsOf('metoprolol succinate 50 mg');
  assert.equal(matches(parts, ['succ', '50']), true);
  assert.equal(matches(parts, ['prolol']), false);
  assert.deepEqual(markedPieces('metFORMIN 500 mg', ['met', 'metf', '5']), [
    { text: 'metF', marked: true },
    { text: 'ORMIN ', marked: false },
    { text: '5', marked: true },
    { text: '00 mg', marked: false },
  ]);
  assert.equal(
    markedPieces('a (b) c', ['('])
      .map(({ text }) => text)
      .join(''),
    'a (b) c',
    'typed brackets are letters, no pattern',
  );
});
