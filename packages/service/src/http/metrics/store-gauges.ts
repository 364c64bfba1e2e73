// The store as this node sees it, as gauges: whether it answers, its schema and clock, how much of it is used; and which carriers there are.
import type { StoreHealth } from '../../store/inside.ts';
import type { StoreLoad } from '../../store/store.ts';
import type { GaugeOf, Series } from './gauges.ts';

/** Who shares the store: requests take what they need, deliveries a part of it. */
export interface StoreLoads {
  readonly all: () => StoreLoad;
  readonly deliveries: () => StoreLoad;
}

export const STORE_GAUGES: readonly GaugeOf<StoreHealth>[] = [
  {
    name: 'pestle_store_migration',
    help: 'The number of the last migration that the store has seen.',
    series: ({ migration }) => [[{}, migration]],
  },
  {
    name: 'pestle_store_migrations_missing',
    help: 'Migrations of this build that the store has not seen.',
    series: ({ migrationsMissing }) => [[{}, migrationsMissing]],
  },
  {
    name: 'pestle_store_clock_ahead_seconds',
    help: "By how much the store's clock is ahead of this node's; behind where negative.",
    series: ({ clockAheadSeconds }) => [[{}, clockAheadSeconds]],
  },
];

export const STORE_UP: GaugeOf<boolean> = {
  name: 'pestle_store_up',
  help: '1 where the store answered when it was asked last; 0 where it did not.',
  series: (up) => [[{}, up ? 1 : 0]],
};

const LOAD = {
  inUse: [
    'pestle_store_in_use',
    'Transactions that have the store, all of this node or those of deliveries.',
  ],
  waiting: ['pestle_store_waiting', 'Transactions that wait for the store.'],
  most: ['pestle_store_in_use_max', 'Transactions that may have the store at a time.'],
} as const satisfies Record<keyof StoreLoad, readonly [name: string, help: string]>;

export const LOAD_GAUGES: readonly GaugeOf<StoreLoads>[] = Object.entries(LOAD).map(
  ([figure, [name, help]]) => ({
    name,
    help,
    labelNames: ['of'],
    series: ({ all, deliveries }: StoreLoads): Series[] => [
      [{ of: 'all' }, all()[figure as keyof StoreLoad]],
      [{ of: 'deliveries' }, deliveries()[figure as keyof StoreLoad]],
    ],
  }),
);

export const CORRECTIONS_GAUGE: GaugeOf<number> = {
  name: 'pestle_pharmacy_correction_oldest_seconds',
  help: 'How long the oldest correction of a pharmacy has waited for an operator; 0 where none waits.',
  series: (seconds) => [[{}, seconds]],
};

export type Carriers = Readonly<Record<'fax' | 'text' | 'mail', boolean>>;

export const CARRIER_GAUGE: GaugeOf<Carriers> = {
  name: 'pestle_carrier_configured',
  help: '1 where this node has a carrier for faxes, texts or e-mails; 0 where what needs one cannot leave.',
  labelNames: ['carrier'],
  series: (carriers) => Object.entries(carriers).map(([carrier, is]) => [{ carrier }, is ? 1 : 0]),
};
