// Owns the live status of an order that was just sent: asked for quickly at first, then slower, until it is settled.
import type { DataOf } from '@pestle/client';
import { OrderStatus } from '@pestle/client/documents/signing';
import { STATE_LIMITS } from '../limits.ts';
import type { OrderRecord } from '../records.ts';
import type { Scope } from '../scope.ts';

export type OrderStatusRecord = DataOf<typeof OrderStatus>['order'];

export class LiveOrder {
  /** The order as it was answered last. */
  status: OrderStatusRecord;
  /** True when it is no longer followed: settled, given up, or stopped. */
  ended = false;
  readonly #scope: Scope;
  readonly #stop = new AbortController();

  constructor(scope: Scope, order: OrderRecord) {
    this.#scope = scope;
    this.status = { ...order, invitation: null };
    scope.signal.addEventListener('abort', () => this.stop(), { signal: this.#stop.signal });
  }

  /** With the pharmacy, or at an end; an order that waits for the patient, or is stuck, is followed on. */
  get settled(): boolean {
    const { state, fills } = this.status;
    if (fills.some((fill) => fill.state === 'QUEUED' || fill.state === 'SENDING')) return false;
    return state === 'PLACED' || state === 'COMPLETED' || state === 'CANCELED';
  }

  stop(): void {
    this.ended = true;
    this.#stop.abort();
  }

  /** Asks while the page is seen; a failed question is simply asked again. */
  follow(): void {
    void this.#follow();
  }

  async #follow(): Promise<void> {
    const until = this.#scope.now() + STATE_LIMITS.pollForMs;
    const { signal } = this.#stop;
    const { pollAfterMs } = STATE_LIMITS;
    for (let round = 0; !this.settled && this.#scope.now() < until; round += 1) {
      await this.#scope.wait(pollAfterMs[Math.min(round, pollAfterMs.length - 1)] ?? 0, signal);
      if (signal.aborted) return;
      if (!this.#scope.visible()) continue;
      try {
        const { order } = await this.#scope.session.query(OrderStatus, { id: this.status.id }, { signal });
        if (signal.aborted) return;
        this.status = order;
      } catch {
        // The order is made; only its news are late.
        continue;
      }
      this.#scope.changed();
    }
    this.stop();
    this.#scope.changed();
  }
}
