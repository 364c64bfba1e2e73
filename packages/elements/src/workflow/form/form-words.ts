// Owns the words of what is wrong with the form, and the control where each is mended.
import { ASKED_FIELDS, forFields, MORE_FIELDS } from '@pestle/rules/prescription-fields';
import { errorText } from '../../text/error-text.ts';
import type { WorkflowHost } from '../part.ts';
import { problemText } from '../problem-text.ts';
import { SCREENING_FIELD } from '../screening/screening-field.ts';
import { SEARCH_FIELD } from '../search/search.ts';
import type { FormField, Problem } from '../state/problem.ts';
import { DIRECTIONS_FIELD } from './directions.ts';

/** The control of each field that can be wrong, from the top of the form to its end. */
export const CONTROLS: Readonly<Record<FormField, string>> = {
  treatmentId: SEARCH_FIELD,
  medicine: DIRECTIONS_FIELD,
  drugDescription: SEARCH_FIELD,
  diagnosisCodes: SEARCH_FIELD,
  instructions: DIRECTIONS_FIELD,
  dispenseQuantity: 'quantity',
  dispenseUnit: 'unit',
  daysSupply: 'days',
  fillsAllowed: 'refills',
  ...forFields(ASKED_FIELDS, (name) => name),
  notes: 'notes',
  ...forFields(MORE_FIELDS, (name) => name),
  dispenseAsWritten: 'as-is',
  screeningAnswers: SCREENING_FIELD,
  templateName: 'template-name',
};
const ORDER = Object.keys(CONTROLS);

/** What stops the draft, in the order of the form: focus goes to the first. */
export function errorsInOrder(problems: readonly Problem[]): readonly Problem[] {
  const position = ({ location }: Problem): number =>
    location.in === 'form' ? ORDER.indexOf(location.field ?? '') : -1;
  return problems
    .filter(({ severity }) => severity === 'error')
    .toSorted((a, b) => position(a) - position(b));
}

/** The first problem of a field with this severity, in words. */
export function problemWords(
  host: WorkflowHost,
  name: FormField,
  severity: 'error' | 'warning',
): string | undefined {
  const problem = host.state.form.problems.find(
    ({ location, severity: found }) =>
      found === severity && location.in === 'form' && location.field === name,
  );
  return problem === undefined ? undefined : wordsOf(host, problem);
}

/** In the language of the page where it has a sentence for the code, else in the rule's or the service's own words. */
export function wordsOf({ text }: WorkflowHost, problem: Problem): string {
  const { form } = text;
  const { code, about } = problem;
  if (code === 'LIST_UNREADABLE') return form.prohibited;
  if (code === 'TREATMENT_DISABLED') return about || form.disabled;
  if (code === 'REPEAT_REASON') return form.reasonTwiceNeeded;
  if (code === 'AMOUNTS_REASON') return form.amountsReasonNeeded;
  return problemText(text, problem);
}

/** Why the form was not taken, in one sentence: what must be confirmed, the first of what is wrong, or what the service said. */
export function refusalWords(
  host: WorkflowHost,
  unconfirmed: string | undefined,
  first: Problem | undefined,
): string | undefined {
  const { error } = host.state.form;
  if (unconfirmed !== undefined) return unconfirmed;
  if (first !== undefined) return wordsOf(host, first);
  return error === null ? undefined : errorText(host.text, error);
}

/** A treatment that is chosen is mended by changing it. */
export function controlOf({ state }: WorkflowHost, { location }: Problem): string {
  if (location.in !== 'form' || location.field === undefined) return 'add';
  return location.field === 'treatmentId' && state.form.values.treatment !== null
    ? 'change'
    : CONTROLS[location.field];
}
