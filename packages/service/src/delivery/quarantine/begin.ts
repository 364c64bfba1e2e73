// Begins a quarantine: everything that waits is held in one transaction, and noted as what may have left.
import type { OrganizationId } from '@pestle/rules/ids';
import type { AuditRecord } from '../../audit/audit.ts';
import { auditRow } from '../../audit/audit.ts';
import { entriesStep, networkActStep } from '../../audit/inside.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { OlderBecause } from '../../store/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { StepGroup, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { BEGIN_QUARANTINE, HOLD_EVERYTHING, NOTE, OLDER_STATE, TO_BE_NOTED } from './quarantine-sql.ts';

/** Why: an operator says so, the node was started so, or a node noticed it by itself. */
export type QuarantineBecause = OlderBecause | 'operator' | 'started';

export interface Beginning {
  readonly because: QuarantineBecause;
  readonly by: string;
  /** By which a node is started in quarantine, once. */
  readonly label?: string;
  /** What is committed with it. */
  readonly with?: StepGroup;
}

type QuarantineTables = {
  quarantine: {
    id: string;
    began_at: string;
    because: QuarantineBecause;
    began_by: string;
    label: string | null;
    held: number;
    ended_at: string | null;
    ended_by: string | null;
  };
};

export type QuarantineRow = QuarantineTables['quarantine'];

/** All there were, the latest first. */
export async function quarantines(store: Store): Promise<readonly QuarantineRow[]> {
  return await store.asKeeper((tx) =>
    tx
      .withTables<QuarantineTables>()
      .selectFrom('quarantine')
      .selectAll()
      .orderBy('began_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  );
}

/** Holds everything that waits; one that is open already goes on, and holds what has come since as well. A label begins one once. */
export async function beginQuarantine(store: Store, ports: Ports, beginning: Beginning): Promise<void> {
  const { because, by, label = null } = beginning;
  const known = await quarantines(store);
  if (label !== null && known.some((row) => row.label === label)) return;
  const open = known.find((row) => row.ended_at === null);
  const id = open?.id ?? makeId(ports, 'qua');
  const act = networkActStep(ports, {
    operator: by,
    action: open === undefined ? 'quarantine.begin' : 'quarantine.widen',
    subject: { kind: 'quarantine', id },
    detail: { because },
  });
  const began = { statement: BEGIN_QUARANTINE, values: [id, because, by, label] };
  try {
    await store.pipeline([
      ...(beginning.with === undefined ? [] : [beginning.with]),
      { scope: { role: 'keeper' }, steps: [...(open === undefined ? [began] : []), act] },
      { scope: { role: 'courier' }, steps: [{ statement: HOLD_EVERYTHING, values: [] }] },
    ]);
  } catch (error) {
    // Another node was first: what it began holds everything.
    const state = sqlState(error);
    if (state !== SQLSTATE.guardFailed && state !== SQLSTATE.uniqueViolation) throw error;
  }
}

/**
 * Notes what is held as what may have left, and enters the attempt that each note is (I7). What was noted is not noted again, so that a beginning
 * that was cut off is made whole.
 */
export async function noteHeld(store: Store, ports: Ports): Promise<void> {
  for (;;) {
    const [organizations = []] = await store.pipeline([
      { scope: { role: 'courier' }, steps: [{ statement: TO_BE_NOTED, values: [] }] },
    ]);
    if (organizations.length === 0) return;
    for (const { org_id: orgId } of organizations) await noteSome(store, ports, orgId as OrganizationId);
  }
}

async function noteSome(store: Store, ports: Ports, orgId: OrganizationId): Promise<void> {
  await store.withOrg(orgId, async (tx) => {
    const noted = await runStatement<NotedAttempt>(tx, NOTE, [
      orgId,
      nowText(ports),
      DELIVERY_LIMITS.notedAtOnceMax,
    ]);
    if (noted.length === 0) return;
    const { statement, values } = entriesStep(
      orgId,
      noted.map((attempt) => auditRow(ports, notedEntry(orgId, attempt))),
    );
    await runStatement(tx, statement, values);
  });
}

interface NotedAttempt {
  readonly [column: string]: unknown;
  readonly what: 'transmission' | 'pharmacy-response';
  readonly id: string;
  readonly number: number;
  readonly channel: string | null;
  readonly kind: string | null;
}

function notedEntry(orgId: OrganizationId, { what, id, number, channel, kind }: NotedAttempt): AuditRecord {
  return {
    orgId,
    actor: { kind: 'service', id: null },
    action: what === 'transmission' ? 'transmission.attempt' : 'pharmacy-response.attempt',
    subject: { kind: what, id },
    outcome: 'failed',
    detail: {
      attempt: number,
      outcome: 'UNKNOWN',
      ...(what === 'transmission' && { channel, kind }),
      because: OLDER_STATE,
    },
  };
}
