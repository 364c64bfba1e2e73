// Reads a row of the public treatments file (RxTerms columns) into a treatment, taking over only what the row makes certain.
import { doseFormFromFda } from '@pestle/rules/dose-form';
import { toNdc11 } from '@pestle/rules/ndc';
import { readStrength } from '@pestle/rules/strength';
import { type ReadRow, refuseRow, type SourceColumns, type SourceRow } from '../../directory/inside.ts';
import type { TreatmentRecord } from './treatment-content.ts';
import { unitCodeOf } from './unit.ts';

export const TREATMENT_SOURCE_COLUMNS: SourceColumns = {
  required: [
    'rxcui',
    'drug_name',
    'brand_or_generic',
    'ingredients',
    'strength',
    'rxterms_form',
    'rxnorm_dose_form',
  ],
  optional: [
    'display_name',
    'rxterms_group',
    'route_group',
    'fda_dose_form',
    'fda_route',
    'rxterms_sxdg_rxcui',
    'representative_ndc11',
    'ndc_match_method',
    'ndc_labeler',
    'ndc_package',
    'dea_schedule',
    'dea_status',
    'va_class',
    'va_class_name',
    'fda_epc_class',
    'nadac_per_unit_usd',
    'nadac_unit',
    'rxnorm_dose_form_rxcui',
    'sig_method',
    'sig_dose_unit',
    'sig_route',
    'ndc_dose_form_check',
  ],
};

/**
 * `dea_status` is not read: it is known to be wrong for some rows, so that the schedule comes from the ingredients (W7).
 * An NDC is taken over only where name, strength, route and dose form match (S6).
 */
export function readRxTermsRow(row: SourceRow): ReadRow<TreatmentRecord> {
  const rxcui = text(row, 'rxcui');
  if (!/^[1-9]\d{0,7}$/.test(rxcui)) {
    return refuseRow(rxcui, 'RXCUI_INVALID', 'An RxCUI is 1 to 8 digits without a leading zero.');
  }
  const drugName = text(row, 'drug_name');
  if (drugName === '') return refuseRow(rxcui, 'NAME_MISSING', 'The row has no drug_name.');
  const kind = text(row, 'brand_or_generic');
  if (kind !== 'brand' && kind !== 'generic') {
    return refuseRow(rxcui, 'KIND_UNKNOWN', 'brand_or_generic is `brand` or `generic`.');
  }
  const warnings: string[] = [];
  const ingredients = ingredientsOf(row, kind);
  if (ingredients.length === 0) warnings.push('INGREDIENTS_UNKNOWN');
  const doseForm = doseFormOf(row);
  const ndc = ndcOf(row, warnings);
  const therapeuticClass = text(row, 'va_class_name').replace(/,(?=\S)/g, ', ');
  const strength = strengthOf(row, ingredients.length);
  const group = text(row, 'rxterms_group') || text(row, 'rxterms_form');
  const content: TreatmentRecord = {
    rxcui,
    kind: 'MEDICATION',
    ingredients,
    strength,
    doseForm,
    route: text(row, 'route_group'),
    unitCode: unitCodeOf(doseForm || text(row, 'rxterms_form'), text(row, 'nadac_unit')),
    commonness: commonnessOf(row),
    fallbackName: [drugName, text(row, 'strength'), group === '' ? '' : `(${group})`]
      .filter(Boolean)
      .join(' '),
    ...(kind === 'brand' ? { brandName: brandNameOf(drugName) } : {}),
    ...(ndc === undefined ? {} : { ndc }),
    ...(therapeuticClass === '' ? {} : { therapeuticClass }),
  };
  return { ok: true, key: rxcui, content, warnings };
}

function text(row: SourceRow, column: string): string {
  return (row[column] ?? '').trim();
}

/** The source's ingredients; a generic is named by its ingredients, so that its name stands in where they are left out. */
function ingredientsOf(row: SourceRow, kind: 'brand' | 'generic'): readonly string[] {
  const given = text(row, 'ingredients');
  const source = given === '' && kind === 'generic' ? text(row, 'drug_name').replace(/ XR$/, '') : given;
  return source
    .split('/')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

/** `PAXIL` is `Paxil`, `HumaLOG` and short words such as `XR` stay as they are. */
function brandNameOf(name: string): string {
  return name
    .split(' ')
    .map((word) => (/^[A-Z][A-Z'-]{3,}$/.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word))
    .join(' ');
}

/** One part per ingredient. Empty when the numbers do not fit the ingredients: `70-30 unt/ml` of insulin is no 70 units. */
function strengthOf(row: SourceRow, ingredientCount: number): string {
  const written = text(row, 'strength');
  const numbers = /^[\d.,]+(?:-[\d.,]+)*/.exec(written)?.[0].split('-').length ?? 0;
  return numbers > 1 && numbers !== ingredientCount ? '' : readStrength(written, ingredientCount).join(' / ');
}

/**
 * RxNorm's form; else, for a brand whose FDA package has its name, strength and route, the FDA's form where it agrees with
 * the group and the release of RxTerms. Empty when it is not certain.
 */
function doseFormOf(row: SourceRow): string {
  const known = text(row, 'rxnorm_dose_form');
  if (known !== '') return known;
  if (
    text(row, 'ndc_match_method') !== 'brand+strength+route' ||
    text(row, 'ndc_dose_form_check') === 'differs'
  )
    return '';
  const form = doseFormFromFda(text(row, 'fda_dose_form'), text(row, 'fda_route'));
  if (form === undefined) return '';
  const group = text(row, 'rxterms_form');
  const isSolid = /tablet|capsule/.test(form);
  if ((group === 'pill') !== (isSolid && !/chewable|disintegrating|effervescent/.test(form))) return '';
  if (group === 'pill' && text(row, 'drug_name').endsWith(' XR') !== form.includes('extended release'))
    return '';
  return form.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function ndcOf(row: SourceRow, warnings: string[]): string | undefined {
  const written = text(row, 'representative_ndc11');
  if (written === '') return undefined;
  const ndc = text(row, 'ndc_dose_form_check') === 'match' ? toNdc11(written) : undefined;
  if (ndc?.ok === true) return ndc.value;
  warnings.push('NDC_NOT_CERTAIN');
  return undefined;
}

/**
 * How common a treatment is, 0 … 7, from what the source shows: retail pharmacies buy it (4), it is generic (2), it has a
 * package in the national directory (1). It orders search results and decides nothing else.
 */
function commonnessOf(row: SourceRow): number {
  return (
    (text(row, 'nadac_per_unit_usd') === '' ? 0 : 4) +
    (text(row, 'brand_or_generic') === 'generic' ? 2 : 0) +
    (text(row, 'representative_ndc11') === '' ? 0 : 1)
  );
}
