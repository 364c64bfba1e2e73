// The same message more than once, and several at once: nothing may be lost or doubled.

import { CONFORMANCE_LIMITS } from '../limits.ts';
import { PLAIN } from '../prescriptions.ts';
import type { Seen, TestMessage } from '../session.ts';
import { adviceFor, describe } from './answers.ts';
import type { Case, CaseResult, Run } from './case.ts';
import { failed, heldOf, passed, prescribe, warned } from './case.ts';

const LOOK = 'Your screen must show it once.';

function judgeRepeat({ session }: Run, { messageId }: TestMessage, seen: Seen): CaseResult {
  const words = describe(seen, session.subject.timeoutMs);
  if (seen.sent.outcome === 'ACCEPTED') return passed(`${words} MessageID ${messageId}. ${LOOK}`);
  return failed(
    words,
    `The same MessageID with the same bytes is our retry: answer as before, or with Error 900 and description code 220. ${adviceFor(seen)}`,
  );
}

/** A pharmacy that takes one message at a time is asked for no more. */
function atOnce({ session }: Run): number {
  const { concurrency = CONFORMANCE_LIMITS.atOnceMax } = session.subject.integration.lane ?? {};
  return Math.min(concurrency, CONFORMANCE_LIMITS.atOnceMax);
}

export const REPEAT_CASES: readonly Case[] = [
  {
    id: 'duplicate',
    title: 'The same message a second time',
    expected: 'The same answer, or Error 900/220; and one prescription on your screen.',
    needs: 'plain',
    run: async (run) => {
      const message = heldOf(run);
      return judgeRepeat(run, message, await run.session.send(message, { isRetry: true }));
    },
  },
  {
    id: 'retry-after-silence',
    title: 'A message whose answer got lost, and its retry',
    expected:
      'The first may be stored or not; the retry is taken, or called a duplicate; one prescription on your screen.',
    needs: 'plain',
    run: async (run) => {
      const message = await run.session.write(PLAIN);
      await run.session.send(message, { hangUp: true });
      const seen = await run.session.send(message, { isRetry: true });
      if (seen.sent.outcome === 'ACCEPTED') run.held.push(message);
      return judgeRepeat(run, message, seen);
    },
  },
  {
    id: 'at-once',
    title: 'Several prescriptions at the same time',
    expected: `All are taken: ${CONFORMANCE_LIMITS.atOnceMax} at once, or as many as the integration allows.`,
    needs: 'plain',
    run: async (run) => {
      const count = atOnce(run);
      const all = await Promise.all(Array.from({ length: count }, () => prescribe(run)));
      const refused = all.find(({ seen }) => seen.sent.outcome !== 'ACCEPTED');
      if (refused !== undefined)
        return failed(
          `Of ${count} at once one was not taken. ${describe(refused.seen, run.session.subject.timeoutMs)}`,
          `Take them side by side, or let the concurrency of the integration be lowered. ${adviceFor(refused.seen)}`,
        );
      const slowest = Math.max(...all.map(({ seen }) => seen.ms));
      if (slowest > CONFORMANCE_LIMITS.slowAnswerMs)
        return warned(
          `All ${count} were taken; the slowest answer took ${(slowest / 1000).toFixed(1)} s.`,
          'Side by side they should not wait for one another.',
        );
      return passed(`All ${count} were taken; the slowest answer took ${slowest} ms.`);
    },
  },
];
