// GraphQL of conformance runs: begun, and read when they have ended.
import {
  type CheckRun,
  CONFORMANCE_LIMITS,
  type ConformanceReport,
} from '../../../conformance/conformance.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import type { Administrations } from '../../context.ts';
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';

/** A run as an operator reads it: with its report where this node made it, else as the trail tells of it. */
interface ShownCheck {
  readonly by: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly passed: boolean | null;
  readonly failedCases: readonly string[];
  readonly report: ConformanceReport | null;
}

const State = builder.enumType('CheckState', {
  description: 'Whether a conformance run has ended.',
  values: {
    RUNNING: { description: 'It is under way. A slow pharmacy takes minutes over all cases.' },
    ENDED: { description: 'It has ended, and what came of it is put down.' },
  } as const,
});

const CheckType = builder.objectRef<ShownCheck>('PharmacyCheck').implement({
  description: 'A conformance run against a pharmacy as it is stored, with invented prescriptions.',
  fields: (t) => ({
    state: t.field({
      type: State,
      description: 'Whether it has ended.',
      resolve: ({ endedAt }) => (endedAt === null ? 'RUNNING' : 'ENDED'),
    }),
    by: t.exposeString('by', { description: 'Who asked for it.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null for one that was made by an earlier version.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null while it is under way.',
    }),
    passed: t.exposeBoolean('passed', {
      nullable: true,
      description: 'No case failed: it may go live with these settings. Null while it is under way.',
    }),
    failedCases: t.stringList({
      description: 'The names of the cases that failed.',
      resolve: ({ failedCases }) => [...failedCases],
    }),
    report: t.expose('report', {
      type: 'JSON',
      nullable: true,
      description:
        'Case by case what was sent, expected and seen, and what to do: as `pestle pharmacy check --json` prints it. Kept by the node that made the run, for its newest runs; null on others.',
    }),
  }),
});

builder.queryFields((t) => ({
  pharmacyCheck: t.field({
    type: CheckType,
    nullable: true,
    description: 'The last conformance run of a pharmacy; null where there was none.',
    args: { id: t.arg.id({ required: true, description: '`phr_…`' }) },
    resolve: (_root, { id }, { administrations }) => lastCheck(administrations, id),
  }),
}));

builder.mutationFields((t) => ({
  checkPharmacy: t.field({
    type: CheckType,
    description:
      'Begins a conformance run against a pharmacy as it is stored, and waits a little for its end; the run goes on after that, and `pharmacyCheck` reads it. Sent again while a run is under way it answers that one.',
    args: {
      id: t.arg.id({ required: true, description: '`phr_…`' }),
      waitSeconds: t.arg.int({
        defaultValue: CONFORMANCE_LIMITS.runWaitSecondsDefault,
        required: true,
        description: `How long the answer waits, 0 to ${CONFORMANCE_LIMITS.runWaitSecondsMax}.`,
      }),
    },
    resolve: async (_root, { id, waitSeconds }, context) => {
      if (waitSeconds < 0 || waitSeconds > CONFORMANCE_LIMITS.runWaitSecondsMax)
        throw invalidInput([
          {
            path: 'waitSeconds',
            code: 'OUT_OF_RANGE',
            message: `An answer can wait 0 to ${CONFORMANCE_LIMITS.runWaitSecondsMax} seconds.`,
          },
        ]);
      return ofRun(
        await context.administrations.checks.begin({ id, by: byOf(context) }, waitSeconds * 1_000),
      );
    },
  }),
}));

function ofRun({ by, startedAt, endedAt, report }: CheckRun): ShownCheck {
  const failedCases = report?.cases.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id) ?? [];
  const began = report?.startedAt ?? startedAt;
  return { by, startedAt: began, endedAt, passed: report?.passed ?? null, failedCases, report };
}

/** What is under way here, else what the trail says last, with its report where this node made it. */
async function lastCheck({ checks, network }: Administrations, id: string): Promise<ShownCheck | null> {
  const run = checks.last(id);
  if (run !== undefined && run.endedAt === null) return ofRun(run);
  const { acts } = await network.showPharmacy({ id });
  const recorded = acts.findLast(({ action }) => action === 'pharmacy.check');
  if (recorded === undefined) return null;
  const { passed, failed, startedAt } = recorded.detail;
  if (run !== undefined && run.report?.startedAt === startedAt) return ofRun(run);
  return {
    by: recorded.operator,
    startedAt: typeof startedAt === 'string' ? startedAt : null,
    endedAt: new Date(recorded.at).toISOString(),
    passed: passed === true,
    failedCases: typeof failed === 'string' ? failed.split(', ') : [],
    report: null,
  };
}
