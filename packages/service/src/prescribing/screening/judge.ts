// Judges what screening said of a draft by what the prescriber answered: what is kept with the prescription, and what stops the signature.
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import { isAnswer, NOT_CHECKED } from '@pestle/rules/screening-answers';
import { findingSentence, troubleSentence } from '@pestle/rules/screening-words';
import type { ShownRule } from '../../screening/inside.ts';
import type { SignedScreening } from '../clinical-content.ts';
import type { ReviewProblem } from '../review-problem.ts';
import type { DraftScreened } from './screen-drafts.ts';

const PATH = 'draft.screeningAnswers';
const REASON = 'SCREENING_REASON_REQUIRED';

/** As it is signed: of the answers, those that answer something that is there. */
export function signedScreening(
  { needsReason, ...screened }: DraftScreened,
  given: readonly ScreeningAnswerGiven[],
): SignedScreening {
  const rules = new Set(screened.findings.map(({ rule }) => rule));
  const answers = given.filter(
    (answer) => isAnswer(answer) && (rules.has(answer.rule) || (needsReason && answer.rule === NOT_CHECKED)),
  );
  return { ...screened, answers };
}

/** A severe finding without an answer, and what was not checked without a reason, stop the signature; other findings are told. */
export function screeningProblems(
  screened: DraftScreened,
  given: readonly ScreeningAnswerGiven[],
): readonly ReviewProblem[] {
  const { answers } = signedScreening(screened, given);
  const answered = new Set(answers.map(({ rule }) => rule));
  const found = screened.findings.flatMap((finding): ReviewProblem[] => {
    const { en } = findingSentence(finding);
    if (finding.severity !== 'HIGH')
      return [{ path: 'draft.treatmentId', code: 'SCREENING_FINDING', message: en, severity: 'warning' }];
    if (answered.has(finding.rule)) return [];
    const message = `${en} State why it is prescribed all the same, or delete it.`;
    return [{ path: PATH, code: REASON, message, severity: 'error' }];
  });
  if (!screened.needsReason || answered.has(NOT_CHECKED)) return found;
  const why = screened.troubles.map((trouble) => troubleSentence(trouble).en).join(' ');
  const message = `Not checked for interactions and allergies. ${why} State how it was checked or why it cannot wait, or review again.`;
  return [...found, { path: PATH, code: REASON, message, severity: 'error' }];
}

/** What is counted of a draft, by rule. */
export function shownRules(screened: DraftScreened, { answers }: SignedScreening): readonly ShownRule[] {
  const answered = new Set(answers.map(({ rule }) => rule));
  return [
    ...screened.findings.map(({ rule, severity }) => ({ rule, severity, overridden: answered.has(rule) })),
    ...(screened.needsReason
      ? [{ rule: NOT_CHECKED, severity: 'HIGH' as const, overridden: answered.has(NOT_CHECKED) }]
      : []),
  ];
}
