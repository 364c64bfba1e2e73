// Talks to the worker thread of the embedded store: one FIFO, so that a transaction is never mixed with another's statements.
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { STORE_LIMITS } from '../limits.ts';
import type { Row, Step } from '../store.ts';
import { VALUE_PARSERS } from '../value-parsers.ts';
import { toWire } from '../wire-values.ts';
import type {
  PipelineOutcome,
  SerializedError,
  WireResult,
  WireStep,
  WorkerReady,
  WorkerReply,
  WorkerRequest,
  WorkerStart,
} from './protocol.ts';

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
  readonly fsyncsPerCommit: number;
  closed = false;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  /** Pipelines that wait for the worker: those that wait together go together. */
  readonly #queued: QueuedPipeline[] = [];
  /** Statements whose text the worker has. */
  readonly #told = new Set<string>();
  #nextId = 0;
  #tail: Promise<unknown> = Promise.resolve();

  private constructor(worker: Worker, fsyncsPerCommit: number) {
    this.#worker = worker;
    this.fsyncsPerCommit = fsyncsPerCommit;
    worker.on('message', (reply: WorkerReply) => this.#settle(reply));
    worker.on('error', (error) => this.#failAll(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#failAll(new Error('the embedded store is closed')));
  }

  static async start(start: WorkerStart): Promise<WorkerClient> {
    keepEngineSmall();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: start });
    const ready = await firstMessage(worker);
    return new WorkerClient(worker, ready.fsyncsPerCommit);
  }

  /** Sends one request; alone callers queue behind a running transaction (see `exclusive`). */
  send(request: Unsent<WorkerRequest>): Promise<Answer> {
    if (this.closed) return Promise.reject(new Error('the embedded store is closed'));
    this.#nextId += 1;
    const id = this.#nextId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...request });
    });
  }

  /** Runs `work` when all earlier exclusive work has ended. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work, work);
    this.#tail = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
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
      // Each of the queued brings a turn of its own: one that finds nothing left to do ends at once.
      this.exclusive(() => this.#sendQueued()).catch(() => undefined);
    });
  }

  async #sendQueued(): Promise<void> {
    const group = this.#queued.splice(0, STORE_LIMITS.pipelinesPerFlushMax);
    if (group.length === 0) return;
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
    if (this.#told.has(name)) return { name, values: wire };
    this.#told.add(name);
    return { name, text, values: wire };
  }

  async close(): Promise<void> {
    if (this.closed) return;
    await this.exclusive(() => this.send({ kind: 'close' }));
    this.closed = true;
    await this.#worker.terminate();
  }

  #settle(reply: WorkerReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (pending === undefined) return;
    if ('error' in reply) pending.reject(errorOf(reply.error));
    else pending.resolve(reply);
  }

  #failAll(error: Error): void {
    this.closed = true;
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}

/** Not `removeAllListeners` afterwards: the worker keeps listeners of its own. */
function firstMessage(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const onMessage = (ready: WorkerReady): void => settle(() => resolve(ready));
    const onError = (error: unknown): void =>
      settle(() => reject(error instanceof Error ? error : new Error(String(error))));
    const onExit = (code: number): void =>
      onError(new Error(`the embedded store ended at start with code ${code}`));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
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

/**
 * Keeps the embedded engine in the code that V8's first compiler makes. Its optimizing compiler needs 600 MB for one
 * function, the interpreter of expressions, and gains less than the database waits for the disk. Must be called before
 * the engine is loaded; it holds for all WebAssembly of the process.
 */
function keepEngineSmall(): void {
  setFlagsFromString('--no-wasm-dynamic-tiering');
  setFlagsFromString('--no-wasm-tier-up');
}
