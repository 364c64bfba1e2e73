// Takes what a pharmacy asks of a prescriber: a renewal or a change. It is kept for the practice, once, or refused with what is wrong.
import type { Received } from '@pestle/script';
import { hashBody } from '../report/deliveries.ts';
import type { AskingMessage } from '../report/listener.ts';
import { findAsked } from './find-asked.ts';
import { type Arrived, type InboxDeps, refused, takeOnce } from './once.ts';
import type { Verdict } from './script-answer.ts';

/** As SCRIPT bounds it. */
const MESSAGE_ID = /^[ -~]{1,35}$/;

export async function takeRequest(
  deps: InboxDeps,
  arrived: Arrived,
  message: Received<AskingMessage>,
): Promise<Verdict> {
  const messageId = message.header?.messageId?.trim() ?? '';
  // The answer relates to it: without one nobody could be answered.
  if (!MESSAGE_ID.test(messageId))
    return refused('2000', 'The MessageID is missing, or longer than 35 characters.');
  const lack = deps.delivery.lackOf(message);
  if (lack !== undefined) return refused('2000', `Missing, or not as the standard has it: ${lack}`);
  const asked = await findAsked(deps.store, arrived.sender.credential, message);
  if (asked === undefined) return NOBODY_ASKED;
  const question = {
    ...asked,
    senderId: arrived.sender.id,
    message,
    messageId,
    bodyHash: hashBody(arrived.body),
    origin: arrived.origin,
  };
  return await takeOnce(deps, arrived, message, asked.orgId, async (tx) => {
    const reception = await deps.delivery.onRequest(tx, question);
    if (reception === 'clash') return refused('220', 'This MessageID was used for another message.');
    return reception === 'kept' ? true : NOBODY_ASKED;
  });
}

/** The same for an unknown prescriber, one of several organizations, and a prescription of another pharmacy. */
const NOBODY_ASKED = refused(
  '1000',
  'The ids and the NPI of the prescriber name nobody here, or more than one.',
);
