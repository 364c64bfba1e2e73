// Child process: the rivals, hand-written Fastify handlers over the same driver: the same rows in BEGIN … COMMIT, and a single INSERT.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { asPGlite, WorkerClient } from '@pestle/service/for-tests/store';
import { migrate } from '@pestle/service/store';
import fastify from 'fastify';
import { Kysely, PGliteDialect } from 'kysely';
import pg from 'pg';
import { Agent } from 'undici';
import type { BareOrder, BareStatement } from './bare-statements.ts';
import {
  COPY_STATEMENTS,
  FILLS,
  INSERT,
  insertValues,
  ORGANIZATION_STATEMENT,
  orderSteps,
  UPDATE,
} from './bare-statements.ts';

/** One driver, used as its documentation shows. */
interface Driver {
  query(statement: BareStatement, values: readonly unknown[]): Promise<unknown>;
  transaction(
    work: (
      query: (statement: BareStatement, values: readonly unknown[]) => Promise<unknown>,
    ) => Promise<void>,
  ): Promise<void>;
}

export type BareStart =
  | { readonly kind: 'postgres'; readonly url: string; readonly connections: number }
  | { readonly kind: 'embedded'; readonly directory: string };

async function open(start: BareStart): Promise<Driver> {
  if (start.kind === 'postgres') {
    const pool = new pg.Pool({ connectionString: start.url, max: start.connections });
    return {
      query: ({ name, text }, values) => pool.query({ name, text, values: [...values] }),
      transaction: async (work) => {
        const client = await pool.connect();
        try {
          await client.query('begin');
          await work(({ name, text }, values) => client.query({ name, text, values: [...values] }));
          await client.query('commit');
        } catch (error) {
          await client.query('rollback');
          throw error;
        } finally {
          client.release();
        }
      },
    };
  }
  const script = fileURLToPath(
    new URL('store/embedded/create-cluster.ts', import.meta.resolve('@pestle/service')),
  );
  const made = spawnSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    script,
    start.directory,
  ]);
  if (made.status !== 0) throw new Error(`the cluster was not created: ${String(made.stderr)}`);
  const worker = await WorkerClient.start({ kind: 'durable', directory: start.directory });
  await migrate(new Kysely({ dialect: new PGliteDialect({ pglite: asPGlite(worker) }) }));
  return {
    query: ({ text }, values) => worker.exclusive(() => worker.query(text, values)),
    transaction: (work) =>
      worker.exclusive(async () => {
        await worker.send({ kind: 'exec', text: 'begin' });
        try {
          await work(({ text }, values) => worker.query(text, values));
          await worker.send({ kind: 'exec', text: 'commit' });
        } catch (error) {
          await worker.send({ kind: 'exec', text: 'rollback' });
          throw error;
        }
      }),
  };
}

/** The handlers do no authorization, no check of anything, and no SQL besides their writes. */
async function serve(driver: Driver): Promise<string> {
  const app = fastify();
  app.post<{ Body: BareOrder }>('/transaction', async ({ body }) => {
    const { id, steps } = orderSteps(body);
    await driver.transaction(async (query) => {
      for (const { statement, values } of steps) await query(statement, values);
    });
    return { id };
  });
  app.post<{ Body: BareOrder }>('/insert', async ({ body }) => {
    const values = insertValues(body.draftId);
    await driver.query(INSERT, values);
    return { id: values[1] };
  });
  app.post<{ Body: { id: string; state: string } }>('/update', async ({ body }) => {
    await driver.query(UPDATE, [body.id, body.state]);
    return { updated: 1 };
  });
  return await app.listen({ host: '127.0.0.1', port: 0 });
}

let driver: Driver | undefined;
const agent = new Agent({ pipelining: 1 });
/** As long as a NewRx. */
const MESSAGE = Buffer.alloc(3_000, 0x20);

const commands: Readonly<Record<string, (argument: never) => Promise<unknown>>> = {
  start: async (argument: BareStart) => {
    driver = await open(argument);
    await driver.query(ORGANIZATION_STATEMENT, []);
    return await serve(driver);
  },
  prepare: async ({ from, to }: { from: number; to: number }) => {
    for (const statement of COPY_STATEMENTS) await driver?.query(statement, [from, to]);
  },
  analyze: async () => {
    await driver?.query({ name: 'bare_analyze', text: 'analyze' }, []);
  },
  /** One commit and one POST of a message's size, one after the other. */
  commitAndPost: async (url: string) => {
    const started = performance.now();
    await driver?.query(INSERT, insertValues('bench'));
    const committed = performance.now();
    const { body } = await agent.request({ origin: url, path: '/script', method: 'POST', body: MESSAGE });
    await body.dump();
    return { commitMs: committed - started, postMs: performance.now() - committed };
  },
  /** Ids of the fills that were written. */
  fills: async () => {
    const answer = (await driver?.query(FILLS, [])) as { readonly rows: readonly { readonly id: string }[] };
    return answer.rows.map(({ id }) => id);
  },
  /** One commit after the other: milliseconds of each. */
  commits: async (count: number) => {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const started = performance.now();
      await driver?.query(INSERT, insertValues('bench'));
      times.push(performance.now() - started);
    }
    return times;
  },
};
process.on('message', ({ id, command, argument }: { id: number; command: string; argument: never }) => {
  const act = commands[command];
  (act === undefined ? Promise.reject(new Error(`unknown command ${command}`)) : act(argument)).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String((error as Error).stack) }),
  );
});
process.on('disconnect', () => process.exit());
