// The run in figures: what was sent where and why, what was refused, how long it took, and whether the invariants hold.
import type { Evidence, Finding } from '../../check/evidence.ts';
import { INVARIANTS } from '../../check/evidence.ts';
import type { Plans } from '../network/plans.ts';
import type { PatientImport } from '../network/practice.ts';
import type { IntegratedPharmacy, Reference } from '../network/reference.ts';
import type { CoverageCounts } from '../send/coverage.ts';
import type { FillView, OrderView } from '../send/documents.ts';
import type { SentOrders } from '../send/send.ts';
import { countFaxes, type FaxCounts } from './faxes.ts';
import { type Latency, latencyOf } from './latency.ts';

export type Counts = Readonly<Record<string, number>>;

export interface DemoReport {
  readonly seed: number;
  readonly faults: number;
  readonly store: string;
  readonly imports: Reference['imports'];
  readonly patients: {
    readonly read: number;
    readonly imported: number;
    readonly refused: Counts;
    readonly leftOut: Counts;
  };
  readonly prescriptions: {
    readonly read: number;
    /** Not sent, by reason: each once, however many rounds there were. */
    readonly refused: Counts;
    /** Sent at least once. */
    readonly sent: number;
    /** Matched, and not needed for so many orders. */
    readonly notReached: number;
    readonly unreadableLines: number;
  };
  readonly orders: {
    readonly wanted: number;
    readonly accepted: number;
    readonly medications: number;
    /** Medications whose quantity or directions the demo's rule supplied. */
    readonly synthetic: number;
    /** createOrder calls that were sent twice with one key, or again after a lost answer. */
    readonly answeredAgain: number;
    readonly byState: Counts;
  };
  readonly delivery: {
    /** Taken electronically, by version and form. */
    readonly electronic: Counts;
    readonly faxes: FaxCounts;
    /** By reason and owner. */
    readonly stuck: Counts;
    readonly attempts: number;
    /** Attempts that failed on purpose, by way. */
    readonly faults: Counts;
  };
  readonly fills: Counts;
  readonly cancels: Counts;
  readonly alerts: Counts;
  /** Reports of pharmacies, by the hook's answer. */
  readonly reports: Counts;
  /** Null where the folder has no plans. */
  readonly coverage: (CoverageCounts & CoverageOf) | null;
  readonly neighbourProbes: Counts;
  readonly repeatedCalls: Counts;
  /** What the service logged as a warning or an error. */
  readonly serviceWarnings: Counts;
  readonly latency: {
    /** createOrder from request to answer. */
    readonly accept: Latency;
    /** From the request of createOrder until a pharmacy's endpoint took it. */
    readonly orderToPharmacy: Latency;
    /** From the request of createOrder until the fax came out. */
    readonly orderToFax: Latency;
  };
  readonly seconds: { readonly setUp: number; readonly sending: number; readonly total: number };
  readonly settled: boolean;
  readonly invariants: readonly (Finding & { readonly rule: string; readonly holds: boolean })[];
  readonly holds: boolean;
}

interface CoverageOf {
  /** The day that counted as today; null for the real one. */
  readonly asOf: string | null;
  readonly plans: number;
  readonly imported: Plans['imported'];
  readonly lastDay: string;
}

export interface ReportParts {
  readonly options: {
    readonly seed: number;
    readonly faults: number;
    readonly orders: number;
    readonly asOf?: string;
  };
  readonly plans: Plans | null;
  readonly store: string;
  readonly imports: Reference['imports'];
  readonly people: { readonly prescriptions: readonly unknown[]; readonly unreadable: number };
  readonly patients: PatientImport;
  readonly integrated: ReadonlyMap<string, IntegratedPharmacy>;
  readonly sent: SentOrders;
  readonly orders: readonly OrderView[];
  readonly evidence: Evidence;
  readonly findings: readonly Finding[];
  readonly isSettled: boolean;
  readonly serviceWarnings: Counts;
  readonly times: { readonly setUpMs: number; readonly sendingMs: number; readonly totalMs: number };
}

