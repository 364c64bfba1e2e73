// Owns how coverage is put in a few words: the state with the amount, and what stands between the patient and the drug.
import type { CoverageText } from '../../text/en/workflow/coverage.ts';
import type { Alternative, Copay, Coverage, DraftCoverage } from '../state/coverage/coverage-state.ts';

/** `Covered · about $4.00`, `Covered with restrictions: prior authorization`, `Not covered · 2 alternatives`. */
export function headline(shown: Coverage, offered: number, words: CoverageText): string {
  if (shown.state !== 'CHECKED') return words.states[shown.state];
  const { draft } = shown;
  const parts = [withRestrictions(draft, words), amount(draft.copay, words)];
  if (draft.status === 'NOT_COVERED') parts.push(offered === 0 ? '' : words.count(offered));
  return parts.filter((part) => part !== '').join(' · ');
}

/** The same of an alternative, whose restrictions are told in sentences only. */
export function verdict({ status, copay }: Alternative, words: CoverageText): string {
  const paid = amount(copay, words);
  return paid === '' ? words.states[status] : `${words.states[status]} · ${paid}`;
}

function withRestrictions(draft: DraftCoverage, words: CoverageText): string {
  const state = words.states[draft.status];
  if (draft.status !== 'COVERED_WITH_RESTRICTIONS') return state;
  const restrictions = (['priorAuthorization', 'stepTherapy', 'quantityLimit'] as const)
    .filter((name) => draft[name])
    .map((name) => words[name]);
  return restrictions.length === 0 ? state : `${state}: ${restrictions.join(', ')}`;
}

/** `about $4.00`; empty where nothing is known. Never told as more exact than an estimate is. */
export function amount(copay: Copay | null, words: CoverageText): string {
  if (copay === null || copay.fromCents === null) return '';
  const { kind, fromCents, toCents } = copay;
  const from = dollars(fromCents);
  const text = words.about(
    toCents === null || toCents === fromCents ? from : words.between(from, dollars(toCents)),
  );
  return kind === 'AFTER_DEDUCTIBLE' ? words.afterDeductible(text) : text;
}

/** `$1,234.50`: as it is written in the United States in English and in Spanish. */
function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
