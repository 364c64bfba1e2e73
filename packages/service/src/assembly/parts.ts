// What every room is built with.
import type { Metrics } from '../http/http.ts';
import type { Log } from '../kernel/log.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';

export interface RoomParts {
  readonly ports: Ports;
  readonly log: Log;
  readonly store: Store;
  readonly metrics: Metrics;
}
