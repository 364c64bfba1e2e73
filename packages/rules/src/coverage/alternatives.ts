// Owns what else could be prescribed or where else it could be filled for less, and when the directions may stay.
import { lowerAscii } from '../codes/letter-case.ts';
import { type CopayEstimate, type CopayQuestion, estimateCopay } from './copay.ts';
import type { Coverage } from './coverage.ts';
import { type CoverageLine, line } from './coverage-line.ts';
import { BENEFIT_TYPES, type BenefitType } from './plan-terms.ts';

/** RxTerms' names of groups that hold more than one dose form. */
const FORM_GROUPS = new Set(
  [
    ['pill', 'oral pill', 'liquid', 'oral liquid', 'suspension', 'powder', 'injectable', 'pack', 'topical'],
    ['inhalant', 'inhalant pack', 'ophthalmic', 'otic', 'nasal', 'rectal', 'vaginal', 'urethral', 'mucosal'],
    ['buccal', 'sublingual', 'transdermal', 'chewable', 'implant', 'irrigation', 'shampoo', 'soap'],
  ].flat(),
);

/** What makes two treatments the same. `doseForm` is the dose form itself ("Extended Release Oral Tablet"), never a group of forms. */
export interface TreatmentIdentity {
  readonly ingredients: readonly string[];
  /** As the catalog writes it, of all ingredients in their order. */
  readonly strength: string;
  readonly doseForm: string;
}

/** A treatment of the catalog with what the plan says of it and what it would cost for the draft's quantity. */
export interface AlternativeCandidate extends TreatmentIdentity {
  readonly rxcui: string;
  readonly name: string;
  /** VA class; empty for what has none. */
  readonly vaClass: string;
  readonly vaClassName: string;
  readonly coverage: Pick<Coverage, 'status' | 'restrictions'>;
  readonly copay: CopayEstimate;
}

/** The treatment of the draft. */
export interface ReplacedTreatment extends TreatmentIdentity {
  readonly rxcui: string;
  readonly vaClass: string;
}

/** Another treatment that the plan covers better. */
export interface TreatmentAlternative<Candidate> {
  readonly candidate: Candidate;
  /** Says what makes it one: the same treatment, or its class alone. */
  readonly because: CoverageLine;
  readonly keepsDirections: boolean;
}

/**
 * Those of the same class that the plan lists and that are another treatment: by estimated cost (what is not known last), then the fewer
 * restrictions, then by name. `allowed` leaves out what may not be offered: disabled or controlled treatments.
 */
export function therapeuticAlternatives<Candidate extends AlternativeCandidate>(
  of: ReplacedTreatment,
  candidates: readonly Candidate[],
  allowed: (candidate: Candidate) => boolean,
): readonly TreatmentAlternative<Candidate>[] {
  if (of.vaClass === '') return [];
  return listed(candidates, (candidate) => candidate.vaClass === of.vaClass && allowed(candidate))
    .filter((candidate) => candidate.rxcui !== of.rxcui && !keepsDirections(of, candidate))
    .map((candidate) => ({ candidate, because: classLine(candidate), keepsDirections: false }));
}

/** The same treatment under another code, such as the generic of a brand, in the same order. Its directions stay. */
export function equivalentAlternatives<Candidate extends AlternativeCandidate>(
  of: ReplacedTreatment,
  candidates: readonly Candidate[],
  allowed: (candidate: Candidate) => boolean,
): readonly TreatmentAlternative<Candidate>[] {
  return listed(candidates, allowed)
    .filter((candidate) => candidate.rxcui !== of.rxcui && keepsDirections(of, candidate))
    .map((candidate) => ({ candidate, because: line('SAME_TREATMENT'), keepsDirections: true }));
}

/** What the plan lists of them, each code once, the best first. */
function listed<Candidate extends AlternativeCandidate>(
  candidates: readonly Candidate[],
  allowed: (candidate: Candidate) => boolean,
): readonly Candidate[] {
  const byCode = new Map(candidates.map((candidate) => [candidate.rxcui, candidate]));
  return [...byCode.values()]
    .filter(
      (candidate) =>
        (candidate.coverage.status === 'COVERED' ||
          candidate.coverage.status === 'COVERED_WITH_RESTRICTIONS') &&
        allowed(candidate),
    )
    .toSorted(
      (a, b) =>
        byCost(a.copay, b.copay) ||
        a.coverage.restrictions - b.coverage.restrictions ||
        byText(lowerAscii(a.name), lowerAscii(b.name)) ||
        byText(a.rxcui, b.rxcui),
    );
}

function classLine({ vaClassName }: AlternativeCandidate): CoverageLine {
  return vaClassName === '' ? line('SAME_CLASS') : line('SAME_CLASS_NAMED', { text: vaClassName });
}

/** Another kind of pharmacy at which the patient pays less. */
export interface PharmacyAlternative {
  readonly benefitType: BenefitType;
  readonly copay: CopayEstimate;
}

/**
 * Kinds of pharmacy at which the plan surely asks less for the same supply: the most that is paid there is less than the most that may be
 * paid here. Only for a supply that one kind of term covers: another one would be another prescription.
 */
export function pharmacyAlternatives(question: CopayQuestion): readonly PharmacyAlternative[] {
  const here = estimateCopay(question);
  const months = new Set(question.benefitTypes.map((type) => type.slice(0, 1)));
  if (here.toCents === null || here.kind === 'AFTER_DEDUCTIBLE' || months.size !== 1) return [];
  const most = here.toCents;
  return BENEFIT_TYPES.filter(
    (type) =>
      months.has(type.slice(0, 1)) &&
      !(question.benefitTypes.length === 1 && question.benefitTypes.includes(type)),
  )
    .map((benefitType) => ({
      benefitType,
      copay: estimateCopay({ ...question, benefitTypes: [benefitType] }),
    }))
    .filter(
      ({ copay }) => copay.toCents !== null && copay.kind !== 'AFTER_DEDUCTIBLE' && copay.toCents < most,
    )
    .toSorted((a, b) => byCost(a.copay, b.copay));
}

/**
 * Whether the directions of a draft may stay when its treatment is replaced: only where ingredients, strength and dose form are known
 * and the same. Anything else asks for them anew.
 */
export function keepsDirections(from: TreatmentIdentity, to: TreatmentIdentity): boolean {
  const first = identity(from);
  return first !== undefined && first === identity(to);
}

/** Undefined where a part is missing, or the form is a group of forms: `Oral Pill` holds the tablet and its extended release. */
function identity({ ingredients, strength, doseForm }: TreatmentIdentity): string | undefined {
  const parts = [...ingredients, strength, doseForm].map((part) =>
    lowerAscii(part.trim().replaceAll(/\s+/g, ' ')),
  );
  if (ingredients.length === 0 || parts.includes('') || FORM_GROUPS.has(parts.at(-1) ?? '')) return undefined;
  return JSON.stringify(parts);
}

// After-deductible amounts stand behind whole ones: what is paid before the deductible is not in them.
function byCost(a: CopayEstimate, b: CopayEstimate): number {
  return (
    COST_RANK[a.kind] - COST_RANK[b.kind] ||
    (a.toCents ?? 0) - (b.toCents ?? 0) ||
    (a.fromCents ?? 0) - (b.fromCents ?? 0)
  );
}

const COST_RANK = { EXACT: 0, RANGE: 0, AFTER_DEDUCTIBLE: 1, UNKNOWN: 2 } as const satisfies Readonly<
  Record<CopayEstimate['kind'], number>
>;

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
