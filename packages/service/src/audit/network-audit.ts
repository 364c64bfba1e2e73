// Writes the trail of what operators do to the network, which belongs to no organization: one entry per act, in the act's own transaction.
import { sql } from 'kysely';
import * as v from 'valibot';
import type { Ports } from '../kernel/ports.ts';
import { makeId } from '../kernel/ports.ts';
import { plainText } from '../kernel/text.ts';
import { parsedBy } from '../kernel/validate.ts';
import type { Tx } from '../store/store.ts';
import { AUDIT_LIMITS } from './limits.ts';

/** Who does it, as their command names them. */
export const operatorName = v.pipe(v.string(), parsedBy(plainText(AUDIT_LIMITS.operatorNameCharactersMax)));

type NetworkAuditTables = {
  network_audit_entry: {
    id: string;
    /** Set by the store. */
    at?: string;
    operator: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    /** JSON text when written. */
    detail: unknown;
  };
};

export interface NetworkAct {
  /** Who, as their command names them. */
  readonly operator: string;
  /** `room.verb`, such as `maintenance.add`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Ids, codes and times, and the reason that an operator gives for an act; never health information. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

export interface NetworkAuditEntry extends NetworkAct {
  readonly id: string;
  readonly at: string;
}

export async function recordNetworkAct(tx: Tx, ports: Ports, act: NetworkAct): Promise<void> {
  await recordNetworkActs(tx, ports, [act]);
}

/** Several acts of one transaction, in their order. */
export async function recordNetworkActs(tx: Tx, ports: Ports, acts: readonly NetworkAct[]): Promise<void> {
  if (acts.length === 0) return;
  await tx
    .withTables<NetworkAuditTables>()
    .insertInto('network_audit_entry')
    .values(
      acts.map((act) => ({
        id: makeId(ports, 'aud'),
        operator: act.operator,
        action: act.action,
        subject_kind: act.subject.kind,
        subject_id: act.subject.id,
        detail: JSON.stringify(act.detail),
      })),
    )
    .execute();
}

/** What was done to one subject, oldest first. */
export async function networkActs(tx: Tx, subjectId: string): Promise<readonly NetworkAuditEntry[]> {
  const rows = await tx
    .withTables<NetworkAuditTables>()
    .selectFrom('network_audit_entry')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(entryOf);
}

export interface LatestActs {
  /** What was done to this, or, as its detail says, in this lane; without it, the acts of a room: `queue`. */
  readonly about: { readonly subjectOrLane: string } | { readonly room: string };
  readonly first: number;
  /** The id of an entry: only what is older. */
  readonly after?: string | undefined;
}

/** The latest first, by the time that is in their ids. */
export async function latestNetworkActs(
  tx: Tx,
  { about, first, after }: LatestActs,
): Promise<readonly NetworkAuditEntry[]> {
  let query = tx
    .withTables<NetworkAuditTables>()
    .selectFrom('network_audit_entry')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(first);
  query =
    'room' in about
      ? query.where('action', 'like', `${about.room}.%`)
      : query.where((where) =>
          where.or([
            where('subject_id', '=', about.subjectOrLane),
            where(sql`detail ->> 'lane'`, '=', about.subjectOrLane),
          ]),
        );
  if (after !== undefined) query = query.where('id', '<', after);
  return (await query.execute()).map(entryOf);
}

function entryOf(
  row: Omit<NetworkAuditTables['network_audit_entry'], 'at'> & { readonly at?: string | undefined },
): NetworkAuditEntry {
  return {
    id: row.id,
    at: row.at ?? '',
    operator: row.operator,
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    detail: row.detail as NetworkAct['detail'],
  };
}
