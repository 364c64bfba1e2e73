// What the rules of an attempt's end, and of an answer that comes by itself, look at, loaded under the order's lock, and the ways in which a transmission goes on or ends.

import type { OrganizationId } from '@pestle/rules/ids';
import type { Ports } from '../../../kernel/ports.ts';
import { nowText } from '../../../kernel/ports.ts';
import type { OutboxRow } from '../../../outbox/outbox.ts';
import { release, withdraw } from '../../../outbox/outbox.ts';
import type { Envelope, FillRow, LockedOrder } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import type { NextStep, Schedule } from '../../channels/schedule.ts';
import { nextStep } from '../../channels/schedule.ts';
import type { Sent } from '../../ledger/sent.ts';
import type { TransmissionRow } from '../../ledger/tables.ts';
import { changeTransmission } from '../../ledger/transmissions.ts';
import type { TextLinks } from '../../texts/write-text.ts';

/** One message's end, by an attempt or by an answer that came by itself, and everything around it. */
export interface Situation {
  readonly tx: Tx;
  readonly ports: Ports;
  /** What links in texts are made of. */
  readonly links: TextLinks;
  readonly orgId: OrganizationId;
  readonly locked: LockedOrder;
  /** What the patient's text is written from. */
  readonly text: { readonly envelope: Envelope; readonly pharmacyName: string };
  /** When attempts follow each other. */
  readonly schedule: Schedule;
  readonly sent: Sent;
  readonly attempt: number;
  readonly transmission: TransmissionRow;
  readonly all: readonly TransmissionRow[];
  readonly waiting: readonly OutboxRow[];
  /** Whoever puts this down still holds the row; false: the lease ran out, or the row was taken back meanwhile. */
  readonly mine: boolean;
}

export function fillOf({ locked, transmission }: Situation): FillRow {
  const fill = locked.fills.find(({ id }) => id === transmission.fill_id);
  if (fill === undefined) throw new Error(`fill ${transmission.fill_id} is gone`);
  return fill;
}

/** Puts it off to a later attempt where the channel's schedule has one. False: this was the last. */
export async function putOff(situation: Situation): Promise<boolean> {
  const step = stepOf(situation);
  if (step.step !== 'retry') return false;
  await release(situation.tx, situation.orgId, situation.transmission.id, { inMs: step.delayMs });
  return true;
}

/** The next step by the channel's schedule. */
function stepOf({ schedule, transmission, sent, attempt, ports }: Situation): NextStep {
  const first = Date.parse(transmission.first_attempt_at ?? nowText(ports));
  return nextStep(schedule, sent.outcome, attempt, ports.clock.now() - first);
}

/** The other side took the message: nothing of it leaves any more. */
export async function accept(
  { tx, orgId, transmission, sent }: Situation,
  acceptedAt: string,
): Promise<void> {
  await withdraw(tx, orgId, transmission.id);
  await changeTransmission(tx, orgId, transmission.id, {
    state: 'accepted',
    accepted_at: acceptedAt,
    delivery_method: sent.deliveryMethod,
  });
}

/** The transmission is over: nothing of it leaves any more. */
export async function end(
  { tx, orgId, transmission }: Situation,
  state: 'accepted' | 'rejected' | 'exhausted',
): Promise<void> {
  await withdraw(tx, orgId, transmission.id);
  await changeTransmission(tx, orgId, transmission.id, { state });
}
