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
  patientId: string,
  acts: Acts,
): ActSubject | null {
  const board = boardOf(store.session);
  const order = record.latestFill?.order ?? null;
  const fill = store.fillOf(record);
  if (order === null || fill === null) return null;
  return {
    place: record.id,
    orderId: order.id,
    fill,
    line: medicationText(record.treatment),
    prescriptionId: record.id,
    lines: order.fills.length,
    offers: acts.offers(
      order.id,
      order.fills.flatMap(({ id }) => board.of(id) ?? []),
      patientId,
    ),
  };
}

export class HistoryActs {
  readonly #store: HistoryStore;
  readonly #patientId: string;
  readonly #acts: Acts;

  constructor(host: ActsHost, store: HistoryStore, patientId: string) {
    this.#patientId = patientId;
    this.#store = store;
    this.#acts = new Acts(host);
  }

  /** The buttons of a row, or the act that is in hand there. */
  row(record: HistoryRecord): unknown {
    const subject = subjectOf(record, this.#store, this.#patientId, this.#acts);
    return subject === null ? undefined : this.#acts.render(subject, (fillId) => this.#lineOf(fillId));
  }

  #lineOf(fillId: string): string | undefined {
    const record = this.#store.records.find(({ latestFill }) => latestFill?.id === fillId);
    return record === undefined ? undefined : medicationText(record.treatment);
  }
}
