// The public element `svc-med-history`.
import { NestedShell } from '../shells/nested-shell.ts';
import type { BodyModule } from '../shells/shell-body.ts';

/**
 * The patient's most recent prescriptions, newest first, with what became of them. It must be inside `svc-client`.
 *
 * @tagname svc-med-history
 * @fires {CustomEvent<{errors: PlainError[]}>} svc-error - Something is set wrongly, or the service cannot be reached.
 * @fires {CustomEvent<{}>} svc-ready - The list is there.
 * @csspart history - The medication history.
 * @csspart medication - A medication line, wherever one is shown.
 * @csspart prescription - One prescription of the medication history.
 * @csspart chip - A state in a word, with its icon.
 * @csspart note - A hint, a warning or an error.
 * @csspart acts - The buttons of what can be done with a prescription or an order after sending.
 * @csspart act - What stands in place of them while one is confirmed and done.
 * @csspart attention - The line that says how much waits for the signed-in person.
 */
export class MedHistoryElement extends NestedShell {
  static override readonly attributes: readonly string[] = ['patient-id', 'attention', 'theme'];

  /** The patient: service id or external id. @attr patient-id */
  declare patientId: string | null;
  /** A line above the list says how much on the practice's desk waits for the signed-in person, and leads there. Default `false`. @attr attention */
  declare attention: boolean | string | null;
  /** `light` or `dark`; else what the reader's system prefers. @attr theme */
  declare theme: 'light' | 'dark' | null;

  /** @internal */
  protected override load(): Promise<BodyModule> {
    return import('../history/body.ts');
  }
}
