// Decides what follows an attempt: done, another attempt later, or the next channel (D4). Pure.
import type { AttemptOutcome } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

export interface Schedule {
  /** When attempts start, in milliseconds after the first began. */
  readonly offsetsMs: readonly number[];
  readonly timeoutMs: number;
}

export type NextStep =
  | { readonly step: 'accepted' }
  /** `delayMs` from now. */
  | { readonly step: 'retry'; readonly delayMs: number }
  | { readonly step: 'give-up'; readonly because: 'rejected' | 'exhausted' };

/**
 * After attempt `number` (from 1) ended with `outcome`, `elapsedMs` after the first attempt began. Attempts keep their
 * places in the schedule; one whose place has passed while another was under way starts at once, never before it ended.
 * Long after the schedule's end it is something that was sent again (D11): its attempts keep the schedule's distances, as
 * do those of which nobody keeps when the first began.
 */
export function nextStep(
  schedule: Schedule,
  outcome: AttemptOutcome,
  number: number,
  elapsedMs?: number,
): NextStep {
  switch (outcome) {
    case 'ACCEPTED':
      return { step: 'accepted' };
    case 'REJECTED':
      return { step: 'give-up', because: 'rejected' };
    case 'RETRY':
    case 'UNKNOWN': {
      const offset = schedule.offsetsMs[number];
      if (offset === undefined) return { step: 'give-up', because: 'exhausted' };
      const ended = (schedule.offsetsMs.at(-1) ?? 0) + schedule.timeoutMs;
      const start = schedule.offsetsMs[number - 1] ?? 0;
      // Before its own start an attempt cannot end: then the clock was set back meanwhile, and only the distances hold.
      const from = elapsedMs === undefined || elapsedMs > ended || elapsedMs < 0 ? start : elapsedMs;
      return { step: 'retry', delayMs: Math.max(0, offset - from) };
    }
    default:
      throw new Error(`unknown outcome ${String(outcome satisfies never)}`);
  }
}

/**
 * Whether the last attempt was cut off, like a process that ends at each, and was the schedule's last or later: nothing of it is begun once more,
 * because only the end of an attempt ends the schedule.
 */
export function isCutOffForGood(
  {
    attempt,
    attempts,
  }: {
    readonly attempt: number;
    readonly attempts: readonly { readonly number: number; readonly outcome: AttemptOutcome | null }[];
  },
  offsetsMs: readonly number[],
): boolean {
  if (attempt < Math.max(offsetsMs.length, DELIVERY_LIMITS.cutOffAttemptsMin)) return false;
  return attempts.some(({ number, outcome }) => number === attempt && outcome === null);
}
