// What pharmacies do once something has arrived: they report its status at the hook, some twice, some in the wrong order, and the host cancels a few.
import { setTimeout as wait } from 'node:timers/promises';
import type { Peers } from '@pestle/sandbox/peers';
import type { LogEntry } from '@pestle/sandbox/pharmacies/log';
import { chance } from '../random.ts';
import { DEMO_LIMITS, DEMO_SHARES } from '../settings.ts';

export interface PlannedReport {
  readonly status: string;
  readonly carrier?: string;
  readonly trackingNumber?: string;
}

/** What a pharmacy will report of one prescription, by the seed: mostly forward, some twice, some overtaking each other, some ending badly. */
export function planReports(seed: number, orderNumber: string): readonly PlannedReport[] {
  const dice = (what: string): number => chance(seed, what, orderNumber);
  const shipped: PlannedReport = {
    status: 'SHIPPED',
    carrier: 'UPS',
    trackingNumber: `1Z${orderNumber.slice(0, 16)}`,
  };
  const whole: PlannedReport[] = [
    { status: 'RECEIVED' },
    { status: dice('case') < 0.1 ? 'filling' : 'FILLING' },
    ...(dice('ships') < DEMO_SHARES.shipped ? [shipped] : []),
    { status: 'DELIVERED' },
  ];
  const end = dice('end');
  const { canceledByPharmacy, cannotFill, stopsOnTheWay } = DEMO_SHARES;
  let plan = whole;
  if (end < canceledByPharmacy) plan = [{ status: 'RECEIVED' }, { status: 'CANCELED' }];
  else if (end < canceledByPharmacy + cannotFill) plan = [{ status: 'RECEIVED' }, { status: 'ERROR' }];
  else if (end < canceledByPharmacy + cannotFill + stopsOnTheWay) plan = whole.slice(0, -1);
  if (dice('order') < DEMO_SHARES.reordered && plan.length > 2)
    plan = [...plan.slice(0, -2), ...plan.slice(-2).toReversed()];
  if (dice('twice') < DEMO_SHARES.reportedTwice) {
    const repeated = plan[Math.floor(dice('which') * plan.length)];
    if (repeated !== undefined) plan = [...plan, repeated];
  }
  return plan;
}

/** What the status hook answered to one report. */
export interface HookAnswer {
  readonly orderNumber: string;
  /** Such as `200 changed` or `409`. */
  readonly answer: string;
  /** The whole body. */
  readonly text: string;
}

export interface PharmacyDriverOptions {
  readonly peers: Peers;
  readonly seed: number;
  /** The pharmacy of an order number, once its order was acknowledged; null when it reports nothing (no integration, canceled). */
  readonly pharmacyOf: (orderNumber: string) => string | null | undefined;
  /** Called instead of reports for what the host cancels after it arrived. */
  readonly cancel: (orderNumber: string) => Promise<void> | undefined;
  readonly onAnswer: (answer: HookAnswer) => void;
}

export interface PharmacyDriver {
  /** Resolves when everything that has arrived by then was reported. */
  finish(): Promise<void>;
}

/** Looks at the pharmacies' own log, not at the service: a pharmacy reports what it has, whatever the service knows. */
export function drivePharmacies(options: PharmacyDriverOptions): PharmacyDriver {
  const { peers } = options;
  const queue: (() => Promise<void>)[] = [];
  const seen = new Set<string>();
  let unacknowledged: string[] = [];
  let looked = 0;
  let finishing = false;

  const look = (): void => {
    const entries = peers.log();
    for (; looked < entries.length; looked += 1) {
      const number = arrivedNumber(entries[looked]);
      if (number === undefined || seen.has(number)) continue;
      seen.add(number);
      unacknowledged.push(number);
    }
    unacknowledged = unacknowledged.filter((number) => {
      const pharmacyId = options.pharmacyOf(number);
      if (pharmacyId === undefined) return true;
      queue.push(() => followUp(options, number, pharmacyId));
      return false;
    });
  };
  const work = async (): Promise<void> => {
    for (;;) {
      const next = queue.shift();
      if (next !== undefined) await next();
      else if (finishing && unacknowledged.length === 0) return;
      else {
        await wait(DEMO_LIMITS.pharmacyLookMs);
        look();
      }
    }
  };
  const workers = Promise.all(Array.from({ length: DEMO_LIMITS.reportsAtOnce }, work));
  // Awaited in `finish`; until then a failure must not end the process unheard.
  workers.catch(() => undefined);
  return {
    finish: async () => {
      look();
      finishing = true;
      await workers;
    },
  };
}

function arrivedNumber(entry: LogEntry | undefined): string | undefined {
  const isOrder = entry?.kind === 'NewRx' || entry?.kind === 'fax';
  return isOrder && entry.accepted ? (entry.prescriberOrderNumber ?? undefined) : undefined;
}

async function followUp(
  options: PharmacyDriverOptions,
  orderNumber: string,
  pharmacyId: string | null,
): Promise<void> {
  const canceled = options.cancel(orderNumber);
  if (canceled !== undefined) {
    await canceled;
    return;
  }
  if (pharmacyId === null) return;
  for (const planned of planReports(options.seed, orderNumber)) {
    for (let attempt = 1; attempt <= DEMO_LIMITS.callAttemptsMax; attempt += 1) {
      const answer = await options.peers.report({ pharmacyId, orderId: orderNumber, ...planned });
      options.onAnswer({ orderNumber, answer: wordOf(answer), text: answer.text });
      if (answer.status !== 429 && answer.status !== 503 && answer.status !== 0) break;
      await wait(attempt * 1_000);
    }
  }
}

function wordOf({ status, text }: { readonly status: number; readonly text: string }): string {
  if (status !== 200) return status === 0 ? 'no answer' : String(status);
  const { changed, reason } = JSON.parse(text) as { changed: boolean; reason?: string };
  return changed ? '200 changed' : `200 unchanged: ${reason ?? 'recorded'}`;
}
