// Talks to the worker thread of the embedded store: one FIFO, so that a transaction is never mixed with another's statements.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StoreAwayError } from '../away.ts';
import { STORE_LIMITS } from '../limits.ts';
import type { Row, Step, StoreLoad } from '../store.ts';
import { VALUE_PARSERS } from '../values/parsers.ts';
import { toWire } from '../values/wire.ts';
import type { EngineThread } from './in-thread.ts';
import type {
  PipelineOutcome,
  SerializedError,
  WireResult,
  WireStep,
  WorkerReply,
  WorkerRequest,
  WorkerStart,
} from './protocol.ts';
import { startWorker } from './start-worker.ts';

type Unsent<R> = R extends unknown ? Omit<R, 'id'> : never;
type Answer = Exclude<WorkerReply, { error: unknown }>;
interface Pending {
  readonly resolve: (reply: Answer) => void;
  readonly reject: (error: Error) => void;
}

export interface QueryResult {
  readonly rows: Row[];
  readonly affectedRows: number;
}

interface QueuedPipeline {
  readonly steps: readonly Step[];
  readonly resolve: (rows: readonly (readonly Row[])[]) => void;
  readonly reject: (error: Error) => void;
}

export class WorkerClient {
  closed = false;
  readonly #start: WorkerStart;
  /** Undefined between the end of a worker that was lost and the start of the next. */
  #worker: EngineThread | undefined;
  readonly #pending = new Map<number, Pending>();
  /** Pipelines that wait for the worker: those that wait together go together. */
  readonly #queued: QueuedPipeline[] = [];
  /** Statements whose text the worker has. */
  readonly #knownStatements = new Set<string>();
  #nextId = 0;
  #tail: Promise<unknown> = Promise.resolve();
  /** Begun and not ended. */
  #turns = 0;
  /** Whether a turn for the queued pipelines waits already. */
  #hasTurnForQueued = false;

  private constructor(start: WorkerStart) {
    this.#start = start;
  }

  static async start(start: WorkerStart): Promise<WorkerClient> {
    const client = new WorkerClient(start);
    await client.#begin();
    return client;
  }

  async #begin(): Promise<void> {
    const worker = await startWorker(this.#start);
    this.#knownStatements.clear();
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    // Its exit follows.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#lost());
  }

  /** An engine that gave up, or a thread that ended: what was asked of it has no answer, and a durable store starts again. */
  #lost(): void {
    this.#worker = undefined;
    for (const pending of this.#pending.values()) pending.reject(closedError());
    this.#pending.clear();
    if (this.closed) return;
    if (this.#start.kind !== 'durable') this.closed = true;
    else this.#restart().catch(() => undefined);
  }

  /** In a turn of its own: whoever had one when the worker was lost ends first, so that no transaction goes on in another engine. */
  async #restart(): Promise<void> {
    let pauseMs: number = STORE_LIMITS.engineRestartPauseFirstMs;
    while (!this.closed) {
      try {
        await this.exclusive(async () => {
          await this.#begin();
          // As at the end of every turn of the owner; a store that was never migrated has no such role, and serves nobody.
          await this.send({ kind: 'exec', text: 'set role app' }).catch(() => undefined);
        });
        return;
      } catch {
        await sleep(pauseMs, undefined, { ref: false });
        pauseMs = Math.min(2 * pauseMs, STORE_LIMITS.engineRestartPauseMaxMs);
      }
    }
  }

