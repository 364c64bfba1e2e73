// Whether the mapping of a pharmacy's own API can be used (D8): its expressions are read, and its bodies made, before it is taken.
import jsonata from 'jsonata';
import type { FieldProblem } from '../../kernel/errors.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { apiSample } from './api-document.ts';

/** True for text that is an expression. */
export function isExpression(text: string): boolean {
  try {
    jsonata(text);
    return true;
  } catch {
    return false;
  }
}

export interface ApiSettings {
  readonly newRx: { readonly body: string };
  readonly cancelRx?: { readonly body: string } | undefined;
}

/**
 * Makes the bodies of the fullest and of the barest prescription: what is accepted, delivery does. The expressions are ones that can be
 * read. Throws INVALID_INPUT; `at` is put before the paths.
 */
export async function requireMapping(api: ApiSettings | undefined, at: string): Promise<void> {
  const problems: FieldProblem[] = [];
  for (const call of ['newRx', 'cancelRx'] as const) {
    const body = api?.[call]?.body;
    if (body === undefined) continue;
    const full = await problemOf(body, apiSample(true, call === 'cancelRx'));
    const bare = full ?? (await problemOf(body, apiSample(false, call === 'cancelRx')));
    if (bare === undefined) continue;
    const about = full === undefined ? ' where nothing is known that need not be' : '';
    problems.push({ path: `${at}.${call}.body`, code: 'INVALID', message: `This ${bare}${about}.` });
  }
  if (problems.length > 0) throw invalidInput(problems);
}

async function problemOf(body: string, document: unknown): Promise<string | undefined> {
  try {
    const made: unknown = await jsonata(body).evaluate(document);
    return typeof made === 'object' && made !== null ? undefined : 'gives no object';
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    return `fails${code === '' ? '' : ` (JSONata ${code})`}`;
  }
}
