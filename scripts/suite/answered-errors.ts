// Judges after a whole test run whether the service has really answered every error of its table: a code that no test reaches is not shown to work.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variable that names the folder into which each process of a run writes the codes that were answered there. */
export const ANSWERED_FOLDER = 'ANSWERED_ERRORS_FOLDER';

/**
 * Whether the service made this error, and not a test that only wants to see one answered: the first call outside the table's own file is in a
 * source file of the service.
 */
export function isMadeByService(stack: string): boolean {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const maker = calls.find((line) => !line.includes('/service/src/kernel/errors.ts'));
  return maker !== undefined && maker.includes('/service/src/') && !maker.includes('.test.ts');
}

/** Those of the codes that no process of the run has answered. */
export function unreached(codes: readonly string[], folder: string): readonly string[] {
  const records = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const answered = new Set(records.flatMap((text) => text.split('\n')));
  return codes.filter((code) => !answered.has(code));
}
