// I3: a pharmacy that recognizes a MessageID dispenses each prescription at most once, and only the pharmacy that was chosen.
import type { ArrivalEvidence, Evidence, Finding, Violation } from './evidence.ts';
import { byKey, isDispensable, isElectronicOrder } from './evidence-keys.ts';

export function checkOnce({ store, arrivals }: Evidence): Finding {
  const violations: Violation[] = [];
  const broken = (what: string, ...ids: string[]): void => {
    violations.push({ what, ids });
  };
  const transmissionsOf = byKey(store.transmissions, ({ prescriberOrderNumber }) => prescriberOrderNumber);
  const dispensable = byKey(
    arrivals.filter(isDispensable),
    ({ prescriberOrderNumber }) => prescriberOrderNumber,
  );
  for (const arrival of arrivals)
    if (isDispensable(arrival) && arrival.prescriberOrderNumber === null)
      broken('a prescription arrived without an order number', arrival.messageId ?? `#${arrival.sequence}`);
  for (const [orderNumber, group] of dispensable) {
    const known = transmissionsOf.get(orderNumber) ?? [];
    if (known.length === 0) broken('an order number arrived that the store does not know', orderNumber);
    if (takenTimes(group) > 1) broken('a pharmacy took one prescription twice', orderNumber);
    // Who dedups by MessageID treats everything that names one MessageID as one prescription: a fax names it too.
    const named = new Set(group.filter(mayBeDispensed).map(({ messageId }) => messageId));
    if (named.size > 1)
      broken('one prescription was handed over under several MessageIDs', orderNumber, ...nonNull(named));
    const chosen = new Set(known.map(({ pharmacyId }) => pharmacyId));
    const faxNumbers = new Set(known.map(({ pharmacyFax }) => pharmacyFax));
    for (const { pharmacyId, faxTo } of group) {
      if (pharmacyId !== null && !chosen.has(pharmacyId) && known.length > 0 && faxTo === undefined)
        broken('a prescription arrived at a pharmacy that was not chosen', orderNumber, pharmacyId);
      if (faxTo !== undefined && !faxNumbers.has(faxTo))
        broken("a fax went to a number that is not the pharmacy's", orderNumber);
    }
  }
  const live = byKey(
    store.fills.filter(({ state }) => state !== 'CANCELED'),
    ({ prescriptionId }) => prescriptionId,
  );
  for (const [prescriptionId, fills] of live)
    if (fills.length > 1) broken('one prescription is on two live fills', prescriptionId);
  return { invariant: 'I3', examined: dispensable.size, violations };
}

function takenTimes(group: readonly ArrivalEvidence[]): number {
  return group.filter((arrival) => isElectronicOrder(arrival) && arrival.accepted).length;
}

/** What the pharmacy refused or lost is not dispensed. */
function mayBeDispensed(arrival: ArrivalEvidence): boolean {
  return arrival.accepted || arrival.acknowledged;
}

function nonNull(values: ReadonlySet<string | null>): string[] {
  return [...values].map((value) => value ?? 'none');
}
