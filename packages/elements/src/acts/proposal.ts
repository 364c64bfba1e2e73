// Owns which pharmacy is proposed where another one must take an order.
import type { Listed } from '../pharmacy/pharmacy-model.ts';

/** A pharmacy, and why it is this one. */
export interface Proposal {
  readonly listed: Listed;
  readonly why: 'preferred' | 'nearest' | 'found' | 'chosen';
}

/**
 * The patient's preferred one where it takes prescriptions electronically, else the nearest that does, else the nearest; null of none.
 */
export function proposalOf(listed: readonly Listed[]): Proposal | null {
  const fit = listed.filter(({ unfit }) => unfit === undefined);
  const preferred = fit.find((one) => one.preferred && one.pharmacy.electronic);
  if (preferred !== undefined) return { listed: preferred, why: 'preferred' };
  const byDistance = fit.toSorted((a, b) => (a.distanceKm ?? Infinity) - (b.distanceKm ?? Infinity));
  const electronic = byDistance.find(({ pharmacy }) => pharmacy.electronic);
  if (electronic !== undefined && electronic.distanceKm !== null)
    return { listed: electronic, why: 'nearest' };
  const first = electronic ?? byDistance[0];
  return first === undefined ? null : { listed: first, why: 'found' };
}
