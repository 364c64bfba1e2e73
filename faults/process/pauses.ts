// F37: a node is held still while it sends, for longer than its leases last, and goes on as if nothing had been.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone, unexpectedErrors } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

/** An attempt of these pharmacies may take a second, and its lease ten more. */
const PAUSE_MS = 13_000;
/** Every answer is late by so much, so that attempts are under way whenever a node is stopped. */
const ANSWER_DELAY_MS = 400;

/** A review that the node held back comes in behind the one that repeated it: what is signed by now is to be looked at again. */
const isReviewedAnew = (refusal: string): boolean => refusal.includes('SIGNATURE_INVALIDATED');

export const pauses: readonly Fault[] = [
  {
    id: 'F37',
    family: 'process',
    name: 'SIGSTOP of one of two nodes for longer than its leases, then SIGCONT',
    holds:
      'the other node takes over what was begun, the first cannot put down what it comes back with, and nothing is taken twice',
    trials: 3,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true, peersProxy: true }, async (stage) => {
        stage.peersProxy.delay(ANSWER_DELAY_MS);
        const recoveryMs: number[] = [];
        const trials = await run.repeat(async (trial) => {
          await stage.load.more(4);
          const node = stage.node(trial % 2);
          const since = performance.now();
          node.pause();
          // Clients whose request it holds give up in their time and repeat it.
          recoveryMs.push(await stage.load.recovered(since));
          await sleep(Math.max(0, PAUSE_MS - (performance.now() - since)));
          node.resume();
          await stage.load.more(2);
        });
        stage.peersProxy.delay(0);
        for (const line of unexpectedErrors(stage)) run.say(line);
        const broken = [...nodesGone(stage)];
        const resent = stage.load.resent();
        return outcomeOf(await stage.settleAndJudge({ explained: isReviewedAnew }), {
          trials,
          recoveryMs,
          broken,
          figures: { resent },
        });
      }),
  },
];
