// What an entry says, as bytes, and the hash that ties it to the entries before it.
import { createHash } from 'node:crypto';
import type { Row } from '../../store/store.ts';

/** An entry as it is chained. Texts are the store's own, so that nothing is lost on the way to the hash. */
export interface ChainEntry {
  readonly orgId: string;
  readonly id: string;
  /** ISO 8601 UTC with six digits of the second's fraction. */
  readonly at: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly clientId: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly outcome: string;
  readonly purpose: string;
  readonly sourceIp: string | null;
  readonly requestId: string | null;
  /** The store's text of the JSON, which is the same for the same value. */
  readonly detail: string;
}

/** A time as it is hashed and signed: every digit that the store keeps, in a form that depends on no setting. */
export const hashedInstant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The columns that `entryOf` reads; `e` is the entry. */
export const ENTRY_COLUMNS = `e.org_id, e.id, ${hashedInstant('e.at')} as at_text, e.actor_kind, e.actor_id, e.client_id, e.action, e.subject_kind, e.subject_id,
  e.outcome, e.purpose, e.source_ip, e.request_id, e.detail::text as detail_text`;

export function entryOf(row: Row): ChainEntry {
  const text = (column: string): string => String(row[column]);
  const textOrNull = (column: string): string | null => (row[column] === null ? null : text(column));
  return {
    orgId: text('org_id'),
    id: text('id'),
    at: text('at_text'),
    actorKind: text('actor_kind'),
    actorId: textOrNull('actor_id'),
    clientId: textOrNull('client_id'),
    action: text('action'),
    subjectKind: text('subject_kind'),
    subjectId: text('subject_id'),
    outcome: text('outcome'),
    purpose: text('purpose'),
    sourceIp: textOrNull('source_ip'),
    requestId: textOrNull('request_id'),
    detail: text('detail_text'),
  };
}

/** Version of the form below; another form gets another number, so that old links stay good. */
const FORM = 1;

/** An entry as bytes: a JSON array of its parts in a fixed order, so that no two entries have the same bytes. */
export function canonicalEntry(entry: ChainEntry): string {
  return JSON.stringify([
    FORM,
    entry.orgId,
    entry.id,
    entry.at,
    entry.actorKind,
    entry.actorId,
    entry.clientId,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.outcome,
    entry.purpose,
    entry.sourceIp,
    entry.requestId,
    entry.detail,
  ]);
}

// What is hashed begins with what it is (as in RFC 6962), so that one kind never passes for another.
const GENESIS = Uint8Array.of(0);
const LINK = Uint8Array.of(1);

/** What the first link of an organization follows: no chain can begin with another's. */
export function genesisHash(orgId: string): Uint8Array {
  return createHash('sha256').update(GENESIS).update(orgId).digest();
}

/** h(n) = SHA-256(0x01 || h(n-1) || entry). */
export function linkHash(previous: Uint8Array, entry: ChainEntry): Uint8Array {
  return createHash('sha256').update(LINK).update(previous).update(canonicalEntry(entry)).digest();
}

/** A place in an organization's chain. */
export interface ChainHead {
  /** From 1; 0 before the first link. */
  readonly number: number;
  readonly hash: Uint8Array;
}
