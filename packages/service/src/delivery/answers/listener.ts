// What comes back from pharmacies changes what is still to leave: reports stop retries, late errors withdraw acceptances (D4, D10).

import type { PharmacyReport } from '@pestle/rules/fill-status';
import { isEnded } from '@pestle/rules/fill-status';
import type { FillId, OrderId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import type { Outcome, Received } from '@pestle/script';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import { departuresOf, withdraw } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { lockOrder, moveFill } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { fallBackToFax } from '../ledger/fallback.ts';
import type { DeliveryTables, TransmissionRow } from '../ledger/tables.ts';
import { changeTransmission, transmissionsOf } from '../ledger/transmissions.ts';
import { answerOnFill, cancelAnswerOf } from './cancel-answer.ts';

export interface PharmacyReportNews {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly status: PharmacyReport;
}

export interface PharmacyAnswerNews {
  readonly orgId: OrganizationId;
  readonly transmissionId: TransmissionId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly message: Received;
  readonly outcome: Outcome | undefined;
}

/** The pharmacy holds the prescription, whatever our own attempts say: nothing more is sent to it. */
export async function onReported(tx: Tx, ports: Ports, news: PharmacyReportNews): Promise<void> {
  const all = await transmissionsOf(tx, news.orgId, news.fillId);
  const waiting = await departuresOf(tx, news.orgId, news.fillId);
  for (const row of waiting) {
    const transmission = all.find(({ id }) => id === row.id);
    const theirs =
      transmission === undefined ? row.kind === 'new' : transmission.pharmacy_id === news.pharmacyId;
    // One under way ends by itself; its end finds the report.
    if (row.kind !== 'new' || row.leased_by !== null || !theirs) continue;
    await withdraw(tx, news.orgId, row.id);
    if (transmission === undefined) continue;
    const arrived = transmission.channel !== 'fax' && row.attempt > 0;
    await changeTransmission(
      tx,
      news.orgId,
      transmission.id,
      arrived
        ? { state: 'accepted', accepted_at: nowText(ports), may_have_arrived: true }
        : { state: 'withdrawn' },
    );
  }
}

/** A SCRIPT answer that came by itself. Recorded; an Error withdraws an acceptance and falls back; a CancelRxResponse is only recorded. */
export async function onAnswer(tx: Tx, ports: Ports, news: PharmacyAnswerNews): Promise<void> {
  const { orgId, message, outcome } = news;
  const [transmission, fillOrder] = await findTransmission(tx, news);
  if (transmission === undefined || fillOrder === undefined) return;
  const { locked, fill } = fillOrder;
  await recordAnswer(tx, orgId, transmission.id, message, ports);
  if (message.type === 'CancelRxResponse') {
    const answer = cancelAnswerOf(message);
    await moveFill(tx, ports, locked, fill.id, {
      event: answer === undefined ? 'answered' : `cancel-${answer.answer}`,
      source: 'pharmacy',
      detail: {
        transmissionId: transmission.id,
        ...(answer === undefined && { type: message.type }),
      },
      set: answer === undefined ? {} : answerOnFill(tx, ports, transmission, fill, answer),
    });
    return;
  }
  const refused = outcome !== undefined && outcome.class !== 'ACCEPTED' && message.type === 'Error';
  if (!refused || transmission.kind !== 'new' || transmission.state !== 'accepted') {
    await moveFill(tx, ports, locked, fill.id, {
      event: 'answered',
      source: 'pharmacy',
      detail: { transmissionId: transmission.id, type: message.type },
    });
    return;
  }
  await changeTransmission(tx, orgId, transmission.id, { state: 'rejected', accepted_at: null });
  const pending = !isEnded(fill.state) && fill.state === 'SENT' && fill.cancel_requested_at === null;
  const moved = await moveFill(tx, ports, locked, fill.id, {
    ...(pending ? { to: 'QUEUED' as const } : {}),
    event: 'acceptance-withdrawn',
    source: 'pharmacy',
    detail: { transmissionId: transmission.id },
    set: pending ? { sent_at: null } : {},
  });
  if (pending) {
    const withdrawn: TransmissionRow = { ...transmission, may_have_arrived: outcome.mayHaveArrived };
    await fallBackToFax(tx, ports, locked, moved, withdrawn, 'electronic-withdrawn');
  }
}

async function findTransmission(
  tx: Tx,
  news: PharmacyAnswerNews,
): Promise<[TransmissionRow | undefined, { locked: LockedOrder; fill: FillRow } | undefined]> {
  const all = await transmissionsOf(tx, news.orgId, news.fillId);
  const transmission = all.find(({ id }) => id === news.transmissionId);
  if (transmission === undefined) return [undefined, undefined];
  const locked = await lockOrder(tx, news.orgId, transmission.order_id);
  const fill = locked?.fills.find(({ id }) => id === news.fillId);
  return [transmission, locked === undefined || fill === undefined ? undefined : { locked, fill }];
}

async function recordAnswer(
  tx: Tx,
  orgId: OrganizationId,
  id: TransmissionId,
  message: Received,
  ports: Ports,
): Promise<void> {
  const answer = {
    type: message.type,
    at: nowText(ports),
    ...('code' in message && message.code !== undefined ? { code: message.code } : {}),
  };
  await tx
    .withTables<DeliveryTables>()
    .updateTable('transmission')
    .set({ answer: JSON.stringify(answer) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
