// Queues what takes a prescription back at a pharmacy: one CancelRx for an electronic copy, one fax notice where a fax speaks for it (D10).

import type { OrganizationId, TransmissionId } from '@pestle/rules/ids';
import { findPharmacy } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Departure, OutboxRow } from '../../outbox/outbox.ts';
import { departuresOf, enqueue, FAX_LANE, messageIdOf, withdraw } from '../../outbox/outbox.ts';
import type { FillRow } from '../../prescribing/inside.ts';
import { laneOf } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { faxObstacle } from '../fax/obstacle.ts';
import type { CancelObstacle } from '../ledger/cancel-not-sent.ts';
import { queueFax } from '../ledger/fallback.ts';
import { isLive, isOfIssue, isUnderWay, outboxSubjectOf } from '../ledger/issues.ts';
import type { TransmissionRow } from '../ledger/tables.ts';
import { changeTransmission, insertTransmission, transmissionsOf } from '../ledger/transmissions.ts';

/** What was sent for a fill and what still waits, read under the order's lock. */
export interface SentSoFar {
  readonly all: readonly TransmissionRow[];
  readonly waiting: readonly OutboxRow[];
}

export async function sentSoFar(tx: Tx, { org_id: orgId, id }: FillRow): Promise<SentSoFar> {
  const all = await transmissionsOf(tx, orgId, id);
  const discontinues = all.filter(({ kind }) => kind === 'discontinue').map((row) => row.id);
  return { all, waiting: await departuresOf(tx, orgId, id, ...discontinues) };
}

/**
 * The copies of a prescription that a pharmacy has, may have, or may be getting this moment. A pharmacy that spoke of an
 * issue has it whatever our own attempts say: then the last of what was sent counts.
 */
export function copiesThere({ all, waiting }: SentSoFar, fill: FillRow): readonly TransmissionRow[] {
  const issues = all.filter(({ kind }) => kind === 'new');
  const there = issues.filter((row) => mayBeThere(row, waiting));
  if (fill.received_at === null || there.some((row) => isOfIssue(row, fill))) return there;
  const last = issues.findLast((row) => isOfIssue(row, fill) && row.first_attempt_at !== null);
  return last === undefined ? there : [...there, last];
}

function mayBeThere(row: TransmissionRow, waiting: readonly OutboxRow[]): boolean {
  return row.state === 'accepted' || row.may_have_arrived || isUnderWay(row, waiting);
}

/** Nothing that waits leaves any more (I4); an attempt under way ends by itself and finds the cancel. */
export async function stopWaiting(tx: Tx, orgId: OrganizationId, { all, waiting }: SentSoFar): Promise<void> {
  for (const row of waiting) {
    if ((row.kind !== 'new' && row.kind !== 'discontinue') || row.leased_by !== null) continue;
    await withdraw(tx, orgId, row.id);
    const transmission = all.find(({ id }) => id === row.id);
    if (transmission !== undefined)
      await changeTransmission(tx, orgId, transmission.id, { state: 'withdrawn' });
  }
}

export interface CancelQueued {
  /** Order numbers of the issues of which a cancel is on its way, or has left before. */
  readonly notified: ReadonlySet<string>;
  /** What keeps a cancel from being queued; of several the last. */
  readonly obstacle: CancelObstacle | undefined;
  readonly departures: readonly Departure[];
}

/** Cancels every copy named, once each, whatever was queued for it before; a cancel waits for an attempt under way. */
export async function queueCancels(
  tx: Tx,
  ports: Ports,
  fill: FillRow,
  sent: SentSoFar,
  copies: readonly TransmissionRow[],
  /** The same ways lead to "no more refills". */
  kind: 'cancel' | 'discontinue' = 'cancel',
): Promise<CancelQueued> {
  const notified = new Set<string>();
  const departures: Departure[] = [];
  let obstacle: CancelObstacle | undefined;
  for (const [number, ofIssue] of Map.groupBy(copies, (row) => row.prescriber_order_number)) {
    const queued = await cancelIssue({ kind, tx, ports, fill, sent, departures }, number, ofIssue);
    if (queued.notified) notified.add(number);
    obstacle = queued.obstacle ?? obstacle;
  }
  return { notified, obstacle, departures };
}

interface Queueing {
  readonly kind: 'cancel' | 'discontinue';
  readonly tx: Tx;
  readonly ports: Ports;
  readonly fill: FillRow;
  readonly sent: SentSoFar;
  readonly departures: Departure[];
}

