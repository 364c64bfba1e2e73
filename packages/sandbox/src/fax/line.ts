// Owns the telephone line of the fax machine: it calls, and the other end takes the pages or some of them, is busy, never picks up, or is no fax machine.
import { FAXES_KEPT_MAX } from '../limits.ts';
import { forgetOldest } from '../oldest.ts';
import type { FaxLine } from '../pharmacies/types.ts';

/** How one call ended. */
export type CallEnd = {
  /** Number of the call about one thing, from 1. */
  readonly count: number;
  /** Null when the pages came out at the other end. */
  readonly problem: string | null;
};

/** A line on which faxes go out. */
export interface TelephoneLine {
  /** Calls: `half` when the call is under way, `end` when it is over. */
  readonly call: (
    faxId: string,
    other: FaxLine,
    heard: { readonly half: () => void; readonly end: (end: CallEnd) => void },
  ) => void;
  /** Hangs up: nothing more is heard of any call. */
  readonly close: () => void;
}

const BUSY_CALLS = 2;
const CUT_OFF_CALLS = 2;

/** A line on which a call takes this long. */
export function openTelephoneLine(callMs: number): TelephoneLine {
  const calls = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  return {
    call: (faxId, other, { half, end }) => {
      const about = transmissionOf(faxId);
      const count = (calls.get(about) ?? 0) + 1;
      calls.set(about, count);
      forgetOldest(calls, FAXES_KEPT_MAX);
      after(callMs / 2, half);
      after(callMs, () => end({ count, problem: problemOf(other, count) }));
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function problemOf(other: FaxLine, count: number): string | null {
  switch (other) {
    case 'delivers':
      return null;
    case 'busy-twice':
      return count > BUSY_CALLS ? null : 'busy';
    case 'never-picks-up':
      return 'no answer';
    case 'cut-off-twice':
      return count > CUT_OFF_CALLS ? null : 'pages missing';
    case 'no-fax-machine':
      return 'no fax machine';
    default:
      return other satisfies never;
  }
}

/** What the fax is about: the ids of a transmission's faxes begin with its own. */
function transmissionOf(faxId: string): string {
  return /^trm_[0-7][0-9A-HJKMNP-TV-Z]{25}/.exec(faxId)?.[0] ?? faxId;
}
