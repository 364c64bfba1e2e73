// Owns the clock that the sandbox's first days pass on: that of this thread, in which their store runs too, put back and moved on until it is now.

export interface PastClock {
  /** Moves the clock on to so many minutes before now; where it is later already, it stays. */
  readonly goTo: (minutesAgo: number) => void;
  /** The machine's own time again. */
  readonly end: () => void;
}

/** Puts the clock back by so many minutes. */
export function putClockBack(minutes: number): PastClock {
  const startedAtMs = Date.now();
  let aheadMs = -minutes * 60_000;
  const end = followClock(() => aheadMs);
  return {
    goTo: (minutesAgo) => {
      // What the acts themselves have taken is not given back: this clock never goes back.
      const passedMs = Date.now() - aheadMs - startedAtMs;
      aheadMs = Math.max(aheadMs, -minutesAgo * 60_000 - passedMs);
    },
    end,
  };
}

/** From now on `Date` says the machine's time plus this. Timers keep the machine's pace. Returns what ends it. */
function followClock(aheadMs: () => number): () => void {
  const MachineDate = globalThis.Date;
  const now = (): number => MachineDate.now() + aheadMs();
  // Not a class of its own: a date that was made before is still one of these.
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
    get: (target, name, asked) => (name === 'now' ? now : (Reflect.get(target, name, asked) as unknown)),
  });
  return () => {
    globalThis.Date = MachineDate;
  };
}
