// Disposes of one row that a quarantine holds: it had left, it leaves now, or it goes by fax. With its entries in both trails.
import { auditRow } from '../../audit/audit.ts';
import { entriesStep, networkActStep } from '../../audit/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { TEXT_LANE } from '../../outbox/outbox.ts';
import type { Statement, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { refusedAct } from '../queue/act-input.ts';
import { transmissionAttempts } from '../queue/attempts.ts';
import type { QueueRow } from '../queue/lanes.ts';
import { queueRows } from '../queue/lanes.ts';
import { giveUpRow } from '../queue/row-acts.ts';
import { LEAVE_ROW, SETTLE_RESPONSE, SETTLE_ROW, SETTLE_TEXT } from './reconcile-sql.ts';

/**
 * `left`: it had left, as far as is known, and is never sent again; `received`: its receiver says that it has it; `release`: it leaves
 * now, under the MessageID that it has; `fax`: it is given up to fax.
 */
export const CHOICES = ['left', 'received', 'release', 'fax'] as const;

export type Choice = (typeof CHOICES)[number];

/** Throws NOT_FOUND, and INVALID_INPUT for what no quarantine holds. May be repeated. */
export async function reconcileRow(
  store: Store,
  ports: Ports,
  id: string,
  choice: Choice,
  by: string,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const [row] = await queueRows(store, { id });
    if (row === undefined) {
      // Throws NOT_FOUND for what never was.
      await transmissionAttempts(store, id);
      throw refusedAct('TOO_LATE', 'Nothing of it waits any more.');
    }
    if (row.settledAs !== null) {
      if (choice === row.settledAs) return;
      throw refusedAct('SETTLED', `It is settled as ${row.settledAs}, and nothing of it leaves.`);
    }
    if (row.quarantine === null) throw refusedAct('NOT_HELD', 'No quarantine holds it.');
    if (row.isUnderWay)
      throw refusedAct('UNDER_WAY', 'An attempt of it is under way. Try again when that has ended.');
    if (choice === 'fax') {
      await giveUpRow(store, ports, { of: id, by });
      return;
    }
    try {
      await carryOut(store, ports, row, choice, by);
      return;
    } catch (error) {
      if (sqlState(error) !== SQLSTATE.guardFailed || tries >= DELIVERY_LIMITS.actTriesMax) throw error;
    }
  }
}

async function carryOut(
  store: Store,
  ports: Ports,
  row: QueueRow,
  choice: Exclude<Choice, 'fax'>,
  by: string,
): Promise<void> {
  const { id, lane, organizationId: orgId, orderId, kind } = row;
  const subject = {
    kind: kind === 'response' ? 'pharmacy-response' : lane === TEXT_LANE ? 'text' : 'transmission',
    id,
  };
  const action = choice === 'release' ? 'transmission.release' : 'transmission.settle';
  const entry = auditRow(ports, {
    orgId,
    actor: { kind: 'operator', id: by },
    action,
    subject,
    detail: { orderId, choice },
  });
  const act = networkActStep(ports, {
    operator: by,
    action: 'quarantine.reconcile',
    subject,
    detail: { choice, lane, kind, organizationId: orgId, orderId },
  });
  await store.pipeline([
    {
      scope: { role: 'app', orgId },
      steps: [...steps(row, choice, by), entriesStep(orgId, [entry])],
    },
    { scope: { role: 'keeper' }, steps: [act] },
  ]);
}

function steps(
  { organizationId: orgId, id, lane, kind }: QueueRow,
  choice: Exclude<Choice, 'fax'>,
  by: string,
): { statement: Statement; values: readonly unknown[] }[] {
  if (choice === 'release') return [{ statement: LEAVE_ROW, values: [orgId, id] }];
  if (kind === 'response') return [{ statement: SETTLE_RESPONSE, values: [orgId, id] }];
  if (lane === TEXT_LANE) return [{ statement: SETTLE_TEXT, values: [orgId, id] }];
  return [{ statement: SETTLE_ROW, values: [orgId, id, choice, by] }];
}

/** Settles what is held of what others say that they have: MessageIDs, or transmissions and answers by id. */
export async function receivedRows(
  store: Store,
  ports: Ports,
  ids: readonly string[],
  by: string,
): Promise<{ settled: string[]; notHeld: string[]; unknown: string[] }> {
  const said = { settled: [] as string[], notHeld: [] as string[], unknown: [] as string[] };
  for (const id of ids) said[await receivedRow(store, ports, id, by)].push(id);
  return said;
}

async function receivedRow(
  store: Store,
  ports: Ports,
  id: string,
  by: string,
): Promise<'settled' | 'notHeld' | 'unknown'> {
  for (const row of rowsNamed(id))
    try {
      await reconcileRow(store, ports, row, 'received', by);
      return 'settled';
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code !== 'NOT_FOUND') return 'notHeld';
    }
  return 'unknown';
}

/** A MessageID is of a transmission; an electronic one may be of an answer to a pharmacy's request. */
function rowsNamed(id: string): readonly string[] {
  const [, channel, ulid] = /^([mf])([0-9A-Z]{26})$/.exec(id) ?? [];
  if (channel === undefined) return [id];
  return channel === 'f' ? [`trm_${ulid}`] : [`trm_${ulid}`, `prs_${ulid}`];
}
