// How long things took, from the host's own clock and the pharmacies' own log.
import type { ArrivalEvidence } from '../../check/evidence.ts';
import { isElectronicOrder } from '../../check/evidence-keys.ts';
import type { SentOrder } from '../send/prescribe.ts';

/** Milliseconds; null where nothing was measured. */
export interface Latency {
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

export function latencyOf(
  orders: readonly SentOrder[],
  arrivals: readonly ArrivalEvidence[],
): { readonly accept: Latency; readonly orderToPharmacy: Latency; readonly orderToFax: Latency } {
  const electronic = new Map<string, number>();
  const faxed = new Map<string, number>();
  for (const arrival of arrivals) {
    const { prescriberOrderNumber: number, accepted, kind, at } = arrival;
    if (number === null || !accepted) continue;
    const first = isElectronicOrder(arrival) ? electronic : kind === 'fax' ? faxed : undefined;
    if (first !== undefined && !first.has(number)) first.set(number, Date.parse(at));
  }
  const since = (arrived: ReadonlyMap<string, number>): number[] =>
    orders.flatMap(({ fills, requestedAtMs }) =>
      fills.flatMap(({ prescriberOrderNumber }) => {
        const at = arrived.get(prescriberOrderNumber);
        return at === undefined ? [] : [at - requestedAtMs];
      }),
    );
  return {
    accept: percentiles(orders.map(({ acceptMs }) => acceptMs)),
    orderToPharmacy: percentiles(since(electronic)),
    orderToFax: percentiles(since(faxed)),
  };
}

function percentiles(values: readonly number[]): Latency {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
