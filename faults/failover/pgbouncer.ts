// The service behind PgBouncer, which gives each transaction whichever connection is free: killed and started again under load.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@pestle/testbed/network/free-port';
import type { Fault } from '../fault.ts';
import { FAULT_LIMITS } from '../limits.ts';
import type { Database } from '../stage/database.ts';
import { openOwnDatabase } from '../stage/database.ts';
import { nodesGone, otherStatuses } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';
import { guideFile } from './guide-files.ts';
import { end, missingPackages, ownFolder, run } from './programs.ts';

interface Pooled extends Database {
  killPooler(): Promise<void>;
  startPooler(): void;
}

/** Knows no prepared statements before 1.21: then the service sends none. */
const STATEMENTS = '?statements=unnamed';

async function openPooled(): Promise<Pooled> {
  const database = await openOwnDatabase();
  for (const statement of guideFile('pgbouncer-login.sql', [['pestle_serve', 'service']])
    .split(';')
    .slice(0, -1))
    await database.query(statement);
  const folder = ownFolder(mkdtempSync(join(tmpdir(), 'pestle-pgbouncer-')));
  const port = await freePort();
  const server = new URL(database.url);
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, '"service" ""\n');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    guideFile('pgbouncer.ini', [
      ['port=5000', `port=${server.port}`],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['scram-sha-256', 'trust'],
      ['/etc/pgbouncer/userlist.txt', users],
    ]),
  );
  for (const path of [users, file]) chmodSync(path, 0o644);
  const start = () => run('pgbouncer', [file], folder, 'pgbouncer.log');
  let pooler = start();
  server.port = String(port);
  return {
    ...database,
    url: `${server.href}${STATEMENTS}`,
    killPooler: () => end(pooler, 'SIGKILL'),
    startPooler: () => {
      pooler = start();
    },
    close: async () => {
      await end(pooler, 'SIGKILL');
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const AWAY_MS = 500;

export const behindPooler: Fault = {
  id: 'F4b',
  family: 'pgbouncer',
  name: 'PgBouncer in transaction mode before PostgreSQL is killed and started again',
  holds:
    'the service works behind it; clients meanwhile get 503 or no answer, never 500; nothing is lost or doubled',
  trials: 20,
  ciTrials: 0,
  onlyNamed: true,
  cannotRun: () => {
    const missing = missingPackages('pgbouncer');
    return missing.length === 0 ? undefined : `not installed: ${missing.join(', ')}`;
  },
  run: async (faultRun) => {
    const pooled = await openPooled();
    return await onStage(
      faultRun,
      { nodes: 2, electronicOnly: true, database: async () => pooled },
      async (stage) => {
        const recoveryMs: number[] = [];
        const trials = await faultRun.repeat(async () => {
          await stage.load.more(FAULT_LIMITS.clients);
          const since = performance.now();
          await pooled.killPooler();
          await sleep(AWAY_MS);
          pooled.startPooler();
          recoveryMs.push(await stage.load.recovered(since));
        });
        return outcomeOf(await stage.settleAndJudge(), {
          trials,
          recoveryMs,
          broken: [...nodesGone(stage), ...otherStatuses(stage)],
          figures: { statuses: JSON.stringify(stage.load.tally.statuses) },
        });
      },
    );
  },
};
