// The tables of the room `prescribing`, as its queries see them.
import type { FillState, OrderState } from '@pestle/rules/fill-status';
import type {
  DraftId,
  FillId,
  OrderId,
  OrganizationId,
  PatientId,
  PharmacyId,
  PrescriptionId,
  TreatmentId,
  UserId,
} from '@pestle/rules/ids';
import type {
  BlankOf,
  FIELDS_ON_RECORD,
  FieldName,
  FieldType,
  TypeOfField,
} from '@pestle/rules/prescription-fields';
import type { PrescriptionState } from '@pestle/rules/prescription-state';
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import type { StructuredSig } from '@pestle/rules/sig-model';
import type { Generated } from 'kysely';
import type {
  ClinicalContent,
  DiagnosisCode,
  Envelope,
  PostalAddress,
  Supervisor,
} from './clinical-content.ts';

/** What whoever prepared a draft thought of for its order; the signer finds it and decides. */
export interface OrderPlan {
  readonly pharmacyId: PharmacyId | null;
  readonly externalId: string | null;
  /** The patient's address for the order, where it differs from the record. */
  readonly address: PostalAddress | null;
}

/** An order as it is asked for. */
export interface NewOrderPlan extends OrderPlan {
  /** Without a pharmacy: the one that the patient prefers, once they have chosen none for a while. */
  readonly usesPreferred?: boolean;
}

