// The SCRIPT channel: writes the message for one pharmacy's profile and sends it to its endpoint or its partner's (S1, D7).

import type { Edit, Profile } from '@pestle/script';
import { build, outcomeOf } from '@pestle/script';
import type { Integration } from '../../directory/integration.ts';
import type { MessageFacts } from '../../prescribing/signing/script-message.ts';
import { cancelRx, newRx } from '../../prescribing/signing/script-message.ts';
import type { Facts } from '../facts.ts';

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

type ScriptProfile = NonNullable<Integration['script']>;

/** The bytes of a NewRx or CancelRx. Throws ScriptError when the pharmacy's profile cannot carry the message. */
export function scriptMessage(
  facts: Facts,
  sender: ScriptSender,
  message: {
    readonly messageId: string;
    readonly relatesToMessageId: string | null;
    readonly prescriberOrderNumber: string;
  },
  sentAt: Date,
): PreparedMessage {
  const profile = facts.pharmacy.integration?.script;
  if (profile === undefined) throw new Error('the pharmacy has no SCRIPT profile');
  const messageFacts: MessageFacts = {
    content: facts.content,
    envelope: facts.envelope,
    address: facts.address,
    pharmacy: facts.pharmacy,
    identity: {
      senderId: sender.id,
      senderTertiaryId: profile.senderTertiaryId ?? sender.tertiaryId,
      receiverTertiaryId: profile.receiverTertiaryId ?? facts.pharmacy.ncpdpId,
      softwareVersion: sender.softwareVersion,
    },
    messageId: message.messageId,
    prescriberOrderNumber: message.prescriberOrderNumber,
    sentAt,
    writtenAt: facts.prescription.writtenAt,
  };
  const typed =
    message.relatesToMessageId === null
      ? newRx(messageFacts)
      : cancelRx(messageFacts, message.relatesToMessageId);
  const built = build(typed, scriptProfile(profile));
  return { body: Buffer.from(built.text, 'utf8'), contentType: built.contentType };
}

function scriptProfile(profile: ScriptProfile): Profile {
  const edits: Edit[] = [
    ...Object.entries(profile.set ?? {}).map(([path, value]): Edit => ({ op: 'set', path, value })),
    ...(profile.drop ?? []).map((path): Edit => ({ op: 'drop', path })),
  ];
  return {
    version: profile.version,
    form: profile.form,
    cancelContent: profile.cancel,
    ...(profile.shape === '2017071' ? { shape: '2017071' as const } : {}),
    ...(profile.versionAttributes === undefined ? {} : { versionAttributes: profile.versionAttributes }),
    ...(profile.noteLines === undefined ? {} : { noteLines: profile.noteLines }),
    ...(edits.length === 0 ? {} : { edits }),
  };
}

/** What a SCRIPT receiver's answer means (D4). */
export function scriptOutcome(
  facts: Facts,
  answer: { readonly status: number; readonly body: Uint8Array },
  earlierAttemptUnanswered: boolean,
): ReturnType<typeof outcomeOf> {
  return outcomeOf(
    {
      httpStatus: answer.status,
      body: answer.body,
      ackMode: facts.pharmacy.integration?.script?.acknowledge ?? 'script',
    },
    { earlierAttemptUnanswered },
  );
}
