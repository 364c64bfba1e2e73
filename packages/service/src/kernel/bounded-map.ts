// Maps that hold a bounded number of entries, each for a bounded time; the oldest go first.
import type { Clock } from './ports.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly atMs: number;
  readonly untilMs: number;
}

export class BoundedMap<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #clock: Clock;
  readonly #entriesMax: number;
  readonly #is: 'cache' | 'memory';

  /**
   * A `cache` holds what can be read anew: where the clock was set back behind an entry, the entry is forgotten, because it would be used
   * for longer than was meant. A `memory` holds what must not happen twice, and keeps it then.
   */
  constructor(clock: Clock, entriesMax: number, is: 'cache' | 'memory') {
    this.#clock = clock;
    this.#entriesMax = entriesMax;
    this.#is = is;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const now = this.#clock.now();
    if (entry.untilMs > now && (entry.atMs <= now || this.#is === 'memory')) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** Keeps a value until a moment in milliseconds since 1970. */
  set(key: string, value: Value, untilMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, atMs: this.#clock.now(), untilMs });
    if (this.#entries.size <= this.#entriesMax) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
