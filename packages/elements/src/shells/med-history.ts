// The public element `svc-med-history` (contract section 5).
import { NestedShell } from './nested-shell.ts';
import type { BodyModule } from './shell-body.ts';

export class MedHistoryElement extends NestedShell {
  static override readonly attributes: readonly string[] = ['patient-id'];

  protected override load(): Promise<BodyModule> {
    return import('../history/body.ts');
  }
}
