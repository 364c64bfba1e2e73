// Owns the states of a fill: which moves are legal, what a pharmacy's report does, and the order they fold into.

import { upperAscii } from '../codes/letter-case.ts';

/** States of a fill. `STUCK` waits for a person. */
export const FILL_STATES = [
  'QUEUED',
  'SENDING',
  'SENT',
  'RECEIVED',
  'FILLING',
  'SHIPPED',
  'DELIVERED',
  'CANCELED',
  'ERROR',
  'STUCK',
] as const;
/** Where a fill is on its way. */
export type FillState = (typeof FILL_STATES)[number];

/** States of an order. */
export const ORDER_STATES = ['ROUTING', 'PENDING', 'PLACED', 'COMPLETED', 'CANCELED', 'ERROR'] as const;
/** Where an order is: the fold of its fills. */
export type OrderState = (typeof ORDER_STATES)[number];

/** The status words a pharmacy may report. */
export const PHARMACY_REPORTS = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'CANCELED', 'ERROR'] as const;
/** A word that a pharmacy reports. */
export type PharmacyReport = (typeof PHARMACY_REPORTS)[number];

/**
 * What a pharmacy's own word may be mapped to: one of the accepted words, or `READY`, which is FILLING and "ready for pickup". `READY` itself is
 * no accepted word.
 */
export const REPORT_MEANINGS = [...PHARMACY_REPORTS, 'READY'] as const;
/** What a pharmacy's own word means. */
export type ReportMeaning = (typeof REPORT_MEANINGS)[number];

/** The accepted word in any letter case, blanks around it ignored; undefined for any other word. */
export function toPharmacyReport(text: string): PharmacyReport | undefined {
  const upper = upperAscii(text.trim());
  return PHARMACY_REPORTS.find((report) => report === upper);
}

/** True in the states of which a pharmacy has spoken itself, a cancel apart: nothing more is to be sent. */
export function isReported(state: FillState): boolean {
  return state !== 'CANCELED' && PHARMACY_REPORTS.some((report) => report === state);
}

/** True when nothing further is expected of a fill in this state. */
export function isEnded(state: FillState): boolean {
  return state === 'DELIVERED' || state === 'CANCELED';
}

/** One line of the fold of an order: it holds when `any`, or `all`, of the order's fills are in one of the states `of`. */
export interface FoldRule {
  readonly order: OrderState;
  readonly when: 'any' | 'all';
  readonly of: readonly FillState[];
  /** Only while the order has no pharmacy. */
  readonly withoutPharmacy?: true;
}

const OPEN_STATES: readonly FillState[] = FILL_STATES.filter((state) => !isEnded(state));

/** The order's state from those of its fills: the first line that holds. */
export const ORDER_FOLD: readonly FoldRule[] = [
  { order: 'ERROR', when: 'any', of: ['STUCK', 'ERROR'] },
  { order: 'CANCELED', when: 'all', of: ['CANCELED'] },
  { order: 'ROUTING', when: 'any', of: OPEN_STATES, withoutPharmacy: true },
  { order: 'PENDING', when: 'any', of: ['QUEUED', 'SENDING'] },
  { order: 'PLACED', when: 'any', of: OPEN_STATES },
  { order: 'COMPLETED', when: 'all', of: FILL_STATES },
];

/**
 * The order's state from those of its fills, by `ORDER_FOLD`. An order has at least one fill:
 * throws RangeError for none.
 */
export function foldOrder(fills: readonly FillState[], hasPharmacy: boolean): OrderState {
  if (fills.length === 0) throw new RangeError('An order has at least one fill.');
  for (const { order, when, of, withoutPharmacy } of ORDER_FOLD) {
    if (withoutPharmacy === true && hasPharmacy) continue;
    const isOf = (state: FillState): boolean => of.includes(state);
    if (when === 'any' ? fills.some(isOf) : fills.every(isOf)) return order;
  }
  return 'COMPLETED';
}

/** Whether a fill's move from one state to the other can change the state of its order. */
export function moveMayChangeOrder(from: FillState, to: FillState): boolean {
  return ORDER_FOLD.some(({ of }) => of.includes(from) !== of.includes(to));
}

