// GraphQL of conformance runs: begun, and read when they have ended.
import { CONFORMANCE_LIMITS, type KnownCheck, knownCheck } from '../../../conformance/conformance.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';

const State = builder.enumType('CheckState', {
  description: 'Whether a conformance run has ended.',
  values: {
    RUNNING: { description: 'It is under way. A slow pharmacy takes minutes over all cases.' },
    ENDED: { description: 'It has ended, and what came of it is put down.' },
    DID_NOT_END: {
      description: 'Its node stopped, or could not put its end down: nothing came of it. Begin another one.',
    },
  } as const,
});

const CheckType = builder.objectRef<KnownCheck>('PharmacyCheck').implement({
  description: 'A conformance run against a pharmacy as it is stored, with invented prescriptions.',
  fields: (t) => ({
    state: t.field({
      type: State,
      description: 'Whether it has ended.',
      resolve: ({ endedAt, didNotEnd }) => {
        if (didNotEnd) return 'DID_NOT_END';
        return endedAt === null ? 'RUNNING' : 'ENDED';
      },
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
      description: 'Null while it is under way, and of one that did not end.',
    }),
    passed: t.exposeBoolean('passed', {
      nullable: true,
      description:
        'No case failed: it may go live with these settings. Null while it is under way, and of one that did not end.',
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
    resolve: (_root, { id }, { administrations: { checks } }) => checks.lastKnown(id),
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
      return knownCheck(
        await context.administrations.checks.begin({ id, by: byOf(context) }, waitSeconds * 1_000),
      );
    },
  }),
}));
