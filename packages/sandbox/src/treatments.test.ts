// Tests the curated treatments: consistent in themselves, and true to the public source where that is on this machine.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decideControl } from '@pestle/rules/controlled';
import { overCeiling } from '@pestle/rules/dose-ceilings';
import { parseSig } from '@pestle/rules/sig';
import { findUnit } from '@pestle/rules/units';
import { readCsvFile } from '../../../scripts/csv.ts';
import { curatedTreatments, type Treatment } from './treatments.ts';

const ON = '2026-11-20';
const all = curatedTreatments();
const decide = (entry: Treatment): string => {
  const decision = decideControl({
    ingredients: entry.ingredients,
    kind: entry.kind,
    doseForm: entry.doseForm,
    on: ON,
  });
  return decision.status === 'controlled' ? decision.schedule : decision.status;
};

test('sandbox: there are at least 2,000 treatments, each with its own name and RxCUI, sorted', () => {
  assert.ok(all.length >= 2_000, String(all.length));
  const names = all.map((entry) => entry.name);
  assert.deepEqual(names, [...new Set(names)].toSorted());
  const codes = all.flatMap((entry) => entry.rxcui ?? []);
  assert.equal(new Set(codes).size, codes.length);
});

test('sandbox: names are drug descriptions that SCRIPT carries, generic names in lower case', () => {
  for (const entry of all) {
    assert.match(entry.name, /^[\x20-\x7e]{3,105}$/, entry.name);
    assert.doesNotMatch(
      entry.name,
      /\((?:Oral|Topical|Inhal|Injectable|Pack)|\bunt\b|\d(?:mg|ml|mcg)\b|[^\d]\.\d|\d\.0\b/i,
      entry.name,
    );
    if (entry.brandName === undefined) assert.doesNotMatch(entry.name, /^[A-Z]/, entry.name);
    else assert.ok(entry.name.split(entry.brandName).length === 2, `${entry.name}: the brand, once`);
    if (entry.kind === 'MEDICATION') {
      assert.match(entry.rxcui ?? '', /^\d{1,8}$/, entry.name);
      for (const part of entry.strength.split(' / ')) assert.ok(entry.name.includes(part), entry.name);
      assert.ok(entry.name.toLowerCase().includes(entry.doseForm.toLowerCase()), entry.name);
      assert.ok(entry.route !== '', entry.name);
    }
  }
});

test('sandbox: every unit is an NCPDP unit, every NDC has 11 digits', () => {
  for (const entry of all) {
    assert.equal(findUnit(entry.unitCode)?.code, entry.unitCode, entry.name);
    if (entry.ndc !== undefined) assert.match(entry.ndc, /^\d{11}$/, entry.name);
  }
});

test('W7: the schedule is decided by ingredient; controlled, unknown, equipment and compounds are all there', () => {
  const seen = new Map<string, number>();
  for (const entry of all) {
    const decided = decide(entry);
    assert.equal(entry.schedule, ['II', 'III', 'IV', 'V'].includes(decided) ? decided : null, entry.name);
    for (const key of [decided, entry.kind]) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  for (const key of ['II', 'III', 'IV', 'V', 'unknown', 'EQUIPMENT', 'COMPOUND'])
    assert.ok((seen.get(key) ?? 0) >= 1, key);
  assert.ok((seen.get('uncontrolled') ?? 0) >= 500);
  assert.ok((seen.get('unknown') ?? 0) <= 10, 'only a few are meant to be unknown');
});

test('sandbox: a package says what one holds, in the unit the treatment is dispensed in', () => {
  const packed = all.filter(({ packages = [] }) => packages.length > 0);
  for (const { name, packages = [] } of packed)
    for (const { quantity, doses = 1, count = 1 } of packages) {
      assert.ok(Number(quantity) > 0 && Number(quantity) <= 1_000, name);
      assert.ok(doses >= 1 && doses <= 200 && count >= 1 && count <= 10, name);
    }
  const kinds = new Set(packed.flatMap(({ packages = [] }) => packages.map(({ container }) => container)));
  for (const kind of ['tube', 'bottle', 'vial', 'pen', 'inhaler', 'auto-injector', 'blister pack'] as const)
    assert.ok(kinds.has(kind), kind);
});

test('sandbox: what people prescribe most is there', () => {
  for (const name of [
    'lisinopril 10 mg oral tablet',
    'atorvastatin calcium 20 mg oral tablet',
    'metformin hydrochloride 500 mg oral tablet',
    'levothyroxine sodium 50 mcg oral tablet',
    'amlodipine besylate 5 mg oral tablet',
    'omeprazole 20 mg delayed release oral capsule',
    'amoxicillin 400 mg/5 mL oral suspension',
    'albuterol 90 mcg/actuation',
    'insulin glargine 100 units/mL',
    'sertraline 50 mg oral tablet',
    'rosuvastatin calcium 10 mg oral tablet',
    'metoprolol succinate 50 mg extended release oral tablet',
    'gabapentin 300 mg oral capsule',
    'prednisone 5 mg oral tablet',
    'cephalexin 500 mg oral capsule',
    'cetirizine hydrochloride 10 mg oral tablet',
    'metoprolol tartrate 25 mg oral tablet',
    'hydrochlorothiazide 25 mg oral tablet',
    'nitroglycerin 0.4 mg sublingual tablet',
    'insulin glargine 100 units/mL pen injector',
    'insulin lispro 100 units/mL pen injector',
    'insulin aspart 100 units/mL pen injector',
    'insulin degludec 100 units/mL pen injector',
    'insulin degludec 200 units/mL pen injector',
    'epinephrine 0.3 mg/0.3 mL auto-injector',
    'epinephrine 0.15 mg/0.3 mL auto-injector',
    'semaglutide 1.34 mg/mL pen injector (Ozempic)',
    ...['25', '50', '75', '88', '100', '112', '125', '137', '150', '175', '200', '300'].map(
      (mcg) => `levothyroxine sodium ${mcg} mcg oral tablet`,
    ),
    ...['5', '7.5', '10', '15', '30'].map((mg) => `buspirone hydrochloride ${mg} mg oral tablet`),
    ...['5', '20', '40'].map((mg) => `rosuvastatin calcium ${mg} mg oral tablet`),
    'fluticasone propionate 50 mcg/actuation',
    'ofloxacin 0.3% otic solution',
    'triamcinolone acetonide 0.1% topical cream',
  ]) {
    assert.ok(
      all.some((entry) => entry.name.replace('albuterol sulfate', 'albuterol').startsWith(name)),
      name,
    );
  }
});

test('sandbox: levothyroxine tablets without a brand are there in all twelve strengths', () => {
  const generic = all.filter(
    ({ ingredients, doseForm, brandName }) =>
      ingredients.join() === 'levothyroxine' && doseForm === 'Oral Tablet' && brandName === undefined,
  );
  const mcg = generic.map(({ strength }) => Number.parseInt(strength, 10)).toSorted((a, b) => a - b);
  assert.deepEqual(mcg, [25, 50, 75, 88, 100, 112, 125, 137, 150, 175, 200, 300]);
});

/** Codes of the facts that stand in published value sets and not in RxTerms, where one code stands for tablet and capsule. */
const beyondRxTerms = new Set(
  Array.from(
    readFileSync(new URL('../data/medicines.txt', import.meta.url), 'utf8').matchAll(/= (\d+)\*/g),
    ([, code = '']) => code,
  ),
);

/** One of it, as it is sold, taken once. */
function oneOf(ingredients: readonly string[], strength: string): unknown {
  // Simvastatin 80 mg is sold for those only who have taken it for a year: it always needs a reason.
  if (ingredients.includes('simvastatin') && /(?<!\d)80 mg/.test(strength)) return undefined;
  const read = parseSig('Take 1 tablet by mouth one time only.');
  assert.ok(read.ok);
  return overCeiling(read.sig, { ingredients, strength });
}

test('W1: a single tablet or capsule of the file is never more than is usual of its medicine', () => {
  for (const { name, doseForm, ingredients, strength } of all)
    if (/(?:Tablet|Capsule)$/.test(doseForm)) assert.equal(oneOf(ingredients, strength), undefined, name);
  assert.deepEqual(oneOf(['bupropion'], '600 mg'), {
    of: 'dose',
    written: 600,
    most: 450,
    ingredient: 'bupropion',
  });
});

const reference = new URL('../../../../shared/data/treatments_all_rxterms.csv.gz', import.meta.url);
test('sandbox: RxCUI, ingredients, form and NDC are those of the source, and an NDC is there only where it is certain', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  const rows = new Map(readCsvFile(reference).map((row) => [row.rxcui, row]));
  for (const entry of all) {
    if (entry.rxcui === null) continue;
    const row = rows.get(entry.rxcui);
    assert.equal(row === undefined, beyondRxTerms.has(entry.rxcui), entry.name);
    if (row === undefined) {
      assert.equal(entry.ndc, undefined, entry.name);
      continue;
    }
    const ingredients = (row.ingredients ?? '').split('/').filter((name) => name !== '');
    // RxTerms names no ingredients for insulins and for many brands: those come from the label.
    if (ingredients.length > 0) assert.deepEqual(entry.ingredients, ingredients, entry.name);
    if (row.rxnorm_dose_form !== '') assert.equal(entry.doseForm, row.rxnorm_dose_form, entry.name);
    assert.equal(
      entry.ndc,
      row.ndc_dose_form_check === 'match' ? row.representative_ndc11 : undefined,
      entry.name,
    );
    assert.equal(entry.route, row.route_group, entry.name);
    if (row.dea_status === 'scheduled') assert.notEqual(decide(entry), 'uncontrolled', entry.name);
  }
  for (const { ingredients = '', strength = '', rxnorm_dose_form: form = '', rxcui } of rows.values())
    if (/(?:Tablet|Capsule)$/.test(form) && !ingredients.includes('/'))
      assert.equal(oneOf([ingredients], strength), undefined, rxcui);
});

/** The lines of data/left-out.txt: the RxCUIs that are left out, by the reason above them. */
function leftOut(): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, string[]>();
  let codes: string[] = [];
  for (const line of readFileSync(new URL('../data/left-out.txt', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const code = /^ {2}(\d+) /.exec(line)?.[1];
    if (code === undefined) reasons.set(line, (codes = []));
    else codes.push(code);
  }
  return reasons;
}

test('sandbox: the guide tells how many products are left out for each reason', () => {
  const guide = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');
  const told = Array.from(guide.matchAll(/^\| (\d+) \| ([^|]+) \|$/gm), ([, count, reason]) => [
    reason,
    Number(count),
  ]);
  assert.deepEqual(
    told,
    [...leftOut()].map(([reason, codes]) => [reason, codes.length]),
  );
});

test('sandbox: of the generic products of the 300 most prescribed medicines exactly those are left out that are listed with a reason', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  const medicine = (ingredients: readonly string[]): string => ingredients.toSorted().join('/');
  const facts = readFileSync(new URL('../data/medicines.txt', import.meta.url), 'utf8');
  const ranked = Array.from(facts.matchAll(/^[^#\s][^|\n]*\|([^|\n]*)\|/gm), ([, ingredients = '']) =>
    medicine(ingredients.split('/').map((name) => name.trim())),
  );
  const most = new Set([...new Set(ranked)].slice(0, 300));
  assert.equal(most.size, 300);
  const known = new Set(all.map(({ rxcui }) => rxcui));
  const generic = readCsvFile(reference).filter(
    (row) =>
      row.brand_or_generic === 'generic' &&
      row.rxnorm_dose_form !== '' &&
      most.has(medicine((row.ingredients ?? '').split('/').filter(Boolean))),
  );
  assert.ok(generic.length >= 1_900, String(generic.length));
  const left = generic.flatMap(({ rxcui = '' }) => (known.has(rxcui) ? [] : [rxcui]));
  assert.deepEqual(left.toSorted(), [...leftOut().values()].flat().toSorted());
});

/** How much there is of each ingredient, in micrograms (or what else it is counted in) per one of what it is in. */
function amountsOf(strength: string): readonly (readonly [unit: string, amount: number])[] {
  return strength
    .toLowerCase()
    .replaceAll(',', '')
    .split(' / ')
    .flatMap((part) => {
      const [, numbers = '', unit = '', size = '', per = ''] =
        /^([\d.-]+) ?([a-z%]*)(?:\/([\d.]*) ?([a-z]+))?$/.exec(part.trim()) ?? [];
      assert.notEqual(numbers, '', strength);
      const factor = { mcg: 1, mg: 1_000, g: 1_000_000 }[unit];
      const counted = factor === undefined ? unit.replace('unt', 'units') : 'mcg';
      const whole = per.replace(/^(?:hr|hours)$/, 'hour').replace(/^(?:puff|spray)$/, 'actuation');
      return numbers
        .split('-')
        .map(
          (number) =>
            [
              `${counted}/${whole}`,
              (Number(number) * (factor ?? 1)) / Number(size === '' ? 1 : size),
            ] as const,
        );
    })
    .toSorted(([, a], [, b]) => a - b);
}

test('sandbox: the strength of each treatment is that of the source, whatever it is counted in', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  const rows = new Map(readCsvFile(reference).map((row) => [row.rxcui, row]));
  let compared = 0;
  for (const { rxcui, name, ingredients, strength } of all) {
    const source = rows.get(rxcui ?? '')?.strength ?? '';
    if (source === '') continue;
    const ours = amountsOf(strength);
    let theirs = amountsOf(source);
    // The four salts of a mixed amphetamine are told as one, as on its label.
    if (ingredients[0] === 'amphetamine')
      theirs = [[theirs[0]?.[0] ?? '', theirs.reduce((sum, [, amount]) => sum + amount, 0)]];
    assert.equal(ours.length, theirs.length, name);
    for (const [index, [unit, amount]] of ours.entries()) {
      assert.equal(unit, theirs[index]?.[0], name);
      // The source rounds a dose of 0.3 mL to what is in one.
      assert.ok(Math.abs(amount / (theirs[index]?.[1] ?? 0) - 1) < 0.006, `${name}: ${source}`);
    }
    compared += 1;
  }
  assert.ok(compared > 2_300, String(compared));
});

test('sandbox: a strength has the numbers that the facts have', () => {
  const facts = readFileSync(new URL('../data/medicines.txt', import.meta.url), 'utf8');
  const written = new Map(
    Array.from(facts.matchAll(/(?<=: |, )([^,:=]+) = (\d+)/g), ([, strength = '', code = '']) => [
      code,
      strength,
    ]),
  );
  for (const { rxcui, name, strength } of all)
    if (rxcui !== null) assert.equal(strength.replaceAll(/(?<=\d),(?=\d)/g, ''), written.get(rxcui), name);
});
