// The audit trail: one append-only entry per act, written in the transaction of the act itself.

import type { Actor } from '../actor.ts';
import type { Ports } from '../ports.ts';
import { makeId } from '../ports.ts';
import type { Tx } from '../store/store.ts';

export type AuditTables = {
  audit_entry: {
    org_id: string;
    id: string;
    at?: string;
    actor_kind: 'user' | 'machine' | 'pharmacy' | 'service';
    actor_id: string | null;
    client_id: string | null;
    action: string;
    subject_kind: string;
    subject_id: string;
    outcome?: 'success' | 'refused' | 'failed';
    detail?: string;
  };
};

/** Who did it, when it was not a person or client behind a token. */
export type AuditActor = Actor | { readonly kind: 'pharmacy' | 'service'; readonly id: string | null };

export interface AuditRecord {
  readonly orgId: string;
  readonly actor: AuditActor;
  /** `room.verb`, such as `draft.create`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly outcome?: 'success' | 'refused' | 'failed';
  /** Ids and codes only, never health information. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes one entry in the caller's transaction, so that there is never an act without its entry or an entry without its act. */
export async function recordAudit(tx: Tx, ports: Ports, record: AuditRecord): Promise<void> {
  await tx
    .withTables<AuditTables>()
    .insertInto('audit_entry')
    .values({
      org_id: record.orgId,
      id: makeId(ports, 'aud'),
      actor_kind: record.actor.kind,
      actor_id: record.actor.id,
      client_id: 'clientId' in record.actor ? record.actor.clientId : null,
      action: record.action,
      subject_kind: record.subject.kind,
      subject_id: record.subject.id,
      outcome: record.outcome ?? 'success',
      detail: JSON.stringify(record.detail ?? {}),
    })
    .execute();
}
