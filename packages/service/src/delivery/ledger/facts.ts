// Everything one attempt needs to know: the fill, what was signed, the pharmacy and how it is reached.

import type { FillState } from '@pestle/rules/fill-status';
import type {
  FillId,
  OrderId,
  OrganizationId,
  PharmacyId,
  PrescriptionId,
  TransmissionId,
} from '@pestle/rules/ids';
import type { Departure, OutboxKind } from '../../outbox/outbox.ts';
import type { ClinicalContent, Envelope, PostalAddress, SignedDeparture } from '../../prescribing/inside.ts';
import { openSealedOfOrder, openSignable } from '../../prescribing/inside.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress, SealBrokenError } from '../../vault/vault.ts';
import type { RecallId } from '../recall/tables.ts';
import type { FactsPharmacy } from './facts-pharmacy.ts';
import type { AttemptOutcome, Channel, StoredReason, TransmissionKind, TransmissionState } from './tables.ts';

export interface FactsTransmission {
  readonly kind: TransmissionKind;
  readonly channel: Channel;
  readonly messageId: string;
  readonly relatesToMessageId: string | null;
  readonly prescriberOrderNumber: string;
  readonly state: TransmissionState;
  readonly mayHaveArrived: boolean;
  /** Null where none is kept; `damaged`: what is kept does not open, so that the same bytes cannot leave again. */
  readonly body: Uint8Array | 'damaged' | null;
  readonly contentType: string | null;
  readonly reason: StoredReason;
  readonly firstAttemptAt: string | null;
}

export interface Facts {
  readonly id: TransmissionId;
  readonly orgId: OrganizationId;
  readonly kind: OutboxKind;
  readonly lane: string;
  readonly attempt: number;
  readonly leased: boolean;
  /** A window of maintenance covers it: it waits for the end, or goes by fax because the end is too far off. */
  readonly held: 'waits' | 'too-long' | undefined;
  /** An operator, a recall, a quarantine or a window of maintenance held it, however often it was tried before: it leaves only in time. */
  readonly wasHeldBack: boolean;
  /** The recall in force that keeps it from leaving. */
  readonly recalledBy: RecallId | undefined;
  readonly fill: {
    readonly id: FillId;
    readonly orderId: OrderId;
    readonly state: FillState;
    readonly pharmacyId: PharmacyId | null;
    readonly prescriberOrderNumber: string | null;
    readonly cancelRequested: boolean;
  };
  readonly prescription: {
    readonly id: PrescriptionId;
    readonly writtenAt: string;
    readonly expirationDate: string;
    /** A pharmacy has reported that it dispensed it: it is never sent again. */
    readonly dispensed: boolean;
  };
  readonly signer: {
    /** Of the signer's row: what was judged is compared with it when an attempt begins. */
    readonly revision: number | null;
    /** The row is another one than when it was judged for the signature. */
    readonly changed: boolean;
  };
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
  readonly address: PostalAddress | null;
  readonly pharmacy: FactsPharmacy;
  /** Undefined before the first attempt of a new electronic prescription. */
  readonly transmission: FactsTransmission | undefined;
  readonly attempts: readonly { readonly number: number; readonly outcome: AttemptOutcome | null }[];
}

function signedContent(keys: OrgKeys, id: string, sealed: Uint8Array): Pick<Facts, 'content' | 'envelope'> {
  const { content, envelope } = openSignable(keys, id, sealed);
  return { content, envelope };
}

/** Those of a first attempt, from what was just signed. */
export function factsOfSigned(
  keys: OrgKeys,
  { id, orgId, lane, signed }: Departure & { readonly signed: NonNullable<SignedDeparture['signed']> },
  pharmacy: FactsPharmacy,
): Facts {
  return {
    id: id as TransmissionId,
    orgId,
    kind: 'new',
    lane,
    attempt: 0,
    leased: false,
    // The claim looks: what it leaves is read again.
    held: undefined,
    wasHeldBack: false,
    recalledBy: undefined,
    fill: {
      id: signed.fillId,
      orderId: signed.orderId,
      state: 'QUEUED',
      pharmacyId: signed.pharmacyId,
      prescriberOrderNumber: signed.prescriberOrderNumber,
      cancelRequested: false,
    },
    prescription: {
      id: signed.prescriptionId,
      writtenAt: signed.writtenAt,
      expirationDate: signed.expirationDate,
      dispensed: false,
    },
    signer: { revision: signed.signerRevision, changed: false },
    ...signedContent(keys, signed.signableId, signed.sealed),
    address: signed.address,
    pharmacy,
    transmission: undefined,
    attempts: [],
  };
}

/** Of a row that `FACTS` read. */
export function factsOf(keys: OrgKeys, orgId: OrganizationId, row: Row, pharmacy: FactsPharmacy): Facts {
  const { address } = openSealedOfOrder(
    keys,
    row['order_id'] as string,
    row['order_sealed'] as Uint8Array | null,
  );
  return {
    id: row['id'] as TransmissionId,
    orgId,
    kind: row['kind'] as OutboxKind,
    lane: row['lane'] as string,
    attempt: row['attempt'] as number,
    leased: row['leased'] as boolean,
    held: (row['held'] as 'waits' | 'too-long' | null) ?? undefined,
    wasHeldBack: row['was_held_back'] as boolean,
    recalledBy: (row['recalled_by'] as RecallId | null) ?? undefined,
    fill: {
      id: row['fill_id'] as FillId,
      orderId: row['order_id'] as OrderId,
      state: row['fill_state'] as FillState,
      pharmacyId: row['fill_pharmacy_id'] as PharmacyId | null,
      prescriberOrderNumber: row['prescriber_order_number'] as string | null,
      cancelRequested: row['cancel_requested'] as boolean,
    },
    prescription: {
      id: row['prescription_id'] as PrescriptionId,
      writtenAt: row['written_at'] as string,
      expirationDate: row['expiration_date'] as string,
      dispensed: row['dispensed'] as boolean,
    },
    signer: {
      revision: row['signer_revision'] as number | null,
      changed: row['signer_changed'] as boolean,
    },
    ...signedContent(keys, row['signable_id'] as string, row['sealed'] as Uint8Array),
    address,
    pharmacy,
    transmission: row['transmission_id'] === null ? undefined : transmissionOf(keys, row),
    attempts: (row['attempts'] as Facts['attempts'] | null) ?? [],
  };
}

function opened(keys: OrgKeys, id: string, sealed: Uint8Array): Uint8Array | 'damaged' {
  try {
    return keys.open(columnAddress('transmission', id), sealed);
  } catch (error) {
    if (error instanceof SealBrokenError) return 'damaged';
    throw error;
  }
}

function transmissionOf(keys: OrgKeys, row: Row): FactsTransmission {
  const sealed = row['sealed_body'] as Uint8Array | null;
  return {
    kind: row['transmission_kind'] as TransmissionKind,
    channel: row['channel'] as Channel,
    messageId: row['message_id'] as string,
    relatesToMessageId: row['relates_to_message_id'] as string | null,
    prescriberOrderNumber: row['transmission_order_number'] as string,
    state: row['transmission_state'] as TransmissionState,
    mayHaveArrived: row['may_have_arrived'] as boolean,
    body: sealed === null ? null : opened(keys, row['transmission_id'] as string, sealed),
    contentType: row['content_type'] as string | null,
    reason: row['reason'] as FactsTransmission['reason'],
    firstAttemptAt: row['first_attempt_at'] as string | null,
  };
}
