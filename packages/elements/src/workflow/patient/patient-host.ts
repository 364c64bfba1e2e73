// Owns what the patient form needs from the element around it: less than a workflow, so that it can stand without one.
import type { Session } from '@pestle/client';
import type { WorkflowConfig } from '../../attributes/workflow-config.ts';
import type { KitHost } from '../../kit/host.ts';
import type { Text } from '../../text/text.ts';

export interface PatientHost extends KitHost {
  /** What the page has set of an address: what is sent needs one. */
  readonly config: Pick<WorkflowConfig, 'enableOrder' | 'optionalPatientAddress'>;
  readonly session: Session;
  readonly text: Text;
  readonly state: {
    /** Ends what is asked for when the form goes with the element. */
    readonly signal: AbortSignal;
    /** `YYYY-MM-DD`, where the practice is. */
    readonly patient: { readonly today: string };
  };
}
