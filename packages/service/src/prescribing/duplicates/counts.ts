// Decides whether an earlier prescription still counts when the same is prescribed again.
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { CANCELED_BY_PHARMACY } from '../orders/standing.ts';
import type { FillRow, PrescriptionRow } from '../tables.ts';

const DAY_MS = 86_400_000;

type Written = Pick<PrescriptionRow, 'written_at' | 'dispensed_at'>;
type Sent = Pick<
  FillRow,
  | 'state'
  | 'state_reason'
  | 'sent_at'
  | 'cancel_sent_at'
  | 'cancel_answer'
  | 'cancel_not_sent_at'
  | 'dispensed_after_cancel_at'
>;

/**
 * It counts while its supply lasts, eight hours at least, where a pharmacy has it or may have it. A cancel ends that only where nothing
 * ever left, or where the pharmacy approved or reported it: of any other the pharmacy may know nothing. What was signed and never sent
 * counts while it can be sent. Pure.
 */
export function countsAsDuplicate(
  { written_at: writtenAt, dispensed_at: dispensedAt }: Written,
  daysSupply: number,
  fills: readonly Sent[],
  nowMs: number,
): boolean {
  const sinceMs = Math.max(...[writtenAt, ...fills.flatMap((fill) => fill.sent_at ?? [])].map(Date.parse));
  const lastsMs = Math.max(daysSupply * DAY_MS, PRESCRIBING_LIMITS.duplicateWindowMsMin);
  if (nowMs >= sinceMs + lastsMs) return false;
  if (dispensedAt !== null) return true;
  if (fills.length === 0) return nowMs < Date.parse(writtenAt) + PRESCRIBING_LIMITS.sendWithinMs;
  return fills.some(mayStand);
}

function mayStand(fill: Sent): boolean {
  if (fill.state !== 'CANCELED' || fill.dispensed_after_cancel_at !== null) return true;
  const left = fill.sent_at !== null || fill.cancel_sent_at !== null || fill.cancel_not_sent_at !== null;
  return left && fill.cancel_answer !== 'approved' && fill.state_reason !== CANCELED_BY_PHARMACY;
}
