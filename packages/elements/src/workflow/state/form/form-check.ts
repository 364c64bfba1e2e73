// What is wrong with the values of the form, and the template that they make.
import type { ClientError } from '@pestle/client';
import { SaveTemplate } from '@pestle/client/documents/templates';
import { checkDraft, type DraftIssue, type DraftIssueCode } from '@pestle/rules/check-draft';
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import type { OfferedPackage } from '@pestle/rules/package-offers';
import { asClientError } from '../../../kit/client-error.ts';
import type { DraftRecord } from '../../../records.ts';
import { type DraftInput, type FormValues, inputOf, presetInput, valuesOf } from '../drafts/draft-fields.ts';
import type { Forbidden } from '../forbidden.ts';
import type { Intents } from '../intents.ts';
import type { FormField, Problem, ProblemLocation } from '../problem.ts';
import { ownProblem } from '../problem.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import { prescribedTo, type Taker } from './weight.ts';

// Asked only of what the service has refused, after it was judged here.
export { changedElsewhere } from './changed-elsewhere.ts';

const CONTRADICTION: DraftIssueCode = 'AMOUNTS_CONTRADICT';

/** Whose rules they are: who takes it, on which day it is judged, and what must not be prescribed. */
interface Around extends Taker {
  readonly forbidden: Forbidden;
}

/** What is known beside the values. */
interface Known {
  /** How the treatment is packed. */
  readonly packages: readonly OfferedPackage[];
  /** The treatment is in 'Pending Order' already. */
  readonly repeats: boolean;
  /** It was likely prescribed already. */
  readonly isDuplicate: boolean;
  /** The rules that speak severely against it: for each somebody says why it is prescribed. */
  readonly severe: readonly string[];
}

/** Everything that stops the values from being added, each with its field; warnings as well. */
export function formProblems(
  values: FormValues,
  around: Around,
  { packages, repeats, isDuplicate, severe }: Known,
): readonly Problem[] {
  const { forbidden } = around;
  const found = foundOf(values, around, packages);
  const treatmentId = values.treatment?.id ?? null;
  // What contradicts what stands beside the numbers at all times; to stop, one sentence is enough.
  const problems = located(found, false, (field) => ({ in: 'form', field }));
  if (found.some(({ code, severity }) => code === CONTRADICTION && severity === 'error'))
    problems.push(ownProblem('AMOUNTS_REASON', { in: 'form', field: 'amountsReason' }));
  problems.push(...forbidden.problems());
  if (treatmentId !== null && forbidden.has(treatmentId)) {
    const location = { in: 'form', field: 'treatmentId' } as const;
    problems.push(ownProblem('TREATMENT_DISABLED', location, forbidden.treatments.get(treatmentId) ?? ''));
  }
  if (repeats && values.repeatReason.trim() === '')
    problems.push(ownProblem('REPEAT_REASON', { in: 'form', field: 'repeatReason' }));
  if (isDuplicate && values.duplicateReason.trim() === '')
    problems.push(ownProblem('LIKELY_DUPLICATE', { in: 'form', field: 'duplicateReason' }));
  if (severe.some((rule) => !values.screeningAnswers.some((one) => one.rule === rule)))
    problems.push(ownProblem('SCREENING_REASON', { in: 'form', field: 'screeningAnswers' }));
  if (values.saveAsTemplate && values.templateName.trim().length > FIELD_LIMITS.templateName.maximum)
    problems.push({
      code: 'TOO_LONG',
      message: `A name has at most ${FIELD_LIMITS.templateName.maximum} characters.`,
      severity: 'error',
      location: { in: 'form', field: 'templateName' },
    });
  return problems;
}

/** What a write sends: a reason that was written for numbers which were mended since is not kept. */
export function inputToWrite(
  values: FormValues,
  taker: Taker,
  packages: readonly OfferedPackage[],
): DraftInput {
  const contradicts = foundOf(values, taker, packages).some(({ code }) => code === CONTRADICTION);
  return inputOf(contradicts ? values : { ...values, amountsReason: '' });
}

/** Where the numbers of a draft contradict its directions. */
export function contradictionsOf(draft: DraftRecord, taker: Taker): readonly Problem[] {
  const found = foundOf(valuesOf(draft), taker, []);
  return located(found, true, (field) => ({ in: 'draft', draftId: draft.id, field }));
}

/** What contradicts, or all the rest, with where it is mended. */
function located(
  found: readonly DraftIssue[],
  contradicts: boolean,
  locate: (field: DraftIssue['field']) => ProblemLocation,
): Problem[] {
  return found
    .filter(({ code }) => (code === CONTRADICTION) === contradicts)
    .map(({ field, code, message, severity }) => ({ code, message, severity, location: locate(field) }));
}

function foundOf(
  values: FormValues,
  taker: Taker,
  packages: readonly OfferedPackage[],
): readonly DraftIssue[] {
  const medicine = values.treatment && prescribedTo(values.treatment, taker);
  return checkDraft({ ...inputOf(values), medicine }, taker.patient.today, packages);
}

/** What the service says of single fields. */
export function refusedFields({ detail }: ClientError): readonly Problem[] {
  return (detail.fields ?? []).map(({ path, code, message }) => ({
    code,
    message,
    severity: 'error',
    location: { in: 'form', field: path.replace(/^input\./, '') as FormField },
  }));
}

/**
 * Keeps the values as a personal template; `name` is the intent. Answers why that was not possible: the draft stands whatever becomes of it,
 * and the form no longer holds it.
 */
export async function saveTemplate(
  values: FormValues,
  scope: Scope,
  intents: Intents,
  name: string,
): Promise<ClientError | null> {
  try {
    const variables = { input: templateOf(values) };
    await within(scope, () => intents.write(scope.session, name, SaveTemplate, variables));
    return null;
  } catch (error) {
    return asClientError(error);
  }
}

/** The values as a personal template, without what belongs to this one prescription. */
function templateOf(values: FormValues) {
  const name = values.templateName.trim() || templateName(values);
  return { ...presetInput(values), name, personal: true };
}

/** A template without a name gets the treatment's and its directions, cut where names end. */
function templateName({ treatment, instructions }: FormValues): string {
  return `${treatment?.name ?? ''}: ${instructions.trim()}`
    .slice(0, FIELD_LIMITS.templateName.maximum)
    .trim();
}