/** What a report does: `applied` moves the fill, `duplicate` and `superseded` are recorded only, `contradiction` is refused (409). */
export type ReportOutcome = 'applied' | 'duplicate' | 'superseded' | 'contradiction';

/**
 * Why people must be told at once. `dispensed-after-cancel`: the patient has what was canceled. `filling-after-cancel`:
 * a pharmacy claims to work on what was canceled, so that the cancel has not reached it.
 */
export type ReportAlert = 'dispensed-after-cancel' | 'filling-after-cancel';

/** The effect of one report. `updatesTracking`: its carrier and tracking number replace those on record. */
export type ReportResult = {
  readonly outcome: ReportOutcome;
  readonly next: FillState;
  /** Reports that would move the fill from its present state. */
  readonly allowed: readonly PharmacyReport[];
  readonly updatesTracking: boolean;
  readonly alert?: ReportAlert;
};

type Effect = ReportOutcome | ReportAlert;
const A = 'applied';
const D = 'duplicate';
const S = 'superseded';
const C = 'contradiction';

/**
 * Rows: present state. Columns: RECEIVED FILLING SHIPPED DELIVERED CANCELED ERROR. Pharmacies omit steps and their
 * reports overtake each other and our own knowledge, so every forward move is legal, even while we still send.
 */
const EFFECTS: Readonly<Record<FillState, readonly [Effect, Effect, Effect, Effect, Effect, Effect]>> = {
  QUEUED: [A, A, A, A, A, A],
  SENDING: [A, A, A, A, A, A],
  SENT: [A, A, A, A, A, A],
  STUCK: [A, A, A, A, A, A],
  RECEIVED: [D, A, A, A, A, A],
  FILLING: [S, D, A, A, A, A],
  SHIPPED: [S, S, D, A, A, A],
  DELIVERED: [S, S, S, D, C, C],
  CANCELED: [S, 'filling-after-cancel', 'filling-after-cancel', 'dispensed-after-cancel', D, S],
  ERROR: [A, A, A, A, A, D],
};

/** Applies a pharmacy's report to a fill. Pure and total. */
export function applyReport(current: FillState, report: PharmacyReport): ReportResult {
  const effect = EFFECTS[current][PHARMACY_REPORTS.indexOf(report)] ?? C;
  const allowed = PHARMACY_REPORTS.filter((_, column) => {
    const candidate = EFFECTS[current][column];
    return candidate === A || candidate === 'dispensed-after-cancel';
  });
  const moved = effect === A || effect === 'dispensed-after-cancel';
  return {
    outcome: moved ? A : effect === 'filling-after-cancel' ? C : effect,
    next: moved ? report : current,
    allowed,
    updatesTracking: report === 'SHIPPED' && (effect === A || effect === D),
    ...(effect === 'dispensed-after-cancel' || effect === 'filling-after-cancel' ? { alert: effect } : {}),
  };
}

/**
 * The moves that we make ourselves, a pharmacy's reports apart: delivery, withdrawal of an acceptance, reroute and re-issue
 * (back to QUEUED), cancel (never once shipped), and handing over to a person and back.
 */
const OWN_MOVES: Readonly<Record<FillState, readonly FillState[]>> = {
  QUEUED: ['SENDING', 'SENT', 'CANCELED', 'STUCK', 'ERROR'],
  SENDING: ['QUEUED', 'SENT', 'CANCELED', 'STUCK', 'ERROR'],
  SENT: ['QUEUED', 'CANCELED', 'STUCK', 'ERROR'],
  RECEIVED: ['QUEUED', 'CANCELED', 'STUCK', 'ERROR'],
  FILLING: ['QUEUED', 'CANCELED', 'STUCK', 'ERROR'],
  SHIPPED: [],
  DELIVERED: [],
  CANCELED: [],
  ERROR: ['QUEUED', 'SENT', 'CANCELED', 'STUCK'],
  STUCK: ['QUEUED', 'SENT', 'CANCELED', 'ERROR'],
};

/** True when a fill may go from one state to the other by our own act. */
export function mayMoveFill(from: FillState, to: FillState): boolean {
  return OWN_MOVES[from].includes(to);
}
