// Says what an answer to a test message was, in words for the pharmacy's engineer, and what to do about it.
import type { Received } from '@pestle/script';
import { CONFORMANCE_LIMITS } from '../limits.ts';
import type { Seen, TestMessage } from '../session.ts';
import type { CaseResult } from './case.ts';

/** Taken, and what else an answer must be: about our message, and soon. */
export function judgeTaken(message: TestMessage, seen: Seen, timeoutMs: number): CaseResult {
  const words = describe(seen, timeoutMs);
  if (seen.sent.outcome !== 'ACCEPTED') return { verdict: 'failed', seen: words, advice: adviceFor(seen) };
  const wrong = wrongHeader(message, seen.answer);
  if (wrong !== undefined)
    return { verdict: 'warning', seen: `${words} ${wrong.seen}`, advice: wrong.advice };
  if (seen.ms > CONFORMANCE_LIMITS.slowAnswerMs)
    return {
      verdict: 'warning',
      seen: words,
      advice: `Answer as soon as the message is stored: after ${timeoutMs / 1000} s it is sent again.`,
    };
  return { verdict: 'passed', seen: words };
}

/** One sentence about an answer. */
export function describe({ sent, ms, answer }: Seen, timeoutMs: number): string {
  const after = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
  switch (sent.outcome) {
    case 'ACCEPTED':
      return `Taken after ${after} (${sent.reason}).`;
    case 'REJECTED':
      return `Refused after ${after} (${sent.reason}).${said(answer)}`;
    case 'RETRY':
      return sent.httpStatus === null
        ? `No connection (${sent.reason}).`
        : `Put off after ${after} (${sent.reason}).${said(answer)}`;
    case 'UNKNOWN':
      if (sent.httpStatus !== null)
        return `Answered after ${after} with what says neither yes nor no (${sent.reason}).`;
      return sent.reason === 'timeout'
        ? `No answer within ${timeoutMs / 1000} s.`
        : `The connection ended before an answer (${sent.reason}).`;
    default:
      throw new Error(`unknown outcome ${String(sent.outcome satisfies never)}`);
  }
}

/** The endpoint's own words. The message is invented, and so is whoever is in it. */
function said(answer: Received | undefined): string {
  if (answer?.type !== 'Error') return '';
  const words = answer.description?.trim() ?? '';
  return words === '' ? '' : ` It said: ${words}`;
}

/** What to do about an answer that was no yes. */
export function adviceFor({ sent, answer }: Seen): string {
  const { httpStatus, reason } = sent;
  if (reason === 'no-access-token')
    return 'No access token could be had: check the token address, the client id and its secret.';
  if (httpStatus === 401 || httpStatus === 403)
    return 'Our credentials were refused: compare what your endpoint asks for with what its integration carries.';
  if (httpStatus !== null && httpStatus >= 300 && httpStatus < 400)
    return 'Answer at the address that was agreed: a prescription is never sent on to where a redirect points.';
  if (httpStatus === 404) return 'Nothing answers at this path: check the address.';
  if (httpStatus === 429 || httpStatus === 503)
    return 'One message at a time must be taken without waiting. If you need a slower pace, let rate and concurrency be set in the integration.';
  if (httpStatus !== null && httpStatus >= 500)
    return 'The endpoint failed. Look in its log for this time and MessageID; a prescription that is not taken goes by fax.';
  if (answer?.type === 'Error' || answer?.type === 'Status')
    return 'The message keeps the standard: look at which of its rules your receiver reads otherwise, or let the message settings of the integration be changed.';
  if (reason.includes('cert') || reason.includes('tls') || reason.includes('ssl'))
    return 'The certificate of the endpoint was not accepted: it must be valid, for this host name, and from a public authority.';
  if (reason === 'eforbidden')
    return 'The service does not connect to this address: it is private or reserved.';
  if (reason === 'timeout') return 'Store the message, answer, and work on it after that.';
  if (httpStatus === null)
    return 'Keep the connection open until the answer is written; check proxies and firewalls between us.';
  return 'Answer with a SCRIPT Status, Error or CancelRxResponse in the body, or let the integration say how you acknowledge.';
}

/** An answer names the message it answers. */
function wrongHeader(
  { messageId }: TestMessage,
  answer: Received | undefined,
): { readonly seen: string; readonly advice: string } | undefined {
  if (answer === undefined) return undefined;
  const relates = answer.header?.relatesToMessageId?.trim();
  if (relates === messageId) return undefined;
  return {
    seen: `RelatesToMessageID is ${relates === undefined || relates === '' ? 'missing' : `not ours (${relates})`}.`,
    advice: `Copy the MessageID of our message (${messageId}) into Header/RelatesToMessageID of your answer.`,
  };
}
