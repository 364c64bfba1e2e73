// Writes the sandbox's curated treatments from a folder with the public RxTerms treatments and our own selection.
// Usage: node scripts/curate-treatments.ts DATA_FOLDER
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decideControl } from '../packages/rules/src/controlled/controlled.ts';
import { readStrength } from '../packages/rules/src/medication/strength.ts';
import type { Treatment } from '../packages/sandbox/src/treatments.ts';
import { type Row, readCsvFile } from './csv.ts';
import { COMPOUNDS, EQUIPMENT, PRODUCTS, UNKNOWN } from './curate/products.ts';
import { FORMS, SELECTION } from './curate/selection.ts';

/** Schedules are decided as of this day. */
const AS_OF = '2026-11-20';
const SYNONYMS_MAX = 3;
/** Drugs that are labeled in micrograms where the source writes decimals of a milligram. */
const IN_MICROGRAMS = new Set(['levothyroxine', 'liothyronine', 'digoxin']);

/** The unit that pharmacies count a dose form in; what comes in its own device is counted in pieces. */
const UNIT_BY_FORM: ReadonlyArray<readonly [form: RegExp, unitCode: string]> = [
  [/Tablet/, 'C48542'],
  [/Oral Capsule/, 'C48480'],
  [/Inhaler|Nasal Spray|Inhalation Spray|Auto-Injector|Vaginal Cream.*Kit/, 'C64933'],
  [/Inhalation|Solution|Suspension|Injection|Injector|Syringe|Lotion|Shampoo|Mouthwash/, 'C28254'],
  [/Cream|Ointment|Gel|Foam|Powder/, 'C48155'],
  [/Transdermal|Patch/, 'C48524'],
  [/Suppository/, 'C48539'],
  [/Insert/, 'C62276'],
  [/Vaginal System/, 'C62609'],
];

