// I2: every acknowledged order reaches exactly one end: confirmed electronically, faxed, canceled, or stuck where somebody sees it.
import type {
  ArrivalEvidence,
  Evidence,
  FillFact,
  Finding,
  OrderAcknowledgement,
  TransmissionFact,
  Violation,
} from './evidence.ts';
import { byKey, isElectronicOrder } from './evidence-keys.ts';

/** Where a fill has ended up, or why that cannot be said. */
type FillEnd = 'electronic' | 'faxed' | 'canceled' | 'stuck';

/** Words of a pharmacy that show that it holds the prescription, however it came. */
const HELD = new Set(['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'ERROR']);

export function checkSettled(evidence: Evidence): Finding {
  const { store, acknowledgements, arrivals } = evidence;
  const fills = new Map(store.fills.map((fill) => [fill.id, fill]));
  const arrivalsOf = byKey(arrivals, ({ prescriberOrderNumber }) => prescriberOrderNumber);
  const transmissionsOf = byKey(store.transmissions, ({ fillId }) => fillId);
  const violations: Violation[] = [];
  const acknowledged = new Set(
    acknowledgements
      .filter((one): one is OrderAcknowledgement => one.operation === 'createOrder')
      .flatMap((one) => one.fills.map(({ fillId }) => fillId)),
  );
  for (const fillId of acknowledged) {
    const fill = fills.get(fillId);
    // A fill that is missing is what I1 tells.
    if (fill === undefined) continue;
    const end = endOf(
      fill,
      arrivalsOf.get(fill.prescriberOrderNumber ?? '') ?? [],
      transmissionsOf.get(fillId) ?? [],
      store.waitingFillIds.has(fillId),
    );
    if ('what' in end) violations.push({ what: end.what, ids: [fill.orderId, fillId] });
  }
  return { invariant: 'I2', examined: acknowledged.size, violations };
}

function endOf(
  fill: FillFact,
  arrivals: readonly ArrivalEvidence[],
  transmissions: readonly TransmissionFact[],
  waits: boolean,
): { readonly end: FillEnd } | { readonly what: string } {
  if (fill.state === 'STUCK') {
    if (fill.stateReason === null || fill.stateOwner === null)
      return { what: 'a stuck fill has no reason or no owner' };
    return { end: 'stuck' };
  }
  if (fill.state === 'CANCELED') return { end: 'canceled' };
  if (fill.state === 'QUEUED' || fill.state === 'SENDING')
    return {
      what: waits ? 'a fill is still on its way' : 'a fill waits although nothing is to leave for it',
    };
  if (fill.state === 'ERROR' && (fill.stateReason === null || fill.stateOwner === null))
    return { what: 'a fill in error has no reason or no owner' };
  const taken = arrivals.some((arrival) => isElectronicOrder(arrival) && arrival.accepted);
  const printed = arrivals.some(({ kind }) => kind === 'fax');
  // Under the number that it has now: what was issued anew, at this pharmacy too, has another one than what was canceled for it.
  const here = transmissions.filter(
    ({ kind, pharmacyId, prescriberOrderNumber }) =>
      kind === 'new' &&
      pharmacyId === fill.pharmacyId &&
      prescriberOrderNumber === fill.prescriberOrderNumber,
  );
  const says = (electronic: boolean): boolean =>
    here.some(({ channel, state }) => state === 'accepted' && (channel !== 'fax') === electronic);
  if (says(true))
    return taken
      ? { end: 'electronic' }
      : { what: 'the store says accepted electronically, and no pharmacy has it' };
  if (says(false)) return printed ? { end: 'faxed' } : { what: 'the store says faxed, and no fax came out' };
  // The pharmacy spoke before its answer was known: it holds what it speaks of.
  if (HELD.has(fill.state)) {
    if (taken) return { end: 'electronic' };
    if (printed) return { end: 'faxed' };
  }
  return { what: 'a fill counts as sent, and nothing shows that it arrived' };
}
