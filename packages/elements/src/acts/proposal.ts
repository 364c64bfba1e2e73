// Owns which pharmacies are proposed where another one must take an order.
import type { Listed } from '../pharmacy/pharmacy-model.ts';

/** How many are proposed at once: more would be a list to search. */
const PROPOSED_MAX = 4;

/**
 * Those that can take it: first the patient's preferred one where it takes prescriptions electronically, else the nearest that does, else the
 * nearest; then the patient's own, and what is near, the nearest first.
 */
export function proposalsOf(listed: readonly Listed[]): readonly Listed[] {
  const fit = listed
    .filter(({ unfit }) => unfit === undefined)
    .toSorted((a, b) => (a.distanceKm ?? Infinity) - (b.distanceKm ?? Infinity));
  const electronic = fit.filter(({ pharmacy }) => pharmacy.electronic);
  const first = electronic.find(({ preferred }) => preferred) ?? electronic[0] ?? fit[0];
  if (first === undefined) return [];
  const rest = fit.filter((one) => one !== first);
  const own = rest.filter(({ preferred, previous }) => preferred || previous);
  const near = rest.filter((one) => !own.includes(one));
  return [first, ...own, ...near].slice(0, PROPOSED_MAX);
}
