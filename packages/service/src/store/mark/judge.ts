// Judges whether a store is an older state than the one that was served before. Pure.

/** What a node knows from outside of the store: its own memory while it runs, a witness file at its start. */
export interface Remembered {
  readonly incarnation: string;
  readonly beats: number;
}

/** What the store says of itself. */
export interface Mark extends Remembered {
  readonly place: string | null;
  readonly timeline: string | null;
  readonly stopped: boolean;
  readonly silentMs: number;
  readonly waits: boolean;
}

/** Where the store lies now; null for what nobody could find out. */
export interface Place {
  readonly place: string | null;
  readonly timeline: string | null;
}

/**
 * Why a store is held to be an older state. `older`: certainly, because fewer beats stand in it than were remembered, or those
 * of another branch. The others could be an older state, and nobody knows better: it lies elsewhere than before, its server
 * was set back or replaced while no node ran, or it was left without a word long ago.
 */
export type OlderBecause = 'older' | 'moved' | 'timeline' | 'silence';

/**
 * Undefined where nothing is older. `remembered` undefined: nothing outside of the store is known. `knowsEnd`: the store says itself
 * how the remembered incarnation ended, so that another node was first to notice.
 */
export function judge(
  mark: Mark | undefined,
  remembered: Remembered | undefined,
  now: Place,
  { silenceMs, knowsEnd }: { readonly silenceMs: number; readonly knowsEnd: boolean },
): OlderBecause | undefined {
  if (remembered !== undefined) {
    if (mark === undefined) return 'older';
    if (mark.incarnation !== remembered.incarnation) return knowsEnd ? undefined : 'older';
    return mark.beats < remembered.beats ? 'older' : undefined;
  }
  if (mark === undefined) return undefined;
  if (differs(mark.place, now.place)) return 'moved';
  if (differs(mark.timeline, now.timeline)) return 'timeline';
  return !mark.stopped && mark.waits && mark.silentMs > silenceMs ? 'silence' : undefined;
}

function differs(before: string | null, now: string | null): boolean {
  return before !== null && now !== null && !isSamePlace(before, now);
}

/** Two numbers each, of which the second is not always had. */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = one.split('/');
  const [otherFirst, otherSecond] = other.split('/');
  return (
    first === otherFirst && (second === undefined || otherSecond === undefined || second === otherSecond)
  );
}
