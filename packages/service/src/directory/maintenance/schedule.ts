// Tells hooks and pages which windows of maintenance the whole service has: read anew every two seconds, by the store's clock.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../store/store.ts';
import { DIRECTORY_LIMITS } from '../limits.ts';
import { ANNOUNCED } from './windows-sql.ts';

/** A window of the whole service as everybody may see it. */
export interface ServiceWindow {
  /** ISO 8601, UTC. */
  readonly start: string;
  readonly end: string;
  readonly note: string | null;
  readonly current: boolean;
  /** Until its end, while it is current; else until its start. */
  readonly secondsLeft: number;
}

export interface ServiceMaintenance {
  /** Current and announced windows, the next one first. Never throws: while the store is away it is what was known last. */
  windows(): Promise<readonly ServiceWindow[]>;
}

interface Known {
  readonly readAtMs: number;
  readonly windows: readonly {
    start: string;
    end: string;
    note: string | null;
    startsInMs: number;
    endsInMs: number;
  }[];
}

export function createServiceMaintenance(store: Store): ServiceMaintenance {
  let known: Known = { readAtMs: Number.NEGATIVE_INFINITY, windows: [] };
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  const read = async (startedMs: number): Promise<void> => {
    try {
      const [rows = []] = await store.pipeline([
        {
          scope: { role: 'door' },
          steps: [{ statement: ANNOUNCED, values: [DIRECTORY_LIMITS.maintenanceWindowsMax] }],
        },
      ]);
      known = {
        readAtMs: startedMs,
        windows: rows.map((row) => ({
          start: new Date(row['starts_at'] as string).toISOString(),
          end: new Date(row['ends_at'] as string).toISOString(),
          note: row['note'] as string | null,
          startsInMs: Number(row['starts_in']),
          endsInMs: Number(row['ends_in']),
        })),
      };
    } catch {
      // Whoever needs the store for more finds out; a page that can do without it is still shown.
    }
  };
  return {
    windows: async () => {
      if (performance.now() - askedAtMs > DIRECTORY_LIMITS.maintenanceSeenMs) {
        askedAtMs = performance.now();
        reading = read(askedAtMs);
      }
      // A store that is slow does not keep a page waiting for this.
      await Promise.race([reading, sleep(DIRECTORY_LIMITS.maintenanceReadMs, undefined, { ref: false })]);
      const passedMs = performance.now() - known.readAtMs;
      return known.windows
        .filter(({ endsInMs }) => endsInMs > passedMs)
        .map(({ start, end, note, startsInMs, endsInMs }) => {
          const current = startsInMs <= passedMs;
          return {
            start,
            end,
            note,
            current,
            secondsLeft: Math.ceil(((current ? endsInMs : startsInMs) - passedMs) / 1000),
          };
        });
    },
  };
}
