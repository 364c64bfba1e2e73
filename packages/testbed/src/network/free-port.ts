// Ports for servers that are started later, by another process, or again where they were.
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to servers that asked for any (from 32768 on Linux, 49152 elsewhere):
 * a port of theirs, free now, may be taken a second later.
 */
const FIRST = 10_000;
const END = 32_000;
/** Test processes run beside each other with numbers that follow each other; each starts in a place of its own. */
const APART = 37;

let next = FIRST + ((process.pid * APART) % (END - FIRST));

/** A port of the loopback interface that is free, and that nobody gets unasked. Two calls give two ports. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < END - FIRST; tried += 1) {
    const port = next;
    next = port + 1 === END ? FIRST : port + 1;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
