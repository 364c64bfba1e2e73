// Owns time in a simulation: the clock of its thread and of the store's, which pass as fast as the work allows, and the timers that wait for it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { type TimerOwner, TimerQueue, type VirtualTimer } from './timer-queue.ts';

/** In whose name the running code acts; the world's where there is none. */
export const acting = new AsyncLocalStorage<TimerOwner>();

export class VirtualTime {
  readonly #startMs: number;
  #nowMs: number;
  readonly #queue = new TimerQueue();
  /** By how much the store's clock is wrong, and whether it is the store that asks. */
  #storeErrorMs = 0;
  #isStore = false;
  /** Callbacks of `setImmediate` that have not run. */
  #immediates = 0;
  readonly #setImmediate = globalThis.setImmediate;

  constructor(startMs: number) {
    this.#startMs = startMs;
    this.#nowMs = startMs;
  }

  /** Whole milliseconds, as clocks say them. */
  now(): number {
    return Math.floor(this.#nowMs);
  }

  text(): string {
    return new Date(this.now()).toISOString();
  }

  /** Sets the store's clock wrong by so much, from now on. */
  setStoreError(ms: number): void {
    this.#storeErrorMs = ms;
  }

  /** While the store works, which has this thread's clock with an error of its own. */
  async atStore<T>(work: () => Promise<T>): Promise<T> {
    this.#isStore = true;
    try {
      return await work();
    } finally {
      this.#isStore = false;
    }
  }

  /** The world's own timers: they belong to no process of ours. */
  after(ms: number, work: () => void): VirtualTimer {
    return this.#queue.add(this.#nowMs + Math.max(0, ms), () => acting.exit(work), undefined);
  }

  /** Goes to the next timer, and fires it. False when none is left. */
  step(): boolean {
    const timer = this.#queue.next();
    if (timer === undefined) return false;
    this.#nowMs = Math.max(this.#nowMs, timer.atMs);
    const { owner } = timer;
    if (owner !== undefined && !owner.isAlive) return true;
    if (owner !== undefined && owner.stoppedUntilMs > this.#nowMs)
      this.#queue.put(timer, owner.stoppedUntilMs);
    else timer.fire();
    return true;
  }

  /** Resolves when everything that needs neither time nor the store has happened. */
  async quiet(): Promise<void> {
    do {
      await new Promise<void>((resolve) => {
        this.#setImmediate.call(globalThis, resolve);
      });
    } while (this.#immediates > 0);
  }

  /** Replaces the clocks and timers of this thread, for good: a simulation has a thread of its own. */
  install(): void {
    const now = (): number => this.now();
    const asked = (): number => this.now() + (this.#isStore ? this.#storeErrorMs : 0);
    const RealDate = Date;
    const VirtualDate = class extends RealDate {
      constructor(...given: []) {
        super(...((given.length === 0 ? [now()] : given) as []));
      }
      static override now(): number {
        return asked();
      }
    };
    const setTimer = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): VirtualTimer =>
      this.#own(ms, () => work(...given));
    const clearReal = globalThis.clearTimeout;
    const clear = (timer: VirtualTimer | NodeJS.Timeout | undefined): void => {
      if (timer !== undefined && 'cancel' in timer) timer.cancel();
      else clearReal(timer);
    };
    Object.assign(globalThis, {
      Date: VirtualDate,
      setTimeout: setTimer,
      clearTimeout: clear,
      setInterval: (work: () => void, ms = 0) => this.#repeat(ms, work),
      clearInterval: clear,
      setImmediate: (work: (...given: unknown[]) => void, ...given: unknown[]) => {
        this.#immediates += 1;
        return this.#setImmediate.call(globalThis, () => {
          this.#immediates -= 1;
          work(...given);
        });
      },
    });
    performance.now = () => this.#nowMs - this.#startMs;
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      this.#own(ms, () => controller.abort(new DOMException('The time is over.', 'TimeoutError')));
      return controller.signal;
    };
    const sleep = <T>(ms = 0, value?: T): Promise<T> =>
      new Promise((resolve) => {
        this.#own(ms, () => resolve(value as T));
      });
    Object.assign(timersPromises, { setTimeout: sleep });
    syncBuiltinESMExports();
  }

  #own(ms: number, work: () => void): VirtualTimer {
    return this.#queue.add(
      this.#nowMs + Math.max(1, ms || 0),
      AsyncLocalStorage.bind(work),
      acting.getStore(),
    );
  }

  #repeat(ms: number, work: () => void): VirtualTimer {
    let isCanceled = false;
    const timer = this.#own(ms, () => {
      work();
      if (!isCanceled) this.#queue.put(timer, this.#nowMs + Math.max(1, ms));
    });
    const cancel = (): void => {
      isCanceled = true;
      timer.cancel();
    };
    return { ...timer, cancel };
  }
}
