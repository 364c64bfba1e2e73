// Runs the embedded engine in the caller's own thread, as if it had one of its own: for simulations, which have one clock and one order of things.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import type { WorkerRequest, WorkerStart } from './protocol.ts';

/** What is asked of the engine's thread once it runs. */
export type EngineThread = Pick<Worker, 'postMessage' | 'terminate'> & Pick<EventEmitter, 'on' | 'once'>;

export async function startInThread(start: WorkerStart): Promise<EngineThread> {
  const events = new EventEmitter();
  const engine = await openEngine(start, {
    reply: (reply) => events.emit('message', reply),
    end: (code) => events.emit('exit', code),
  });
  return {
    on: events.on.bind(events),
    once: events.once.bind(events),
    postMessage: (request: WorkerRequest) => void engine.answer(request),
    terminate: async () => 0,
  };
}
