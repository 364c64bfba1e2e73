// Tests W7: every scheduled ingredient is found under its salts, esters and in combinations, and what is not known is refused.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readCsvFile } from '../../../../scripts/csv.ts';
import { isDate } from '../calendar/dates.ts';
import { findState } from '../contact/states.ts';
import { type ControlQuestion, decideControl, isKnownIngredient } from './controlled.ts';
import { FEDERAL_SCHEDULES } from './federal-schedules.ts';
import { candidateNames, plainName } from './ingredient-name.ts';
import { KNOWN_INGREDIENTS } from './known-ingredients.ts';
import { STATE_SCHEDULES } from './state-schedules.ts';

const ON = '2026-11-20';
const answer = (ingredients: readonly string[], rest: Partial<ControlQuestion> = {}): string => {
  const decision = decideControl({ ingredients, on: ON, ...rest });
  return decision.status === 'controlled' ? decision.schedule : decision.status;
};
const listed = FEDERAL_SCHEDULES.flatMap(({ names, schedule }) =>
  names.map((entry) => ({ schedule, ...(typeof entry === 'string' ? { name: entry } : entry) })),
);

test('W7: each scheduled ingredient is controlled alone, as a salt, in capitals and beside a harmless one', () => {
  for (const { name, until } of listed) {
    const expected = until === undefined ? 'controlled' : 'uncontrolled or unknown';
    for (const ingredients of [
      [name],
      [`${name} hydrochloride`],
      [name.toUpperCase()],
      [`acetaminophen/${name}`],
      ['atropine', `${name} Sodium`],
    ]) {
      const { status } = decideControl({ ingredients, on: ON });
      assert.equal(
        status === 'controlled' ? 'controlled' : 'uncontrolled or unknown',
        expected,
        `${name}: ${ingredients.join(' + ')}`,
      );
    }
  }
});

for (const [ingredient, schedule] of [
  ['perampanel', 'III'],
  ['benzhydrocodone', 'II'],
  ['esketamine', 'III'],
  ['serdexmethylphenidate', 'IV'],
  ['lasmiditan', 'V'],
  ['cenobamate', 'V'],
  ['daridorexant', 'IV'],
  ['lemborexant', 'IV'],
  ['suvorexant', 'IV'],
  ['brivaracetam', 'V'],
  ['lacosamide', 'V'],
  ['pregabalin', 'V'],
  ['eluxadoline', 'IV'],
  ['ganaxolone', 'V'],
  ['zuranolone', 'IV'],
  ['solriamfetol', 'IV'],
  ['remimazolam', 'IV'],
  ['tramadol hydrochloride', 'IV'],
  ['tapentadol', 'II'],
  ['carisoprodol', 'IV'],
  ['testosterone cypionate', 'III'],
  ['nabilone', 'II'],
  ['butalbital', 'III'],
  ['phenobarbital sodium', 'IV'],
  ['modafinil', 'IV'],
  ['armodafinil', 'IV'],
  ['ketamine', 'III'],
  ['phentermine hydrochloride', 'IV'],
  ['lorcaserin', 'IV'],
  ['Lisdexamfetamine Dimesylate', 'II'],
  ['clonazePAM', 'IV'],
  ['oxyCODONE HCl', 'II'],
  ['codeine sulfate', 'II'],
  ['sodium oxybate', 'III'],
  ['methyltestosterone', 'III'],
  ['nandrolone decanoate', 'III'],
] as const) {
  test(`W7: ${ingredient} is in Schedule ${schedule}`, () => assert.equal(answer([ingredient]), schedule));
}

for (const ingredient of [
  'pitolisant',
  'difelikefalin',
  'cannabidiol',
  'gabapentin',
  'naltrexone',
  'naloxone',
  'naloxegol',
  'samidorphan',
  'apomorphine',
  'xanomeline',
  'metformin hydrochloride',
  'insulin glargine-yfgn',
  'Fluticasone Propionate',
  'estradiol valerate',
  'zoledronic acid',
  'potassium chloride',
  'sodium fluoride',
  'danazol',
  'prasterone',
  'nalbuphine',
  'levothyroxine sodium',
  'ferrous fumarate',
]) {
  test(`W7: ${ingredient} is on no federal schedule`, () =>
    assert.equal(answer([ingredient]), 'uncontrolled'));
}

test('W7: what cannot be shown to be uncontrolled is refused: no ingredient, a stranger, a stranger beside a known one', () => {
  for (const ingredients of [
    [],
    [''],
    [' / '],
    ['tianeptine'],
    ['mitragynine'],
    ['metformin', 'newdrugumab'],
    ['metformin/'.repeat(2) + 'xylazine'],
  ]) {
    assert.equal(answer(ingredients), 'unknown', ingredients.join('+'));
  }
  assert.equal(answer([], { kind: 'COMPOUND' }), 'unknown');
  assert.equal(answer([], { kind: 'EQUIPMENT' }), 'uncontrolled');
  assert.equal(answer(['testosterone'], { kind: 'EQUIPMENT' }), 'III');
});

test('W7: a word before or behind an ingredient cannot hide it', () => {
  for (const name of [
    'codeine extra strength',
    'abuse-deterrent oxycodone 12 hr',
    'Testosterone (pellets)',
    'zolpidem, sublingual',
  ]) {
    assert.notEqual(answer([name]), 'unknown', name);
    assert.notEqual(answer([name]), 'uncontrolled', name);
  }
});

