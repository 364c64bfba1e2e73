// Owns what can be done with each prescription of a history.
import type { ActSubject } from '../acts/act-model.ts';
import { Acts } from '../acts/acts.ts';
import type { ActsHost } from '../acts/acts-host.ts';
import { medicationText } from '../kit/medication.ts';
import { boardOf } from '../situation/board.ts';
import type { HistoryRecord } from './history-model.ts';
import type { HistoryStore } from './history-store.ts';

/** A prescription that was never ordered has no order to act on. */
function subjectOf(
  record: HistoryRecord,
  store: HistoryStore,
  { acts, language }: { readonly acts: Acts; readonly language: string },
): ActSubject | null {
  const board = boardOf(store.session);
  const order = record.latestFill?.order ?? null;
  const fill = store.fillOf(record);
  if (order === null || fill === null) return null;
  return {
    place: record.id,
    orderId: order.id,
    fill,
    line: medicationText(record.treatment, language),
    prescriptionId: record.id,
    lines: order.fills.length,
    offers: acts.offers(
      order.id,
      order.fills.flatMap(({ id }) => board.of(id) ?? []),
    ),
  };
}

export class HistoryActs {
  readonly #host: ActsHost;
  readonly #store: HistoryStore;
  readonly #acts: Acts;

  constructor(host: ActsHost, store: HistoryStore) {
    this.#host = host;
    this.#store = store;
    this.#acts = new Acts(host);
  }

  /** The buttons of a row, or the act that is in hand there. */
  row(record: HistoryRecord): unknown {
    const subject = subjectOf(record, this.#store, {
      acts: this.#acts,
      language: this.#host.text.kit.language,
    });
    return subject === null ? undefined : this.#acts.render(subject, (fillId) => this.#lineOf(fillId));
  }

  #lineOf(fillId: string): string | undefined {
    const record = this.#store.records.find(({ latestFill }) => latestFill?.id === fillId);
    return record === undefined ? undefined : medicationText(record.treatment, this.#host.text.kit.language);
  }
}
