// Says what one confirmation sends: drafts, or what was signed and saved before.
import type { InputOf } from '@pestle/client';
import type { SignAndOrder } from '@pestle/client/documents/signing';
import type { NamedTreatment } from '../../../kit/medication.ts';

/** Drafts as they were reviewed, which the confirmation signs, or prescriptions with the reasons that are given now. */
export type SentLines =
  | { readonly drafts: { readonly draftId: string; readonly contentHash: string }[] }
  | (Pick<InputOf<typeof SignAndOrder>['input'], 'screeningAnswers'> & {
      readonly prescriptionIds: string[];
    });

/** A medicine that is to be sent, as far as an order that may take it is compared with it. */
export interface LineToSend {
  readonly treatment: (NamedTreatment & { readonly id: string }) | null;
  readonly repeatReason: string | null;
}
