// Whether law lets a computer fax something: a dated table by the pharmacy's state, drug and payer (D2). Pure; the rows are data.

import { decideControl } from '@pestle/rules/controlled';
import type { ClinicalContent } from '../../prescribing/inside.ts';
import type { FaxDocument, FaxRule } from './policy-rules.ts';
import { FAX_RULES } from './policy-rules.ts';

export interface FaxDrug {
  readonly rxcui: string | null;
  /** Names of the active ingredients: the catalog has no numbers for them. */
  readonly ingredients: readonly string[];
  /** In the pharmacy's state on the day; null for what is uncontrolled there. */
  readonly schedule: string | null;
}

/** Who pays, as a benefit card names it. */
export interface FaxPayer {
  readonly bin: string;
  readonly pcn: string | null;
}

export interface FaxQuestion {
  readonly document: FaxDocument;
  /** Two letters: the state of the pharmacy that would get the fax decides. */
  readonly pharmacyState: string;
  /** `YYYY-MM-DD`, at the pharmacy. */
  readonly on: string;
  readonly drug: FaxDrug;
  /** Null where no benefits are known: a rule about a certain payer does not hold then. */
  readonly payer: FaxPayer | null;
}

export type FaxDecision = { readonly allowed: true } | { readonly allowed: false; readonly source: string };

/** Whether this may go out as a computer's fax. The first rule that forbids it gives the source. */
export function faxDecision(question: FaxQuestion, rules: readonly FaxRule[] = FAX_RULES): FaxDecision {
  const rule = rules.find((one) => forbids(one, question));
  return rule === undefined ? { allowed: true } : { allowed: false, source: rule.source };
}

function forbids(rule: FaxRule, { document, pharmacyState, on, drug, payer }: FaxQuestion): boolean {
  return (
    rule.forbids.includes(document) &&
    (rule.state === 'any' || rule.state === pharmacyState) &&
    rule.since <= on &&
    (rule.until === undefined || on < rule.until) &&
    coversDrug(rule.drug, drug) &&
    coversPayer(rule.payer, payer)
  );
}

function coversDrug(covered: FaxRule['drug'], drug: FaxDrug): boolean {
  if (covered === 'any') return true;
  if ('schedules' in covered) return drug.schedule !== null && covered.schedules.includes(drug.schedule);
  const name = covered.name.toLowerCase();
  return (
    drug.rxcui === covered.rxcui || drug.ingredients.some((ingredient) => ingredient.toLowerCase() === name)
  );
}

function coversPayer(covered: FaxRule['payer'], payer: FaxPayer | null): boolean {
  if (covered === 'any') return true;
  if (payer === null || payer.bin !== covered.bin) return false;
  return covered.pcn === undefined || covered.pcn === payer.pcn;
}

/** What the table asks of a drug, of what was signed. */
export function faxDrugOf({ treatment }: ClinicalContent, pharmacyState: string, on: string): FaxDrug {
  const { rxcui, ingredients, kind, doseForm } = treatment;
  const control = decideControl({
    ingredients: [...ingredients],
    kind,
    ...(doseForm === null ? {} : { doseForm }),
    states: [pharmacyState],
    on,
  });
  return { rxcui, ingredients, schedule: control.status === 'controlled' ? control.schedule : null };
}
