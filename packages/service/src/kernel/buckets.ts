// How often somebody may do something: token buckets in this node's memory, against floods. (What guards a secret is counted in the store: `tries`.)
import type { Clock } from './ports.ts';

interface Bucket {
  tokens: number;
  at: number;
}

export interface Taken {
  readonly ok: boolean;
  readonly remaining: number;
  /** Until one more is allowed; 0 while some are left. */
  readonly waitSeconds: number;
}

/** Token buckets by key; the keys seen longest ago are forgotten first, so that memory stays bounded. */
export class Buckets {
  readonly #kept = new Map<string, Bucket>();
  readonly #clock: Clock;
  readonly #keysMax: number;

  constructor(clock: Clock, keysMax: number) {
    this.#clock = clock;
    this.#keysMax = keysMax;
  }

  /**
   * Takes one of `size` tokens, which come back evenly within `periodMs`; looked at and taken in one go, so that calls at the
   * same moment are all counted.
   */
  take(key: string, size: number, periodMs: number): Taken {
    const now = this.#clock.now();
    const kept = this.#kept.get(key) ?? { tokens: size, at: now };
    const perMs = size / periodMs;
    kept.tokens = Math.min(size, kept.tokens + Math.max(0, now - kept.at) * perMs);
    kept.at = now;
    // Set anew, so that the map's order is the order of use.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    if (this.#kept.size > this.#keysMax) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    if (kept.tokens < 1)
      return { ok: false, remaining: 0, waitSeconds: Math.ceil((1 - kept.tokens) / perMs / 1000) };
    kept.tokens -= 1;
    return { ok: true, remaining: Math.floor(kept.tokens), waitSeconds: 0 };
  }

  get size(): number {
    return this.#kept.size;
  }
}
