// What every refusal must be: a documented code, a sentence for people, nothing of what was sent, nothing of the patient.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ApiAnswer } from '@pestle/testbed/api/api';

/** The codes that the reference explains. */
const DOCUMENTED: ReadonlySet<string> = new Set(
  Array.from(
    readFileSync(fileURLToPath(new URL('../../docs/reference/errors.md', import.meta.url)), 'utf8').matchAll(
      /^\| `([A-Z_]+)` \|/gm,
    ),
    ([, code = '']) => code,
  ),
);

/** Facts of the seed's people that no error may hold. */
const HEALTH_INFORMATION = [
  'Jane',
  'Tester',
  '1988-04-05',
  'Beacon St',
  '6175550160',
  'lisinopril',
  'acyclovir',
  'by mouth',
];

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** The refusal in an answer. Fails when it was accepted, or refused in a way that helps nobody or tells too much. */
export function refusalOf(answer: ApiAnswer<unknown>, about: string, sent: readonly unknown[] = []): Refusal {
  const [error] = answer.errors;
  assert.ok(error !== undefined, `${about}: it was accepted: ${JSON.stringify(answer.data)}`);
  const { code } = error.extensions;
  assert.ok(DOCUMENTED.has(code), `${about}: the code ${code} is not documented`);
  assert.notEqual(code, 'INTERNAL', `${about}: the service did not foresee it`);
  const fields = (error.extensions['fields'] ?? []) as Refusal['fields'];
  for (const sentence of [error.message, ...fields.map(({ message }) => message)])
    assert.match(sentence, /^\S[^]*\s[^]*[.)?]$/, `${about}: not a sentence: ${sentence}`);
  const errorText = JSON.stringify(answer.errors);
  for (const text of [...HEALTH_INFORMATION, ...sent])
    if (typeof text === 'string' && text.length > 4)
      assert.ok(
        !errorText.includes(JSON.stringify(text).slice(1, -1)),
        `${about}: the answer repeats ${text}: ${errorText}`,
      );
  return { code, message: error.message, fields };
}

/** As `refusalOf`, with the code that it must have, and the field that it must name. */
export function refused(answer: ApiAnswer<unknown>, code: string, about: string, field?: string): Refusal {
  const refusal = refusalOf(answer, about);
  assert.equal(refusal.code, code, `${about}: ${refusal.message}`);
  if (field !== undefined)
    assert.ok(
      refusal.fields.some(({ path }) => path === field),
      `${about}: names ${JSON.stringify(refusal.fields)} and not ${field}`,
    );
  return refusal;
}

/** Runs a check for each case and fails once, with every case that does not hold. */
export async function forEachCase<Case>(
  cases: Iterable<Case>,
  check: (one: Case) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  for (const one of cases) {
    try {
      await check(one);
    } catch (error) {
      if (!(error instanceof assert.AssertionError)) throw error;
      faults.push(error.message);
    }
  }
  assert.deepEqual(faults, []);
}
