// Owns what the service says may be done with each order, for all that one session shows: asked for what is drawn, and again when that has changed.
import type { DataOf, Session } from '@pestle/client';
import { ActsOfOrders } from '@pestle/client/documents/acts';
import type { FollowedFill } from '../situation/board.ts';
import { ACT_LIMITS } from './limits.ts';

type Answer = DataOf<typeof ActsOfOrders>['orders']['nodes'][number];
/** One act: whether it is allowed, else why not, and what it will do, in both languages. */
export type Offer = Answer['acts'][number];

/** What may be done about an order, as a whole and with each of its medicines, in the order in which it is offered. */
export interface Offers {
  readonly order: readonly Offer[];
  readonly lines: ReadonlyMap<string, readonly Offer[]>;
}

interface Known {
  /** Of which state of the order it was answered. */
  readonly version: string;
  readonly offers: Offers;
}

export class OffersBoard {
  readonly #session: Session;
  readonly #known = new Map<string, Known>();
  /** What is drawn and not known, by order: of which state. */
  readonly #wanted = new Map<string, string>();
  readonly #asking = new Set<string>();
  /** When the last answer of an order did not come. */
  readonly #failed = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #personId: string | undefined;
  #scheduled = false;

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * What is known of an order with these fills; undefined before the first answer. What was known of an earlier state stays until the answer
   * of this one. All that one drawing asks for is asked of the service together.
   */
  of(orderId: string, fills: readonly FollowedFill[]): Offers | undefined {
    this.#forgetOthers();
    const known = this.#known.get(orderId);
    const version = fills.map(({ id, updatedAt, situation }) => `${id} ${updatedAt} ${situation}`).join();
    if (known?.version !== version) this.#want(orderId, version);
    return known?.offers;
  }

  /** What changed without any of its fills: a question that was answered, a text that was sent. */
  again(orderId: string): void {
    const known = this.#known.get(orderId);
    if (known !== undefined) this.#known.set(orderId, { ...known, version: '' });
  }

  /** Calls back when something was answered; the answer stops it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #want(orderId: string, version: string): void {
    const failedAt = this.#failed.get(orderId);
    if (failedAt !== undefined && Date.now() - failedAt < ACT_LIMITS.askAgainAfterMs) return;
    if (this.#asking.has(orderId)) return;
    this.#wanted.set(orderId, version);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    this.#scheduled = false;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [id] of wanted) this.#asking.add(id);
    const together = ACT_LIMITS.askedTogetherMax;
    const parts = Array.from({ length: Math.ceil(wanted.length / together) }, (_, at) =>
      wanted.slice(at * together, (at + 1) * together),
    );
    await Promise.all(parts.map((part) => this.#askOf(new Map(part))));
    for (const listener of this.#listeners) listener();
  }

  async #askOf(wanted: Map<string, string>): Promise<void> {
    try {
      const { orders } = await this.#session.query(ActsOfOrders, {
        ids: [...wanted.keys()],
        first: wanted.size,
      });
      for (const order of orders.nodes) {
        const version = wanted.get(order.id);
        if (version === undefined) continue;
        this.#take(order, version);
        wanted.delete(order.id);
      }
    } catch {
      // Whatever was not answered is asked for again by a later drawing.
    }
    for (const id of wanted.keys()) this.#missed(id);
  }

  #take({ id, acts, fills }: Answer, version: string): void {
    this.#asking.delete(id);
    this.#failed.delete(id);
    const lines = new Map(fills.map((fill) => [fill.id, fill.acts]));
    this.#known.set(id, { version, offers: { order: acts, lines } });
  }

  /** No button stands where nobody knows what may be done; the next drawing asks again. */
  #missed(id: string): void {
    this.#asking.delete(id);
    this.#failed.set(id, Date.now());
  }

  /** What one person may do is not shown to the next. */
  #forgetOthers(): void {
    const personId = this.#session.me?.id;
    if (personId === undefined || personId === this.#personId) return;
    this.#personId = personId;
    this.#known.clear();
    this.#failed.clear();
  }
}

const boards = new WeakMap<Session, OffersBoard>();

/** The one of a session. */
export function offersBoardOf(session: Session): OffersBoard {
  const board = boards.get(session) ?? new OffersBoard(session);
  boards.set(session, board);
  return board;
}
