// F36: the network between a node and its database holds everything back, loses one side of its connections, or resets them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultProxy } from '@pestle/testbed/network/fault-proxy';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone, otherStatuses } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

type Partition = readonly [name: string, begin: (proxy: FaultProxy) => void, ms: number];

/** The longest outlasts what a connection may stay silent, so that nodes have to give it up themselves. */
const PARTITIONS: readonly Partition[] = [
  ['a moment of silence', (proxy) => proxy.hold(), 2_000],
  ['every connection half open', (proxy) => proxy.halfOpen(), 0],
  ['every connection reset', (proxy) => proxy.reset(), 0],
  ['answers held back', (proxy) => proxy.hold(['answers']), 5_000],
  ['late by 150 ms', (proxy) => proxy.delay(150), 5_000],
  ['cut in the middle of an answer', (proxy) => proxy.cutAfter('answers', 2_000), 1_500],
  ['silence for longer than a connection may be silent', (proxy) => proxy.hold(), 25_000],
];

export const partitions: readonly Fault[] = [
  {
    id: 'F36',
    family: 'network',
    name: 'between the nodes and their database: silence, half-open and reset connections, delay, cuts within answers',
    holds: 'both nodes live on and come back by themselves; clients are told 503; nothing is lost or doubled',
    trials: PARTITIONS.length,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true, databaseProxy: true }, async (stage) => {
        const proxy = stage.databaseProxy;
        const recoveryMs: number[] = [];
        const trials = await run.repeat(async (trial) => {
          const [name, begin, ms] = PARTITIONS[(trial - 1) % PARTITIONS.length] as Partition;
          await stage.load.more(3);
          begin(proxy);
          await sleep(ms);
          proxy.release();
          proxy.delay(0);
          proxy.cutAfter('answers', null);
          const ended = await stage.load.recovered(performance.now());
          recoveryMs.push(ended);
          run.say(`${name}: the next order after ${Math.round(ended)} ms`);
        });
        const broken = [...nodesGone(stage), ...otherStatuses(stage)];
        return outcomeOf(await stage.settleAndJudge(), {
          trials,
          recoveryMs,
          broken,
          figures: { resent: stage.load.resent(), slowestMs: Math.round(stage.load.tally.slowestMs) },
        });
      }),
  },
];
