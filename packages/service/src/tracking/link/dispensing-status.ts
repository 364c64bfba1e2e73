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
  readonly heading: string;
  readonly advice: string;
  /** True when the pharmacy must not dispense. */
  readonly stop: boolean;
  /** ISO 8601: since when; the record's own time where nothing else is known. */
  readonly since: string;
  /** What this pharmacy may report now. */
  readonly reports: readonly PharmacyReport[];
}

type Words = Pick<DispensingStatus, 'heading' | 'advice' | 'stop'>;

const WORDS: Readonly<Record<DispensingStatusKind, Words>> = {
  ACTIVE: { heading: 'Active', advice: 'This prescription may be dispensed.', stop: false },
  'NOT-YET': {
    heading: 'Active, not to be filled yet',
    advice: 'This prescription may be dispensed from the day named below at "Do not fill before".',
    stop: false,
  },
  CANCELED: {
    heading: 'Canceled',
    advice: 'Do not dispense. If it was dispensed or shipped already, call the practice now.',
    stop: true,
  },
  'CANCEL-REQUESTED': {
    heading: 'Being canceled',
    advice: 'The practice has asked to cancel this prescription. Do not dispense it; call the practice.',
    stop: true,
  },
  REROUTED: {
    heading: 'Sent to another pharmacy',
    advice: 'This prescription has moved to another pharmacy. Do not dispense it here.',
    stop: true,
  },
  REPLACED: {
    heading: 'Replaced',
    advice: 'This copy was replaced by one with another order number. Do not dispense from this copy.',
    stop: true,
  },
  EXPIRED: {
    heading: 'Expired',
    advice: 'Do not dispense. Ask the practice for a new prescription.',
    stop: true,
  },
  PROBLEM: {
    heading: 'Problem reported',
    advice:
      'A problem was reported for this prescription. When it is solved, go on and report the new status.',
    stop: false,
  },
  SHIPPED: {
    heading: 'Shipped',
    advice: 'This prescription was reported as shipped. Do not dispense it again.',
    stop: true,
  },
  DISPENSED: {
    heading: 'Dispensed',
    advice: 'The patient has it, by report. Its refills, if any, remain with the pharmacy that dispensed it.',
    stop: true,
  },
  'DISPENSED-AFTER-CANCEL': {
    heading: 'Dispensed after it was canceled',
    advice: 'Call the practice now.',
    stop: true,
  },
};

/** Pure. `today` is the patient's or organization's date, `YYYY-MM-DD`. */
export function dispensingStatusOf(record: LinkRecord, today: string): DispensingStatus {
  const { fill, prescription, transmission } = record;
  const kind = kindOf(record, today);
  const moved = kind === 'REROUTED' || kind === 'REPLACED';
  const since = record.events.findLast((event) => event.from_state !== event.to_state)?.at;
  return {
    kind,
    ...WORDS[kind],
    since:
      kind === 'CANCEL-REQUESTED'
        ? (fill.cancel_requested_at ?? fill.updated_at)
        : (since ?? transmission.created_at ?? prescription.written_at),
    reports: moved ? [] : reportsOf(record),
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

/** SHIPPED again corrects its tracking, so that it stays on offer. */
function reportsOf({ fill }: LinkRecord): readonly PharmacyReport[] {
  const { allowed } = applyReport(fill.state, 'RECEIVED');
  return fill.state === 'SHIPPED' ? ['SHIPPED', ...allowed] : allowed;
}
