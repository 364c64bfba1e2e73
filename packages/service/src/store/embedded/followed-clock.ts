// Lets the clock of a thread follow an offset that threads share: for a store that is filled with days that have passed, such as the sandbox's.

/** By how many milliseconds the clock is ahead of the machine's, behind it where negative; one number, shared by the threads that follow it. */
export type ClockOffset = Float64Array<SharedArrayBuffer>;

/** An offset of 0. */
export function newClockOffset(): ClockOffset {
  return new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
}

/**
 * From now on `Date` of this thread says the machine's time plus the offset. Timers keep the machine's pace. Returns what ends it.
 */
export function followClock(offset: ClockOffset): () => void {
  const MachineDate = globalThis.Date;
  const now = (): number => MachineDate.now() + (offset[0] ?? 0);
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
