// F7: nodes are restarted one after the other behind a balancer that keeps its connections, and nodes come and go under load.
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { ServeNode } from '../stage/node.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

type Stopped = Awaited<ReturnType<ServeNode['stop']>>;

export function wrongStop({ status, ms }: Stopped): readonly string[] {
  return [
    ...(status === 0 ? [] : [`a node that was told to stop exited with ${status}`]),
    ...(ms <= FAULT_LIMITS.stopMs ? [] : [`a node took ${Math.round(ms)} ms to stop`]),
  ];
}

/** No request may fail: neither without an answer nor with a 503, since one node can always take it. */
export function failedRequests({ load, balancer }: Stage): readonly string[] {
  return [
    ...Object.entries(load.tally.statuses)
      .filter(([status]) => status !== '200')
      .map(([status, count]) => `${count} requests were answered ${status}`),
    ...balancer.failed().map((failure) => `the balancer could not hand over: ${failure}`),
  ];
}

export const rolling: readonly Fault[] = [
  {
    id: 'F7',
    family: 'process',
    name: 'SIGTERM to one of two nodes after the other, behind a proxy that keeps connections',
    holds: 'no request fails, each node exits 0 within 25 s, and attempts are finished or handed back',
    trials: 3,
    ciTrials: 1,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true }, async (stage) => {
        const stopMs: number[] = [];
        const broken: string[] = [];
        const trials = await run.repeat(async () => {
          for (const node of stage.nodes) {
            await stage.load.more(3);
            const stopped = await node.stop();
            stopMs.push(stopped.ms);
            broken.push(...wrongStop(stopped));
            await stage.load.more(3);
            await node.start();
          }
        });
        await stage.load.more(3);
        broken.push(...failedRequests(stage));
        return outcomeOf(await stage.settleAndJudge(), { trials, recoveryMs: stopMs, broken });
      }),
  },
  {
    id: 'F7',
    family: 'process',
    name: 'a second and a third node come and go again under load',
    holds: 'no request fails, and what a node that goes had begun is finished or taken over',
    trials: 2,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { electronicOnly: true }, async (stage) => {
        const stopMs: number[] = [];
        const broken: string[] = [];
        const trials = await run.repeat(async () => {
          const [second, third] = [await stage.addNode(), await stage.addNode()];
          await stage.load.more(6);
          for (const node of [second, third]) {
            const stopped = await stage.removeNode(node);
            stopMs.push(stopped.ms);
            broken.push(...wrongStop(stopped));
            await stage.load.more(3);
          }
        });
        broken.push(...failedRequests(stage));
        return outcomeOf(await stage.settleAndJudge(), { trials, recoveryMs: stopMs, broken });
      }),
  },
];
