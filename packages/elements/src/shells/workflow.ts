// The public element `svc-prescribe-workflow` (contract section 3).
import { WORKFLOW_ATTRIBUTES } from '../attributes/workflow-attributes.ts';
import { NestedShell } from './nested-shell.ts';
import type { BodyModule } from './shell-body.ts';

export class PrescribeWorkflowElement extends NestedShell {
  static override readonly attributes: readonly string[] = WORKFLOW_ATTRIBUTES;

  protected override load(): Promise<BodyModule> {
    return import('../workflow/body.ts');
  }
}
