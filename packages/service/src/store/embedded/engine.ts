// The embedded engine and the requests that it answers, in whichever thread it runs.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { openDurableCluster, openFillingCluster, SHARED_BUFFERS } from './cluster.ts';
import type { WorkerReply, WorkerRequest, WorkerStart } from './protocol.ts';
import { isEngineLost, Session, serializeError } from './session/session.ts';

/** Where its answers go, and how whatever runs it ends. */
export interface EnginePort {
  readonly reply: (reply: WorkerReply) => void;
  readonly end: (code: number) => void;
}

export interface Engine {
  /** How often one commit reached the disk; 0 for a store in memory. */
  readonly fsyncsPerCommit: number;
  /** Answers through the port. Never rejects. */
  readonly answer: (request: WorkerRequest) => Promise<void>;
}

interface Opened {
  readonly database: PGlite;
  readonly session: Session;
  readonly fsyncsPerCommit: number;
}

export async function openEngine(start: WorkerStart, port: EnginePort): Promise<Engine> {
  const opened = await open(start);
  return {
    fsyncsPerCommit: opened.fsyncsPerCommit,
    answer: (request) => answer(opened, port, request),
  };
}

async function open(start: WorkerStart): Promise<Opened> {
  if (start.kind === 'memory') {
    const cluster =
      start.dataDirectory === undefined
        ? { initDbStartParams: ['--wal-segsize=1'] }
        : { loadDataDir: new Blob([new Uint8Array(start.dataDirectory)]) };
    const startParams = [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS];
    const opened = await PGlite.create({ extensions: { pg_trgm }, startParams, ...cluster });
    await opened.exec("set time zone 'UTC'");
    return { database: opened, session: new Session(opened, undefined), fsyncsPerCommit: 0 };
  }
  if (start.kind === 'filling') {
    const filling = await openFillingCluster(start.directory);
    await filling.exec("set time zone 'UTC'");
    return { database: filling, session: new Session(filling, undefined), fsyncsPerCommit: 0 };
  }
  const { database: opened, fileSystem } = await openDurableCluster(start.directory);
  await opened.exec("set time zone 'UTC'");
  const before = fileSystem.fsyncCount;
  // A transactional message writes WAL without needing a table, so it measures one commit of an empty store as well.
  await opened.query("select pg_logical_emit_message(true, 'pestle', 'durability self-test')");
  const fsyncsPerCommit = fileSystem.fsyncCount - before;
  return { database: opened, session: new Session(opened, () => fileSystem.fsyncCount), fsyncsPerCommit };
}

async function answer(
  { database, session }: Opened,
  port: EnginePort,
  request: WorkerRequest,
): Promise<void> {
  if (request.kind === 'close') {
    // The next start finds everything in its log, should the engine not be able to write its last checkpoint.
    await database.close().catch(() => undefined);
    return port.end(0);
  }
  try {
    const reply = await perform(database, session, request);
    port.reply(reply);
  } catch (error) {
    port.reply({ id: request.id, error: serializeError(error) });
    // An engine that gave up answers nothing more, or never comes back; the next one recovers from its log.
    if (!session.isUsable || isEngineLost(error)) port.end(1);
  }
}

async function perform(
  database: PGlite,
  session: Session,
  request: Exclude<WorkerRequest, { kind: 'close' }>,
): Promise<WorkerReply> {
  const { id } = request;
  switch (request.kind) {
    case 'query':
      return { id, result: await session.query(request.text, request.values) };
    case 'exec':
      await session.exec(request.text);
      return { id };
    case 'pipelines':
      return { id, outcomes: await session.pipelines(request.pipelines) };
    case 'dump': {
      const dump = await database.dumpDataDir('none');
      return { id, dump: new Uint8Array(await dump.arrayBuffer()) };
    }
    default:
      throw new Error(`unknown request ${JSON.stringify(request satisfies never)}`);
  }
}
