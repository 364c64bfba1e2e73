// I6: states move along legal edges only, and the history has no gaps. The table is the check's own.
import type { EventFact, Evidence, FillFact, Finding, Violation } from './evidence.ts';
import { byKey } from './evidence-keys.ts';

/** What delivery, a cancel or a reroute may do. Once shipped, nothing of ours moves it (D10). */
const OUR_MOVES: Readonly<Record<string, string>> = {
  QUEUED: 'SENDING SENT CANCELED STUCK ERROR',
  SENDING: 'QUEUED SENT CANCELED STUCK ERROR',
  SENT: 'QUEUED CANCELED STUCK ERROR',
  RECEIVED: 'QUEUED CANCELED STUCK ERROR',
  FILLING: 'QUEUED CANCELED STUCK ERROR',
  SHIPPED: '',
  DELIVERED: '',
  CANCELED: '',
  ERROR: 'QUEUED SENT CANCELED STUCK',
  STUCK: 'QUEUED SENT CANCELED ERROR',
};

/** What a pharmacy's report may do: any step forward; after ERROR anything; after CANCELED only DELIVERED; after DELIVERED nothing (H2). */
const FORWARD = ['QUEUED', 'SENDING', 'SENT', 'RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'];
const REPORTS = new Set(['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED', 'CANCELED', 'ERROR']);

function mayReport(from: string, to: string): boolean {
  if (!REPORTS.has(to) || from === 'DELIVERED') return false;
  if (from === 'CANCELED') return to === 'DELIVERED';
  if (from === 'ERROR' || from === 'STUCK' || to === 'CANCELED' || to === 'ERROR') return true;
  return FORWARD.indexOf(to) > FORWARD.indexOf(from);
}

const REPORTERS = new Set(['pharmacy', 'link']);

export function checkLegal({ store }: Evidence): Finding {
  const violations: Violation[] = [];
  const events = byKey(store.events, ({ fillId }) => fillId);
  for (const fill of store.fills) {
    const what = historyProblem(fill, events.get(fill.id) ?? []);
    if (what !== undefined) violations.push({ what, ids: [fill.orderId, fill.id] });
  }
  const fills = byKey(store.fills, ({ orderId }) => orderId);
  for (const { id, state, hasPharmacy } of store.orders) {
    const states = (fills.get(id) ?? []).map((fill) => fill.state);
    if (folded(states, hasPharmacy) !== state)
      violations.push({ what: "an order's state is not what its fills say", ids: [id] });
  }
  return { invariant: 'I6', examined: store.fills.length + store.orders.length, violations };
}

function historyProblem(fill: FillFact, events: readonly EventFact[]): string | undefined {
  if (events.length === 0) return 'a fill has no history';
  let state: string | null = null;
  for (const [index, { number, fromState, toState, source }] of events.entries()) {
    if (number !== index + 1) return 'the history has a gap';
    if (fromState !== state) return 'an event does not begin where the one before it ended';
    if (state === null) {
      if (toState !== 'QUEUED') return 'a history does not begin with QUEUED';
    } else if (toState !== state) {
      const legal = REPORTERS.has(source)
        ? mayReport(state, toState) || OUR_MOVES[state]?.split(' ').includes(toState) === true
        : OUR_MOVES[state]?.split(' ').includes(toState) === true;
      if (!legal) return `a fill moved from ${state} to ${toState} by ${source}`;
    }
    state = toState;
  }
  if (state !== fill.state) return 'the history does not end where the fill is';
  if (events.length !== fill.revision) return 'a change of the fill has no event';
  return undefined;
}

/** The first that matches. */
function folded(states: readonly string[], hasPharmacy: boolean): string {
  if (states.some((state) => state === 'STUCK' || state === 'ERROR')) return 'ERROR';
  if (states.every((state) => state === 'CANCELED')) return 'CANCELED';
  if (states.every((state) => state === 'CANCELED' || state === 'DELIVERED')) return 'COMPLETED';
  if (!hasPharmacy) return 'ROUTING';
  return states.some((state) => state === 'QUEUED' || state === 'SENDING') ? 'PENDING' : 'PLACED';
}
