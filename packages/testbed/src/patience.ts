// How long tests wait for what must come. It only bounds a wait, so that what never comes is named: no test becomes slower by it, and a machine
// that is many times slower than the author's passes, too. How fast something is, `npm run bench` says.
import { setTimeout as sleep } from 'node:timers/promises';

/** For one thing to happen: in a page, in another process, or in this one. */
export const PATIENCE_MS = 120_000;
/** Between two questions to another process, in which nothing can be listened to. */
const ASK_EACH_MS = 20;

/** What `look` finds; undefined is nothing yet. `missing` says what was there instead when it never came. */
export async function eventually<Fact>(
  look: () => Promise<Fact | undefined> | Fact | undefined,
  missing: string | (() => string),
): Promise<Fact> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(ASK_EACH_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(typeof missing === 'string' ? missing : missing());
  }
}

/** Until `holds`. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  missing: string | (() => string),
): Promise<void> {
  await eventually(async () => ((await holds()) ? true : undefined), missing);
}

/** Until the clock shows the next second: what is told by the second cannot tell two things of one second apart. */
export async function nextSecond(now: () => number = Date.now): Promise<void> {
  const second = Math.floor(now() / 1_000);
  // Timers may end a millisecond early.
  while (Math.floor(now() / 1_000) === second) await sleep(1_000 - (now() % 1_000));
}