/** `dispenseQuantity` → `dispense_quantity`. */
export type ColumnOf<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ColumnOf<Rest>}`
  : Name;

/** What a column holds by the type of its field; null as well where a new draft holds null. */
type HeldBy = {
  line: string;
  text: string;
  date: string;
  whole: number;
  flag: boolean;
  directions: string;
  quantity: string;
  unit: string;
  diagnoses: DiagnosisCode[];
  supervisor: Supervisor;
  answers: readonly ScreeningAnswerGiven[];
  orderPlan: OrderPlan;
} & Record<FieldType, unknown>;

/** The columns of a draft that hold its fields. */
export type FieldColumns = {
  [Name in FieldName as ColumnOf<Name>]:
    | HeldBy[TypeOfField<Name>]
    | (null extends BlankOf<Name> ? null : never);
};

/** Those of them that are kept in the sealed value. */
export type SealedFieldColumns = {
  [Name in FieldName as (typeof FIELDS_ON_RECORD)[Name]['kept'] extends 'sealed'
    ? ColumnOf<Name>
    : never]: FieldColumns[ColumnOf<Name>];
};

export type DraftRow = FieldColumns & {
  org_id: OrganizationId;
  id: DraftId;
  patient_id: PatientId;
  prescriber_id: UserId;
  application_id: string;
  prepared_by: string;
  treatment_id: TreatmentId;
  /** What the directions say word for word, as a structure; null for prose, shorthand and drafts of earlier versions. */
  structured_sig: StructuredSig | null;
  source: string | null;
  /**
   * Who wrote it as it stands. Sealed with what was typed: a node of the version before, which seals it anew, leaves nobody instead of
   * somebody else.
   */
  updated_by: string | null;
  /** True when its sealed fields did not open, and are blank here. No column. */
  unreadable?: boolean;
  signable_id: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
};

/** A draft as it is stored: what may tell of the patient is sealed. */
export type StoredDraft = Omit<DraftRow, SealedOfDraft | 'unreadable'> & {
  sealed: Uint8Array;
  repeat_stated: boolean;
  duplicate_stated: boolean;
  source_digest: Uint8Array | null;
};

export type SealedOfDraft = keyof SealedFieldColumns | 'structured_sig' | 'source' | 'updated_by';

/** What `signable.sealed` holds. */
export interface SignableContent {
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
  /** The signed directions as a structure; the signature covers the text. */
  readonly structuredSig: StructuredSig | null;
  /** What the prescription takes over of its draft. */
  readonly externalId: string | null;
  /** Of content of version 1, whose signature does not cover it. */
  readonly repeatReason?: string | null;
  readonly source: string | null;
}

export type SignableRow = {
  org_id: OrganizationId;
  id: string;
  draft_id: DraftId;
  draft_revision: number;
  patient_id: PatientId;
  patient_revision: number;
  prescriber_id: UserId;
  prescriber_revision: number;
  /** Of the practice, by which it was reviewed; null: by a version that did not keep them. */
  policies: string | null;
  sealed: Uint8Array;
  content_hash: string;
  created_at: string;
  signed_at: string | null;
};

export type PrescriptionRow = {
  org_id: OrganizationId;
  id: PrescriptionId;
  /** As far as it is written: CANCELED where its fill was. What time ends is judged when it is read (`stateAt`). */
  state: PrescriptionState;
  /** When a pharmacy first reported that it dispensed it, also after a cancel. */
  dispensed_at: string | null;
  patient_id: PatientId;
  prescriber_id: UserId;
  treatment_id: TreatmentId;
  external_id: string | null;
  signable_id: string;
  content_hash: string;
  written_at: string;
  expiration_date: string;
  prepared_by: string;
  repeat_reason: string | null;
  source: string | null;
  revision: number;
  created_at: string;
};

/** A prescription as it is stored; the rest is in its signable. */
export type StoredPrescription = Omit<PrescriptionRow, 'external_id' | 'repeat_reason' | 'source'>;

export type OrderRow = {
  org_id: OrganizationId;
  id: OrderId;
  patient_id: PatientId;
  external_id: string | null;
  /** By which people name it; null where the organization has none left. */
  number: string | null;
  state: OrderState;
  pharmacy_id: PharmacyId | null;
  address: PostalAddress | null;
  pharmacy_count: number;
  created_by: string;
  client_id: string;
  revision: number;
  created_at: string;
  updated_at: string;
};

/** An order as it is stored: what may tell of the patient is sealed; null when there is nothing of it. */
export type StoredOrder = Omit<OrderRow, 'external_id' | 'address'> & { sealed: Uint8Array | null };

export type FillRow = {
  org_id: OrganizationId;
  id: FillId;
  order_id: OrderId;
  prescription_id: PrescriptionId;
  line: number;
  state: FillState;
  state_reason: string | null;
  state_owner: string | null;
  /** When it came into its state; null when it has been in it from the beginning. */
  state_since: string | null;
  pharmacy_id: PharmacyId | null;
  prescriber_order_number: string | null;
  channel: 'script' | 'api' | 'fax' | 'telephone' | null;
  carrier: string | null;
  tracking_number: string | null;
  sent_at: string | null;
  received_at: string | null;
  /** Since when it can be picked up, as the pharmacy said; any later move ends that. */
  ready_at: string | null;
  dispensing_reported_at: string | null;
  cancel_requested_at: string | null;
  cancel_requested_by: string | null;
  /** When a cancel really left. */
  cancel_sent_at: string | null;
  cancel_answer: string | null;
  cancel_answered_at: string | null;
  /** The pharmacy's own words; see `cancelAnswerReason`. */
  sealed_cancel_reason: Uint8Array | null;
  /** A cancel that no channel could carry: a person must call that pharmacy. */
  cancel_not_sent_at: string | null;
  cancel_not_sent_reason: string | null;
  cancel_not_sent_pharmacy_id: PharmacyId | null;
  dispensed_after_cancel_at: string | null;
  /** Staff asked the prescriber to cancel it. */
  cancel_asked_at: string | null;
  cancel_asked_by: string | null;
  /** Sealed: why. */
  sealed_cancel_ask: Uint8Array | null;
  /** A prescriber did not cancel what staff asked to be canceled. */
  cancel_declined_at: string | null;
  cancel_declined_by: string | null;
  /** Sealed: why. */
  sealed_cancel_decline: Uint8Array | null;
  /** Staff asked the prescriber to stop its refills. */
  refill_stop_asked_at: string | null;
  refill_stop_asked_by: string | null;
  /** Sealed: why. */
  sealed_refill_stop_ask: Uint8Array | null;
  /** A prescriber kept the refills that staff asked to be stopped. */
  refill_stop_declined_at: string | null;
  refill_stop_declined_by: string | null;
  /** Sealed: why. */
  sealed_refill_stop_decline: Uint8Array | null;
  /** The pharmacy took it by telephone: when, and who of the practice says so. */
  phoned_in_at: string | null;
  phoned_in_by: string | null;
  /** Sealed: who took it there. */
  sealed_taken_by: Uint8Array | null;
  /** Since when there are no more refills: the pharmacy is asked to stop those that remain, and the fill stays what it is. */
  discontinued_at: string | null;
  discontinued_by: string | null;
  /** When that really left. */
  discontinue_sent_at: string | null;
  discontinue_answer: string | null;
  discontinue_answered_at: string | null;
  /** The pharmacy's own words; see `discontinueAnswerReason`. */
  sealed_discontinue_reason: Uint8Array | null;
  /** No channel could carry it: a person must call that pharmacy. */
  discontinue_not_sent_at: string | null;
  discontinue_not_sent_reason: string | null;
  discontinue_not_sent_pharmacy_id: PharmacyId | null;
  alert: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
};

export type EventSource = 'user' | 'delivery' | 'pharmacy' | 'link' | 'patient' | 'service' | 'operator';

export type FillEventRow = {
  org_id: OrganizationId;
  fill_id: FillId;
  number: number;
  order_id: OrderId;
  at: string;
  event: string;
  from_state: FillState | null;
  to_state: FillState;
  source: EventSource;
  detail: Record<string, unknown>;
};

/** What screening said of a saved prescription when it was sent. */
export type SentScreeningRow = {
  org_id: OrganizationId;
  fill_id: FillId;
  screened_at: string;
  sealed: Uint8Array;
};

/** What another screening service has yet to be told of a signed record or of a fill. */
export type ScreeningFeedbackRow = {
  org_id: OrganizationId;
  /** A signable's id, or a fill's. */
  subject_id: string;
  service_id: string;
  tries: Generated<number>;
  next_at: string;
  created_at: Generated<string>;
};

export type PrescribingTables = {
  draft: StoredDraft;
  signable: SignableRow;
  prescription: StoredPrescription;
  orders: StoredOrder;
  fill: FillRow;
  fill_event: FillEventRow;
  sent_screening: SentScreeningRow;
  screening_feedback: ScreeningFeedbackRow;
};
