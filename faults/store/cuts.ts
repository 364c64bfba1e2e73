// F3, F4: PostgreSQL ends connections under the nodes: some at a time, and all of them with its own process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone, otherStatuses } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const BETWEEN_CUTS_MS_MAX = 60;
const CUTS_PER_ORDER = 10;

const END_ALL = `select count(*) filter (where pg_terminate_backend(pid) and xact_start is not null)::integer as within
  from pg_stat_activity where usename = 'service'`;

export const cuts: readonly Fault[] = [
  {
    id: 'F3',
    family: 'store',
    name: 'SIGKILL of the PostgreSQL server, which recovers from its log',
    holds:
      'both nodes live on and answer 503 meanwhile, never 500; the next order is taken within 10 s; nothing is lost or doubled',
    trials: 5,
    ciTrials: 1,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true }, async (stage) => {
        const recoveryMs: number[] = [];
        const trials = await run.repeat(async () => {
          await stage.load.more(5);
          const since = performance.now();
          await stage.database.server?.killAndStartAgain();
          recoveryMs.push(await stage.load.recovered(since));
        });
        const slow = recoveryMs.filter((ms) => ms > FAULT_LIMITS.databaseRecoveryMs);
        const broken = [
          ...nodesGone(stage),
          ...otherStatuses(stage),
          ...slow.map((ms) => `recovery took ${ms} ms`),
        ];
        return outcomeOf(await stage.settleAndJudge(), { trials, recoveryMs, broken });
      }),
  },
  {
    id: 'F4',
    family: 'store',
    name: 'every connection to PostgreSQL is ended at once, again and again',
    holds: 'both nodes live on, no request takes 5 s, none is answered 500, every order arrives once',
    trials: 200,
    ciTrials: 120,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true }, async (stage) => {
        const recoveryMs: number[] = [];
        let within = 0;
        const trials = await run.repeat(async (trial) => {
          await sleep(run.random() * BETWEEN_CUTS_MS_MAX);
          const since = performance.now();
          within += Number((await stage.database.query(END_ALL))[0]?.['within']);
          if (trial % CUTS_PER_ORDER === 0) recoveryMs.push(await stage.load.recovered(since));
        });
        const { slowestMs } = stage.load.tally;
        const broken = [
          ...nodesGone(stage),
          ...otherStatuses(stage),
          ...(slowestMs < FAULT_LIMITS.requestMs ? [] : [`a request took ${Math.round(slowestMs)} ms`]),
          ...(within > 0 ? [] : ['no transaction was cut']),
        ];
        return outcomeOf(await stage.settleAndJudge(), {
          trials,
          recoveryMs,
          broken,
          figures: { transactionsCut: within, slowestMs: Math.round(slowestMs) },
        });
      }),
  },
];
