// Talks to the worker thread of the embedded store: one FIFO, so that a transaction is never mixed with another's statements.
import { Worker } from 'node:worker_threads';
import type { QueryResult, WorkerReady, WorkerReply, WorkerRequest, WorkerStart } from './protocol.ts';

type Unsent<R> = R extends unknown ? Omit<R, 'id'> : never;
type Pending = {
  resolve(reply: Extract<WorkerReply, { results: unknown }>): void;
  reject(error: Error): void;
};

export class WorkerClient {
  readonly fsyncsPerCommit: number;
  closed = false;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
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
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: start });
    const ready = await firstMessage(worker);
    return new WorkerClient(worker, ready.fsyncsPerCommit);
  }

  /** Sends one request; alone callers queue behind a running transaction (see `exclusive`). */
  send(request: Unsent<WorkerRequest>): Promise<Extract<WorkerReply, { results: unknown }>> {
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
    const { results } = await this.send({ kind: 'query', text, values });
    const [result] = results;
    if (result === undefined) throw new Error('the embedded store answered without a result');
    return result;
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
    if ('error' in reply) pending.reject(Object.assign(new Error(reply.error.message), reply.error));
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
