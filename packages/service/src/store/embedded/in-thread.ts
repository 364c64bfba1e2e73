// Runs the embedded engine in the caller's own thread, as if it had one of its own: for simulations, which have one clock and one order of things,
// and for what is filled before anybody is served, where a message to another thread costs as much as many a statement.
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import type { WorkerReply, WorkerRequest, WorkerStart } from './protocol.ts';

/** What is asked of the engine's thread once it runs. */
export type EngineThread = Pick<Worker, 'postMessage' | 'terminate'> & Pick<EventEmitter, 'on' | 'once'>;

/** Statement after statement would keep everything else of the thread, such as requests and timers, for as long as there are any. */
const OTHERS_AFTER_MS = 20;

export async function startInThread(start: WorkerStart): Promise<EngineThread> {
  const events = new EventEmitter();
  let othersAt = performance.now();
  const reply = (said: WorkerReply): void => {
    // A simulation has one order of things, which only its own clock may change.
    if (start.kind === 'memory' || performance.now() - othersAt < OTHERS_AFTER_MS) {
      events.emit('message', said);
      return;
    }
    setImmediate(() => {
      othersAt = performance.now();
      events.emit('message', said);
    });
  };
  const engine = await openEngine(start, {
    reply,
    end: (code) => events.emit('exit', code),
  });
  return {
    on: events.on.bind(events),
    once: events.once.bind(events),
    postMessage: (request: WorkerRequest) => void engine.answer(request),
    terminate: async () => 0,
  };
}
