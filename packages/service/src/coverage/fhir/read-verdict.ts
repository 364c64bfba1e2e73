// Reads what a payer says of one drug at one pharmacy: whether it is covered, with which restrictions, and what the patient pays.
import type { CopayEstimate } from '@pestle/rules/copay';
import { type CoverageLine, line } from '@pestle/rules/coverage-line';
import { isDate } from '@pestle/rules/dates';
import { centsOf } from '@pestle/rules/money';
import { plainWords } from '../../kernel/plain-words.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type { PayerVerdict } from '../payer.ts';
import { UNKNOWN_COPAY } from '../unknown-copay.ts';
import type { AnsweredItem, ClaimResponse, Coding, Extension } from './answer-shape.ts';
import { EXTENSIONS, PATIENT_PAY_SYSTEMS, RESTRICTION_SYSTEMS } from './profile.ts';

type Said = Pick<AnsweredItem, 'extension' | 'noteNumber' | 'adjudication'>;

/** Each of the guide's restrictions as it is told. The last four are of 2.0.0. */
const RESTRICTIONS = {
  'prior-auth': 'PRIOR_AUTHORIZATION',
  'step-therapy': 'STEP_THERAPY',
  'quantity-limit': 'QUANTITY_LIMIT',
  'pharmacy-restriction': 'PHARMACY_RESTRICTION',
  'other-restriction': 'OTHER_RESTRICTION',
  'additional-fills-not-covered': 'ADDITIONAL_FILLS',
  'fill-too-soon': 'FILL_TOO_SOON',
  'days-supply-limitation': 'DAYS_SUPPLY_LIMIT',
  'route-not-covered': 'ROUTE_NOT_COVERED',
} as const;
const REFUSALS: ReadonlySet<string> = new Set(['not-covered', 'route-not-covered']);

/** What a drug is said to be where the payer has not been asked about it, or has not answered. */
export function noData(because: CoverageLine): PayerVerdict {
  return { status: 'NO_DATA', reasons: [because], restrictions: 0, limit: [], notes: [], copay: null };
}

/** The verdict of an item or an added item. What contradicts itself is read as what is worse for the patient. */
export function readVerdict(said: Said, notes: ClaimResponse['processNote']): PayerVerdict {
  const codes = said.extension
    .filter(({ url }) => url === EXTENSIONS.benefitRestriction)
    .map(({ valueCoding }) => restrictionOf(valueCoding));
  const words = notesOf(said, notes);
  const limited = codes.includes('quantity-limit');
  const restricting = codes.flatMap((code) => (Object.hasOwn(RESTRICTIONS, code) ? [code] : []));
  const restrictions = [...new Set(restricting)].map((code) =>
    line(RESTRICTIONS[code as keyof typeof RESTRICTIONS]),
  );
  const refused = codes.some((code) => REFUSALS.has(code));
  const unsaid = !refused && (codes.length === 0 || codes.includes(FOREIGN));
  const copay = copayOf(said.adjudication);
  const reasons = [
    ...(unsaid ? [line('STATUS_UNSTATED')] : []),
    ...restrictions,
    ...nextFill(said.extension),
    ...(limited ? [] : words.map((text) => line('PAYER_SAYS', { text }))),
  ];
  const limit = limited ? limitLines(words) : [];
  const base = { reasons, limit, notes: [], copay };
  if (unsaid) return { ...base, status: 'NO_DATA', restrictions: 0 };
  if (refused) return { ...base, status: 'NOT_COVERED', restrictions: 0 };
  return restrictions.length === 0
    ? { ...base, status: 'COVERED', restrictions: 0 }
    : { ...base, status: 'COVERED_WITH_RESTRICTIONS', restrictions: restrictions.length };
}

/** The guide lets payers use codes of their own: nobody here knows whether such a one means covered. */
const FOREIGN = 'foreign';

function restrictionOf(coding: Coding | undefined): string {
  const code = coding?.code?.toLowerCase() ?? '';
  if (REFUSALS.has(code)) return code;
  const known = code === 'covered' || Object.hasOwn(RESTRICTIONS, code);
  return known && RESTRICTION_SYSTEMS.includes(coding?.system ?? '') ? code : FOREIGN;
}

function limitLines(words: readonly string[]): readonly CoverageLine[] {
  return words.length === 0
    ? [line('LIMIT_UNSTATED')]
    : words.map((text) => line('LIMIT_DESCRIPTION', { text }));
}

/** The payer's own sentences about it. */
function notesOf({ noteNumber }: Said, notes: ClaimResponse['processNote']): readonly string[] {
  const texts = notes
    .filter(({ number }) => number !== undefined && noteNumber.includes(number))
    .flatMap(({ text }) => plainWords(text, LIMITS.payerSentenceCharactersMax) ?? []);
  return [...new Set(texts)].slice(0, LIMITS.payerSentencesMax);
}

function nextFill(extensions: readonly Extension[]): readonly CoverageLine[] {
  const date = extensions.find(({ url }) => url === EXTENSIONS.nextAvailableFillDate)?.valueDate;
  return date !== undefined && isDate(date) ? [line('NEXT_FILL', { date })] : [];
}

/** Parts of the amount that are told beside it, in this order. */
const PARTS = [
  ['copay', 'PAY_COPAY'],
  ['coinsurance', 'PAY_COINSURANCE'],
  ['deductible', 'PAY_DEDUCTIBLE'],
  ['remaining-deductible', 'PAY_REMAINING_DEDUCTIBLE'],
] as const;

/** Null where the payer names no price. An amount that cannot be true is not told: neither it nor its parts. */
function copayOf(adjudication: AnsweredItem['adjudication']): CopayEstimate | null {
  const amounts = (kind: string): readonly (number | undefined)[] => [
    ...new Set(adjudication.filter(({ category }) => isPay(category.coding, kind)).map(centsIn)),
  ];
  const totals = amounts('total');
  if (totals.length === 0) return null;
  const [cents] = totals;
  if (totals.length > 1 || cents === undefined) {
    return { ...UNKNOWN_COPAY, steps: [line('AMOUNT_UNREADABLE')] };
  }
  const steps = PARTS.flatMap(([kind, code]) => {
    const [part, ...others] = amounts(kind);
    return part === undefined || part === 0 || others.length > 0 ? [] : [line(code, { cents: part })];
  });
  return {
    kind: 'EXACT',
    fromCents: cents,
    toCents: cents,
    headline: line('COPAY_EXACT', { cents }),
    steps: [line('AMOUNT_BY_PAYER'), ...steps],
  };
}

function isPay(codings: readonly Coding[], kind: string): boolean {
  return codings.some(
    ({ system, code }) => PATIENT_PAY_SYSTEMS.includes(system ?? '') && code?.toLowerCase() === kind,
  );
}

/** Undefined for what is negative, larger than any price, or not in dollars. */
function centsIn({ amount }: AnsweredItem['adjudication'][number]): number | undefined {
  if (amount?.value === undefined || amount.currency !== 'USD') return undefined;
  return amount.value < 0 || amount.value > LIMITS.dollarsMax ? undefined : centsOf(String(amount.value));
}
