// Turns what is wrong with a pharmacy's message settings into issues that lead to the field.
import type * as v from 'valibot';
import type { SettingsProblem } from './settings.ts';

/** An issue of a check; `above` names the fields around the settings. */
export function issueOf(
  { at, message }: SettingsProblem,
  ...above: readonly string[]
): { readonly message: string; readonly path: [v.IssuePathItem, ...v.IssuePathItem[]] } {
  const [first, ...rest] = [...above, ...at].map(itemOf);
  if (first === undefined) throw new Error('a problem stands somewhere');
  return { message, path: [first, ...rest] };
}

/** The values are left out: nobody reads them, and they must not come back in an answer. */
const itemOf = (key: string | number): v.IssuePathItem => ({
  type: 'object',
  origin: 'value',
  input: {},
  key: String(key),
  value: undefined,
});