  /** Sends one request; alone callers queue behind a running transaction (see `exclusive`). */
  send(request: Unsent<WorkerRequest>): Promise<Answer> {
    const worker = this.#worker;
    if (this.closed || worker === undefined) return Promise.reject(closedError());
    this.#nextId += 1;
    const id = this.#nextId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ id, ...request });
    });
  }

  /** Runs `work` when all earlier exclusive work has ended. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#turns += 1;
    const result = this.#tail.then(work, work);
    const ended = (): void => {
      this.#turns -= 1;
    };
    this.#tail = result.then(ended, ended);
    return result;
  }

  /** One has the turn; of those that wait, pipelines will share a few. */
  load(): StoreLoad {
    const inUse = Math.min(1, this.#turns);
    const turnForQueued = this.#hasTurnForQueued ? 1 : 0;
    return { inUse, waiting: this.#turns - inUse - turnForQueued + this.#queued.length, most: 1 };
  }

  async query(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const { result } = await this.send({ kind: 'query', text, values: values.map(toWire) });
    if (result === undefined) throw new Error('the embedded store answered without a result');
    return { rows: parseRows(result), affectedRows: result.affectedRows };
  }

  /** Runs the steps as one transaction; resolves when it is on the disk. Those that wait at the same time share a flush. */
  pipeline(steps: readonly Step[]): Promise<readonly (readonly Row[])[]> {
    return new Promise((resolve, reject) => {
      this.#queued.push({ steps, resolve, reject });
      this.#takeTurnForQueued();
    });
  }

  /**
   * One turn at a time, at the end of the line. With one for each of them, pipelines that come later would go in the turns of those that went before
   * together, and pass whoever waits for a turn again and again: a transaction then waits for as long as pipelines keep coming.
   */
  #takeTurnForQueued(): void {
    if (this.#hasTurnForQueued) return;
    this.#hasTurnForQueued = true;
    this.exclusive(() => this.#sendQueued()).catch(() => undefined);
  }

  async #sendQueued(): Promise<void> {
    const group = this.#queued.splice(0, STORE_LIMITS.pipelinesPerFlushMax);
    this.#hasTurnForQueued = false;
    if (this.#queued.length > 0) this.#takeTurnForQueued();
    try {
      const { outcomes = [] } = await this.send({
        kind: 'pipelines',
        pipelines: group.map(({ steps }) => steps.map((step) => this.#wireStep(step))),
      });
      for (const [index, { resolve, reject }] of group.entries()) settle(outcomes[index], resolve, reject);
    } catch (error) {
      for (const { reject } of group) reject(error as Error);
    }
  }

  #wireStep({ statement: { name, text }, values }: Step): WireStep {
    const wire = values.map(toWire);
    if (this.#knownStatements.has(name)) return { name, values: wire };
    this.#knownStatements.add(name);
    return { name, text, values: wire };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await this.exclusive(async () => {
      this.closed = true;
      const worker = this.#worker;
      if (worker === undefined) return;
      const late = setTimeout(() => {
        worker.terminate().catch(() => undefined);
      }, STORE_LIMITS.engineCloseGraceMs);
      await new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
        worker.postMessage({ id: 0, kind: 'close' } satisfies WorkerRequest);
      });
      clearTimeout(late);
    });
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (pending === undefined) return;
    if ('error' in reply) pending.reject(errorOf(reply.error));
    else pending.resolve(reply);
  }
}

function closedError(): Error {
  return new StoreAwayError('the embedded store is closed');
}

function settle(
  outcome: PipelineOutcome | undefined,
  resolve: QueuedPipeline['resolve'],
  reject: QueuedPipeline['reject'],
): void {
  if (outcome === undefined) reject(new Error('the embedded store answered without a result'));
  else if ('error' in outcome) reject(errorOf(outcome.error));
  else {
    try {
      resolve(outcome.results.map(parseRows));
    } catch (error) {
      reject(error as Error);
    }
  }
}

function errorOf(error: SerializedError): Error {
  return Object.assign(new Error(error.message), error);
}

function parseRows({ fields, rows }: WireResult): Row[] {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of columns.entries()) {
      const value = values[index];
      row[name] = value === null || value === undefined ? null : parse(value);
    }
    return row;
  });
}

/** The same parsers as on PostgreSQL. */
function parserOf(dataTypeID: number): (text: string) => unknown {
  return (
    VALUE_PARSERS[dataTypeID] ?? (pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown)
  );
}
