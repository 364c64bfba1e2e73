// Faults that the check must find: each breaks one invariant in a run that is sound without it.
import type { Chance } from './time/chance.ts';

/** Each with the invariant that it breaks. */
export const PLANTED = {
  /** Pharmacies take what they hold already for something new. */
  'pharmacies-forget': 'I3',
  /** A few words of some messages are others when they arrive. */
  'bytes-are-altered': 'I5',
  /** Pharmacies acknowledge, and the service hears at once that the connection ended. */
  'answers-are-lost': 'I10',
  /** Entries of the audit trail are gone, and a name is written into others, by somebody who owns the store. */
  'entries-are-removed': 'I7',
  'names-are-written': 'I9',
  /** The store lets each lane take as many at a time as it likes, whatever its pharmacy says. */
  'lanes-have-no-bound': 'lanes',
} as const;

export type PlantedFault = keyof typeof PLANTED;

/** What the owner of the store does to it before the first order. */
export const TAMPERED: Readonly<Partial<Record<PlantedFault, readonly string[]>>> = {
  'lanes-have-no-bound': [
    'create function planted_room() returns trigger language plpgsql as $$ begin new.concurrency := 64; return new; end $$',
    'create trigger planted_room before insert or update on lane for each row execute function planted_room()',
  ],
};

/** What the owner of the store does to it at the end of a run. */
export const FORGED: Readonly<Partial<Record<PlantedFault, string>>> = {
  'entries-are-removed': "delete from audit_entry where action = 'transmission.attempt'",
  'names-are-written':
    "update audit_entry set detail = jsonb_build_object('patient', 'Simulated Patient') where action = 'order.create'",
};

/** As busy as a country's share of one store: 20 orders a second. */
const TRAFFIC = { pharmacies: 12, orderEachMs: 50, setsClock: true } as const;
/** As after an outage: a lane that is never full takes no more than it may; and nothing is said of lanes for a while after the store's clock was set. */
const CROWD = { pharmacies: 6, orderEachMs: 0.1, setsClock: false } as const;

/** How many pharmacies there are, how long it takes from one order to the next on average, and whether the store's clock is set wrong. */
export function trafficOf(planted: readonly PlantedFault[]): {
  readonly pharmacies: number;
  readonly orderEachMs: number;
  readonly setsClock: boolean;
} {
  return planted.includes('lanes-have-no-bound') ? CROWD : TRAFFIC;
}

const ALTERED_SHARE = 0.1;

export function altered(body: Buffer, chance: Chance): Buffer {
  return chance.happens(ALTERED_SHARE)
    ? Buffer.from(body.toString('utf8').replace('Simulated', 'Simulatde'))
    : body;
}
