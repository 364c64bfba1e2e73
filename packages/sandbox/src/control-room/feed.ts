// Owns the control room's picture of the orders: reads the source while somebody looks, and tells every watcher what changed.
import { isDeepStrictEqual } from 'node:util';
import {
  ORDERS_PER_READ_MAX,
  ORDERS_READ_EVERY_MS,
  ORDERS_READ_RETRY_MS,
  ORDERS_SHOWN_MAX,
} from '../limits.ts';
import { type ControlRoomSource, type OrderCard, type OrderSummary, summaryOf } from './cards.ts';

/** What a watcher is told. */
export type FeedEvent =
  | { readonly is: 'orders'; readonly orders: readonly OrderSummary[] }
  | { readonly is: 'source'; readonly reachable: boolean };

/** The orders as the control room knows them. */
export interface Feed {
  readonly summaries: () => readonly OrderSummary[];
  readonly find: (orderId: string) => OrderCard | undefined;
  readonly reachable: () => boolean;
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
  let cursor: string | null = null;
  let isReachable = true;
  let timer: NodeJS.Timeout | null = null;
  let isReading = false;
  let isClosed = false;
  const publish = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const take = (read: readonly OrderCard[]): void => {
    // What comes again as it is known already is no news.
    const orders = read.filter((card) => !isDeepStrictEqual(cards.get(card.id), card));
    for (const card of orders) {
      // Deleted first, so that the map is in the order of the last change.
      cards.delete(card.id);
      cards.set(card.id, card);
    }
    for (const id of cards.keys()) {
      if (cards.size <= ORDERS_SHOWN_MAX) break;
      cards.delete(id);
    }
    const shown = orders.filter(({ id }) => cards.has(id));
    if (shown.length > 0) publish({ is: 'orders', orders: shown.map(summaryOf) });
  };
  const setReachable = (reachable: boolean): void => {
    if (isReachable === reachable) return;
    isReachable = reachable;
    publish({ is: 'source', reachable });
  };
  const schedule = (ms: number): void => {
    if (isClosed || listeners.size === 0 || timer !== null || isReading) return;
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
      take(read.orders);
      setReachable(true);
      if (read.orders.length >= ORDERS_PER_READ_MAX) pauseMs = 0;
    } catch {
      setReachable(false);
      pauseMs = pace.retryMs;
    }
    isReading = false;
    schedule(pauseMs);
  };
  return {
    summaries: () => [...cards.values()].map(summaryOf),
    find: (orderId) => cards.get(orderId),
    reachable: () => isReachable,
    follow: (listener) => {
      listeners.add(listener);
      schedule(0);
      return () => listeners.delete(listener);
    },
    close: () => {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      listeners.clear();
    },
  };
}
