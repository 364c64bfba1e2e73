// Worker thread that runs the embedded store, so that a heavy query never stalls the service's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Step } from '../store.ts';
import { VALUE_PARSERS } from '../value-parsers.ts';
import { openDurableCluster } from './cluster.ts';
import type {
  QueryResult,
  SerializedError,
  WorkerReady,
  WorkerReply,
  WorkerRequest,
  WorkerStart,
} from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('the embedded store runs in a worker thread');

const { database, fsyncsPerCommit } = await open(workerData as WorkerStart);
port.on('message', (request: WorkerRequest) => void answer(request));
port.postMessage({ ready: true, fsyncsPerCommit } satisfies WorkerReady);

async function open(start: WorkerStart): Promise<{ database: PGlite; fsyncsPerCommit: number }> {
  if (start.kind === 'memory') {
    const loadDataDir =
      start.dataDirectory === undefined
        ? {}
        : { loadDataDir: new Blob([new Uint8Array(start.dataDirectory)]) };
    const opened = await PGlite.create({ extensions: { pg_trgm }, ...loadDataDir });
    await opened.exec("set time zone 'UTC'");
    return { database: opened, fsyncsPerCommit: 0 };
  }
  const { database: opened, fileSystem } = await openDurableCluster(start.directory);
  await opened.exec("set time zone 'UTC'");
  const before = fileSystem.fsyncCount;
  // A transactional message writes WAL without needing a table, so it measures one commit of an empty store as well.
  await opened.query("select pg_logical_emit_message(true, 'pestle', 'durability self-test')");
  return { database: opened, fsyncsPerCommit: fileSystem.fsyncCount - before };
}

async function answer(request: WorkerRequest): Promise<void> {
  try {
    const reply = await perform(request);
    port?.postMessage(reply);
  } catch (error) {
    port?.postMessage({ id: request.id, error: serialize(error) } satisfies WorkerReply);
  }
}

async function perform(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  switch (request.kind) {
    case 'query':
      return { id, results: [await run(request.text, request.values)] };
    case 'exec':
      await database.exec(request.text);
      return { id, results: [] };
    case 'pipeline':
      return { id, results: await runPipeline(request.steps) };
    case 'dump': {
      const dump = await database.dumpDataDir('none');
      return { id, results: [], dump: new Uint8Array(await dump.arrayBuffer()) };
    }
    case 'close':
      await database.close();
      return { id, results: [] };
    default:
      throw new Error(`unknown request ${JSON.stringify(request satisfies never)}`);
  }
}

async function run(text: string, values: readonly unknown[]): Promise<QueryResult> {
  const result = await database.query<Record<string, unknown>>(text, [...values], {
    parsers: { ...VALUE_PARSERS },
  });
  return { rows: result.rows, affectedRows: result.affectedRows ?? 0 };
}

async function runPipeline(steps: readonly Step[]): Promise<readonly QueryResult[]> {
  await database.exec('begin');
  try {
    const results: QueryResult[] = [];
    for (const step of steps) results.push(await run(step.statement.text, step.values));
    await database.exec('commit');
    return results;
  } catch (error) {
    await database.exec('rollback');
    throw error;
  }
}

function serialize(error: unknown): SerializedError {
  const source = error as Partial<SerializedError>;
  return {
    message: error instanceof Error ? error.message : String(error),
    code: source.code,
    constraint: source.constraint,
    table: source.table,
  };
}