/** A fax notice speaks for every copy of its issue; a CancelRx for the electronic copy that it relates to. */
async function cancelIssue(
  queueing: Queueing,
  number: string,
  copies: readonly TransmissionRow[],
): Promise<{ readonly notified: boolean; readonly obstacle?: CancelObstacle }> {
  const live = queueing.sent.all.filter(
    (row) => row.prescriber_order_number === number && isLive(row, queueing.kind),
  );
  if (live.some(({ channel }) => channel === 'fax')) return { notified: true };
  let notified = live.length > 0;
  let faxFor = copies.find(({ channel }) => channel === 'fax');
  for (const copy of copies) {
    if (copy.channel === 'fax' || live.some((row) => row.relates_to_message_id === copy.message_id)) continue;
    const lane = await electronicLane(queueing, copy);
    if (lane === undefined) {
      faxFor ??= copy;
      continue;
    }
    await queueCancelRx(queueing, copy, lane);
    notified = true;
  }
  if (faxFor === undefined) return { notified };
  const { tx, ports, fill } = queueing;
  const found = await faxObstacle(tx, ports, 'cancel-notice', fill, faxFor.pharmacy_id);
  if (found === undefined) {
    await queueFaxNotice(queueing, copies, faxFor);
    return { notified: true };
  }
  const detail = { ...found.detail, ...(notified && { because: found.reason }) };
  const reason = notified ? 'FAX_COPY_NOT_CANCELED' : found.reason;
  return { notified, obstacle: { reason, pharmacyId: faxFor.pharmacy_id, detail } };
}

/** Undefined where the pharmacy takes no electronic messages, or none any more. */
async function electronicLane({ kind, tx }: Queueing, copy: TransmissionRow): Promise<string | undefined> {
  // A pharmacy's own API has a call for cancels only, which would cancel.
  if (kind === 'discontinue' && copy.channel === 'api') return undefined;
  const pharmacy = await findPharmacy(tx, copy.pharmacy_id);
  const lane = pharmacy === undefined ? FAX_LANE : await laneOf(tx, pharmacy);
  return lane === FAX_LANE ? undefined : lane;
}

async function queueCancelRx(queueing: Queueing, of: TransmissionRow, lane: string): Promise<void> {
  const { kind, tx, ports, fill, sent, departures } = queueing;
  const id = makeId(ports, 'trm');
  const now = nowText(ports);
  await insertTransmission(tx, cancelRow(kind, id, fill, of, now));
  // What is about refills is asked for only of what was sent.
  const held = kind === 'cancel' && isUnderWay(of, sent.waiting);
  const departure = await enqueue(tx, {
    id,
    orgId: fill.org_id,
    kind,
    subjectId: outboxSubjectOf(kind, id, fill.id),
    lane,
    runAt: held ? 'held' : 'now',
    createdAt: now,
  });
  if (!held) departures.push(departure);
}

function cancelRow(
  kind: Queueing['kind'],
  id: TransmissionId,
  fill: FillRow,
  of: TransmissionRow,
  now: string,
): TransmissionRow {
  return {
    org_id: fill.org_id,
    id,
    order_id: fill.order_id,
    fill_id: fill.id,
    pharmacy_id: of.pharmacy_id,
    kind,
    channel: of.channel,
    message_id: messageIdOf('electronic', id),
    relates_to_message_id: of.message_id,
    prescriber_order_number: of.prescriber_order_number,
    state: 'queued',
    may_have_arrived: false,
    sealed_body: null,
    content_type: null,
    reason: {},
    delivery_method: null,
    answer: null,
    first_attempt_at: null,
    accepted_at: null,
    created_at: now,
  };
}

async function queueFaxNotice(
  queueing: Queueing,
  copies: readonly TransmissionRow[],
  of: TransmissionRow,
): Promise<void> {
  const { kind, tx, ports, fill, sent, departures } = queueing;
  const { org_id: orgId } = fill;
  const electronic = copies.find(({ channel }) => channel !== 'fax');
  const held = kind === 'cancel' && copies.some((copy) => isUnderWay(copy, sent.waiting));
  const at = of.accepted_at ?? of.first_attempt_at ?? of.created_at;
  const departure = await queueFax(tx, ports, orgId, fill, {
    kind,
    pharmacyId: of.pharmacy_id,
    prescriberOrderNumber: of.prescriber_order_number,
    relatesToMessageId: electronic?.message_id ?? of.relates_to_message_id,
    reason: of.channel === 'fax' ? { because: 'earlier-fax', at } : { because: 'not-integrated' },
    mayHaveArrived: electronic !== undefined || of.relates_to_message_id !== null,
    held,
  });
  if (!held) departures.push(departure);
}
