// Feeds every attack to the reader inside a small heap and reports how many were refused.
import { parentPort } from 'node:worker_threads';
import { read, ScriptError } from '../src/index.ts';
import { ATTACKS } from './attacks.ts';

let refused = 0;
for (const [, input] of ATTACKS) {
  try {
    read(input());
  } catch (error) {
    if (error instanceof ScriptError) refused += 1;
  }
}
parentPort?.postMessage(refused);
