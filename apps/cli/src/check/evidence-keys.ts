// Lookups in the evidence that several invariants share.
import type { ArrivalEvidence } from './evidence.ts';

/** An arrival that orders a medication electronically. */
export function isElectronicOrder({ kind }: ArrivalEvidence): boolean {
  return kind === 'NewRx' || kind === 'api-order';
}

/** An arrival that a pharmacist could dispense from. */
export function isDispensable(arrival: ArrivalEvidence): boolean {
  return isElectronicOrder(arrival) || arrival.kind === 'fax';
}

/** Groups by a key, in order; what has none is left out. */
export function byKey<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null | undefined,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null || key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The transmission that a fax belongs to: the carrier's ids begin with its id. */
export function transmissionIdOfFax(faxId: string | undefined): string | undefined {
  return faxId === undefined ? undefined : /^trm_[0-7][0-9A-HJKMNP-TV-Z]{25}/.exec(faxId)?.[0];
}
