// The SCRIPT channel: writes the message for one pharmacy's profile and sends it to its endpoint or its partner's (S1, D7).

import type { Outcome } from '@pestle/script';
import { build, outcomeOf, read, ScriptError } from '@pestle/script';
import { messageProfile } from '../../directory/inside.ts';
import type { MessageFacts } from '../../prescribing/inside.ts';
import { cancelRx, newRx, shapedFor } from '../../prescribing/inside.ts';
import { cancelAnswerOf } from '../answers/cancel-answer.ts';
import type { Facts } from '../ledger/facts.ts';
import type { CancelAnswer } from '../ledger/sent.ts';

/** Who we are in messages. */
export interface ScriptSender {
  /** The id by which receivers know this service (`From`). */
  readonly id: string;
  readonly tertiaryId: string;
  readonly softwareVersion: string;
}

export interface PreparedMessage {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** The bytes of a NewRx or CancelRx. Throws ScriptError when the pharmacy's profile cannot carry the message. */
export function scriptMessage(
  facts: Facts,
  sender: ScriptSender,
  message: {
    readonly messageId: string;
    readonly relatesToMessageId: string | null;
    readonly prescriberOrderNumber: string;
    /** Says that nobody may dispense it: conformance runs only. */
    readonly isTest?: boolean;
  },
  sentAt: Date,
): PreparedMessage {
  const settings = facts.pharmacy.integration?.script;
  if (settings === undefined) throw new Error('the pharmacy has no SCRIPT profile');
  const messageFacts: MessageFacts = {
    content: facts.content,
    envelope: facts.envelope,
    address: facts.address,
    pharmacy: facts.pharmacy,
    identity: {
      senderId: sender.id,
      senderTertiaryId: sender.tertiaryId,
      receiverTertiaryId: facts.pharmacy.ncpdpId,
      softwareVersion: sender.softwareVersion,
    },
    messageId: message.messageId,
    prescriberOrderNumber: message.prescriberOrderNumber,
    sentAt,
    writtenAt: facts.prescription.writtenAt,
  };
  const isDiscontinue = facts.kind === 'discontinue';
  const typed =
    message.relatesToMessageId === null
      ? newRx(messageFacts)
      : cancelRx(messageFacts, message.relatesToMessageId, settings.cancel, isDiscontinue ? 'D' : 'C');
  const header = message.isTest === true ? { ...typed.header, testMessage: '1' } : typed.header;
  const profile = messageProfile(settings);
  const shaped = shapedFor(typed, profile.shape ?? profile.version ?? '2017071');
  const built = build({ ...shaped, header }, profile);
  const body = Buffer.from(built.text, 'utf8');
  if (isDiscontinue) requireFlag(body, built.contentType);
  return { body, contentType: built.contentType };
}

/** A pharmacy's changes of messages may take the flag away: then it would be a cancel, and must not leave. */
function requireFlag(body: Uint8Array, contentType: string): void {
  const { message } = read(body, { contentType });
  if (message.type === 'CancelRx' && message.changeOfPrescriptionStatusFlag === 'D') return;
  throw new Error('the message says nothing of refills');
}

/** What a SCRIPT receiver's answer means (D4). */
export function scriptOutcome(
  facts: Pick<Facts, 'pharmacy'>,
  answer: { readonly status: number; readonly contentType?: string; readonly body: Uint8Array },
  earlierAttemptUnanswered: boolean,
): Outcome & { readonly cancelAnswer?: CancelAnswer } {
  const { status, contentType, body } = answer;
  const settings = facts.pharmacy.integration?.script;
  const outcome = outcomeOf(
    {
      httpStatus: status,
      body,
      ...(contentType === undefined ? {} : { contentType }),
      ackMode: settings?.acknowledge ?? 'script',
      ...(settings?.acknowledgeTypes === undefined ? {} : { ackTypes: settings.acknowledgeTypes }),
    },
    { earlierAttemptUnanswered },
  );
  const cancelAnswer = outcome.class === 'ACCEPTED' ? answerToCancel(body, contentType) : undefined;
  return { ...outcome, ...(cancelAnswer !== undefined && { cancelAnswer }) };
}

/** What a synchronous CancelRxResponse says; undefined when the answer is something else, such as a Status. */
function answerToCancel(body: Uint8Array, contentType: string | undefined): CancelAnswer | undefined {
  try {
    const { message } = read(body, {
      doubtfulCharacters: true,
      ...(contentType === undefined ? {} : { contentType }),
    });
    return message.type === 'CancelRxResponse' ? cancelAnswerOf(message) : undefined;
  } catch (error) {
    if (error instanceof ScriptError) return undefined;
    throw error;
  }
}
