// Ends what an error of our own keeps from its end: nothing of it leaves any more, what may have left stays known, and somebody is told who acts.
import type { FillId, OrderId, PharmacyResponseId, TransmissionId } from '@pestle/rules/ids';
import { recordAudit } from '../../../audit/audit.ts';
import { nowText } from '../../../kernel/ports.ts';
import type { Departure, OutboxRow, OutboxTables } from '../../../outbox/outbox.ts';
import { withdraw } from '../../../outbox/outbox.ts';
import type { FillRow, LockedOrder, PrescribingTables } from '../../../prescribing/inside.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { recordCancelNotSent, stickUncanceled } from '../../ledger/cancel-not-sent.ts';
import { recordDiscontinueNotSent } from '../../ledger/discontinue-not-sent.ts';
import { stick } from '../../ledger/fallback.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import type { DeliveryTables, TransmissionRow } from '../../ledger/tables.ts';
import { changeTransmission } from '../../ledger/transmissions.ts';
import type { AttemptDeps } from '../deps.ts';
import { cutOffEntry, enterStuck } from '../finish/entry.ts';
import { giveUpResponse } from '../response.ts';
import { giveUpText } from '../text.ts';
import { settleCanceled } from '../unsent/settle.ts';

/** False where the row is not there, or somebody else's, or names no fill. */
export async function giveToPerson(deps: AttemptDeps, departure: Departure): Promise<boolean> {
  const { orgId, id } = departure;
  const { done, news } = await deps.store.withOrg(orgId, async (tx): Promise<Given> => {
    const found = await rowOf(tx, departure);
    if (found === undefined) return { done: false };
    const isText = found.kind === 'text' || found.kind === 'invitation';
    if (!isText && found.kind !== 'response') return await giveFill(deps, tx, departure, found);
    if (!(await taken(deps, tx, departure))) return { done: false };
    if (isText) await giveUpText(tx, departure);
    else await giveUpResponse(tx, deps.ports, { orgId, id: id as PharmacyResponseId });
    return { done: true };
  });
  deps.turned?.(news);
  return done;
}

interface Given {
  readonly done: boolean;
  readonly news?: FillNews | undefined;
}

async function giveFill(deps: AttemptDeps, tx: Tx, departure: Departure, row: OutboxRow): Promise<Given> {
  const { orgId } = departure;
  const transmission = await tx
    .withTables<DeliveryTables>()
    .selectFrom('transmission')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', departure.id as TransmissionId)
    .executeTakeFirst();
  const fillId = transmission?.fill_id ?? (row.subject_id as FillId);
  const orderId = await orderOf(tx, departure, fillId);
  const locked = orderId === undefined ? undefined : await lockOrder(tx, orgId, orderId);
  const fill = locked?.fills.find((one) => one.id === fillId);
  if (locked === undefined || fill === undefined) return { done: false };
  if (!(await taken(deps, tx, departure))) return { done: false };
  const mayHaveArrived = await cutOff(deps, tx, departure, transmission);
  const news = await tell(deps, tx, locked, fill, { row, transmission, mayHaveArrived });
  return { done: true, news: await enterStuck(tx, deps, departure.id as TransmissionId, news) };
}

interface Ended {
  readonly row: OutboxRow;
  readonly transmission: TransmissionRow | undefined;
  readonly mayHaveArrived: boolean;
}

/** Who acts, and why: the same facts as where no channel could carry it. */
async function tell(
  { ports }: AttemptDeps,
  tx: Tx,
  locked: LockedOrder,
  fill: FillRow,
  { row, transmission, mayHaveArrived }: Ended,
): Promise<FillNews | undefined> {
  if (row.kind === 'late_notice') return undefined;
  if (row.kind === 'cancel' || row.kind === 'discontinue') {
    if (transmission === undefined) return undefined;
    const obstacle = {
      reason: 'NOT_DELIVERED',
      pharmacyId: transmission.pharmacy_id,
      detail: { transmissionId: transmission.id },
    } as const;
    if (row.kind === 'discontinue') {
      await recordDiscontinueNotSent(tx, ports, locked, fill.id, obstacle);
      return undefined;
    }
    const kept = await recordCancelNotSent(tx, ports, locked, fill.id, obstacle);
    return await stickUncanceled(tx, ports, locked, kept);
  }
  const number = transmission?.prescriber_order_number ?? fill.prescriber_order_number;
  if (fill.cancel_requested_at !== null || number !== fill.prescriber_order_number)
    return await settleCanceled(tx, ports, locked, fill, number);
  if (fill.state !== 'QUEUED' && fill.state !== 'SENDING') return undefined;
  return await stick(tx, ports, locked, fill, 'SERVICE_FAULT', {
    ...(transmission !== undefined && { transmissionId: transmission.id }),
    mayHaveArrived,
  });
}

/** An attempt that never ended was cut off, and the transmission is over. Answers whether it may be there. */
async function cutOff(
  deps: AttemptDeps,
  tx: Tx,
  { orgId }: Departure,
  transmission: TransmissionRow | undefined,
): Promise<boolean> {
  if (transmission === undefined) return false;
  const { ports } = deps;
  const ended = await tx
    .withTables<DeliveryTables>()
    .updateTable('attempt')
    .set({ ended_at: nowText(ports), outcome: 'UNKNOWN', reason: 'interrupted' })
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', transmission.id)
    .where('ended_at', 'is', null)
    .returning('number')
    .execute();
  const { id, channel, kind } = transmission;
  for (const { number } of ended) {
    const entry = cutOffEntry(deps, { orgId, id });
    await recordAudit(tx, ports, { ...entry, detail: { ...entry.detail, attempt: number, channel, kind } });
  }
  const mayHaveArrived = transmission.may_have_arrived || ended.length > 0;
  await changeTransmission(tx, orgId, transmission.id, {
    may_have_arrived: mayHaveArrived,
    ...(transmission.state === 'accepted'
      ? {}
      : { state: transmission.first_attempt_at === null ? ('withdrawn' as const) : ('exhausted' as const) }),
  });
  return mayHaveArrived;
}

async function rowOf(tx: Tx, { orgId, id }: Departure): Promise<OutboxRow | undefined> {
  return await tx
    .withTables<OutboxTables>()
    .selectFrom('outbox')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Takes the row out of the outbox, under whatever locks were taken before; false where it is somebody else's. */
async function taken({ workerId }: AttemptDeps, tx: Tx, { orgId, id }: Departure): Promise<boolean> {
  const row = await tx
    .withTables<OutboxTables>()
    .selectFrom('outbox')
    .select('leased_by')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('on_hold_since', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || (row.leased_by !== null && row.leased_by !== workerId)) return false;
  await withdraw(tx, orgId, id);
  return true;
}

async function orderOf(tx: Tx, { orgId }: Departure, fillId: FillId): Promise<OrderId | undefined> {
  const row = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill')
    .select('order_id')
    .where('org_id', '=', orgId)
    .where('id', '=', fillId)
    .executeTakeFirst();
  return row?.order_id;
}