function main(folder: string): void {
  const rows = readCsvFile(join(folder, 'treatments_all_rxterms.csv.gz'));
  const generics = rows.filter((row) => row.brand_or_generic === 'generic');
  const synonyms = brandsByProduct(rows);
  const byRxcui = new Map(rows.map((row) => [row.rxcui ?? '', row]));
  const made = [
    ...SELECTION.trim()
      .split('\n')
      .flatMap((line) => select(line, generics, synonyms)),
    ...PRODUCTS.flatMap((product) => named(product, rows)),
    ...UNKNOWN.map(([rxcui, brandName, strength, form]) =>
      unknownBrand(known(byRxcui, rxcui), brandName, strength, form),
    ),
    ...EQUIPMENT.map(equipment),
    ...COMPOUNDS.map(compound),
  ];
  const treatments = [...new Map(made.map((entry) => [entry.rxcui ?? entry.name, entry])).values()].toSorted(
    (a, b) => (a.name < b.name ? -1 : 1),
  );
  const target = new URL('../packages/sandbox/data/treatments.json', import.meta.url);
  writeFileSync(target, `[\n${treatments.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  console.log(`${treatments.length} treatments written.`);
}

function select(
  line: string,
  generics: readonly Row[],
  synonyms: ReadonlyMap<string, readonly string[]>,
): readonly Treatment[] {
  const [head = '', tail = ''] = line.split(': ');
  const [shown = '', listed = shown] = head.split('=');
  const found = [...tail.matchAll(/([A-Z]+)(?:\[([^\]]+)\])?/g)].flatMap(([, code = '', strengths]) => {
    const wanted = strengths?.split(';');
    const forms = FORMS[code];
    if (forms === undefined) throw new Error(`No form ${code} in "${line}".`);
    return generics.filter(
      (row) =>
        row.ingredients === listed &&
        forms.includes(row.rxnorm_dose_form ?? '') &&
        !/mixed|var units/.test(row.strength ?? '') &&
        (wanted === undefined || wanted.includes(row.strength ?? '')),
    );
  });
  if (found.length === 0) console.warn(`Nothing for "${line}".`);
  return found.map((row) => {
    const words = synonyms.get(productKey(row)) ?? [];
    return medication(row, shown, row.rxnorm_dose_form ?? '', words);
  });
}

function medication(row: Row, shown: string, doseForm: string, synonyms: readonly string[]): Treatment {
  const ingredients = (row.ingredients ?? '').split('/').filter((name) => name !== '');
  const parts = readStrength(row.strength ?? '', ingredients.length);
  const strengths = IN_MICROGRAMS.has(row.ingredients ?? '') ? parts.map(inMicrograms) : parts;
  const names = shown.split('/');
  const product =
    strengths.length === names.length
      ? names.map((name, index) => `${name} ${strengths[index]}`).join(' / ')
      : `${names.join(' / ')} ${strengths.join(' / ')}`;
  const decision = decideControl({ ingredients, doseForm, on: AS_OF });
  return {
    rxcui: row.rxcui ?? null,
    name: `${product} ${doseForm.toLowerCase()}`,
    kind: 'MEDICATION',
    ingredients,
    strength: strengths.join(' / '),
    doseForm,
    route: row.route_group ?? '',
    ...(row.ndc_dose_form_check === 'match' ? { ndc: row.representative_ndc11 ?? '' } : {}),
    unitCode: unitOf(doseForm),
    schedule: decision.status === 'controlled' && decision.schedule !== 'I' ? decision.schedule : null,
    ...(row.va_class_name ? { therapeuticClass: row.va_class_name.replace(/,(?=\S)/g, ', ') } : {}),
    ...(synonyms.length > 0 ? { synonyms: synonyms.slice(0, SYNONYMS_MAX) } : {}),
  };
}

function named(
  [drugName, shown, brandName, form]: (typeof PRODUCTS)[number],
  rows: readonly Row[],
): readonly Treatment[] {
  const found = rows.filter(
    (row) =>
      row.drug_name === drugName &&
      row.ingredients &&
      !row.rxnorm_dose_form &&
      !/mixed|var units/.test(row.strength ?? ''),
  );
  if (found.length === 0) console.warn(`Nothing for ${drugName}.`);
  return found
    .filter((row) => unitOf(form) !== 'C48542' || row.rxterms_group === 'Oral Pill')
    .map((row) => {
      const { name, ...rest } = medication(row, shown, form, []);
      return brandName === null ? { name, ...rest } : { ...rest, name: `${name} (${brandName})`, brandName };
    });
}

function unknownBrand(row: Row, brandName: string, strength: string, doseForm: string): Treatment {
  const { ndc: _, ...rest } = medication(row, brandName, doseForm, []);
  return { ...rest, name: `${brandName} ${strength} ${doseForm.toLowerCase()}`, brandName, strength };
}

function equipment([name, unitCode, therapeuticClass]: (typeof EQUIPMENT)[number]): Treatment {
  return {
    rxcui: null,
    name,
    kind: 'EQUIPMENT',
    ingredients: [],
    strength: '',
    doseForm: '',
    route: '',
    unitCode,
    schedule: null,
    therapeuticClass,
  };
}

function compound([
  name,
  ingredients,
  strength,
  doseForm,
  route,
  unitCode,
]: (typeof COMPOUNDS)[number]): Treatment {
  const decision = decideControl({ ingredients, kind: 'COMPOUND', doseForm, on: AS_OF });
  const schedule = decision.status === 'controlled' && decision.schedule !== 'I' ? decision.schedule : null;
  return {
    rxcui: null,
    name,
    kind: 'COMPOUND',
    ingredients: [...ingredients],
    strength,
    doseForm,
    route,
    unitCode,
    schedule,
  };
}

/** `0.025 mg` is `25 mcg`: a unit without decimals, and the one on the label. */
function inMicrograms(strength: string): string {
  const milligrams = /^(0\.\d+) mg$/.exec(strength)?.[1];
  return milligrams === undefined ? strength : `${Math.round(Number(milligrams) * 1e6) / 1e3} mcg`;
}

function unitOf(doseForm: string): string {
  const entry = UNIT_BY_FORM.find(([form]) => form.test(doseForm));
  if (entry === undefined) throw new Error(`No unit for ${doseForm}.`);
  return entry[1];
}

/** What a generic and its brand share: ingredients, strength, kind of form, extended release or not. */
function productKey(row: Row): string {
  return [row.ingredients, row.strength, row.rxterms_group, (row.drug_name ?? '').endsWith(' XR')].join('|');
}

/** Brand names by product. Store brands and names of several words are left out. */
function brandsByProduct(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const brands = new Map<string, readonly string[]>();
  for (const row of rows) {
    if (row.brand_or_generic !== 'brand' || !row.ingredients || !row.representative_ndc11) continue;
    const name = (row.drug_name ?? '').replace(/ XR$/, '').toLowerCase();
    if (!/^[a-z]{4,}$/.test(name)) continue;
    const key = productKey(row);
    const shown = name.charAt(0).toUpperCase() + name.slice(1);
    brands.set(key, [...new Set([...(brands.get(key) ?? []), shown])].toSorted());
  }
  return brands;
}

function known(byRxcui: ReadonlyMap<string, Row>, rxcui: string): Row {
  const row = byRxcui.get(rxcui);
  if (row === undefined) throw new Error(`The source has no RxCUI ${rxcui}.`);
  return row;
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node scripts/curate-treatments.ts DATA_FOLDER');
  process.exitCode = 2;
} else {
  main(folder);
}
