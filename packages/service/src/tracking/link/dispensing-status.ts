// Decides what the page says first: whether this prescription may be dispensed here, and why not.
import type { PharmacyReport } from '@pestle/rules/fill-status';
import { applyReport } from '@pestle/rules/fill-status';
import type { LinkRecord } from './record.ts';

export type DispensingStatusKind =
  | 'ACTIVE'
  | 'NOT-YET'
  | 'CANCELED'
  | 'CANCEL-REQUESTED'
  | 'REROUTED'
  | 'REPLACED'
  | 'EXPIRED'
  | 'PROBLEM'
  | 'SHIPPED'
  | 'DISPENSED'
  | 'DISPENSED-AFTER-CANCEL';

export interface DispensingStatus {
  readonly kind: DispensingStatusKind;
  /** True when the pharmacy must not dispense. */
  readonly stop: boolean;
  /** ISO 8601: since when; the record's own time where nothing else is known. */
  readonly since: string;
  /** What this pharmacy may report now. */
  readonly reports: readonly PharmacyReport[];
  /** It can still say that the patient may come for it. */
  readonly mayBeReady: boolean;
}

/** Kinds with which the pharmacy must not dispense. */
const STOPS: ReadonlySet<DispensingStatusKind> = new Set<DispensingStatusKind>([
  'CANCELED',
  'CANCEL-REQUESTED',
  'REROUTED',
  'REPLACED',
  'EXPIRED',
  'SHIPPED',
  'DISPENSED',
  'DISPENSED-AFTER-CANCEL',
]);

/** Pure. `today` is the patient's or organization's date, `YYYY-MM-DD`. */
export function dispensingStatusOf(record: LinkRecord, today: string): DispensingStatus {
  const { fill, prescription, transmission } = record;
  const kind = kindOf(record, today);
  const moved = kind === 'REROUTED' || kind === 'REPLACED';
  const since = record.events.findLast((event) => event.from_state !== event.to_state)?.at;
  return {
    kind,
    stop: STOPS.has(kind),
    since:
      kind === 'CANCEL-REQUESTED'
        ? (fill.cancel_requested_at ?? fill.updated_at)
        : (since ?? transmission.created_at ?? prescription.written_at),
    reports: moved ? [] : reportsOf(record),
    mayBeReady: !moved && mayBeReady(record),
  };
}

/** First match; a stop goes before everything that would let somebody dispense. */
function kindOf(record: LinkRecord, today: string): DispensingStatusKind {
  const { fill, link, transmission, prescription, content } = record;
  if (fill.pharmacy_id !== link.pharmacy_id) return 'REROUTED';
  if (fill.prescriber_order_number !== transmission.prescriber_order_number) return 'REPLACED';
  if (fill.alert === 'dispensed-after-cancel') return 'DISPENSED-AFTER-CANCEL';
  if (fill.state === 'DELIVERED') return 'DISPENSED';
  if (fill.state === 'CANCELED' || prescription.state === 'CANCELED') return 'CANCELED';
  if (fill.cancel_requested_at !== null) return 'CANCEL-REQUESTED';
  if (fill.state === 'SHIPPED') return 'SHIPPED';
  if (prescription.state === 'EXPIRED' || today > prescription.expiration_date) return 'EXPIRED';
  if (fill.state === 'ERROR') return 'PROBLEM';
  return content.doNotFillBeforeDate !== null && today < content.doNotFillBeforeDate ? 'NOT-YET' : 'ACTIVE';
}

/** At a pharmacy that patients go to, while it is being filled, or may be. */
function mayBeReady({ fill, pharmacy }: LinkRecord): boolean {
  if (pharmacy.kind === 'MAIL_ORDER' || fill.ready_at !== null) return false;
  return fill.state === 'FILLING' || applyReport(fill.state, 'FILLING').outcome === 'applied';
}

/** SHIPPED again corrects its tracking, so that it stays on offer. */
function reportsOf({ fill }: LinkRecord): readonly PharmacyReport[] {
  const { allowed } = applyReport(fill.state, 'RECEIVED');
  return fill.state === 'SHIPPED' ? ['SHIPPED', ...allowed] : allowed;
}
