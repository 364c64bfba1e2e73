// Owns the sandbox's curated treatments, read from data/treatments.json, which `node scripts/generate.ts` makes from the facts in
// data/medicines.txt. Which ones is our choice among the most prescribed outpatient drugs of the United States.
import { readFileSync } from 'node:fs';
import type { TreatmentPackage } from '@pestle/rules/packages';

/** A treatment that the sandbox's catalog holds. */
export type Treatment = {
  /** RxNorm concept; null for equipment and compounds. */
  readonly rxcui: string | null;
  /** Ingredient (or brand) + strength + dose form, generic names in lower case. */
  readonly name: string;
  readonly kind: 'MEDICATION' | 'EQUIPMENT' | 'COMPOUND';
  readonly brandName?: string;
  /** Empty where the source gives none: then it cannot be shown to be uncontrolled (W7). */
  readonly ingredients: readonly string[];
  /** One per ingredient, ` / ` between them; empty for equipment. */
  readonly strength: string;
  readonly doseForm: string;
  readonly route: string;
  /** 11 digits; only where name, strength, route and dose form match (S6). */
  readonly ndc?: string;
  /** NCPDP quantity unit. */
  readonly unitCode: string;
  /** By ingredient, federal list. Null is not yet "uncontrolled": ask `decideControl`. */
  readonly schedule: 'II' | 'III' | 'IV' | 'V' | null;
  readonly therapeuticClass?: string;
  /** Brand names under which people search for it. */
  readonly synonyms?: readonly string[];
  /** The usual packages, the smallest first. */
  readonly packages?: readonly TreatmentPackage[];
};

let loaded: readonly Treatment[] | undefined;

/** All curated treatments, sorted by name; read once. */
export function curatedTreatments(): readonly Treatment[] {
  loaded ??= JSON.parse(
    readFileSync(new URL('../data/treatments.json', import.meta.url), 'utf8'),
  ) as readonly Treatment[];
  return loaded;
}
