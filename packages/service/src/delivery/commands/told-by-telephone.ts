// Which fills a pharmacy can be told of by telephone: prescriptions that it is to fill, and cancels that it has not confirmed (D10).
import type { FillRow } from '../../prescribing/inside.ts';
import { CANCELED_BY_PHARMACY } from '../../prescribing/inside.ts';

type Told = Pick<
  FillRow,
  'state' | 'cancel_requested_at' | 'cancel_sent_at' | 'cancel_answer' | 'sent_at' | 'state_reason'
>;

/**
 * Canceled here, and perhaps not there: the cancel is under way, could not leave, was denied, or was never answered. It is read as a cancel,
 * never as a prescription. Nothing that never left, that the pharmacy canceled itself, or that it has confirmed.
 */
export function isCancelToTell(fill: Told): boolean {
  if (fill.state === 'DELIVERED') return false;
  if (fill.state !== 'CANCELED') return fill.cancel_requested_at !== null;
  const hasLeft = fill.cancel_sent_at !== null || fill.sent_at !== null;
  return hasLeft && fill.cancel_answer !== 'approved' && fill.state_reason !== CANCELED_BY_PHARMACY;
}

/** Whether the call-in sheet has it. */
export function isToldByTelephone(fill: Told): boolean {
  return (fill.state !== 'DELIVERED' && fill.state !== 'CANCELED') || isCancelToTell(fill);
}
