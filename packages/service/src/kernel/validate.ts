// Owns the reading of hostile input: valibot schemas to values, or INVALID_INPUT with a problem per field that never repeats the value.
import { isId } from '@pestle/rules/ids';
import { isTimeZone } from '@pestle/rules/local-time';
import type { Parsed } from '@pestle/rules/parsed';
import * as v from 'valibot';
import type { FieldProblem } from './errors.ts';
import { invalidInput } from './errors.ts';
import { field } from './field-words.ts';
import { ANSWER_LIMITS } from './limits.ts';

/** The checked value. Throws INVALID_INPUT; `at` is put before the paths, as in `drafts[0]`. */
export function validate<const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  at = '',
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  throw invalidInput(problemsOf(result.issues, at));
}

/** The problems of a failed check, in the input's words. */
export function problemsOf(issues: readonly v.BaseIssue<unknown>[], at = ''): readonly FieldProblem[] {
  return issues.slice(0, ANSWER_LIMITS.problemsListedMax).map((issue) => ({
    path: pathOf(issue, at),
    code: codeOf(issue),
    message: messageOf(issue),
  }));
}

/** A valibot action from a rule of @pestle/rules, so that its sentence reaches the caller. */
export function parsedBy<In, Out>(rule: (value: In) => Parsed<Out>): v.RawTransformAction<In, Out> {
  return v.rawTransform<In, Out>(({ dataset, addIssue, NEVER }) => {
    const result = rule(dataset.value);
    if (result.ok) return result.value;
    addIssue({ message: result.message });
    return NEVER;
  });
}

/** An id of one kind. */
export const idInput = <P extends string>(prefix: P) =>
  field(
    'Its id.',
    v.custom<`${P}_${string}`>(
      (text) => isId(prefix, text),
      `This must be an id that begins with ${prefix}_.`,
    ),
    { type: 'string', pattern: `^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$` },
  );

export const timeZoneInput = field(
  'An IANA time zone.',
  v.pipe(v.string(), v.check(isTimeZone, 'This must be an IANA time zone, such as America/New_York.')),
  { examples: ['America/New_York'] },
);

function pathOf(issue: v.BaseIssue<unknown>, at: string): string {
  let path = at;
  for (const item of issue.path ?? []) {
    if (typeof item.key === 'number') path += `[${item.key}]`;
    else path += path === '' ? String(item.key) : `.${String(item.key)}`;
  }
  return path;
}

/** The kinds of problem that forms tell apart. */
function codeOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined' || issue.type === 'min_length' || issue.type === 'non_empty')
    return 'REQUIRED';
  if (issue.type === 'max_length') return 'TOO_LONG';
  if (issue.type === 'strict_object') return 'UNKNOWN_FIELD';
  if (issue.type === 'picklist' || issue.type === 'variant') return 'NOT_ACCEPTED';
  if (issue.kind === 'schema') return 'WRONG_TYPE';
  return 'INVALID';
}

/** Valibot's own sentences repeat what was received; only ours are passed on, which every `v.custom` has. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema') return issue.message;
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'There is no such field.';
  if (issue.received === 'undefined') return 'This is required.';
  // A rule of ours, with words of ours.
  if (issue.type === 'custom') return issue.message;
  return `This must be ${issue.expected ?? 'something else'}.`;
}
