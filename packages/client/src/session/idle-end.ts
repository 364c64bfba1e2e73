// Owns the moment before a session ends because nobody uses it: whoever is at a page of it is told, and may stay.
import { Me } from '../documents/generated/people.ts';
import { IDLE_CHECK_MS, IDLE_NOTED_EVERY_MS, IDLE_WARNING_MS, UNATTENDED_AFTER_MS } from '../limits.ts';
import { attended } from '../requests/attended.ts';
import type { Session } from './session.ts';

const MINUTE_MS = 60_000;

/** What a session tells of its end. */
export interface IdleEnd {
  /** It ends within a minute. */
  readonly isEnding: boolean;
  /** Keeps the session, as the person asks. */
  stay(): void;
  stop(): void;
}

/**
 * Tells when the end of the session is a minute away, and when it is not any more. Pages of one browser tell each other when they are used. Once
 * it should be over the service is asked, as by a page at which nobody is: what it says of the session every body shows.
 */
export function watchIdleEnd(session: Session, changed: () => void): IdleEnd {
  const others = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pestle-used');
  let usedElsewhereMs = 0;
  let toldOthersMs = 0;
  let askedMs = 0;
  let isEnding = false;
  others?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number' && data <= Date.now()) usedElsewhereMs = Math.max(usedElsewhereMs, data);
  });
  const say = (now: boolean): void => {
    if (now === isEnding) return;
    isEnding = now;
    changed();
  };
  const ask = (): void => {
    askedMs = Date.now();
    // What became of it is the session's to know.
    void session.query(Me, {}).catch(() => undefined);
  };
  const look = (): void => {
    const minutes = session.state === 'ready' ? session.organization?.sessionIdleMinutes : undefined;
    if (minutes === undefined) return say(false);
    const now = Date.now();
    if (attended.usedMs > toldOthersMs) {
      toldOthersMs = attended.usedMs;
      others?.postMessage(toldOthersMs);
    }
    const endsMs = Math.max(attended.usedMs, usedElsewhereMs) + minutes * MINUTE_MS - IDLE_NOTED_EVERY_MS;
    if (now < endsMs - IDLE_WARNING_MS) return say(false);
    // Who has just touched the page works on it: that they asked for nothing meanwhile does not end their session.
    if (now < endsMs && now - attended.touchedMs < UNATTENDED_AFTER_MS && !isEnding) return ask();
    say(now < endsMs);
    if (now >= endsMs && now - askedMs >= IDLE_WARNING_MS) ask();
  };
  const timer = setInterval(look, IDLE_CHECK_MS);
  return {
    get isEnding() {
      return isEnding;
    },
    stay: () => {
      ask();
      say(false);
    },
    stop: () => {
      clearInterval(timer);
      others?.close();
    },
  };
}
