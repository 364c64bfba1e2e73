// What the pharmacy says by itself after it took a prescription: answers that come later, and status reports.
import type { Case, CaseResult } from './case.ts';
import { failed, passed, skipped, warned } from './case.ts';

const NOBODY = skipped('Nobody listened: run with --listen, and let your system report to that address.');

export const REPORT_CASES: readonly Case[] = [
  {
    id: 'status-hook',
    title: 'A status report',
    expected: 'A report of one of the prescriptions, such as RECEIVED, at the status hook.',
    needs: 'plain',
    run: async ({ session, listener, held, reportsWaitMs }) => {
      if (listener === undefined) return NOBODY;
      const ours = new Set(held.map(({ facts }) => facts.fill.orderId));
      const report = await listener.report(({ orderId }) => ours.has(orderId as never), reportsWaitMs);
      const refused = listener.refusals();
      if (report !== undefined) return judgeReport(report.status, refused);
      const [first] = refused;
      if (first !== undefined)
        return failed(
          `${refused.length} report(s) came and none could be taken. The first: ${first}`,
          'The answer to each report says what to do: show it to the person who builds it.',
        );
      return warned(
        `No report came within ${reportsWaitMs / 1000} s.`,
        `Reports are how the patient learns where a prescription is. Send RECEIVED for ${session.subject.pharmacy.name} when a message is stored.`,
      );
    },
  },
  {
    id: 'later-answers',
    title: 'Answers that come later',
    expected: 'What was taken stays taken: no Error for it follows.',
    needs: 'plain',
    run: async ({ listener, held }) => {
      if (listener === undefined) return NOBODY;
      const ids = new Set(held.map(({ messageId }) => messageId));
      const late = listener.messages().filter(({ relatesTo }) => ids.has(relatesTo));
      const error = late.find(({ type }) => type === 'Error');
      if (error !== undefined)
        return failed(
          `An Error came for ${error.relatesTo}, which was taken before.`,
          'Answer Status 000 only for what will be delivered. Such a prescription is withdrawn and goes by fax.',
        );
      return passed(
        late.length === 0
          ? 'None came.'
          : `${late.length} came: ${[...new Set(late.map(({ type }) => type))].join(', ')}.`,
      );
    },
  },
];

function judgeReport(status: string, refused: readonly string[]): CaseResult {
  const [first] = refused;
  if (first === undefined) return passed(`${status} was reported.`);
  return warned(
    `${status} was reported; ${refused.length} other report(s) could not be taken. The first: ${first}`,
    'Only the accepted statuses are taken; the answer says which.',
  );
}
