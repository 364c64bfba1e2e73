// Owns the clock that the sandbox's first days pass on: that of this process and of its store, put back and moved on until it is now.
import { type ClockOffset, followClock } from '@pestle/service/store';

export interface PastClock {
  /** Moves the clock on to so many minutes before now; where it is later already, it stays. */
  readonly goTo: (minutesAgo: number) => void;
  /** The machine's own time again. */
  readonly end: () => void;
}

/** Puts the clock back by so many minutes. */
export function putClockBack(offset: ClockOffset, minutes: number): PastClock {
  const startedAtMs = Date.now();
  const machineClock = followClock(offset);
  offset[0] = -minutes * 60_000;
  return {
    goTo: (minutesAgo) => {
      const current = offset[0] ?? 0;
      // What the acts themselves have taken is not given back: this clock never goes back.
      const passedMs = Date.now() - current - startedAtMs;
      offset[0] = Math.max(current, -minutesAgo * 60_000 - passedMs);
    },
    end: () => {
      offset[0] = 0;
      machineClock();
    },
  };
}
