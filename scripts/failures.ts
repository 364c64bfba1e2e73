// A reporter of the test runner: writes each test that failed as one line of JSON, so that the suite can tell a wait that ran out on a busy
// machine from an answer that was wrong.
import type { TestEvent } from 'node:test/reporters';

/** One test that failed. */
export type Failure = {
  /** The test file, as an absolute path. */
  readonly file: string;
  readonly name: string;
  /** Whether the browser did not show in time what the test waits for; else something was there and it was wrong. */
  readonly ranOut: boolean;
};

/** Longest chain of causes that is looked through. */
const CAUSES_MAX = 8;

function isTimeout(error: unknown): boolean {
  let one = error;
  for (let depth = 0; depth < CAUSES_MAX && one instanceof Error; depth += 1) {
    if (one.name === 'TimeoutError') return true;
    one = one.cause;
  }
  return false;
}

/** A group fails because of its tests, which are written themselves. */
function isOfItsTests(error: Error): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

// oxlint-disable-next-line import/no-default-export -- the test runner takes a reporter in this form only
export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { file, name, details } = event.data;
    if (isOfItsTests(details.error)) continue;
    yield `${JSON.stringify({ file: file ?? name, name, ranOut: isTimeout(details.error) } satisfies Failure)}\n`;
  }
}