export function makeReport(parts: ReportParts): DemoReport {
  const { options, sent, orders, evidence, patients, people, times, findings } = parts;
  const fills = orders.flatMap((order) => order.fills.map((fill) => ({ order, fill })));
  const acknowledged = evidence.acknowledgements.filter(({ operation }) => operation === 'createOrder');
  const neighbours = new Set(acknowledged.map(({ orderId }) => orderId));
  for (const { id } of orders) neighbours.delete(id);
  const mine = acknowledged.filter(({ orderId }) => !neighbours.has(orderId));
  const sentOnes = new Set(sent.orders.flatMap(({ prescriptionIds }) => prescriptionIds));
  return {
    seed: options.seed,
    faults: options.faults,
    store: parts.store,
    imports: parts.imports,
    patients: {
      read: patients.read,
      imported: patients.imported,
      refused: patients.refusedByReason,
      leftOut: patients.leftOut,
    },
    prescriptions: {
      read: people.prescriptions.length,
      refused: sent.refused,
      sent: sentOnes.size,
      notReached: people.prescriptions.length - sentOnes.size - total(sent.refused),
      unreadableLines: people.unreadable,
    },
    orders: {
      wanted: options.orders,
      accepted: sent.orders.length,
      medications: fills.length,
      synthetic: sent.orders.reduce((sum, { synthetic }) => sum + synthetic, 0),
      answeredAgain: mine.length - sent.orders.length,
      byState: tally(orders, ({ state }) => state),
    },
    delivery: deliveryOf(parts, fills),
    fills: tally(fills, ({ fill }) => fill.state),
    cancels: {
      ...sent.cancels,
      ...prefixed(
        'pharmacy ',
        tally(fills, ({ fill }) => fill.cancelAnswer ?? undefined),
      ),
    },
    alerts: tally(fills, ({ fill }) => fill.alert ?? undefined),
    reports: sent.reportAnswers,
    coverage: coverageOf(parts),
    neighbourProbes: sent.probes,
    repeatedCalls: sent.repeated,
    serviceWarnings: parts.serviceWarnings,
    latency: latencyOf(sent.orders, evidence.arrivals),
    seconds: {
      setUp: seconds(times.setUpMs),
      sending: seconds(times.sendingMs),
      total: seconds(times.totalMs),
    },
    settled: parts.isSettled,
    invariants: findings.map((finding) => ({
      ...finding,
      rule: INVARIANTS[finding.invariant],
      holds: finding.violations.length === 0,
    })),
    holds: findings.every(({ violations }) => violations.length === 0),
  };
}

/** By which channel the fills went, and what stands in the way of the others. */
function deliveryOf(
  { evidence, integrated }: ReportParts,
  fills: readonly { readonly order: OrderView; readonly fill: FillView }[],
): DemoReport['delivery'] {
  return {
    electronic: tally(fills, ({ order, fill }) => electronicOf(integrated, order, fill)),
    faxes: countFaxes(fills.map(({ fill }) => fill)),
    stuck: tally(fills, ({ fill }) =>
      fill.state === 'STUCK'
        ? `${fill.stateReason ?? 'no reason'}, ${fill.stateOwner ?? 'nobody'} must act`
        : undefined,
    ),
    attempts: evidence.arrivals.filter(({ channel }) => channel !== 'fax').length,
    faults: tally(evidence.arrivals, ({ behaviour }) =>
      behaviour?.startsWith('fault:') === true ? behaviour.slice('fault:'.length) : undefined,
    ),
  };
}

function coverageOf({ options, plans, sent }: ReportParts): DemoReport['coverage'] {
  if (plans === null || sent.coverage === null) return null;
  const { ids, imported, lastDay } = plans;
  return { asOf: options.asOf ?? null, plans: ids.length, imported, lastDay, ...sent.coverage };
}

/** `2017071 XML`, when the pharmacy took it over its endpoint. */
function electronicOf(
  integrated: ReadonlyMap<string, IntegratedPharmacy>,
  order: OrderView,
  fill: FillView,
): string | undefined {
  const taken = fill.transmissions.some(
    ({ kind, channel, state }) => kind === 'new' && channel !== 'fax' && state === 'accepted',
  );
  const pharmacy = integrated.get(order.pharmacy?.id ?? '');
  return taken && pharmacy !== undefined ? `${pharmacy.version} ${pharmacy.form.toUpperCase()}` : undefined;
}

/** How many of each kind, the most first. */
export function tally<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => string | undefined,
): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const kind = kindOf(item);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, times) => sum + times, 0);
}

function prefixed(prefix: string, counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, times]) => [prefix + name, times]));
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
