// F5: the primary of a cluster is lost under load, in each way in which one is lost, and a standby takes over.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import { nodesGone, otherStatuses } from '../stage/nodes-gone.ts';
import { outcomeOf } from '../stage/stage.ts';
import type { Scene } from './on-cluster.ts';
import { onCluster, sceneOf, withoutCluster } from './on-cluster.ts';
import { keepTestimony } from './testimony.ts';

const PATIENCE_MS = 20_000;
/** What takes longer is looked into. */
const SLOW_MS = 18_000;
/** Clients repeat what they have got no answer to, and are answered by whoever calls itself primary: some time from half to all of it. */
const REPEATS_MS = 2_000;

/** Loses the primary; resolves when the cluster may come back to what it was, with the time from the loss to the next acknowledged order. */
type Loss = (scene: Scene, random: () => number) => Promise<number>;

/** Until the next order is acknowledged; then what was lost comes back. */
const LOSSES: Readonly<Record<string, Loss>> = {
  dies: async ({ stage, primary }) => {
    const since = performance.now();
    await primary.die();
    const ms = await stage.load.recovered(since);
    primary.start();
    return ms;
  },
  stands: async ({ stage, primary }) => {
    const since = performance.now();
    primary.freeze();
    const ms = await stage.load.recovered(since);
    primary.thaw();
    return ms;
  },
  'is cut off': async ({ stage, primary }) => {
    const since = performance.now();
    primary.cutOff();
    const ms = await stage.load.recovered(since);
    primary.reconnect();
    return ms;
  },
  'crashes and recovers': async ({ stage, primary }) => {
    const since = performance.now();
    primary.killPostmaster();
    return await stage.load.recovered(since);
  },
  /**
   * Commits wait for a standby that hears nothing. The primary crashes and recovers with them: now they are there to be read, and are nowhere else.
   * Then it dies for good, and the standby takes over without them.
   */
  'crashes with commits that wait, and dies': async (scene, random) => {
    const { cluster, stage, primary, confirming, other } = scene;
    await other.die();
    confirming.freeze();
    await sleep(REPEATS_MS);
    primary.killPostmaster();
    await until(async () => (await primary.state())?.isPrimary === true);
    await sleep((REPEATS_MS * (1 + random())) / 2);
    const since = performance.now();
    await primary.die();
    confirming.thaw();
    await until(async () => (await cluster.primary()) !== undefined);
    other.start();
    primary.start();
    return await stage.load.recovered(since);
  },
};

/** No longer than a standby that may not take over would be waited for. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !(await holds()) && performance.now() < deadline; )
    await sleep(100);
}

export const primaryLost: Fault = {
  id: 'F5',
  family: 'failover',
  name: 'the primary of a Patroni cluster with synchronous replication is lost',
  holds:
    'what was acknowledged is there and arrived once, whichever machine is primary; clients meanwhile get 503 or no answer, never 500, and repeat by their keys',
  trials: 50,
  ciTrials: 0,
  onlyNamed: true,
  cannotRun: withoutCluster,
  run: (run) =>
    onCluster(run, async (stage, cluster) => {
      const recoveryMs: number[] = [];
      const byLoss = new Map<string, number[]>();
      const names = Object.keys(LOSSES);
      const trials = await run.repeat(async (trial) => {
        const scene = await sceneOf(stage, cluster);
        await stage.load.more(FAULT_LIMITS.clients);
        const name = names[(trial + run.seed) % names.length] ?? '';
        const ms = (await LOSSES[name]?.(scene, run.random)) ?? Number.NaN;
        recoveryMs.push(ms);
        byLoss.set(name, [...(byLoss.get(name) ?? []), ms]);
        run.say(`${trial}: ${scene.primary.name} ${name}: ${(ms / 1_000).toFixed(1)} s`);
        if (ms > SLOW_MS) run.say(`what is known of it: ${await keepTestimony(stage, cluster)}`);
      });
      await cluster.whole();
      const { tally } = stage.load;
      return outcomeOf(await stage.settleAndJudge(), {
        trials,
        recoveryMs,
        broken: [...nodesGone(stage), ...otherStatuses(stage)],
        figures: {
          resent: stage.load.resent(),
          statuses: JSON.stringify(tally.statuses),
          slowest: `${Math.round(tally.slowestMs)} ms`,
          ...Object.fromEntries(
            [...byLoss].map(([name, all]) => [
              `"${name}"`,
              all.map((ms) => (ms / 1_000).toFixed(1)).join('/'),
            ]),
          ),
        },
      });
    }),
};
