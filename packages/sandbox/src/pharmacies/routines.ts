// Owns what a pharmacy reports by itself after it took an order: a plan of reports, each after a pause.
import { PLANNED_REPORTS_MAX, REPORT_RETRY_MS, REPORT_TRIES_MAX } from '../limits.ts';
import type { CallAnswer, StatusReport } from './reports.ts';
import type { RoutineName } from './types.ts';

type Step = {
  readonly status: string;
  readonly carrier?: string;
  /** Makes the tracking number from the order number. */
  readonly tracks?: boolean;
};

/** What each routine reports, one step after the other. */
export const ROUTINES: Readonly<Record<RoutineName, readonly Step[]>> = {
  'picks-up': [{ status: 'RECEIVED' }, { status: 'FILLING' }, { status: 'DELIVERED' }],
  'picks-up-and-asks': [{ status: 'RECEIVED' }, { status: 'FILLING' }, { status: 'DELIVERED' }],
  ships: [
    { status: 'RECEIVED' },
    { status: 'FILLING' },
    { status: 'SHIPPED', carrier: 'USPS', tracks: true },
  ],
  cancels: [{ status: 'RECEIVED' }, { status: 'CANCELED' }],
  'cannot-fill': [{ status: 'FILLING' }, { status: 'ERROR' }],
};

/** Runs routines until they end or `close` is called. */
export interface Routines {
  readonly start: (name: RoutineName, pharmacyId: string, orderNumber: string) => void;
  readonly close: () => void;
}

export type RoutineOptions = {
  readonly stepMs: number;
  readonly report: (report: StatusReport) => Promise<CallAnswer>;
  /** What follows when the last report of a routine was taken. */
  readonly onEnd: (name: RoutineName, pharmacyId: string, orderNumber: string) => Promise<void>;
  /** The pharmacy canceled this order meanwhile: it reports no more about it. */
  readonly isCanceled: (pharmacyId: string, orderNumber: string) => boolean;
};

/** Routines over a way to report. A report that meets a server in trouble (no answer, 404, 429, 5xx) is tried again, a refused one is not. */
export function createRoutines(options: RoutineOptions): Routines {
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, act: () => Promise<void>): void => {
    if (timers.size >= PLANNED_REPORTS_MAX) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      // A report that cannot be made is one that a pharmacy forgot.
      act().catch(() => undefined);
    }, ms);
    timers.add(timer);
  };
  type Plan = { readonly name: RoutineName; readonly pharmacyId: string; readonly orderNumber: string };
  const play = (plan: Plan, steps: readonly Step[], tried: number): void => {
    const { name, pharmacyId, orderNumber } = plan;
    const [step, ...rest] = steps;
    if (step === undefined) {
      after(options.stepMs, () => options.onEnd(name, pharmacyId, orderNumber));
      return;
    }
    after(tried === 0 ? options.stepMs : tried * REPORT_RETRY_MS, async () => {
      if (options.isCanceled(pharmacyId, orderNumber)) return;
      const { status } = await options.report({
        pharmacyId,
        orderId: orderNumber,
        status: step.status,
        ...(step.carrier !== undefined && { carrier: step.carrier }),
        ...(step.tracks && { trackingNumber: trackingNumberOf(orderNumber) }),
      });
      if (status >= 200 && status < 300) play(plan, rest, 0);
      else if (isWorthAnotherTry(status) && tried + 1 < REPORT_TRIES_MAX) play(plan, steps, tried + 1);
    });
  };
  return {
    start: (name, pharmacyId, orderNumber) => play({ name, pharmacyId, orderNumber }, ROUTINES[name], 0),
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** 404 too: the pharmacy may be faster than the service that records its acceptance. */
function isWorthAnotherTry(status: number): boolean {
  return status === 0 || status === 404 || status === 429 || status >= 500;
}

/** A made-up tracking number of 22 digits, always the same for one order number. */
function trackingNumberOf(orderNumber: string): string {
  let digits = '';
  for (const character of orderNumber) digits += String(character.charCodeAt(0) % 10);
  return `9400${digits.padEnd(18, '0').slice(-18)}`;
}
