// Loaded before everything else in a service whose store has a clock that is set: the file named by PESTLE_STORE_CLOCK holds by how many
// milliseconds the embedded store's thread is off. The thread that serves keeps its time, so that sign-ins go on.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const LOOK_EACH_MS = 20;
const file = process.env['PESTLE_STORE_CLOCK'];
if (!isMainThread && file !== undefined) {
  const now = Date.now.bind(Date);
  let offsetMs = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  Date.now = () => {
    if (performance.now() - lookedAt > LOOK_EACH_MS) {
      lookedAt = performance.now();
      offsetMs = Number(readFileSync(file, 'utf8'));
    }
    return now() + offsetMs;
  };
}
