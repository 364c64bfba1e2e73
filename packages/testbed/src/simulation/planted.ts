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
} as const;

export type PlantedFault = keyof typeof PLANTED;

/** What the owner of the store does to it at the end of a run. */
export const FORGED: Readonly<Partial<Record<PlantedFault, string>>> = {
  'entries-are-removed': "delete from audit_entry where action = 'transmission.attempt'",
  'names-are-written':
    "update audit_entry set detail = jsonb_build_object('patient', 'Simulated Patient') where action = 'order.create'",
};

const ALTERED_SHARE = 0.1;

export function altered(body: Buffer, chance: Chance): Buffer {
  return chance.happens(ALTERED_SHARE)
    ? Buffer.from(body.toString('utf8').replace('Simulated', 'Simulatde'))
    : body;
}
