// Worker thread that runs the embedded store, so that a heavy query never stalls the service's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import type { WorkerReady, WorkerRequest, WorkerStart } from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('the embedded store runs in a worker thread');

const start = workerData as WorkerStart;
const { answer, fsyncsPerCommit } = await openEngine(start, {
  reply: (reply) => port.postMessage(reply),
  end: (code) => process.exit(code),
});
port.on('message', (request: WorkerRequest) => void answer(request));
port.postMessage({ ready: true, fsyncsPerCommit } satisfies WorkerReady);
