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
 */
export class MedHistoryElement extends NestedShell {
  static override readonly attributes: readonly string[] = ['patient-id', 'theme'];

  /** The patient: service id or external id. @attr patient-id */
  declare patientId: string | null;
  /** `light` or `dark`; else what the reader's system prefers. @attr theme */
  declare theme: 'light' | 'dark' | null;

  /** @internal */
  protected override load(): Promise<BodyModule> {
    return import('../history/body.ts');
  }
}
