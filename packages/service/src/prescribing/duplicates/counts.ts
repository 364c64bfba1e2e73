// Decides whether an earlier prescription still counts when the same is prescribed again.
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { CANCELED_BY_PHARMACY } from '../orders/fill-situation.ts';
import type { FillRow, PrescriptionRow } from '../tables.ts';

const DAY_MS = 86_400_000;

type Written = Pick<PrescriptionRow, 'written_at' | 'dispensed_at'> & {
  /** `YYYY-MM-DD`: before it, it is not to be filled. */
  readonly not_before: string | null;
};
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
 * ever left, or where the pharmacy approved or reported it: of any other the pharmacy may know nothing. What is not sent yet, or was
 * saved, counts for as long as it can be sent, however short its supply. Pure.
 */
export function countsAsDuplicate(
  { written_at: writtenAt, dispensed_at: dispensedAt, not_before: notBefore }: Written,
  daysSupply: number,
  fills: readonly Sent[],
  nowMs: number,
): boolean {
  const sendableMs = Date.parse(writtenAt) + PRESCRIBING_LIMITS.sendWithinMs;
  if (nowMs < sendableMs && (fills.length === 0 || fills.some(waits))) return true;
  const begins = [writtenAt, notBefore ?? writtenAt, ...fills.flatMap((fill) => fill.sent_at ?? [])];
  const lastsMs = Math.max(daysSupply * DAY_MS, PRESCRIBING_LIMITS.duplicateWindowMsMin);
  if (nowMs >= Math.max(...begins.map(Date.parse)) + lastsMs) return false;
  return dispensedAt !== null || fills.some(mayStand);
}

function waits({ state, sent_at: sentAt }: Sent): boolean {
  return state !== 'CANCELED' && sentAt === null;
}

function mayStand(fill: Sent): boolean {
  if (fill.state !== 'CANCELED' || fill.dispensed_after_cancel_at !== null) return true;
  const left = fill.sent_at !== null || fill.cancel_sent_at !== null || fill.cancel_not_sent_at !== null;
  return left && fill.cancel_answer !== 'approved' && fill.state_reason !== CANCELED_BY_PHARMACY;
}
