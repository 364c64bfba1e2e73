// What follows when electronic delivery is over without success: the fax, or a person where law or the facts forbid it (D2, D3).

import type { OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { enqueue, FAX_LANE, messageIdOf } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { moveFill } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { FaxReason } from '../fax/facts.ts';
import { faxObstacle } from '../fax/obstacle.ts';
import type { FallbackReason, FillNews } from './fill-news.ts';
import { outboxSubjectOf } from './issues.ts';
import type { Sent } from './sent.ts';
import type { TransmissionKind, TransmissionRow } from './tables.ts';
import { insertTransmission } from './transmissions.ts';

/** The reason of an attempt that was not made: the window of maintenance ends too late to wait for. */
export const IN_MAINTENANCE = 'maintenance';
/** The same because its lane had no room for too long. */
export const NOT_IN_TIME = 'not-in-time';
/** The same because an operator has given it up. */
export const GIVEN_UP = 'given-up-by-operator';

/** The same because of errors of our own, or because each attempt was cut off. */
export const SERVICE_FAULT = 'service-fault';
export const NEVER_ENDED = 'never-ended';

/** Why a fax follows an electronic attempt that did not succeed. */
export function becauseOf({ reason }: Pick<Sent, 'reason'>): 'electronic-failed' | 'maintenance' {
  return reason === IN_MAINTENANCE ? 'maintenance' : 'electronic-failed';
}

/** The same as figures count it: more exactly, and in a handful of words. */
export function fallbackReason({ reason }: Pick<Sent, 'reason'>): FallbackReason {
  return reason === NOT_IN_TIME || reason === GIVEN_UP ? reason : becauseOf({ reason });
}

/** Why a person must act, as shown and counted; and who. */
export const STUCK_REASONS = {
  FAX_FORBIDDEN: {
    owner: 'prescriber',
    text: 'The pharmacy could not be reached electronically, and its state forbids a computer-generated fax. Choose another pharmacy or call this one.',
  },
  NO_FAX_NUMBER: {
    owner: 'prescriber',
    text: 'The pharmacy cannot be reached electronically and has no fax number. Choose another pharmacy or call this one.',
  },
  FAX_FAILED: {
    owner: 'practice',
    text: 'The fax did not go through after several calls. Call the pharmacy, or choose another one.',
  },
  PHARMACY_GONE: { owner: 'prescriber', text: 'The pharmacy is no longer known. Choose another one.' },
  PRESCRIPTION_TOO_OLD: {
    owner: 'prescriber',
    text: 'More than 72 hours have passed since the prescription was written. Prescribe it again.',
  },
  PRESCRIPTION_DISPENSED: {
    owner: 'prescriber',
    text: 'Another pharmacy has reported that it dispensed this prescription, so that it is not sent again. Cancel it here.',
  },
  SIGNER_NOT_AUTHORIZED: {
    owner: 'practice',
    text: 'Who signed it is not an authorized prescriber now, so that nothing more leaves in that name. Prescribe it again: somebody who is signs the copy.',
  },
  CONTROLLED_AT_PHARMACY: {
    owner: 'prescriber',
    text: 'The state of this pharmacy schedules the drug, so that it cannot be sent there. Choose a pharmacy in another state, or prescribe another way.',
  },
  MESSAGE_REFUSED: {
    owner: 'operator',
    text: 'The prescription cannot be written down for this pharmacy as it is set up. Choose another pharmacy, or call the operators.',
  },
  SERVICE_FAULT: {
    owner: 'practice',
    text: 'This service could not send it because of an error of its own, and tries no more. It may have reached the pharmacy all the same: call the pharmacy, before you prescribe it again or choose another one.',
  },
  NOT_SENT_AGAIN: {
    owner: 'practice',
    text: 'The pharmacy had taken it before, and did not take it again. No fax follows, so that it is not filled twice. Call the pharmacy.',
  },
  CANCEL_NOT_SENT: {
    owner: 'practice',
    text: 'It was canceled while it was being sent, and may have arrived. The pharmacy could not be told. Call it at once: it may dispense.',
  },
} as const;

export type StuckReason = keyof typeof STUCK_REASONS;

/** The sentence for a reason's code; undefined for a code that is no reason of ours, such as a pharmacy's own. */
export function stuckReasonText(code: string | null): string | undefined {
  return code !== null && code in STUCK_REASONS ? STUCK_REASONS[code as StuckReason].text : undefined;
}

/** Answers the news of it, for whoever commits. */
export async function stick(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fill: FillRow,
  reason: StuckReason,
  detail: Record<string, unknown> = {},
): Promise<FillNews> {
  const { owner } = STUCK_REASONS[reason];
  await moveFill(tx, ports, locked, fill.id, {
    to: 'STUCK',
    event: 'stuck',
    source: 'delivery',
    detail: { reason, ...detail },
    set: { state_reason: reason, state_owner: owner },
  });
  return { news: 'stuck', ...idsOf(fill), pharmacyId: fill.pharmacy_id, reason, owner };
}

/** Whose news it is. */
export function idsOf(fill: FillRow): Pick<FillNews, 'orgId' | 'orderId' | 'fillId'> {
  return { orgId: fill.org_id, orderId: fill.order_id, fillId: fill.id };
}

export interface FaxPlan {
  readonly kind: TransmissionKind;
  readonly pharmacyId: PharmacyId;
  readonly prescriberOrderNumber: string;
  /** The electronic message that the page names, where there is one. */
  readonly relatesToMessageId: string | null;
  readonly reason: FaxReason;
  readonly mayHaveArrived: boolean;
  /** It waits until it is released: what it is about is still being sent. */
  readonly held?: boolean;
}

/** Writes a fax to be sent, with its place in the outbox. */
export async function queueFax(
  tx: Tx,
  ports: Ports,
  orgId: OrganizationId,
  fill: FillRow,
  plan: FaxPlan,
): Promise<Departure> {
  const id = makeId(ports, 'trm');
  const now = nowText(ports);
  await insertTransmission(tx, faxRow(orgId, id, fill, plan, now));
  return await enqueue(tx, {
    id,
    orgId,
    kind: plan.kind,
    subjectId: outboxSubjectOf(plan.kind, id, fill.id),
    lane: FAX_LANE,
    runAt: plan.held === true ? 'held' : 'now',
    createdAt: now,
  });
}

function faxRow(
  orgId: OrganizationId,
  id: TransmissionId,
  fill: FillRow,
  plan: FaxPlan,
  now: string,
): TransmissionRow {
  return {
    org_id: orgId,
    id,
    order_id: fill.order_id,
    fill_id: fill.id,
    pharmacy_id: plan.pharmacyId,
    kind: plan.kind,
    channel: 'fax',
    message_id: messageIdOf('fax', id),
    relates_to_message_id: plan.relatesToMessageId,
    prescriber_order_number: plan.prescriberOrderNumber,
    state: 'queued',
    // Of this fax, which has not left yet; what is known of the electronic message stands in the reason.
    may_have_arrived: false,
    sealed_body: null,
    content_type: null,
    reason: { ...plan.reason, mayHaveArrived: plan.mayHaveArrived },
    delivery_method: null,
    answer: null,
    first_attempt_at: null,
    accepted_at: null,
    created_at: now,
  };
}

/**
 * The electronic delivery of a new prescription has failed for good (whatever the reason): a fax goes out in the same
 * transaction, or the fill is STUCK where law forbids it or there is no number (D2). Answers the news of it.
 */
export async function fallBackToFax(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  fill: FillRow,
  failed: TransmissionRow,
  because: 'electronic-failed' | 'electronic-withdrawn' | 'maintenance',
): Promise<FillNews> {
  const obstacle = await faxObstacle(tx, ports, 'prescription', fill, failed.pharmacy_id);
  if (obstacle !== undefined) {
    return await stick(tx, ports, locked, fill, obstacle.reason, {
      ...obstacle.detail,
      transmissionId: failed.id,
    });
  }
  const fax = await queueFax(tx, ports, locked.order.org_id, fill, {
    kind: 'new',
    pharmacyId: failed.pharmacy_id,
    prescriberOrderNumber: failed.prescriber_order_number,
    relatesToMessageId: failed.message_id,
    reason: { because, at: nowText(ports) },
    mayHaveArrived: failed.may_have_arrived,
  });
  await moveFill(tx, ports, locked, fill.id, {
    event: 'fallback-to-fax',
    source: 'delivery',
    detail: {
      because,
      transmissionId: failed.id,
      faxTransmissionId: fax.id,
      mayHaveArrived: failed.may_have_arrived,
    },
    set: { channel: 'fax' },
  });
  return { news: 'fallback', ...idsOf(fill), pharmacyId: failed.pharmacy_id, kind: 'new', reason: because };
}
