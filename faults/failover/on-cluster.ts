// A stage whose two nodes stand on a cluster, and the cluster's machines by what each is at the moment.
import type { FaultRun } from '../fault.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage } from '../stage/stage.ts';
import type { Cluster } from './cluster.ts';
import { openCluster } from './cluster.ts';
import { makeDatabase } from './database.ts';
import type { Machine } from './machine.ts';
import { missingPackages } from './programs.ts';
import { keepTestimony } from './testimony.ts';

export interface Scene {
  readonly cluster: Cluster;
  readonly stage: Stage;
  readonly primary: Machine;
  /** The standby that confirms each commit. */
  readonly confirming: Machine;
  readonly other: Machine;
}

/** For a fault's `cannotRun`. */
export function withoutCluster(): string | undefined {
  const missing = missingPackages('patroni', 'etcd', 'haproxy');
  return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`;
}

export async function onCluster<Result>(
  run: FaultRun,
  work: (stage: Stage, cluster: Cluster) => Promise<Result>,
): Promise<Result> {
  const cluster = await openCluster();
  try {
    const database = { ...(await makeDatabase(cluster)), close: () => Promise.resolve() };
    return await onStage(run, { nodes: 2, electronicOnly: true, database: async () => database }, (stage) =>
      work(stage, cluster).catch(async (error: unknown) => {
        run.say(`what is known of it: ${await keepTestimony(stage, cluster)}`);
        throw error;
      }),
    );
  } finally {
    await cluster.stop();
  }
}

/** The cluster as it should be, with each machine by what it is. */
export async function sceneOf(stage: Stage, cluster: Cluster): Promise<Scene> {
  const { primary, confirms } = await cluster.whole();
  const others = cluster.machines.filter((machine) => machine !== primary);
  const [first, second] = others;
  if (first === undefined || second === undefined) throw new Error('the cluster has three machines');
  return first.name === confirms
    ? { cluster, stage, primary, confirming: first, other: second }
    : { cluster, stage, primary, confirming: second, other: first };
}
