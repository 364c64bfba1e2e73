// Conformance runs that may outlast the request which asked for one: one at a time for each pharmacy, and readable on this node after its end.
import type { NetworkAuditEntry } from '../../audit/inside.ts';
import type { CheckRequest } from '../../directory/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import { endsWithin } from '../../kernel/within.ts';
import { CONFORMANCE_LIMITS as LIMITS } from '../limits.ts';
import type { NetworkAdministration } from '../network-administration.ts';
import type { ConformanceReport } from '../report.ts';

/** A run as this node knows it. The network's trail says on every node what came of it. */
export interface CheckRun {
  readonly pharmacyId: string;
  readonly by: string;
  readonly startedAt: string;
  /** Null while it is under way. */
  readonly endedAt: string | null;
  /** Null while it is under way. */
  readonly report: ConformanceReport | null;
}

export interface CheckRuns {
  /**
   * Begins a run, or joins the one of this pharmacy that is under way here, and waits for its end as long as it is told; the run goes on
   * after that. Throws what the run throws (NOT_FOUND, INVALID_INPUT), and RATE_LIMITED where as many are under way as may be.
   */
  begin(request: CheckRequest, waitMs: number): Promise<CheckRun>;
  /** The last one of a pharmacy that this node knows of: since it started, and of the newest runs only. */
  last(pharmacyId: string): CheckRun | undefined;
  /**
   * The last one of a pharmacy that anybody knows of: what is under way here, else what the trail says last. A run that was begun later than
   * the last one that ended is under way on another node, or did not end. Null where there was none; throws NOT_FOUND.
   */
  lastKnown(pharmacyId: string): Promise<KnownCheck | null>;
}

/** A run as operators read it: with its report where this node made it, else as the trail says what came of it. */
export interface KnownCheck extends Pick<CheckRun, 'by' | 'endedAt' | 'report'> {
  /** Null for one that was made by an earlier version. */
  readonly startedAt: string | null;
  /** Null while it is under way, and of one that did not end. */
  readonly passed: boolean | null;
  /** It has not ended within its time: its node stopped, or could not put its end down. */
  readonly didNotEnd: boolean;
  /** Made by this node. */
  readonly isHere: boolean;
  readonly failedCases: readonly string[];
}

interface Kept {
  run: CheckRun;
  readonly ended: Promise<void>;
}

export function createCheckRuns(
  network: Pick<NetworkAdministration, 'checkPharmacy' | 'showPharmacy'>,
  ports: Ports,
): CheckRuns {
  const kept = new Map<string, Kept>();
  const last = (pharmacyId: string): CheckRun | undefined => kept.get(pharmacyId)?.run;
  const isUnderWay = ({ run }: Kept): boolean => run.endedAt === null;
  const start = (request: CheckRequest): Kept => {
    const { id: pharmacyId, by } = request;
    const begun: CheckRun = { pharmacyId, by, startedAt: nowText(ports), endedAt: null, report: null };
    const ended = network.checkPharmacy(request).then(
      (report) => {
        one.run = { ...begun, endedAt: nowText(ports), report };
      },
      (error: unknown) => {
        // There was no run that anybody could ask for later.
        if (kept.get(pharmacyId) === one) kept.delete(pharmacyId);
        throw error;
      },
    );
    // Whoever waits is told; where nobody waits any more, the trail without a run says it.
    ended.catch(() => undefined);
    const one: Kept = { run: begun, ended };
    return one;
  };
  return {
    begin: async (request, waitMs) => {
      let one = kept.get(request.id);
      if (one === undefined || !isUnderWay(one)) {
        if ([...kept.values()].filter(isUnderWay).length >= LIMITS.runsAtOnceMax)
          throw new Failure(
            'RATE_LIMITED',
            'As many conformance runs are under way as may be. Wait, then ask again.',
            {
              retryAfterSeconds: LIMITS.runsRetrySeconds,
            },
          );
        one = start(request);
        keep(kept, request.id, one);
      }
      await endsWithin(waitMs, one.ended);
      return one.run;
    },
    last,
    lastKnown: async (pharmacyId) => {
      const run = last(pharmacyId);
      if (run !== undefined && run.endedAt === null) return knownCheck(run);
      return recordedCheck(run, (await network.showPharmacy({ id: pharmacyId })).acts, ports);
    },
  };
}

/** The newest last; those that have ended go first when there are too many. */
function keep(kept: Map<string, Kept>, id: string, one: Kept): void {
  kept.delete(id);
  kept.set(id, one);
  for (const [oldest, { run }] of kept) {
    if (kept.size <= LIMITS.runsKeptMax) return;
    if (run.endedAt !== null) kept.delete(oldest);
  }
}

export function knownCheck({ by, startedAt, endedAt, report }: CheckRun): KnownCheck {
  const failedCases = report?.cases.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id) ?? [];
  const began = report?.startedAt ?? startedAt;
  return {
    by,
    startedAt: began,
    endedAt,
    passed: report?.passed ?? null,
    didNotEnd: false,
    isHere: true,
    failedCases,
    report,
  };
}

/** What the trail says last, with its report where this node made it. */
function recordedCheck(
  run: CheckRun | undefined,
  acts: readonly NetworkAuditEntry[],
  ports: Ports,
): KnownCheck | null {
  const last = acts.findLast(
    ({ action }) => action === 'pharmacy.check' || action === 'pharmacy.begin-check',
  );
  if (last === undefined) return null;
  if (last.action === 'pharmacy.begin-check') return unendedCheck(last, ports);
  const { passed, failed, startedAt } = last.detail;
  if (run !== undefined && run.report?.startedAt === startedAt) return knownCheck(run);
  return {
    by: last.operator,
    startedAt: typeof startedAt === 'string' ? startedAt : null,
    endedAt: new Date(last.at).toISOString(),
    passed: passed === true,
    didNotEnd: false,
    isHere: false,
    failedCases: typeof failed === 'string' ? failed.split(', ') : [],
    report: null,
  };
}

function unendedCheck({ operator: by, detail }: NetworkAuditEntry, ports: Ports): KnownCheck {
  const { startedAt, until } = detail;
  return {
    by,
    startedAt: String(startedAt),
    endedAt: null,
    passed: null,
    didNotEnd: Date.parse(String(until)) < ports.clock.now(),
    isHere: false,
    failedCases: [],
    report: null,
  };
}
