// The peers of the drain: job queues on the same PostgreSQL server, installed into a folder of their own, each in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { installPackages } from '../support/packages.ts';
import type { QueueWork } from './queue-child.ts';

export const QUEUES: Readonly<Record<QueueWork['queue'], string>> = {
  'graphile-worker': '0.18.0',
  'pg-boss': '12.38.0',
};

export interface Queues {
  /** Jobs per second that a queue does, from the start of its workers until all are put down as done. */
  perSecond(queue: QueueWork['queue'], work: Pick<QueueWork, 'jobs' | 'postUrl' | 'body'>): Promise<number>;
  close(): void;
}

const WARM_UP = 300;

export async function openQueues({ server }: Pick<PostgresTestStore, 'server'>): Promise<Queues> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-queues-'));
  await installPackages(
    folder,
    Object.entries(QUEUES).map(([name, version]) => `${name}@${version}`),
  );
  let databases = 0;
  return {
    perSecond: async (queue, work) => {
      databases += 1;
      const database = `queue_${databases}`;
      await server.createDatabase(database);
      const child = fork(fileURLToPath(new URL('./queue-child.ts', import.meta.url)), {
        serialization: 'advanced',
      });
      const request: QueueWork = {
        ...work,
        queue,
        folder,
        databaseUrl: server.ownerUrl(database),
        warmUp: WARM_UP,
      };
      child.send(request);
      const [reply] = (await once(child, 'message')) as [{ seconds: number } | { error: string }];
      if ('error' in reply) throw new Error(`${queue}: ${reply.error}`);
      return work.jobs / reply.seconds;
    },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
