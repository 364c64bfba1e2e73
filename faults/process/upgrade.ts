// F32: the schema is brought up to date under load, while nodes of the version before serve; then nodes of this version take over, and one of before comes back.
import { setTimeout as sleep } from 'node:timers/promises';
import { runPestle } from '@pestle/testbed/processes/pestle-process';
import { startPostgres } from '@pestle/testbed/stores/postgres-server';
import type { Fault, Outcome } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import type { Database } from '../stage/database.ts';
import { ownerQuery, withoutPostgres } from '../stage/database.ts';
import type { OlderSources } from '../stage/older-sources.ts';
import { olderSources, withoutHistory } from '../stage/older-sources.ts';
import type { Stage } from '../stage/stage.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';
import { failedRequests, wrongStop } from './rolling.ts';

/** Of the service's sessions, the longest time that one waits for a lock at this moment, in milliseconds. */
const WAITS = `select coalesce(max(extract(epoch from clock_timestamp() - query_start) * 1000), 0)::float8 as ms
  from pg_stat_activity where usename = 'service' and cardinality(pg_blocking_pids(pid)) > 0`;
const LOOK_EVERY_MS = 40;

async function migrateWith(url: string, program?: string): Promise<readonly string[]> {
  const env = { MIGRATE_DATABASE_URL: url };
  const command = runPestle('/', ['migrate', '--serving-login', 'service', '--json'], env, program);
  const status = await command.exited;
  if (status !== 0) throw new Error(`pestle migrate ended with ${status}: ${command.output()}`);
  return (JSON.parse(command.output()) as { applied: readonly string[] }).applied;
}

async function openOlderDatabase({ program }: OlderSources): Promise<Database> {
  const server = await startPostgres(['fsync=off']);
  await server.createDatabase('pestle');
  await migrateWith(server.ownerUrl('pestle'), program);
  return {
    url: server.serviceUrl('pestle'),
    query: ownerQuery(server.ownerUrl('pestle')),
    server,
    close: () => server.stop(),
  };
}

interface Upgrade {
  readonly migrations: number;
  readonly lockWaitMs: number;
  readonly broken: readonly string[];
}

/** The longest wait for a lock while `work` is done. */
async function longestWait<Result>(
  stage: Stage,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly ms: number }> {
  let ms = 0;
  const over = new AbortController();
  const look = (async () => {
    while (!over.signal.aborted) {
      ms = Math.max(ms, Number((await stage.database.query(WAITS))[0]?.['ms']));
      await sleep(LOOK_EVERY_MS);
    }
  })();
  // Where the work fails first, its failure is what is told.
  look.catch(() => undefined);
  try {
    const result = await work();
    over.abort();
    await look;
    return { result, ms };
  } finally {
    over.abort();
  }
}

async function upgrade(stage: Stage, older: OlderSources): Promise<Upgrade> {
  const broken: string[] = [];
  await stage.load.more(5);
  const { result: applied, ms: lockWaitMs } = await longestWait(stage, () =>
    migrateWith(stage.database.server?.ownerUrl('pestle') ?? ''),
  );
  await stage.load.more(5);
  const before = [...stage.nodes];
  for (const node of before) {
    await stage.addNode();
    broken.push(...wrongStop(await stage.removeNode(node)));
    await stage.load.more(5);
  }
  // One step back: what this version has written is read by the one before.
  const [first] = stage.nodes.slice(before.length);
  await stage.addNode(older);
  if (first !== undefined) broken.push(...wrongStop(await stage.removeNode(first)));
  await stage.load.more(10);
  if (applied.length === 0) broken.push('no migration was left to apply');
  if (lockWaitMs > FAULT_LIMITS.lockWaitMs)
    broken.push(`a statement waited ${Math.round(lockWaitMs)} ms for a lock`);
  return { migrations: applied.length, lockWaitMs, broken: [...broken, ...failedRequests(stage)] };
}

export const upgrades: Fault = {
  id: 'F32',
  family: 'process',
  name: 'the schema of one, two and three changes before is migrated under load, nodes of then are replaced one by one, and one comes back',
  holds: `no request fails on either version, no statement waits ${FAULT_LIMITS.lockWaitMs} ms for a lock, nothing is lost or doubled`,
  trials: 3,
  ciTrials: 0,
  cannotRun: () => withoutPostgres() ?? withoutHistory(),
  run: async (run) => {
    const all: Outcome[] = [];
    const trials = await run.repeat(async (trial) => {
      const older = olderSources(1 + ((trial - 1) % 3));
      try {
        const database = (): Promise<Database> => openOlderDatabase(older);
        const outcome = await onStage(
          run,
          { nodes: 2, electronicOnly: true, older, database },
          async (stage) => {
            const { broken, migrations, lockWaitMs } = await upgrade(stage, older);
            run.say(
              `from ${older.commit}: ${migrations} migrations, longest wait for a lock ${Math.round(lockWaitMs)} ms`,
            );
            const verdict = await stage.settleAndJudge();
            return outcomeOf(verdict, { trials: 1, recoveryMs: [stage.load.tally.slowestMs], broken });
          },
        );
        all.push(outcome);
      } finally {
        older.close();
      }
    });
    const sum = (of: (outcome: Outcome) => number): number => all.reduce((total, one) => total + of(one), 0);
    return {
      trials,
      judged: sum(({ judged }) => judged),
      lost: sum(({ lost }) => lost),
      doubled: sum(({ doubled }) => doubled),
      broken: all.flatMap(({ broken }) => broken),
      recoveryMs: all.flatMap(({ recoveryMs }) => recoveryMs),
      figures: { recovery: 'is the slowest request of each' },
    };
  },
};
