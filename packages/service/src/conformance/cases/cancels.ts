// Cancels: of a prescription that the pharmacy holds, and of one that it never had.

import { PLAIN } from '../prescriptions.ts';
import type { Seen } from '../session.ts';
import { adviceFor, describe, judgeTaken } from './answers.ts';
import type { Case, CaseResult, Run } from './case.ts';
import { failed, heldOf, passed, skipped, warned } from './case.ts';

/** A pharmacy with an API of its own may have no call that cancels. */
function cannotCancel({ session }: Run): boolean {
  const { channel, api } = session.subject.integration;
  return channel === 'api' && api?.cancelRx === undefined;
}

const NO_CALL = skipped('The API has no call that cancels: cancels go by fax.');

/** What it said, in our words. */
function saidToCancel({ sent }: Seen): string {
  if (sent.cancelAnswer === undefined)
    return 'Whether it was canceled is not said: CancelRxResponse may follow.';
  return sent.cancelAnswer.answer === 'approved' ? 'It says: canceled.' : 'It says: denied.';
}

export const CANCEL_CASES: readonly Case[] = [
  {
    id: 'cancel',
    title: 'The cancel of a prescription that you hold',
    expected:
      'It is taken: a CancelRxResponse, approved or denied, at once; or a Status, and the CancelRxResponse later.',
    needs: 'plain',
    run: async (run) => {
      if (cannotCancel(run)) return NO_CALL;
      const prescription = heldOf(run);
      const cancel = await run.session.write(PLAIN, prescription);
      const seen = await run.session.send(cancel);
      const judged = judgeTaken(cancel, seen, run.session.subject.timeoutMs);
      if (seen.sent.outcome !== 'ACCEPTED') return judged;
      if (seen.sent.cancelAnswer?.answer !== 'denied') run.canceled.push(prescription);
      return { ...judged, seen: `${judged.seen} ${saidToCancel(seen)}` };
    },
  },
  {
    id: 'cancel-unknown',
    title: 'The cancel of a prescription that you never had',
    expected: 'A denial, or an Error: nobody may believe that something was canceled.',
    needs: 'plain',
    run: async (run) => {
      if (cannotCancel(run)) return NO_CALL;
      const never = await run.session.write(PLAIN);
      const seen = await run.session.send(await run.session.write(PLAIN, never));
      return judgeUnknown(run, seen);
    },
  },
];

function judgeUnknown({ session }: Run, seen: Seen): CaseResult {
  const words = describe(seen, session.subject.timeoutMs);
  const { outcome, cancelAnswer } = seen.sent;
  if (outcome === 'REJECTED') return passed(words);
  if (outcome !== 'ACCEPTED') return failed(words, adviceFor(seen));
  if (cancelAnswer?.answer === 'denied') return passed(`${words} ${saidToCancel(seen)}`);
  if (cancelAnswer?.answer === 'approved')
    return warned(
      `${words} It says that it canceled what it never had.`,
      'Answer with CancelRxResponse, Denied, reason AA: the practice then calls instead of relying on it.',
    );
  return warned(
    `${words} ${saidToCancel(seen)}`,
    'Say that you hold no such prescription (CancelRxResponse, Denied, reason AA): else the practice believes it canceled.',
  );
}
