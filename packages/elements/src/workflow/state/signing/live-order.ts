// Owns following an order that was just sent: quickly at first, then slower, for as long as something is awaited of it.
import { type ClientError, type DataOf, isAbort } from '@pestle/client';
import { OrderStatus } from '@pestle/client/documents/signing';
import { asClientError } from '../../../kit/client-error.ts';
import type { OrderRecord } from '../../../records.ts';
import { boardOf, type FollowedFill, type SituationBoard } from '../../../situation/board.ts';
import type { LiveLink } from '../../../situation/live-link.ts';
import { isOver } from '../../../situation/situation-model.ts';
import { STATE_LIMITS } from '../limits.ts';
import type { Scope } from '../scope.ts';

export type OrderStatusRecord = DataOf<typeof OrderStatus>['order'];

export class LiveOrder {
  /** What became of the text to the patient; null until it is known. */
  invitation: OrderStatusRecord['invitation'] = null;
  /** Who has it now; null until it is known, and while nobody is chosen. */
  pharmacy: OrderStatusRecord['pharmacy'];
  /** True when it is no longer followed: nothing is awaited of it any more, or it was stopped. */
  ended = false;
  /** Why the last look did not work; null when it did. */
  error: ClientError | null = null;
  /** Where changes are told from, once somebody has joined them to `retry`. */
  link: Pick<LiveLink, 'state'> | undefined;
  readonly #scope: Scope;
  readonly order: OrderRecord;
  readonly #board: SituationBoard;
  readonly #stop = new AbortController();
  readonly signal = this.#stop.signal;
  readonly #unsubscribe: () => void;
  #wanted = false;

  constructor(scope: Scope, order: OrderRecord) {
    this.#scope = scope;
    this.order = order;
    this.pharmacy = order.pharmacy;
    this.#board = boardOf(scope.session);
    // Whoever else reads its fills tells it, too.
    this.#unsubscribe = this.#board.subscribe(() => scope.changed());
    scope.signal.addEventListener('abort', () => this.stop(), { signal: this.#stop.signal });
  }

  /** Its fills as they were read last, by any view of this session; those that nobody has read yet are missing. */
  get fills(): readonly FollowedFill[] {
    return this.order.fills.flatMap(({ id }) => this.#board.of(id) ?? []);
  }

  /** Nothing is awaited of any of its fills. What is stuck, and a cancel without an answer, are followed on. */
  get over(): boolean {
    const { fills } = this;
    return fills.length === this.order.fills.length && fills.every(isOver);
  }

  stop(): void {
    this.ended = true;
    this.#stop.abort();
    this.#unsubscribe();
  }

  /** Asks while the page is seen, at once when it is seen again; a failed question is simply asked again. */
  follow(): void {
    void this.#follow();
  }

  /** Asks at the next step. */
  retry(): void {
    this.#wanted = true;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    const { pollAfterMs, pollStepMs } = STATE_LIMITS;
    let round = 0;
    let waited = 0;
    while (!this.over) {
      await this.#scope.wait(pollStepMs, signal);
      if (signal.aborted) return;
      waited += pollStepMs;
      if (!this.#scope.visible() || this.#scope.session.state !== 'ready') {
        round = 0;
        waited = pollAfterMs[0];
        continue;
      }
      // As seldom as at the end while changes are told as they happen: nothing depends on it.
      const told = round > 0 && this.link?.state === 'live';
      const pauseMs = told ? pollAfterMs.at(-1) : pollAfterMs[round];
      if (!this.#wanted && waited < (pauseMs ?? 0)) continue;
      this.#wanted = false;
      round = Math.min(round + 1, pollAfterMs.length - 1);
      waited = 0;
      await this.#look(signal);
      if (signal.aborted) return;
    }
    this.stop();
    this.#scope.changed();
  }

  async #look(signal: AbortSignal): Promise<void> {
    const asked = this.#board.asking();
    try {
      const { order } = await this.#scope.session.query(OrderStatus, { id: this.order.id }, { signal });
      if (signal.aborted) return;
      this.invitation = order.invitation;
      this.pharmacy = order.pharmacy;
      this.error = null;
      this.#board.take(asked, order.fills);
    } catch (error) {
      // The order is made; only its news are late.
      if (signal.aborted || isAbort(error)) return;
      this.error = asClientError(error);
      this.#scope.changed();
    }
  }
}
