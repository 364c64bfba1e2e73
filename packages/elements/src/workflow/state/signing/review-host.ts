// Says what a review looks at, and what it puts down for signing.
import type { ReviewRecord } from '../../../records.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Forbidden } from '../forbidden.ts';
import type { FormState } from '../form-state.ts';
import type { PatientState } from '../patient-state.ts';
import type { PharmacyState } from '../pharmacy-state.ts';
import type { Signer } from '../signer.ts';

/** What a review looks at. */
export interface ReviewHost {
  readonly patient: PatientState;
  readonly forbidden: Forbidden;
  readonly signer: Signer;
  readonly drafts: Drafts;
  readonly form: FormState;
  readonly pharmacy: PharmacyState;
  /** Resolves when what the page put into the order has been tried; undefined where it puts nothing there. */
  prefillsTried(): Promise<void> | undefined;
}

/** What the service has put down for signing, and of what it is true. */
export interface Reviewed {
  readonly record: ReviewRecord;
  /** Of everything that goes into the order; another one means that what is shown is no longer what would be sent. */
  readonly fingerprint: string;
}
