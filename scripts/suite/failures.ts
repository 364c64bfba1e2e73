// A reporter of the test runner: writes each test that failed as one line of JSON, so that the suite can tell a wait that ran out on a busy
// machine from an answer that was wrong.
import type { TestEvent } from 'node:test/reporters';
import { isLate } from '@pestle/testbed/browser/late';

/** One test that failed. */
export type Failure = {
  /** The test file, as an absolute path. */
  readonly file: string;
  readonly name: string;
  /** Whether the browser did not show in time what the test waits for; else something was there and it was wrong. */
  readonly late: boolean;
};

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
    yield `${JSON.stringify({ file: file ?? name, name, late: isLate(details.error) } satisfies Failure)}\n`;
  }
}
