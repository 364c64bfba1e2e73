// The plain report, as nearly every one is: one fill, at the pharmacy that speaks, goes forward. Those that come together share their statements and a commit.
import type { FillState } from '@pestle/rules/fill-status';
import type { FillId, OrganizationId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { gather } from '../../kernel/concurrency/gather.ts';
import { isUnavailable, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { FreeOrder, MoveTogether } from '../../prescribing/inside.ts';
import { lockFreeOrders, moveTogether, writeMovesTogether } from '../../prescribing/inside.ts';
import { runStatement } from '../../store/inside.ts';
import type { TenantStore, Tx } from '../../store/store.ts';
import { TRACKING_LIMITS } from '../limits.ts';
import type { StatusClaim } from './claim.ts';
import { saidOf } from './claim.ts';
import type { Delivery } from './deliveries.ts';
import { claimDeliveries } from './deliveries.ts';
import type { Judged, RecordedReport } from './judged-report.ts';
import { judgeReport, lineOf, recordedOf } from './judged-report.ts';
import type { SentBefore } from './meant-fills.ts';
import { meantOf } from './meant-fills.ts';
import { AROUND_REPORT } from './plain-report-sql.ts';

export interface PlainReport<Answer> {
  readonly claim: StatusClaim;
  /** The sender's own id of it, where it has one: its answer is kept. */
  readonly delivery: Delivery | undefined;
  readonly answer: (recorded: RecordedReport) => Answer;
}

/** Records a report that is a plain one, and answers it. Undefined, with nothing written, where `recordReport` must look at more. */
export type RecordPlainly<Answer> = (report: PlainReport<Answer>) => Promise<Answer | undefined>;

export interface PlainReportDeps {
  readonly store: TenantStore;
  readonly ports: Ports;
}

/** What became of one. */
type Outcome<Answer> = { readonly answer: Answer | undefined } | { readonly failure: unknown };

/** From these no message of ours is on its way, so that delivery has nothing to stop, and nothing was canceled. */
const ON_ITS_WAY: ReadonlySet<FillState> = new Set(['SENT', 'RECEIVED', 'FILLING', 'SHIPPED']);

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
 * One transaction for the reports of one organization. Never rejects: whatever the store does with it, those of other
 * organizations have their own. What it refuses is undone, and goes the longer way by itself.
 */
async function recordAll<Answer extends object>(
  { store, ports }: PlainReportDeps,
  orgId: OrganizationId,
  reports: readonly PlainReport<Answer>[],
): Promise<readonly (readonly [PlainReport<Answer>, Outcome<Answer>])[]> {
  try {
    const plain = await store.withOrg(orgId, (tx) => recordThePlain(tx, ports, orgId, reports));
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
  tx: Tx,
  ports: Ports,
  orgId: OrganizationId,
  reports: readonly PlainReport<Answer>[],
): Promise<readonly Plain<Answer>[]> {
  const ids = reports.map(({ claim }) => claim.target.orderId);
  const free = await lockFreeOrders(tx, orgId, ids);
  const around = await readAround(tx, orgId, free);
  const now = nowText(ports);
  const judged = reports.flatMap((report): Plain<Answer>[] => {
    const order = free.find(({ order: { id } }) => id === report.claim.target.orderId);
    const plain = order === undefined ? undefined : judgePlain(now, report, order, around);
    return plain === undefined ? [] : [plain];
  });
  const plain = await claimed(tx, now, judged);
  const [first, ...others] = plain.map(({ judged: { entry } }) => entry);
  if (first === undefined) return [];
  await writeMovesTogether(
    tx,
    orgId,
    plain.map(({ moving }) => moving),
    now,
  );
  await recordAudit(tx, ports, first, ...others);
  return plain;
}

interface Around {
  readonly id: FillId;
  readonly sent: readonly SentBefore[];
  readonly leaves: boolean;
  readonly reports: boolean;
}

async function readAround(
  tx: Tx,
  orgId: OrganizationId,
  free: readonly FreeOrder[],
): Promise<ReadonlyMap<FillId, Around>> {
  const fills = free.flatMap((order) => order.fills);
  if (fills.length === 0) return new Map();
  const rows = await runStatement<Around & Readonly<Record<string, unknown>>>(tx, AROUND_REPORT, [
    orgId,
    fills.map(({ id }) => id),
    fills.map(({ pharmacy_id }) => pharmacy_id),
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

function judgePlain<Answer>(
  now: string,
  report: PlainReport<Answer>,
  of: FreeOrder,
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
  if (judged.movesBy === undefined) return undefined;
  const moving = moveTogether(of, fill, judged.move, now);
  if (moving === undefined) return undefined;
  const recorded = recordedOf(claim, [lineOf(judged, moving.moved)], [moving.moved]);
  return { report, judged, moving, answer: report.answer(recorded) };
}

/** Without those whose delivery id has come before: that was answered already, or means another message. */
async function claimed<Answer extends object>(
  tx: Tx,
  now: string,
  plain: readonly Plain<Answer>[],
): Promise<readonly Plain<Answer>[]> {
  const fresh = await claimDeliveries(
    tx,
    now,
    plain.flatMap(({ report: { delivery }, answer }) =>
      delivery === undefined ? [] : [{ delivery, answer }],
    ),
  );
  return plain.filter(({ report: { delivery } }) => delivery === undefined || fresh.has(delivery));
}
