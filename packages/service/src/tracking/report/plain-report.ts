// The plain report, as nearly every one is: one fill, at the pharmacy that speaks, goes forward, or is said to be where it is or was. Those that come together share their statements and a commit.
import type { FillState } from '@pestle/rules/fill-status';
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { auditRow } from '../../audit/audit.ts';
import { listedEntriesStep } from '../../audit/inside.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import { isUnavailable, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { MoveTogether, ReadOrder } from '../../prescribing/inside.ts';
import {
  holdUnchangedSteps,
  moveStep,
  moveTogether,
  ordersRead,
  readOrdersStep,
  UNCHANGED,
} from '../../prescribing/inside.ts';
import type { Row, Step, Store } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { StatusClaim } from './claim.ts';
import { saidOf } from './claim.ts';
import type { Delivery } from './deliveries.ts';
import type { Judged, RecordedReport } from './judged-report.ts';
import { judgeReport, lineOf, recordedOf } from './judged-report.ts';
import type { SentBefore } from './meant-fills.ts';
import { meantOf } from './meant-fills.ts';
import { AROUND_REPORT, CLAIM_DELIVERIES } from './plain-report-sql.ts';

export interface PlainReport<Answer> {
  readonly claim: StatusClaim;
  /** The sender's own id of it, where it has one: its answer is kept. */
  readonly delivery: Delivery | undefined;
  readonly answer: (recorded: RecordedReport) => Answer;
}

/** Records a report that is a plain one, and answers it. Undefined, with nothing written, where `recordReport` must look at more. */
export type RecordPlainly<Answer> = (report: PlainReport<Answer>) => Promise<Answer | undefined>;

export interface PlainReportDeps {
  readonly store: Pick<Store, 'pipeline'>;
  readonly ports: Ports;
}

/** What became of one. */
type Outcome<Answer> = { readonly answer: Answer | undefined } | { readonly failure: unknown };

/** From these no message of ours is on its way, so that delivery has nothing to stop, and nothing was canceled. */
const ON_ITS_WAY: ReadonlySet<FillState> = new Set(['SENT', 'RECEIVED', 'FILLING', 'SHIPPED']);

const SAID_BEFORE: ReadonlySet<Judged['outcome']> = new Set(['duplicate', 'superseded']);

export function createRecordPlainly<Answer extends object>(deps: PlainReportDeps): RecordPlainly<Answer> {
  const together = gather<PlainReport<Answer>, Outcome<Answer>>({
    atATime: TRACKING_LIMITS.batchesAtATime,
    requestsMax: TRACKING_LIMITS.batchMax,
    // Reports on one order take turns.
    apart: ({ claim }) => claim.target.orderId,
    run: async (reports) => {
      const byOrganization = [...Map.groupBy(reports, ({ claim }) => claim.orgId)];
      const outcomes = new Map<PlainReport<Answer>, Outcome<Answer>>(
        (await Promise.all(byOrganization.map(([orgId, own]) => recordAll(deps, orgId, own)))).flat(),
      );
      return reports.map((report) => outcomes.get(report) ?? { answer: undefined });
    },
  });
  return async (report) => {
    const outcome = await together(report);
    if ('failure' in outcome) throw outcome.failure;
    return outcome.answer;
  };
}

/**
 * Two trips for the reports of one organization: what was read in the first is compared under the orders' locks in the second, which writes. Never rejects: whatever the store does with it, those of other
 * organizations have their own. What it refuses is undone, and goes the longer way by itself.
 */
async function recordAll<Answer extends object>(
  { store, ports }: PlainReportDeps,
  orgId: OrganizationId,
  reports: readonly PlainReport<Answer>[],
): Promise<readonly (readonly [PlainReport<Answer>, Outcome<Answer>])[]> {
  try {
    const plain = await recordThePlain(store, ports, orgId, reports);
    return plain.map(({ report, answer }) => [report, { answer }]);
  } catch (failure) {
    const refused = sqlState(failure) !== undefined && !isUnavailable(failure);
    return reports.map((report) => [report, refused ? { answer: undefined } : { failure }]);
  }
}

interface Plain<Answer> {
  readonly report: PlainReport<Answer>;
  readonly judged: Judged;
  readonly moving: MoveTogether;
  readonly answer: Answer;
}

