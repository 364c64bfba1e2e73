// Turns a treatment as sources and seeds state it into the columns of the store, with its SCRIPT description and its schedule.
import { decideControl } from '@pestle/rules/controlled';
import type { TreatmentId } from '@pestle/rules/ids';
import { drugDescription } from '@pestle/rules/medication-line';
import { PACKAGES_MAX, readPackages, type TreatmentPackage } from '@pestle/rules/packages';
import { findUnit } from '@pestle/rules/units';
import { derivedId, type ReadRow, refuseRow } from '../../directory/inside.ts';
import { CATALOG_LIMITS } from '../limits.ts';
import type { FederalStatus, TreatmentKind } from '../tables.ts';
import { treatmentIdOf } from '../treatments.ts';
import { treatmentWords } from '../words.ts';

/** A treatment as a source or a seed states it. */
export type TreatmentRecord = {
  /** Null for equipment and compounds, which RxNorm does not know. */
  readonly rxcui: string | null;
  readonly kind: TreatmentKind;
  /** A name to show that is a valid description too; made from the parts below when left out. */
  readonly name?: string;
  /** What to show when the parts give no description. */
  readonly fallbackName?: string;
  readonly brandName?: string;
  readonly ingredients: readonly string[];
  readonly synonyms?: readonly string[];
  /** One part per ingredient with ` / ` between them, or one for all. */
  readonly strength: string;
  readonly doseForm: string;
  readonly route: string;
  /** 11 digits, only where certain (S6). */
  readonly ndc?: string;
  readonly unitCode: string;
  /** The usual packages, the smallest first; none where the source knows none. */
  readonly packages?: readonly TreatmentPackage[];
  readonly therapeuticClass?: string;
  /** 0 … 7; 7 when left out, as in a curated list of common treatments. */
  readonly commonness?: number;
};

/** The columns of a treatment that a source states. */
export type TreatmentContent = {
  readonly id: TreatmentId;
  readonly rxcui: string | null;
  readonly kind: TreatmentKind;
  readonly name: string;
  readonly brand_name: string | null;
  readonly ingredients: readonly string[];
  readonly synonyms: readonly string[];
  readonly strength: string | null;
  readonly dose_form: string | null;
  readonly route: string | null;
  readonly ndc: string | null;
  readonly unit_code: string;
  readonly packages: readonly TreatmentPackage[];
  readonly federal_status: FederalStatus;
  readonly federal_schedule: string | null;
  readonly federal_as_of: string;
  readonly drug_description: string | null;
  readonly therapeutic_class: string | null;
  readonly commonness: number;
  readonly search_name: string;
  readonly search_words: string;
};

const COMMONNESS_MAX = 7;

/** The columns, or why there can be none. `on` is the day for which the federal status is noted. */
export function treatmentContent(record: TreatmentRecord, on: string): ReadRow<TreatmentContent> {
  const { rxcui, kind, ingredients, strength, doseForm } = record;
  const description = descriptionOf(record);
  const name = record.name ?? description ?? record.fallbackName ?? '';
  const key = rxcui ?? name;
  if (name === '' || name.length > CATALOG_LIMITS.treatmentNameCharactersMax) {
    const most = CATALOG_LIMITS.treatmentNameCharactersMax;
    return refuseRow(key, 'NAME_UNUSABLE', `A treatment's name has 1 to ${most} characters.`);
  }
  if (findUnit(record.unitCode)?.code !== record.unitCode) {
    return refuseRow(key, 'UNIT_UNKNOWN', 'The unit is one of the 28 codes of NCPDP.');
  }
  const packages = readPackages(record.packages);
  if (packages === undefined) {
    return refuseRow(
      key,
      'PACKAGES_UNUSABLE',
      `A package has a container of the list, a quantity above 0 in plain digits, and whole numbers of doses and of containers; a treatment has at most ${PACKAGES_MAX}.`,
    );
  }
  const control = decideControl({ ingredients, kind, doseForm, on });
  const { brandName = null, synonyms = [], ndc = null } = record;
  const searchName = treatmentWords([brandName ?? '', ...ingredients, ...synonyms].join(' ')).join(' ');
  const commonness = record.commonness ?? COMMONNESS_MAX;
  const content: TreatmentContent = {
    id: rxcui === null ? derivedId('trt', `${kind}:${name.toLowerCase()}`) : treatmentIdOf(rxcui),
    rxcui,
    kind,
    name,
    brand_name: brandName,
    ingredients,
    synonyms,
    strength: strength === '' ? null : strength,
    dose_form: doseForm === '' ? null : doseForm,
    route: record.route === '' ? null : record.route,
    ndc,
    unit_code: record.unitCode,
    packages,
    federal_status: control.status,
    federal_schedule: control.status === 'controlled' ? control.schedule : null,
    federal_as_of: on,
    drug_description: description ?? null,
    therapeutic_class: record.therapeuticClass ?? null,
    commonness,
    search_name: searchName === '' ? treatmentWords(name).join(' ') : searchName,
    search_words: treatmentWords([name, searchName, strength, doseForm, ndc ?? ''].join(' ')).join(' '),
  };
  const warnings = description === undefined ? ['NO_DESCRIPTION'] : [];
  return { ok: true, key, content, warnings };
}

/** S6: what SCRIPT will say. A seed's own name is checked by the same rule; equipment and compounds are their names. */
function descriptionOf(record: TreatmentRecord): string | undefined {
  const { name, brandName, ingredients, strength, doseForm, kind } = record;
  const described =
    name !== undefined || kind !== 'MEDICATION'
      ? drugDescription({ ingredients: [], name: name ?? '', strength: '', doseForm: '' })
      : drugDescription({ ingredients, brandName: brandName ?? null, strength, doseForm });
  return described.ok ? described.value.trim() : undefined;
}
