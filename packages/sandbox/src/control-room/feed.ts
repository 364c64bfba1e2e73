// Owns the control room's picture of the orders: reads the source while somebody looks, and tells every watcher what changed.
import { isDeepStrictEqual } from 'node:util';
import {
  ORDERS_PER_READ_MAX,
  ORDERS_READ_EVERY_MS,
  ORDERS_READ_RETRY_MS,
  ORDERS_SHOWN_MAX,
} from '../limits.ts';
import { forgetOldest } from '../oldest.ts';
import {
  type ControlRoomSource,
  type HeldCard,
  type OrderCard,
  type OrderSummary,
  summaryOf,
} from './cards.ts';

/** What a watcher is told. */
export type FeedEvent =
  | { readonly is: 'orders'; readonly orders: readonly OrderSummary[] }
  | { readonly is: 'held'; readonly held: readonly HeldCard[] }
  | { readonly is: 'waiting'; readonly waiting: number }
  | { readonly is: 'source'; readonly reachable: boolean };

/** The orders as the control room knows them. */
export interface Feed {
  readonly summaries: () => readonly OrderSummary[];
  readonly find: (orderId: string) => OrderCard | undefined;
  readonly reachable: () => boolean;
  /** What the service held when it was read last. */
  readonly held: () => readonly HeldCard[];
  /** How many drafts waited for a signature when they were read last; undefined where nobody knows. */
  readonly waiting: () => number | undefined;
  /** Follows the feed until the returned function is called; the source is read while anybody follows. */
  readonly follow: (listener: (event: FeedEvent) => void) => () => void;
  readonly close: () => void;
}

/** A feed over a source. A source that fails is asked again; its error is never shown, because it may hold anything. */
export function createFeed(
  source: ControlRoomSource,
  pace = { everyMs: ORDERS_READ_EVERY_MS, retryMs: ORDERS_READ_RETRY_MS },
): Feed {
  const cards = new Map<string, OrderCard>();
  const listeners = new Set<(event: FeedEvent) => void>();
  let isReachable = true;
  let held: readonly HeldCard[] = [];
  let waiting: number | undefined;
  const publish = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const reader = createReader(source, pace, {
    isFollowed: () => listeners.size > 0,
    onRead: (read) => {
      const orders = takeNews(cards, read);
      if (orders.length > 0) publish({ is: 'orders', orders: orders.map(summaryOf) });
    },
    onHeld: (now) => {
      if (isDeepStrictEqual(now, held)) return;
      held = now;
      publish({ is: 'held', held });
    },
    onWaiting: (now) => {
      if (now === waiting) return;
      waiting = now;
      publish({ is: 'waiting', waiting });
    },
    onReachable: (reachable) => {
      if (isReachable === reachable) return;
      isReachable = reachable;
      publish({ is: 'source', reachable });
    },
  });
  return {
    summaries: () => [...cards.values()].map(summaryOf),
    find: (orderId) => cards.get(orderId),
    reachable: () => isReachable,
    held: () => held,
    waiting: () => waiting,
    follow: (listener) => {
      listeners.add(listener);
      reader.begin();
      return () => listeners.delete(listener);
    },
    close: () => {
      reader.close();
      listeners.clear();
    },
  };
}

/** Puts what was read into the cards; what is news and still shown. */
function takeNews(cards: Map<string, OrderCard>, read: readonly OrderCard[]): readonly OrderCard[] {
  // What comes again as it is known already is no news.
  const orders = read.filter((card) => !isDeepStrictEqual(cards.get(card.id), card));
  for (const card of orders) {
    // Deleted first, so that the map is in the order of the last change.
    cards.delete(card.id);
    cards.set(card.id, card);
  }
  while (cards.size > ORDERS_SHOWN_MAX) forgetOldest(cards, ORDERS_SHOWN_MAX);
  return orders.filter(({ id }) => cards.has(id));
}

type Heard = {
  readonly isFollowed: () => boolean;
  readonly onRead: (orders: readonly OrderCard[]) => void;
  readonly onHeld: (held: readonly HeldCard[]) => void;
  readonly onWaiting: (drafts: number) => void;
  readonly onReachable: (reachable: boolean) => void;
};

/** Reads a source again and again while somebody follows, one read at a time. */
function createReader(
  source: ControlRoomSource,
  pace: { readonly everyMs: number; readonly retryMs: number },
  { isFollowed, onRead, onHeld, onWaiting, onReachable }: Heard,
): { readonly begin: () => void; readonly close: () => void } {
  let cursor: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isReading = false;
  let isClosed = false;
  const schedule = (ms: number): void => {
    if (isClosed || !isFollowed() || timer !== null || isReading) return;
    timer = setTimeout(() => {
      timer = null;
      void readOnce();
    }, ms);
  };
  const readOnce = async (): Promise<void> => {
    isReading = true;
    let pauseMs = pace.everyMs;
    try {
      const read = await source.changes(cursor, ORDERS_PER_READ_MAX);
      cursor = read.cursor;
      onRead(read.orders);
      onHeld((await source.held?.()) ?? []);
      const waiting = await source.waiting?.();
      if (waiting !== undefined) onWaiting(waiting);
      onReachable(true);
      if (read.orders.length >= ORDERS_PER_READ_MAX) pauseMs = 0;
    } catch {
      onReachable(false);
      pauseMs = pace.retryMs;
    }
    isReading = false;
    schedule(pauseMs);
  };
  return {
    begin: () => schedule(0),
    close: () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
