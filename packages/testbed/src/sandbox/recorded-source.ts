// Where the control room's tests get their orders from: a source that they feed, and the lines of a fax.
import type { ControlRoomSource, HeldCard, OrderCard } from '@pestle/sandbox/control-room/cards';
import { ulidOf } from './recorded-cards.ts';

/** A source that a test feeds: `push` adds cards, `fail` makes reading fail until `heal`. */
export function recordedSource(): ControlRoomSource & {
  readonly push: (...cards: OrderCard[]) => void;
  readonly fail: () => void;
  readonly heal: () => void;
  readonly reads: () => number;
  /** What the service holds from now on. */
  readonly hold: (...held: HeldCard[]) => void;
} {
  const cards: OrderCard[] = [];
  let held: readonly HeldCard[] = [];
  let isFailing = false;
  let reads = 0;
  return {
    push: (...more) => void cards.push(...more),
    fail: () => {
      isFailing = true;
    },
    heal: () => {
      isFailing = false;
    },
    reads: () => reads,
    hold: (...now) => {
      held = now;
    },
    held: async () => held,
    changes: async (after, limit) => {
      reads += 1;
      if (isFailing) throw new Error('Jane Tester must never be seen in an error of the page');
      const from = after === null ? 0 : Number(after);
      const orders = cards.slice(from, from + limit);
      return { cursor: String(from + orders.length), orders };
    },
  };
}

/** The lines of a fax, as a pharmacist gets them. */
export const FAX_LINES = [
  'NOTICE OF ELECTRONIC PRESCRIPTION',
  'Riverside Family Medicine   617-555-0150   fax 617-555-0151',
  'To: Shrewsbury Street Pharmacy   fax 508-555-0124',
  'Patient: FEATHERSTONEHAUGH-WORTHINGTON, Maximiliana Alexandrina   born 30-Jan-1951',
  'azithromycin 250 mg oral tablet   6 tablets   0 refills',
  'Take 2 tablets by mouth on day 1, then 1 tablet once daily on days 2 to 5.',
  'This order may already be held electronically: do not dispense twice.',
  `Order ${ulidOf(3)}-1   MessageID: m01KXREC0RDED31`,
];
