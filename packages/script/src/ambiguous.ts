// Says whether a message contradicts itself: what decides about it stands there twice, and two readers could act on two answers (D4).
import type { Received, UnmodelledElement } from './model/messages.ts';
import { isMessageType } from './table/messages.ts';

/** What decides about a body, and the property that has it where it was read. */
const DECIDING: Readonly<Record<string, string>> = {
  Code: 'code',
  VerifyStatus: 'verifyStatus',
  Response: 'response',
  FillStatus: 'fillStatus',
  StatusType: 'fillStatus',
};
/** Elements that hold one of several outcomes: whatever stands beside the one that was read is another. */
const CHOICES: ReadonlySet<string> = new Set(['Response', 'FillStatus', 'StatusType']);
/** By these an answer finds what it is about. */
const CORRELATING: ReadonlySet<string> = new Set(['RelatesToMessageID', 'PrescriberOrderNumber']);

/**
 * True for a message that says two things: two bodies, two messages in one body, two codes, an approval beside a denial, two ids of the message
 * it is about. A repetition of the same counts as well: nobody repeats an answer by intention. Looks at what `read` has kept.
 *
 * @example
 * const { message } = read(body);
 * if (saysTwoThings(message)) refuse();
 */
export function saysTwoThings(message: Received): boolean {
  return (message.unmodelled ?? []).some((entry) => 'element' in entry && decides(message, entry));
}

function decides(message: Received, { parent, element: { name } }: UnmodelledElement): boolean {
  if (parent === '') return name === 'Header' || name === 'Body' || isMessageType(name);
  if (parent === 'Body') return true;
  if (parent === 'Header') return CORRELATING.has(name) || isMessageType(name);
  const body = `Body/${message.type}`;
  if (parent === body) {
    const key = Object.hasOwn(DECIDING, name) ? DECIDING[name] : undefined;
    return isMessageType(name) || (key !== undefined && key in message);
  }
  if (parent === `${body}/VerifyStatus`) return name === 'Code';
  return parent.startsWith(`${body}/`) && CHOICES.has(parent.slice(body.length + 1));
}