async function recordThePlain<Answer extends object>(
  store: Pick<Store, 'pipeline'>,
  ports: Ports,
  orgId: OrganizationId,
  reports: readonly PlainReport<Answer>[],
): Promise<readonly Plain<Answer>[]> {
  const scope = { role: 'app', orgId } as const;
  const ids = reports.map(({ claim }) => claim.target.orderId);
  const [rows = [], aroundRows = []] = await store.pipeline([
    { scope, steps: [readOrdersStep(orgId, ids), { statement: AROUND_REPORT, values: [orgId, ids] }] },
  ]);
  const orders = new Map(ordersRead(rows).map((one) => [one.order.id, one]));
  const around = new Map((aroundRows as readonly Around[]).map((row) => [row.id, row]));
  const now = nowText(ports);
  const plain = reports.flatMap((report): Plain<Answer>[] => {
    const order = orders.get(report.claim.target.orderId);
    const one = order === undefined ? undefined : judgePlain(now, report, order, around);
    return one === undefined ? [] : [one];
  });
  if (plain.length === 0) return [];
  const results = await store.pipeline([{ scope, steps: writingSteps(ports, orgId, plain, now) }]);
  // The step before the last moves.
  const moved = new Set(results.at(-2)?.map(({ id }) => id));
  return plain.filter(({ report }) => moved.has(report.claim.target.orderId));
}

/** What is not any more as it was read, and whose delivery id has come before, is left to the longer way. */
function writingSteps<Answer extends object>(
  ports: Ports,
  orgId: OrganizationId,
  plain: readonly Plain<Answer>[],
  now: string,
): readonly Step[] {
  const moves = plain.map(({ moving }) => moving);
  const orderIds = plain.map(({ report }) => report.claim.target.orderId);
  const hasDeliveries = plain.some(({ report }) => report.delivery !== undefined);
  const deliveries: Step = {
    statement: CLAIM_DELIVERIES,
    values: [
      orgId,
      now,
      orderIds,
      plain.map(({ report: { delivery } }) => delivery?.senderId ?? null),
      plain.map(({ report: { delivery } }) => delivery?.deliveryId ?? null),
      plain.map(({ report: { delivery } }) => delivery?.bodyHash ?? null),
      plain.map(({ answer }) => JSON.stringify(answer)),
    ],
  };
  const entries = plain.map(({ judged, report }) => ({
    row: auditRow(ports, judged.entry),
    key: report.claim.target.orderId,
  }));
  return [
    ...holdUnchangedSteps(orgId, moves),
    ...(hasDeliveries ? [deliveries] : []),
    moveStep(orgId, moves, now),
    listedEntriesStep(orgId, entries, UNCHANGED),
  ];
}

interface Around extends Row {
  readonly id: FillId;
  readonly sent: readonly SentBefore[];
  readonly leaves: boolean;
  readonly reports: boolean;
}

function judgePlain<Answer>(
  now: string,
  report: PlainReport<Answer>,
  of: ReadOrder,
  around: ReadonlyMap<FillId, Around>,
): Plain<Answer> | undefined {
  const { claim } = report;
  const sent = of.fills.flatMap(({ id }) => around.get(id)?.sent ?? []);
  const [meant, ...others] = meantOf(of.fills, sent, claim);
  if (meant === undefined || others.length > 0 || meant.hasLeft) return undefined;
  const { fill } = meant;
  const aroundFill = around.get(fill.id);
  if (aroundFill === undefined || aroundFill.leaves || !aroundFill.reports) return undefined;
  if (!ON_ITS_WAY.has(fill.state) || fill.cancel_requested_at !== null) return undefined;
  const judged = judgeReport(now, claim, saidOf(claim, undefined), meant);
  // What says again what was said, or what is over, is written down as what moves a fill is; delivery has nothing to stop by it.
  if (judged.movesBy === undefined && !SAID_BEFORE.has(judged.outcome)) return undefined;
  const moving = moveTogether(of, fill, judged.move, now);
  if (moving === undefined) return undefined;
  const recorded = recordedOf(claim, [lineOf(judged, moving.moved)], [moving.moved]);
  return { report, judged, moving, answer: report.answer(recorded) };
}
