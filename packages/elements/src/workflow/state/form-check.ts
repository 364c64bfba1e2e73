// What is wrong with the values of the form, and the template that they make.
import type { ClientError } from '@pestle/client';
import { SaveTemplate } from '@pestle/client/documents/drafts';
import type { checkDraft, DraftIssueCode } from '@pestle/rules/check-draft';
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import { asClientError } from '../../kit/client-error.ts';
import type { DraftRecord } from '../../records.ts';
import type { FormValues } from './drafts/draft-fields.ts';
import { presetInput } from './drafts/draft-fields.ts';
import type { Forbidden } from './forbidden.ts';
import type { Intents } from './intents.ts';
import type { FormField, Problem } from './problem.ts';
import { ownProblem } from './problem.ts';
import type { Scope } from './scope.ts';
import { within } from './scope.ts';

const CONTRADICTION: DraftIssueCode = 'AMOUNTS_CONTRADICT';

/** What speaks against the values beside the rules' own findings. */
interface Known {
  /** The treatment is in 'Pending Order' already. */
  readonly repeats: boolean;
  /** It was likely prescribed already. */
  readonly isDuplicate: boolean;
  /** The rules that speak severely against it: for each somebody says why it is prescribed. */
  readonly severe: readonly string[];
}

/** `found` is what the rules say of the values. Each problem names its field. */
export function formProblems(
  values: FormValues,
  found: ReturnType<typeof checkDraft>,
  forbidden: Forbidden,
  { repeats, isDuplicate, severe }: Known,
): readonly Problem[] {
  const treatmentId = values.treatment?.id ?? null;
  // What contradicts what stands beside the numbers at all times; to stop, one sentence is enough.
  const problems: Problem[] = found
    .filter(({ code }) => code !== CONTRADICTION)
    .map(({ field, code, message, severity }) => ({
      code,
      message,
      severity,
      location: { in: 'form', field },
    }));
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

/** A reason that was written for numbers which were mended since is not kept. */
export function withoutIdleReason(values: FormValues, found: ReturnType<typeof checkDraft>): FormValues {
  return found.some(({ code }) => code === CONTRADICTION) ? values : { ...values, amountsReason: '' };
}

/** Where the numbers of a draft contradict its directions, out of what the rules say of it. */
export function contradictionsOf(
  { id }: DraftRecord,
  found: ReturnType<typeof checkDraft>,
): readonly Problem[] {
  return found
    .filter(({ code }) => code === CONTRADICTION)
    .map(({ field, code, message, severity }) => ({
      code,
      message,
      severity,
      location: { in: 'draft', draftId: id, field },
    }));
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