test('W7: preparations stand in the schedule the regulation gives them, the stricter where strength decides', () => {
  assert.equal(answer(['acetaminophen', 'codeine']), 'III');
  assert.equal(answer(['acetaminophen / codeine phosphate']), 'III');
  assert.equal(answer(['hydrocodone', 'acetaminophen']), 'II');
  assert.equal(answer(['atropine/diphenoxylate']), 'V');
  assert.equal(answer(['diphenoxylate']), 'II');
  assert.equal(answer(['dronabinol'], { doseForm: 'Oral Capsule' }), 'III');
  assert.equal(answer(['dronabinol'], { doseForm: 'Oral Solution' }), 'II');
  assert.equal(answer(['buprenorphine', 'naloxone']), 'III');
  assert.equal(answer(['butalbital/acetaminophen/caffeine']), 'III');
});

test('W7: the list is dated: a rule counts from its day, and a removal too', () => {
  assert.equal(answer(['tramadol'], { on: '2014-08-17' }), 'unknown');
  assert.equal(answer(['tramadol'], { on: '2014-08-18' }), 'IV');
  assert.equal(answer(['fenfluramine'], { on: '2022-12-22' }), 'IV');
  assert.equal(answer(['fenfluramine'], { on: '2022-12-23' }), 'uncontrolled');
  assert.equal(answer(['cannabidiol'], { on: '2019-01-01' }), 'V');
});

test('W7: a state that schedules more refuses there, from its day to its removal, and nowhere else', () => {
  for (const state of ['AL', 'KY', 'ND', 'TN', 'UT', 'VA', 'WV'])
    assert.equal(answer(['gabapentin'], { states: [state] }), 'V', state);
  assert.equal(answer(['gabapentin'], { states: ['Kentucky'] }), 'V');
  assert.equal(answer(['gabapentin'], { states: ['MA', 'KY'] }), 'V');
  assert.equal(answer(['gabapentin'], { states: ['MA'] }), 'uncontrolled');
  assert.equal(answer(['gabapentin'], { states: ['MI'], on: '2024-05-30' }), 'V');
  assert.equal(answer(['gabapentin'], { states: ['MI'] }), 'uncontrolled');
  assert.equal(answer(['gabapentin'], { states: ['MT'] }), 'unknown');
  assert.equal(answer(['gabapentin'], { states: ['nowhere'] }), 'unknown');
  assert.equal(answer(['metformin'], { states: ['nowhere'] }), 'uncontrolled');
  assert.equal(answer(['pseudoephedrine hydrochloride', 'cetirizine'], { states: ['OR'] }), 'III');
  assert.equal(answer(['nalbuphine'], { states: ['KY'] }), 'IV');
});

test('W7: every decision says why and on which source', () => {
  for (const ingredients of [['oxycodone'], ['metformin'], ['tianeptine'], []]) {
    const decision = decideControl({ ingredients, on: ON, states: ['KY'] });
    assert.ok(decision.reason.length > 10 && decision.source.length > 3);
  }
});

test('W7: the lists are well formed: plain names, real states and dates, and nothing on both sides', () => {
  const known = KNOWN_INGREDIENTS;
  assert.deepEqual(known, [...new Set(known)].toSorted());
  assert.ok(known.length > 1500);
  for (const name of known) {
    assert.equal(plainName(name), name);
    assert.notEqual(decideControl({ ingredients: [name], on: ON }).status, 'controlled', name);
  }
  for (const { name, since, until } of listed) {
    assert.equal(plainName(name), name);
    assert.ok((since === undefined || isDate(since)) && (until === undefined || isDate(until)), name);
  }
  for (const entry of STATE_SCHEDULES) {
    assert.equal(findState(entry.state)?.code, entry.state);
    assert.ok(entry.names.every((name) => plainName(name) === name));
    assert.ok(
      (entry.since === undefined || isDate(entry.since)) &&
        (entry.until === undefined || isDate(entry.until)),
    );
  }
});

test('W7: hostile text never decides for "uncontrolled", and nothing throws', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }),
      fc.constantFrom(...listed.filter(({ until }) => until === undefined)),
      (noise, { name }) => {
        const { status } = decideControl({ ingredients: [...noise, name], on: ON });
        assert.equal(status, 'controlled');
        const alone = decideControl({ ingredients: noise, on: ON });
        if (alone.status === 'uncontrolled') assert.ok(noise.some(isKnownIngredient));
      },
    ),
  );
  assert.deepEqual(candidateNames('  '), []);
});

const reference = new URL('../../../../../shared/data/treatments_all_rxterms.csv.gz', import.meta.url);
test('W7: no product that the reference data call scheduled or exempt comes out as uncontrolled', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  const order = ['II', 'III', 'IV', 'V'];
  let scheduled = 0;
  for (const row of readCsvFile(reference)) {
    if (row.dea_status !== 'scheduled' && row.dea_status !== 'exempt') continue;
    scheduled += 1;
    const decision = decideControl({
      ingredients: [row.ingredients ?? ''],
      on: ON,
      doseForm: row.rxnorm_dose_form ?? '',
    });
    assert.notEqual(decision.status, 'uncontrolled', row.display_name ?? '');
    if (decision.status !== 'controlled' || row.dea_schedule === '') continue;
    // Never laxer than the source; stricter where strength would decide.
    assert.ok(
      order.indexOf(decision.schedule) <= order.indexOf((row.dea_schedule ?? '').slice(1)),
      row.display_name ?? '',
    );
  }
  assert.ok(scheduled > 900);
});
