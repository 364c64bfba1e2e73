// F1, F2: the process of a node is ended without warning: at random moments, and exactly between what a pharmacy took and what the store knows of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const ALIVE_MS_MIN = 50;
const ALIVE_MS_MAX = 1_500;

/** Ways to fail after which the message is sent again, so that a kill meets attempts of every sort. */
const PACE = { slowAnswerMs: 300, faxDeliveryMs: 20, routineStepMs: 50 };

export const kills: readonly Fault[] = [
  {
    id: 'F1',
    family: 'process',
    name: 'SIGKILL of the only node at random moments under load',
    holds: 'no acknowledged order is lost, none is taken twice, and the node serves again',
    trials: 10,
    ciTrials: 6,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { peers: { pace: PACE, faults: { share: 0.15, seed: run.seed } } }, async (stage) => {
        const recoveryMs: number[] = [];
        const trials = await run.repeat(async () => {
          await stage.load.more(1);
          await sleep(ALIVE_MS_MIN + run.random() * (ALIVE_MS_MAX - ALIVE_MS_MIN));
          const since = performance.now();
          await stage.node(0).kill();
          await stage.node(0).start();
          recoveryMs.push(await stage.load.recovered(since));
        });
        const resent = stage.load.resent();
        return outcomeOf(await stage.settleAndJudge(), {
          trials,
          recoveryMs,
          figures: { resent },
        });
      }),
  },
  {
    id: 'F2',
    family: 'process',
    name: 'SIGKILL exactly when a pharmacy has taken a message and its answer is on the way',
    holds: 'the message is sent again with the same bytes and taken once; every unknown end is settled',
    trials: 10,
    ciTrials: 2,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { electronicOnly: true, peersProxy: true }, async (stage) => {
        const recoveryMs: number[] = [];
        const trials = await run.repeat(async () => {
          await stage.load.more(2);
          const answered = stage.peersProxy.held('answers');
          stage.peersProxy.hold(['answers']);
          await answered;
          const since = performance.now();
          await stage.node(0).kill();
          stage.peersProxy.release();
          await stage.node(0).start();
          recoveryMs.push(await stage.load.recovered(since));
        });
        const verdict = await stage.settleAndJudge();
        // A kill that meets no answer tries nothing; how many met one is in the figures.
        const broken = verdict.redelivered > 0 ? [] : [`none of ${trials} kills met an answer`];
        return outcomeOf(verdict, { trials, recoveryMs, broken });
      }),
  },
];
