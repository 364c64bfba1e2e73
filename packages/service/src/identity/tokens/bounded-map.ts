// A map that holds a bounded number of entries, each for a bounded time; the oldest go first.
import type { Clock } from '../../kernel/ports.ts';

export class BoundedMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  readonly #clock: Clock;
  readonly #entriesMax: number;

  constructor(clock: Clock, entriesMax: number) {
    this.#clock = clock;
    this.#entriesMax = entriesMax;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.untilMs > this.#clock.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** Keeps a value until a moment in milliseconds since 1970. */
  set(key: string, value: Value, untilMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, untilMs });
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
