// Seals and opens the rows of this room: what may tell of a patient is one sealed value per row.
import type { StructuredSig } from '@pestle/rules/sig-model';
import { SIG_VERSIONS_READ } from '@pestle/rules/sig-model';
import { unlessDamaged } from '../kernel/failures/damaged.ts';
import type { OrgKeys } from '../vault/vault.ts';
import { columnAddress } from '../vault/vault.ts';
import { sealedFields } from './field-columns.ts';
import type { PrescriptionRecord } from './records.ts';
import type {
  DraftRow,
  OrderRow,
  PrescriptionRow,
  SealedOfDraft,
  SignableContent,
  StoredDraft,
  StoredOrder,
  StoredPrescription,
} from './tables.ts';

export function sealDraft(keys: OrgKeys, row: DraftRow): StoredDraft {
  const { unreadable: _unreadable, ...columns } = row;
  const { structured_sig, source, updated_by } = row;
  const sealed: Pick<DraftRow, SealedOfDraft> = {
    ...sealedFields(row),
    structured_sig,
    source,
    updated_by,
  };
  const plain = Object.fromEntries(Object.entries(columns).filter(([column]) => !(column in sealed)));
  return {
    ...(plain as Omit<DraftRow, SealedOfDraft | 'unreadable'>),
    sealed: keys.sealJson(columnAddress('draft', row.id), sealed),
    repeat_stated: row.repeat_reason !== null,
    duplicate_stated: row.duplicate_reason !== null,
    source_digest: source === null ? null : sourceDigest(keys, source),
  };
}

/**
 * A draft with what was typed. Where that does not open, the draft is there with all of it blank and says so: it can be written again or
 * deleted, cannot be signed as it is, and keeps no other draft from being read.
 */
export function openDraft(keys: OrgKeys, stored: StoredDraft): DraftRow {
  const {
    sealed,
    repeat_stated: _repeat,
    duplicate_stated: _duplicate,
    source_digest: _digest,
    ...plain
  } = stored;
  const opened = unlessDamaged(
    () => keys.openJson(columnAddress('draft', stored.id), sealed) as Pick<DraftRow, SealedOfDraft>,
  );
  if (opened === undefined)
    return {
      ...plain,
      ...sealedFields({}),
      structured_sig: null,
      source: null,
      updated_by: null,
      unreadable: true,
    };
  return {
    ...plain,
    ...opened,
    ...sealedFields(opened),
    structured_sig: readable(opened.structured_sig),
    updated_by: opened.updated_by ?? null,
  };
}

/** By which a prefill is found again. */
export function sourceDigest(keys: OrgKeys, source: string): Uint8Array {
  return keys.digest('draft source', source);
}

export function sealSignable(keys: OrgKeys, id: string, content: SignableContent): Uint8Array {
  return keys.sealJson(columnAddress('signable', id), content);
}

export function openSignable(keys: OrgKeys, id: string, sealed: Uint8Array): SignableContent {
  const opened = keys.openJson(columnAddress('signable', id), sealed) as SignableContent;
  return { ...opened, structuredSig: readable(opened.structuredSig) };
}

/** Rows of earlier versions have none, or one whose words are not today's. */
function readable(sig: StructuredSig | null | undefined): StructuredSig | null {
  return sig && SIG_VERSIONS_READ.includes(sig.version) ? sig : null;
}

/** A prescription with what was signed. */
export function openPrescription(
  keys: OrgKeys,
  stored: StoredPrescription,
  sealed: Uint8Array,
): PrescriptionRecord {
  const { content, envelope, structuredSig, externalId, repeatReason, source } = openSignable(
    keys,
    stored.signable_id,
    sealed,
  );
  const row: PrescriptionRow = {
    ...stored,
    external_id: externalId,
    repeat_reason: content.reasons?.repeat ?? repeatReason ?? null,
    source,
  };
  return { row, content, envelope, structuredSig };
}

