// Owns the timers of a simulation in the order in which they fire: by their time, and those of one moment by when they were set.

/** Whoever set a timer: it does not fire for what has died, and for what is stopped it fires when that goes on. */
export interface TimerOwner {
  readonly name: string;
  readonly isAlive: boolean;
  /** Until when it is stopped; 0 for one that runs. */
  readonly stoppedUntilMs: number;
}

export interface VirtualTimer {
  atMs: number;
  readonly delayMs: number;
  readonly fire: () => void;
  readonly owner: TimerOwner | undefined;
  cancel(): void;
  /** As timers of Node do: set anew for the same time. */
  refresh(): VirtualTimer;
  ref(): VirtualTimer;
  unref(): VirtualTimer;
  hasRef(): boolean;
}

interface Entry {
  readonly timer: VirtualTimer;
  readonly atMs: number;
  readonly serial: number;
}

/** A binary heap; entries of timers that were set anew or canceled since are passed over. */
export class TimerQueue {
  readonly #heap: Entry[] = [];
  readonly #current = new WeakMap<VirtualTimer, number>();
  #serial = 0;
  #nowMs = 0;

  add(atMs: number, fire: () => void, owner: TimerOwner | undefined): VirtualTimer {
    const timer: VirtualTimer = {
      atMs,
      delayMs: atMs - this.#nowMs,
      fire,
      owner,
      cancel: () => {
        this.#current.delete(timer);
      },
      refresh: () => {
        this.put(timer, this.#nowMs + timer.delayMs);
        return timer;
      },
      ref: () => timer,
      unref: () => timer,
      hasRef: () => false,
    };
    this.put(timer, atMs);
    return timer;
  }

  put(timer: VirtualTimer, atMs: number): void {
    this.#serial += 1;
    timer.atMs = atMs;
    this.#current.set(timer, this.#serial);
    this.#heap.push({ timer, atMs, serial: this.#serial });
    this.#rise(this.#heap.length - 1);
  }

  /** Takes out the one that is next. */
  next(): VirtualTimer | undefined {
    for (;;) {
      const [first] = this.#heap;
      const last = this.#heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (this.#heap.length > 0) {
        this.#heap[0] = last;
        this.#sink();
      }
      const { timer, atMs, serial } = first;
      if (this.#current.get(timer) !== serial) continue;
      this.#current.delete(timer);
      this.#nowMs = Math.max(this.#nowMs, atMs);
      return timer;
    }
  }

  #rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (!this.#swapUnlessOrdered(parent, index)) return;
      index = parent;
    }
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      if (left >= this.#heap.length) return;
      const right = left + 1;
      const least = right < this.#heap.length && this.#isBefore(right, left) ? right : left;
      if (!this.#swapUnlessOrdered(index, least)) return;
      index = least;
    }
  }

  #swapUnlessOrdered(upper: number, lower: number): boolean {
    if (!this.#isBefore(lower, upper)) return false;
    const [one, other] = [this.#heap[upper], this.#heap[lower]];
    if (one === undefined || other === undefined) return false;
    this.#heap[upper] = other;
    this.#heap[lower] = one;
    return true;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.atMs === b.atMs ? a.serial < b.serial : a.atMs < b.atMs;
  }
}
