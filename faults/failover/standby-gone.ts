// F6: standbys of a cluster go while commits wait for one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { nodesGone, otherStatuses } from '../stage/nodes-gone.ts';
import { outcomeOf } from '../stage/stage.ts';
import { onCluster, sceneOf, withoutCluster } from './on-cluster.ts';

/** What a standby had confirmed before it went is answered within this time. */
const ON_THE_WAY_MS = 2_000;
const WITHOUT_MS = 6_000;

export const standbyGone: Fault = {
  id: 'F6',
  family: 'failover',
  name: 'the standby that confirms commits goes, and every second time the other one too',
  holds:
    'orders are acknowledged again when another standby confirms them, and none while there is no standby; clients meanwhile get 503 or no answer',
  trials: 50,
  ciTrials: 0,
  onlyNamed: true,
  cannotRun: withoutCluster,
  run: (run) =>
    onCluster(run, async (stage, cluster) => {
      const recoveryMs: number[] = [];
      const broken: string[] = [];
      const { load } = stage;
      const trials = await run.repeat(async (trial) => {
        const { confirming, other } = await sceneOf(stage, cluster);
        await load.more(FAULT_LIMITS.clients);
        let since = performance.now();
        await confirming.die();
        if (trial % 2 === 0) {
          await other.die();
          await sleep(ON_THE_WAY_MS);
          const before = load.acknowledged.length;
          await sleep(WITHOUT_MS);
          const silently = load.acknowledged.length - before;
          if (silently > 0) broken.push(`${silently} orders were acknowledged while no standby had them`);
          since = performance.now();
          other.start();
        }
        recoveryMs.push(await load.recovered(since));
        run.say(`${trial}: ${((recoveryMs.at(-1) ?? 0) / 1_000).toFixed(1)} s`);
        confirming.start();
      });
      await cluster.whole();
      return outcomeOf(await stage.settleAndJudge(), {
        trials,
        recoveryMs,
        broken: [...broken, ...nodesGone(stage), ...otherStatuses(stage)],
        figures: {
          resent: load.resent(),
          statuses: JSON.stringify(load.tally.statuses),
          slowest: `${Math.round(load.tally.slowestMs)} ms`,
        },
      });
    }),
};
