// Owns how the story waits for what it has sent: until the first attempt of it has ended, as the dispatcher says, instead of asking again and again.
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '@pestle/service';

type DispatchEvents = Pick<Service['rooms']['delivery']['dispatcher'], 'subscribe'>;

/** What the dispatcher has not taken up by then waits for something else than its turn. */
const BEGINS_WITHIN_MS = 1_000;
/** A pharmacy that says nothing for so long is one of those that do not answer: the story goes on meanwhile. */
const ANSWERS_WITHIN_MS = 150;

/** Of whatever waits for a patient: texts go out beside the story. */
const TEXT_LANE = 'text';

export interface FirstAttempts {
  /** Does it, and resolves with what it gave when the first attempt of what it sent is over, or the pharmacy is silent. */
  readonly after: <Result>(act: () => Promise<Result>) => Promise<Result>;
  readonly end: () => void;
}

export function watchFirstAttempts(dispatcher: DispatchEvents): FirstAttempts {
  // A second attempt of an earlier order is not what the act has sent.
  const known = new Set<string>();
  let first: Attempt | undefined;
  const leave = dispatcher.subscribe((event) => {
    if (event.event === 'idle' || event.lane === TEXT_LANE) return;
    if (event.event === 'begun' && !known.has(event.id)) first?.begins(event.id);
    if (event.event === 'ended') first?.ends(event.id);
    known.add(event.id);
  });
  return {
    after: async (act) => {
      const attempt = newAttempt();
      first = attempt;
      const result = await act();
      if (await within(attempt.begun, BEGINS_WITHIN_MS)) await within(attempt.ended, ANSWERS_WITHIN_MS);
      first = undefined;
      return result;
    },
    end: leave,
  };
}

interface Attempt {
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
  readonly begins: (id: string) => void;
  readonly ends: (id: string) => void;
}

function newAttempt(): Attempt {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let own: string | undefined;
  return {
    begun: begun.promise,
    ended: ended.promise,
    begins: (id) => {
      own ??= id;
      begun.resolve();
    },
    ends: (id) => {
      if (id === own) ended.resolve();
    },
  };
}

async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const late = pause(ms, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    stop.abort();
  }
}
