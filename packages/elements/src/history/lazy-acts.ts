// Owns the loading of what can be done with the rows of a history: the list does not wait for it.
import type { ActsHost } from '../acts/acts-host.ts';
import type { HistoryActs } from './history-acts.ts';
import type { HistoryStore } from './history-store.ts';

/** Draws a row's buttons once their code is there; what could not be loaded is tried again at the next drawing of the list. */
export function lazyActs(host: ActsHost, store: HistoryStore): HistoryActs['row'] {
  let acts: HistoryActs | undefined;
  let loading: Promise<void> | undefined;
  return (record) => {
    loading ??= import('./history-acts.ts').then(
      ({ HistoryActs: Made }) => {
        if (host.signal.aborted) return;
        acts = new Made(host, store);
        host.update();
      },
      () => {
        loading = undefined;
      },
    );
    return acts?.row(record);
  };
}
