// Owns how a finding is said in the language of the page: by its code, else in the words that it came with.

import type { Text } from '../text/text.ts';
import type { Problem } from './state/problem.ts';

/** Something to mend. What the standard cannot carry has many codes and one sentence. */
export function problemText({ form, said, order }: Text, { code, location, message }: Problem): string {
  const field = 'field' in location ? location.field : undefined;
  return (
    form.issues[`${field}.${code}`] ??
    said.findings[code] ??
    (code.startsWith('SCRIPT_') ? said.findings['SCRIPT'] : undefined) ??
    message ??
    order.problems[code] ??
    code
  );
}

/** Why a treatment cannot be prescribed; an organization's own reason stays as it wrote it. */
export function reasonText(
  findings: Text['said']['findings'],
  { reason, reasonCode }: { readonly reason: string | null; readonly reasonCode: string | null },
): string | null {
  return findings[reasonCode ?? ''] ?? reason;
}
