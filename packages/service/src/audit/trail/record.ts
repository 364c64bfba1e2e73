// The entry of an act: one per act, written in the transaction of the act itself.

import type { Actor, Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { AUDIT_LIMITS } from '../limits.ts';
import type { Purpose } from './purpose.ts';
import { purposeOf } from './purpose.ts';

export type ActorKind = 'user' | 'machine' | 'pharmacy' | 'patient' | 'service' | 'operator';
export type AuditOutcome = 'success' | 'refused' | 'failed';

/** An entry's columns besides its time, which the store sets. */
export type AuditRow = {
  org_id: string;
  id: string;
  actor_kind: ActorKind;
  actor_id: string | null;
  client_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  outcome: AuditOutcome;
  purpose: Purpose;
  source_ip: string | null;
  request_id: string | null;
  /** JSON text. */
  detail: string;
};

export type AuditTables = { audit_entry: AuditRow & { at?: string } };

/** Who did it, when it was not a person or client behind a token. */
export type AuditActor =
  | Actor
  | {
      readonly kind: 'pharmacy' | 'patient' | 'service';
      readonly id: string | null;
      readonly origin?: Origin;
    }
  | NetworkOperator;

/** Who runs the network and acts from its command line, in no organization's name. */
export interface NetworkOperator {
  readonly kind: 'operator';
  /** Who, as their command names them. */
  readonly id: string;
  readonly origin?: Origin;
}

export interface AuditRecord {
  readonly orgId: string;
  readonly actor: AuditActor;
  /** `room.verb`, such as `draft.create`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly outcome?: AuditOutcome;
  /** Ids and codes only, never health information. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Requests of which an entry was made with an act. */
const acted = new WeakSet<Origin>();

/** Writes one entry for each act in the caller's transaction, so that there is never an act without its entry or an entry without its act. */
export async function recordAudit(
  tx: Tx,
  ports: Ports,
  ...records: readonly [AuditRecord, ...AuditRecord[]]
): Promise<void> {
  for (const { actor } of records) if (actor.origin !== undefined) acted.add(actor.origin);
  const rows = records.map((record) => auditRow(ports, record));
  await tx.withTables<AuditTables>().insertInto('audit_entry').values(rows).execute();
}

/** Whether the request has an entry of an act: its answer then shows what that entry names. A repeated write has none. */
export function hasActed(origin: Origin): boolean {
  return acted.has(origin);
}

/** A record as the row of its entry, with an id of its own. */
export function auditRow(ports: Ports, record: AuditRecord): AuditRow {
  const { actor } = record;
  return {
    org_id: record.orgId,
    id: makeId(ports, 'aud'),
    actor_kind: actor.kind,
    actor_id: actor.id,
    client_id: 'clientId' in actor ? actor.clientId : null,
    action: record.action,
    subject_kind: record.subject.kind,
    subject_id: record.subject.id,
    outcome: record.outcome ?? 'success',
    purpose: purposeOf(record.action),
    ...sourceOf(actor.origin),
    detail: JSON.stringify(record.detail ?? {}),
  };
}

/** Where a request came from, as Fastify knows it. */
export function originOf({ ip, id }: { readonly ip: string; readonly id: string }): Origin {
  return { address: ip, requestId: id };
}

/** From where, as the columns of an entry. */
export function sourceOf(origin: Origin | undefined): Pick<AuditRow, 'source_ip' | 'request_id'> {
  return {
    source_ip: origin?.address.slice(0, AUDIT_LIMITS.sourceAddressCharactersMax) ?? null,
    request_id: origin?.requestId.slice(0, AUDIT_LIMITS.requestIdCharactersMax) ?? null,
  };
}
