// Child process: a job queue on PostgreSQL that does the pharmacy's POST per job, set as its documentation advises for many short jobs.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Agent, request } from 'undici';

/** What the parent asks for, once. */
export interface QueueWork {
  readonly queue: 'graphile-worker' | 'pg-boss';
  /** Where the queue is installed. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly postUrl: string;
  /** What each job carries and posts. */
  readonly body: string;
  readonly jobs: number;
  /** Jobs that are done before anybody measures. */
  readonly warmUp: number;
}

const CONCURRENCY = 24;
const ENQUEUED_AT_A_TIME = 500;
const agent = new Agent({ connections: 128 });

/** The parts of graphile-worker that are used. */
interface GraphileWorker {
  makeWorkerUtils(options: { connectionString: string }): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: readonly { identifier: string; payload: unknown }[]): Promise<unknown>;
    release(): Promise<void>;
  }>;
  run(options: object): Promise<{ stop(): Promise<void> }>;
  Logger: new (factory: () => () => void) => unknown;
}

/** The parts of pg-boss that are used. */
interface PgBoss {
  start(): Promise<unknown>;
  on(event: 'error', listener: (error: unknown) => void): void;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: readonly { data: object }[]): Promise<unknown>;
  work(
    name: string,
    options: object,
    handler: (jobs: readonly { data: Job }[]) => Promise<void>,
  ): Promise<unknown>;
  stop(options: object): Promise<void>;
}

interface Job {
  readonly body: string;
}

async function post(url: string, { body }: Job): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/xml' },
    body,
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`the pharmacy answered ${answer.statusCode}`);
}

/** Seconds from the start of the workers until `jobs` jobs are done. */
async function measure(work: QueueWork): Promise<number> {
  const imported = async (name: string): Promise<unknown> =>
    await import(
      pathToFileURL(createRequire(pathToFileURL(join(work.folder, 'package.json'))).resolve(name)).href
    );
  return work.queue === 'graphile-worker'
    ? await withGraphileWorker((await imported('graphile-worker')) as GraphileWorker, work)
    : await withPgBoss((await imported('pg-boss')) as { PgBoss: new (options: object) => PgBoss }, work);
}

async function withGraphileWorker(
  graphileWorker: GraphileWorker,
  { databaseUrl, jobs, warmUp, body, postUrl }: QueueWork,
): Promise<number> {
  const utils = await graphileWorker.makeWorkerUtils({ connectionString: databaseUrl });
  await utils.migrate();
  const add = async (count: number): Promise<void> => {
    for (let added = 0; added < count; added += ENQUEUED_AT_A_TIME)
      await utils.addJobs(
        Array.from({ length: Math.min(ENQUEUED_AT_A_TIME, count - added) }, () => ({
          identifier: 'post',
          payload: { body },
        })),
      );
  };
  const drain = async (count: number): Promise<number> => {
    await add(count);
    let done = 0;
    let finished: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (finished = resolve));
    const started = performance.now();
    const runner = await graphileWorker.run({
      logger: new graphileWorker.Logger(() => () => undefined),
      taskList: {
        post: async (payload: Job) => {
          await post(postUrl, payload);
          done += 1;
          if (done === count) finished();
        },
      },
      preset: {
        worker: {
          connectionString: databaseUrl,
          concurrentJobs: CONCURRENCY,
          maxPoolSize: CONCURRENCY + 2,
          localQueue: { size: 4 * CONCURRENCY },
          completeJobBatchDelay: 0,
        },
      },
      noHandleSignals: true,
    });
    await all;
    // Stops when what was done is put down.
    await runner.stop();
    return (performance.now() - started) / 1_000;
  };
  await drain(warmUp);
  const seconds = await drain(jobs);
  await utils.release();
  return seconds;
}

async function withPgBoss(
  { PgBoss }: { PgBoss: new (options: object) => PgBoss },
  { databaseUrl, jobs, warmUp, body, postUrl }: QueueWork,
): Promise<number> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 26 });
  boss.on('error', (error) => {
    throw error;
  });
  await boss.start();
  const drain = async (name: string, count: number): Promise<number> => {
    await boss.createQueue(name);
    for (let added = 0; added < count; added += ENQUEUED_AT_A_TIME)
      await boss.insert(
        name,
        Array.from({ length: Math.min(ENQUEUED_AT_A_TIME, count - added) }, () => ({ data: { body } })),
      );
    let done = 0;
    let finished: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (finished = resolve));
    const started = performance.now();
    const options = {
      batchSize: CONCURRENCY,
      localConcurrency: 4,
      pollingIntervalSeconds: 0.5,
      burstWhenBatchFull: true,
    };
    await boss.work(name, options, async (batch) => {
      await Promise.all(batch.map(({ data }) => post(postUrl, data)));
      done += batch.length;
      if (done === count) finished();
    });
    await all;
    return (performance.now() - started) / 1_000;
  };
  await drain('warm', warmUp);
  const seconds = await drain('measured', jobs);
  await boss.stop({ graceful: false });
  return seconds;
}

process.once('message', (work: QueueWork) => {
  measure(work).then(
    (seconds) => process.send?.({ seconds }, () => process.exit()),
    (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
  );
});
process.on('disconnect', () => process.exit());
