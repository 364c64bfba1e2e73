// Judges what screening said of a draft by what the prescriber answered: what is kept with the prescription, and what stops the signature.

import { countedRule } from '@pestle/rules/screening';
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import { isAnswer, NOT_CHECKED } from '@pestle/rules/screening-answers';
import { findingSentence, troubleSentence } from '@pestle/rules/screening-words';
import type { ShownRule } from '../../screening/inside.ts';
import type { SignedScreening } from '../clinical-content.ts';
import type { ReviewProblem } from '../review-problem.ts';
import type { DrugScreened } from './ask.ts';

const PATH = 'draft.screeningAnswers';
const REASON = 'SCREENING_REASON_REQUIRED';

/** As it is signed: of the answers, those that answer something that is there. */
export function signedScreening(
  { needsReason, ...screened }: DrugScreened,
  given: readonly ScreeningAnswerGiven[],
): SignedScreening {
  const rules = new Set(screened.findings.map(({ rule }) => rule));
  const answers = given.filter(
    (answer) => isAnswer(answer) && (rules.has(answer.rule) || (needsReason && answer.rule === NOT_CHECKED)),
  );
  // What was offered while it was written is no part of what is signed.
  const findings = screened.findings.map(({ card, ...finding }) => {
    if (card === undefined) return finding;
    const { offers: _, ...kept } = card;
    return { ...finding, card: kept };
  });
  return { ...screened, findings, answers };
}

/** The rules that still need an answer: of severe findings, and that it was not checked where it should have been. */
export function unanswered(
  screened: DrugScreened,
  given: readonly ScreeningAnswerGiven[],
): readonly string[] {
  const answered = new Set(signedScreening(screened, given).answers.map(({ rule }) => rule));
  return rulesToAnswer(screened).filter((rule) => !answered.has(rule));
}

function rulesToAnswer({ findings, needsReason }: DrugScreened): readonly string[] {
  return [
    ...findings.flatMap(({ rule, severity }) => (severity === 'HIGH' ? [rule] : [])),
    ...(needsReason ? [NOT_CHECKED] : []),
  ];
}

/** A severe finding without an answer, and what was not checked without a reason, stop the signature; other findings are told. */
export function screeningProblems(
  screened: DrugScreened,
  given: readonly ScreeningAnswerGiven[],
): readonly ReviewProblem[] {
  const open = new Set(unanswered(screened, given));
  const found = screened.findings.flatMap((finding): ReviewProblem[] => {
    const { en } = findingSentence(finding);
    if (finding.severity !== 'HIGH')
      return [{ path: 'draft.treatmentId', code: 'SCREENING_FINDING', message: en, severity: 'warning' }];
    if (!open.has(finding.rule)) return [];
    const message = `${en} State why it is prescribed all the same, or delete it.`;
    return [{ path: PATH, code: REASON, message, severity: 'error' }];
  });
  if (!open.has(NOT_CHECKED)) return found;
  const why = screened.troubles.map((trouble) => troubleSentence(trouble).en).join(' ');
  const message = `Not checked for interactions and allergies. ${why} State how it was checked or why it cannot wait, or review again.`;
  return [...found, { path: PATH, code: REASON, message, severity: 'error' }];
}

/** Whether it was checked and by which codes somebody went on: no rule, because a rule names drugs. */
export function auditedScreening({ checked, answers }: SignedScreening): Record<string, string> {
  const codes = answers.map(({ reason }) => reason).toSorted();
  return {
    screening: checked ? 'checked' : 'not-checked',
    ...(codes.length === 0 ? {} : { overriddenBy: codes.join(',') }),
  };
}

/** What is counted of a draft, by rule. */
export function shownRules(screened: DrugScreened, { answers }: SignedScreening): readonly ShownRule[] {
  const answered = new Set(answers.map(({ rule }) => rule));
  return [
    ...screened.findings.map((finding) => ({
      rule: countedRule(finding),
      severity: finding.severity,
      overridden: answered.has(finding.rule),
    })),
    ...(screened.needsReason
      ? [{ rule: NOT_CHECKED, severity: 'HIGH' as const, overridden: answered.has(NOT_CHECKED) }]
      : []),
  ];
}
