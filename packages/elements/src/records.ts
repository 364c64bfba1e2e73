// Owns the records that the workflow's state holds, as the API answers them.
import type { DataOf } from '@pestle/client';
import type { Prescribers } from '@pestle/client/documents/signer';
import type { ReviewDrafts, SignAndOrder, SignPrescriptions } from '@pestle/client/documents/signing';
import type { Drafts, WorkflowPatient } from '@pestle/client/documents/workflow';
import type { PrescriptionOverride } from './attributes/clinical-shapes.ts';

export type DraftRecord = DataOf<typeof Drafts>['drafts'][number];
export type TreatmentRecord = NonNullable<DraftRecord['treatment']>;
export type PatientRecord = DataOf<typeof WorkflowPatient>['patient'];
/** What was looked at, line by line. */
export interface ReviewRecord {
  readonly drafts: DataOf<typeof ReviewDrafts>['reviewDrafts']['drafts'];
}
export type ReviewedRecord = ReviewRecord['drafts'][number];
export type OrderRecord = DataOf<typeof SignAndOrder>['createOrder'];
export type PrescriptionRecord = DataOf<typeof SignPrescriptions>['createPrescriptions'][number];
export type PrescriberRecord = DataOf<typeof Prescribers>['users']['nodes'][number];

/** What the state needs to know of a pharmacy; search results have more. */
export interface PharmacyChoiceRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: 'LOCAL_PICKUP' | 'MAIL_ORDER';
  readonly phone?: string | null;
  readonly address?: {
    readonly street1: string;
    readonly street2?: string | null;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
  } | null;
}

/** The clinical values of a template or of an earlier prescription. */
export interface PresetValues {
  readonly dispenseQuantity?: string | null;
  readonly dispenseUnit?: string | null;
  readonly dispenseAsWritten?: boolean | null;
  readonly fillsAllowed?: number | null;
  readonly daysSupply?: number | null;
  readonly instructions?: string | null;
  readonly notes?: string | null;
}

/** With what only the page can set of a copy. */
export type PresetCopy = PresetValues & Omit<PrescriptionOverride, keyof PresetValues>;

/** What a search or the history answers with: a treatment as it is, with a template's values, or as it was prescribed before. */
export type Pick =
  | { readonly kind: 'treatment'; readonly treatment: TreatmentRecord }
  | {
      readonly kind: 'template' | 'prescription';
      readonly id: string;
      readonly treatment: TreatmentRecord;
      readonly values: PresetValues;
    };
