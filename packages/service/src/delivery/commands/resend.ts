// The rules of sending a fill's last message once more, the same for a practice and for operators: what may leave again, by which lane, and how that is put down (D11, W8).

import { findPharmacy } from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import { type Departure, departuresOf, enqueue, FAX_LANE } from '../../outbox/outbox.ts';
import type { ActDeps, FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { laneOf, moveFill, requireSendable } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { isOfIssue } from '../ledger/issues.ts';
import type { TransmissionRow } from '../ledger/tables.ts';
import { changeTransmission, lastAttemptOf, transmissionsOf } from '../ledger/transmissions.ts';

export interface ResendDeps extends ActDeps {
  readonly ports: Ports;
}

/** Why a fill is not sent again, besides what stops its prescription from being sent at all; each with its error and what to do. */
const RESEND_OBSTACLES = {
  BEING_CANCELED: ['CANCEL_REFUSED', 'This fill is being canceled. It is not sent again.'],
  NO_MORE_REFILLS: [
    'RESEND_REFUSED',
    'There are no more refills of this fill, and sending it again would bring them back. Cancel it, and prescribe again what is still needed.',
  ],
  PHONED_IN: [
    'RESEND_REFUSED',
    'The pharmacy has taken this fill by telephone. It is not sent again, so that it is not filled twice.',
  ],
  ON_ITS_WAY: ['RESEND_REFUSED', 'This fill is on its way already. Wait until its delivery has ended.'],
  NOTHING_SENT: [
    'RESEND_REFUSED',
    'Nothing was sent to this pharmacy that could be sent again. Choose a pharmacy for the order.',
  ],
  CONFIRMED: [
    'RESEND_REFUSED',
    'The pharmacy has confirmed that it has this fill, or it has ended. Reroute or re-issue it instead.',
  ],
  NOT_ELECTRONIC: [
    'RESEND_REFUSED',
    'This pharmacy takes no electronic messages any more. Re-issue the fill, so that it goes by fax.',
  ],
} as const;

export type ResendObstacle = keyof typeof RESEND_OBSTACLES;

function refusedResend(obstacle: ResendObstacle): Failure {
  const [code, message] = RESEND_OBSTACLES[obstacle];
  return new Failure(code, message, { reason: obstacle });
}

/** A fill in a state in which nothing that was sent of it goes again. */
export function notResendable({ state }: FillRow): Failure {
  if (state === 'QUEUED' || state === 'SENDING') return refusedResend('ON_ITS_WAY');
  return refusedResend(isUnconfirmed(state) ? 'NOTHING_SENT' : 'CONFIRMED');
}

function isUnconfirmed(state: FillRow['state']): boolean {
  return state === 'SENT' || state === 'STUCK' || state === 'ERROR';
}

/** What holds of everything that is sent to a pharmacy again. Throws CANCEL_REFUSED, RESEND_REFUSED, and what `requireSendable` throws (W8). */
export async function requireSendableAgain(deps: ResendDeps, tx: Tx, fill: FillRow): Promise<void> {
  if (fill.cancel_requested_at !== null) throw refusedResend('BEING_CANCELED');
  if (fill.discontinued_at !== null) throw refusedResend('NO_MORE_REFILLS');
  if (fill.channel === 'telephone') throw refusedResend('PHONED_IN');
  await requireSendable(deps, tx, deps.ports, fill.org_id, [fill.prescription_id]);
}

/** What leaves again. */
export interface Resendable {
  readonly transmission: TransmissionRow;
  readonly lane: string;
  /** The number of its last attempt. */
  readonly attempts: number;
}

/** Of a fill of a locked order. Throws RESEND_REFUSED, CANCEL_REFUSED, and what `requireSendable` throws (W8). */
export async function resendable(deps: ResendDeps, tx: Tx, fill: FillRow): Promise<Resendable> {
  await requireSendableAgain(deps, tx, fill);
  if (!isUnconfirmed(fill.state)) throw notResendable(fill);
  const transmission = (await transmissionsOf(tx, fill.org_id, fill.id)).findLast(
    (row) => row.kind === 'new' && isOfIssue(row, fill),
  );
  const waiting = await departuresOf(tx, fill.org_id, fill.id);
  if (transmission === undefined || waiting.some(({ kind }) => kind === 'new')) throw notResendable(fill);
  return {
    transmission,
    lane: await laneFor(tx, transmission),
    attempts: await lastAttemptOf(tx, transmission),
  };
}

/** Puts it into its lane: the same MessageID and the same bytes, so that a pharmacy which has it knows it again. */
export async function resend(
  { ports }: ResendDeps,
  tx: Tx,
  locked: LockedOrder,
  { id: fillId, org_id: orgId }: FillRow,
  { transmission, lane, attempts }: Resendable,
  source: 'user' | 'operator',
): Promise<Departure> {
  const { id, channel } = transmission;
  await changeTransmission(tx, orgId, id, { state: 'queued' });
  const departure = await enqueue(tx, {
    id,
    orgId,
    kind: 'new',
    subjectId: fillId,
    lane,
    runAt: 'now',
    createdAt: nowText(ports),
    attempt: attempts,
    ofOrderFrom: locked.order.created_at,
  });
  await moveFill(tx, ports, locked, fillId, {
    to: 'QUEUED',
    event: 'resent',
    source,
    detail: { transmissionId: id, channel, afterAttempt: attempts },
    set: { channel: null, sent_at: null },
  });
  return departure;
}

/** A fax by the fax machine; an electronic message by the lane its pharmacy has now. */
async function laneFor(tx: Tx, { channel, pharmacy_id: id }: TransmissionRow): Promise<string> {
  if (channel === 'fax') return FAX_LANE;
  const pharmacy = await findPharmacy(tx, id);
  const lane = pharmacy === undefined ? FAX_LANE : await laneOf(tx, pharmacy);
  if (lane !== FAX_LANE) return lane;
  throw refusedResend('NOT_ELECTRONIC');
}
