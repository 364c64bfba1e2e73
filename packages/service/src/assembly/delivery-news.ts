// What operators hear of deliveries: lines of the log and figures, without health information.

import type { DeliveryDeps } from '../delivery/delivery.ts';
import type { ClockNews, HoldNews } from '../delivery/inside.ts';
import type { Metrics } from '../http/http.ts';
import type { Log } from '../kernel/log.ts';
import type { HookNews } from '../tracking/inside.ts';
import { createTroubleLog } from './trouble.ts';

const CLOCK_NEWS = {
  'clock-stepped': "the store's clock was set",
  'brought-forward': 'departures that a wrong clock had put off leave as they were meant to',
  overdue: 'departures are overdue: their lanes are dead, too slow, paused or on hold',
} as const satisfies Record<ClockNews['news'], string>;

const TURNS = {
  fallback: 'a fax replaces an electronic message',
  stuck: 'a fill is stuck: a person must act',
} as const;

const HOLDS = {
  held: 'deliveries are held: errors of our own meet one after another, and what waits stays where it is',
  resumed: 'deliveries go on: a probe has worked',
  over: 'deliveries were held for as long as they may be: what cannot be sent goes by fax or to a person now',
} as const satisfies Record<HoldNews['news'], string>;

/** How pharmacies' reports are answered: a figure for each, and a line for each that is refused, or for many that were beyond one quota. */
export function hookNews(log: Log, metrics: Pick<Metrics, 'countHook'>): (news: HookNews) => void {
  return (news) => {
    metrics.countHook(news);
    const { code, requestId, senderId, times } = news;
    if (times !== undefined) {
      log.warn({ code, requestId, senderId, times }, 'reports of a pharmacy were refused beyond its quota');
      return;
    }
    // What nobody foresaw has a line of its own, as an error.
    if (news.outcome === 'refused' && news.unexpected !== true)
      log.warn({ code, requestId }, 'a report of a pharmacy was refused');
  };
}

/** Under the names by which delivery takes them. */
export type DeliveryNews = {
  readonly [Hook in
    | 'onClockNews'
    | 'onQuarantine'
    | 'unbuilt'
    | 'ended'
    | 'turned'
    | 'held'
    | 'onHold'
    | 'onReceipt'
    | 'onError']: NonNullable<DeliveryDeps[Hook]>;
};

export function deliveryNews(
  log: Log,
  metrics: Pick<Metrics, 'countUnbuilt' | 'countAttempt' | 'countTurn' | 'countReceipt' | 'noteHold'>,
): DeliveryNews {
  return {
    onClockNews: ({ news, ...facts }) => log.warn(facts, CLOCK_NEWS[news]),
    onQuarantine: (news) =>
      log.error(
        news,
        'the store is in quarantine: what it held before does not leave until an operator has reconciled it',
      ),
    unbuilt: (news) => {
      metrics.countUnbuilt(news);
      log.warn(news, 'a message could not be built for a pharmacy');
    },
    ended: (news) => {
      metrics.countAttempt(news);
      // A pharmacy that fails is no trouble of the service's own: alerts come from the figures.
      log.info({ ...news, laneClass: news.lane.split(':')[0] }, 'an attempt has ended');
    },
    turned: (news) => {
      if (news === undefined) return;
      metrics.countTurn(news);
      log.warn(news, TURNS[news.news]);
    },
    held: (news) =>
      log.error(
        news,
        'the service holds what errors of its own keep from leaving: an operator must look (pestle queue show)',
      ),
    onHold: (news) => {
      const { news: what, ...hold } = news;
      metrics.noteHold(news);
      log[what === 'resumed' ? 'info' : 'error'](hold, HOLDS[what]);
    },
    onReceipt: (news) => {
      metrics.countReceipt(news);
      const odd = news.outcome === 'unsigned' || news.outcome === 'contradicts';
      log[odd ? 'warn' : 'info'](news, "a carrier's receipt has come");
    },
    onError: createTroubleLog(log, 'delivery'),
  };
}
