// What operators do to one thing that waits: hold it, release it, give it up to fax. The act, the organization's entry and the network's commit together.
import { isId } from '@pestle/rules/ids';
import { auditRow } from '../../audit/audit.ts';
import { entriesStep, networkActStep } from '../../audit/inside.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { FAX_LANE, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Statement, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { ActInput } from './act-input.ts';
import { refusedAct } from './act-input.ts';
import { GIVE_UP_ROW, HOLD_ROW, RELEASE_ROW } from './acts-sql.ts';
import { transmissionAttempts } from './attempts.ts';
import type { QueueRow } from './lanes.ts';

interface RowAct {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Of the network's entry, and of the organization's. */
  readonly actions: readonly [string, string];
}

/** Refused while it is under way. On hold it stays as it is. */
export async function holdRow(store: Store, ports: Ports, input: ActInput): Promise<void> {
  await perform(store, ports, input, (row) => {
    if (row.onHoldSince !== null) return undefined;
    if (row.faxAskedAt !== null) throw refusedAct('GIVEN_UP', 'It was given up to fax, and goes there now.');
    if (row.isUnderWay)
      throw refusedAct('UNDER_WAY', 'An attempt of it is under way. Try again when that has ended.');
    return {
      statement: HOLD_ROW,
      values: [input.by],
      actions: ['queue.hold', 'transmission.hold'],
    };
  });
}

export async function releaseRow(store: Store, ports: Ports, input: ActInput): Promise<void> {
  await perform(store, ports, input, (row) => {
    if (row.onHoldSince === null) return undefined;
    if (isId('rcl', row.onHoldBy))
      throw refusedAct(
        'RECALLED',
        `It is on hold for the recall ${row.onHoldBy}, and would be again. The practice can cancel it; \`pestle recall end\` releases all that the recall holds.`,
      );
    return { statement: RELEASE_ROW, values: [], actions: ['queue.release', 'transmission.release'] };
  });
}

/** A delivery gives it up within a second or so, as it gives up what has waited too long. */
export async function giveUpRow(store: Store, ports: Ports, input: ActInput): Promise<void> {
  await perform(store, ports, input, (row) => {
    if (row.faxAskedAt !== null) return undefined;
    if (row.lane === FAX_LANE) throw refusedAct('FAX', 'It goes by fax already.');
    if (row.lane === TEXT_LANE)
      throw refusedAct('TEXT', 'It is a text message for a patient, which no fax replaces.');
    if (row.kind === 'response')
      throw refusedAct('ANSWER', 'It answers what a pharmacy asked, which no fax replaces.');
    if (row.onHoldSince !== null)
      throw refusedAct(
        'ON_HOLD',
        `It is on hold since ${row.onHoldSince}, by ${row.onHoldBy ?? 'an operator'}. Release it first.`,
      );
    if (row.dueAt === null)
      throw refusedAct(
        'FOLLOWS',
        'It is a cancel that follows its prescription, and leaves when that has left.',
      );
    return {
      statement: GIVE_UP_ROW,
      values: [],
      actions: ['queue.fax', 'transmission.give-up'],
    };
  });
}

/** `judge` answers undefined where the act was done before. A row that changed meanwhile is judged again. */
async function perform(
  store: Store,
  ports: Ports,
  { of: id, by }: ActInput,
  judge: (row: QueueRow) => RowAct | undefined,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { transmission, waits } = await transmissionAttempts(store, id);
    if (waits === null)
      throw refusedAct(
        'TOO_LATE',
        `It waits no longer: ${transmission === null ? 'it has left, or was taken back' : `it is ${transmission.state}`}.`,
      );
    const act = judge(waits);
    if (act === undefined) return;
    try {
      await carryOut(store, ports, waits, by, act);
      return;
    } catch (error) {
      if (sqlState(error) !== SQLSTATE.guardFailed || tries >= DELIVERY_LIMITS.actTriesMax) throw error;
    }
  }
}

async function carryOut(
  store: Store,
  ports: Ports,
  { id, lane, organizationId: orgId, orderId }: QueueRow,
  by: string,
  { statement, values, actions: [networkAction, action] }: RowAct,
): Promise<void> {
  const subject = { kind: 'transmission', id };
  const entry = auditRow(ports, {
    orgId,
    actor: { kind: 'operator', id: by },
    action,
    subject,
    detail: { orderId },
  });
  const detail = { lane, organizationId: orgId, orderId };
  await store.pipeline([
    {
      scope: { role: 'app', orgId },
      steps: [{ statement, values: [orgId, id, ...values] }, entriesStep(orgId, [entry])],
    },
    {
      scope: { role: 'keeper' },
      steps: [networkActStep(ports, { operator: by, action: networkAction, subject, detail })],
    },
  ]);
}