type SealedOfOrder = Pick<OrderRow, 'external_id' | 'address'>;

/** Null when there is nothing to seal. */
export function sealOrder(
  keys: OrgKeys,
  id: string,
  { external_id, address }: SealedOfOrder,
): Uint8Array | null {
  if (external_id === null && address === null) return null;
  const value: SealedOfOrder = { external_id, address };
  return keys.sealJson(columnAddress('order', id), value);
}

export function openSealedOfOrder(keys: OrgKeys, id: string, sealed: Uint8Array | null): SealedOfOrder {
  if (sealed === null) return { external_id: null, address: null };
  return keys.openJson(columnAddress('order', id), sealed) as SealedOfOrder;
}

export function openOrder(keys: OrgKeys, stored: StoredOrder): OrderRow {
  const { sealed, ...plain } = stored;
  return { ...plain, ...openSealedOfOrder(keys, stored.id, sealed) };
}

/** The pharmacy's own words when it answered a cancel: they may name the patient. */
export function sealCancelReason(keys: OrgKeys, fillId: string, reason: string): Uint8Array {
  return keys.seal(columnAddress('fill', fillId), Buffer.from(reason, 'utf8'));
}

export function sealCancelAsk(keys: OrgKeys, fillId: string, reason: string): Uint8Array {
  return keys.seal(columnAddress('cancelAsk', fillId), Buffer.from(reason, 'utf8'));
}

export function openCancelAsk(keys: OrgKeys, fillId: string, sealed: Uint8Array): string {
  return Buffer.from(keys.open(columnAddress('cancelAsk', fillId), sealed)).toString('utf8');
}

/** Why a prescriber does not cancel it. */
export function sealCancelDecline(keys: OrgKeys, fillId: string, reason: string): Uint8Array {
  return keys.seal(columnAddress('cancelDecline', fillId), Buffer.from(reason, 'utf8'));
}

export function openCancelDecline(keys: OrgKeys, fillId: string, sealed: Uint8Array): string {
  return Buffer.from(keys.open(columnAddress('cancelDecline', fillId), sealed)).toString('utf8');
}

/** Why staff ask to stop its refills, and why a prescriber keeps them. */
export function sealRefillStop(
  what: 'refillStopAsk' | 'refillStopDecline',
  keys: OrgKeys,
  fillId: string,
  reason: string,
): Uint8Array {
  return keys.seal(columnAddress(what, fillId), Buffer.from(reason, 'utf8'));
}

export function openRefillStop(
  what: 'refillStopAsk' | 'refillStopDecline',
  keys: OrgKeys,
  fillId: string,
  sealed: Uint8Array,
): string {
  return Buffer.from(keys.open(columnAddress(what, fillId), sealed)).toString('utf8');
}

/** Who took it by telephone. */
export function sealTakenBy(keys: OrgKeys, fillId: string, name: string): Uint8Array {
  return keys.seal(columnAddress('takenBy', fillId), Buffer.from(name, 'utf8'));
}

export function openTakenBy(keys: OrgKeys, fillId: string, sealed: Uint8Array): string {
  return Buffer.from(keys.open(columnAddress('takenBy', fillId), sealed)).toString('utf8');
}

/** The same of its answer about the refills. */
export function sealDiscontinueReason(keys: OrgKeys, fillId: string, reason: string): Uint8Array {
  return keys.seal(columnAddress('discontinueAnswer', fillId), Buffer.from(reason, 'utf8'));
}

export function openDiscontinueReason(keys: OrgKeys, fillId: string, sealed: Uint8Array): string {
  return Buffer.from(keys.open(columnAddress('discontinueAnswer', fillId), sealed)).toString('utf8');
}

export function openCancelReason(keys: OrgKeys, fillId: string, sealed: Uint8Array): string {
  return Buffer.from(keys.open(columnAddress('fill', fillId), sealed)).toString('utf8');
}
