// Owns whether a plan covers a drug, with which restrictions, and for which days that was true.
import { type CoverageLine, line } from './coverage-line.ts';
import { type BenefitType, type FormularyEntry, MEDICAL_SERVICE_TIER, type Plan } from './plan-terms.ts';
import { type LimitedDraft, limitLines, limitVerdict, quantityLimit } from './quantity-limit.ts';

/** A check under way, done, failed, or without anything to check with. */
export type CoverageState = 'CHECKING' | 'CHECKED' | 'COULD_NOT_CHECK' | 'NO_DATA';
/** Whether a plan covers a drug. `NO_DATA`: nothing published says so, which is not a no. */
export type CoverageStatus = 'COVERED' | 'COVERED_WITH_RESTRICTIONS' | 'NOT_COVERED' | 'NO_DATA';

/** What is asked: a plan, a drug, and the prescription. */
export interface CoverageQuestion {
  /** Absent where nothing is known of the patient's plan. */
  readonly plan?: Plan;
  /** The drug's code on the list; absent where the treatment has none. */
  readonly rxcui?: string;
  /** What the plan lists under that code. */
  readonly entry?: FormularyEntry;
  /** Every kind of pharmacy and supply that is possible here: `possibleBenefitTypes`. */
  readonly benefitTypes: readonly BenefitType[];
  readonly draft?: LimitedDraft;
  /** Where the patient lives, `YYYY-MM-DD`. */
  readonly today: string;
}

/** What a plan covers, with the reasons. */
export interface Coverage {
  readonly status: CoverageStatus;
  /** Why it has this status, each code once. */
  readonly reasons: readonly CoverageLine[];
  /** Of restricted ones: how many things stand between the patient and the drug. */
  readonly restrictions: number;
  /** The parts of a limit on the quantity, and whether the draft keeps it. */
  readonly limit: readonly CoverageLine[];
  /** What must be read beside the status: that the plan has ended or not begun, and the day of the data. */
  readonly notes: readonly CoverageLine[];
}

/** Decides the status. A plan that has ended is answered as of its last day, one that has not begun as of its first, and a note says so. */
export function coverageOf(question: CoverageQuestion): Coverage {
  const { plan, rxcui, entry, today } = question;
  if (plan === undefined) return answer('NO_DATA', [line('NO_PLAN')], []);
  const notes = [...periodNotes(plan, today), dateNote(plan)];
  if (rxcui === undefined || rxcui === '') return answer('NO_DATA', [line('NO_DRUG_CODE')], notes);
  if (entry === undefined) return answer('NOT_COVERED', [line('NOT_LISTED')], notes);
  const day = dayOf(plan, today);
  if (entry.end !== undefined && entry.end < day)
    return answer('NOT_COVERED', [line('LISTED_UNTIL', { date: entry.end })], notes);
  if (entry.start !== undefined && entry.start > day)
    return answer('NOT_COVERED', [line('LISTED_FROM', { date: entry.start })], notes);
  const reasons = restrictionsOf(entry, question.benefitTypes);
  return {
    ...answer(reasons.length === 0 ? 'COVERED' : 'COVERED_WITH_RESTRICTIONS', reasons, notes),
    restrictions: reasons.length,
    limit: entry.quantityLimit ? limitReasons(entry, question.draft) : [],
  };
}

function restrictionsOf(
  entry: FormularyEntry,
  benefitTypes: readonly BenefitType[],
): readonly CoverageLine[] {
  const offered =
    entry.benefitTypes.length === 0 || benefitTypes.some((type) => entry.benefitTypes.includes(type));
  return [
    ...(entry.priorAuthorization ? [line('PRIOR_AUTHORIZATION')] : []),
    ...(entry.stepTherapy ? [line('STEP_THERAPY')] : []),
    ...(entry.quantityLimit ? [line('QUANTITY_LIMIT')] : []),
    ...(entry.tier === MEDICAL_SERVICE_TIER ? [line('MEDICAL_SERVICE')] : []),
    ...(offered ? [] : [line('OTHER_SUPPLY')]),
  ];
}

function limitReasons(entry: FormularyEntry, draft: LimitedDraft | undefined): readonly CoverageLine[] {
  const limit = quantityLimit(entry.quantityLimitDetail);
  const verdict = draft === undefined ? [] : [line(`LIMIT_${limitVerdict(limit, draft)}`)];
  return [...limitLines(limit), ...verdict];
}

function periodNotes({ start, end }: Plan, today: string): readonly CoverageLine[] {
  if (end !== undefined && end < today) return [line('PLAN_ENDED', { date: end })];
  if (start !== undefined && start > today) return [line('PLAN_NOT_BEGUN', { date: start })];
  return [];
}

function dateNote({ dataDate }: Plan): CoverageLine {
  return dataDate === undefined ? line('DATA_UNDATED') : line('DATA_DATE', { date: dataDate });
}

function dayOf({ start, end }: Plan, today: string): string {
  if (end !== undefined && end < today) return end;
  return start !== undefined && start > today ? start : today;
}

function answer(
  status: CoverageStatus,
  reasons: readonly CoverageLine[],
  notes: readonly CoverageLine[],
): Coverage {
  return { status, reasons, restrictions: 0, limit: [], notes };
}
