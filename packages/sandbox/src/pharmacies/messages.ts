// Owns SCRIPT at the simulated pharmacies: what they read of a message, and the answers they write in their own version and form.
import { randomBytes } from 'node:crypto';
import {
  build,
  check,
  type Header,
  type Message,
  type Received,
  read,
  ScriptError,
  sentTime,
} from '@pestle/script';
import type { LateContent } from './behaviours/behaviour.ts';
import type { Arrived } from './decide.ts';
import type { Rendered, SpokenAnswer } from './perform.ts';
import type { Player } from './player.ts';
import type { ScriptForm, ScriptVersion } from './types.ts';

/** What a pharmacy reads of a message before it looks at the prescription. */
export type Incoming = {
  /** Null when it cannot be read, or is of another type than those that pharmacies take. */
  readonly arrived: Arrived | null;
  /** Why, in one sentence without a value of the message. */
  readonly problem: string;
  /** `Header/To`: an NCPDP id of seven digits. */
  readonly to: string | null;
  readonly from: string | null;
  readonly form: ScriptForm;
  /** Null when the message does not say (JSON never does). */
  readonly version: ScriptVersion | null;
};

const NOTHING = { arrived: null, to: null, from: null, form: 'xml', version: null } as const;

const TAKEN = ['NewRx', 'CancelRx', 'RxRenewalResponse', 'RxChangeResponse'] as const;

function isTaken(type: string): type is Arrived['kind'] {
  return TAKEN.some((one) => one === type);
}

/** Reads a message; never throws. */
export function readIncoming(bytes: Uint8Array, version: ScriptVersion): Incoming {
  try {
    const document = read(bytes, { version });
    const { message, form } = document;
    const header: NonNullable<typeof message.header> = message.header ?? {};
    const common = {
      to: header.to?.id?.padStart(7, '0') ?? null,
      from: header.from?.id ?? null,
      form,
      version: document.versionFrom === 'attributes' ? document.version : null,
    };
    if (!isTaken(message.type))
      return { arrived: null, problem: `This endpoint takes ${TAKEN.join(', ')} only.`, ...common };
    if (header.messageId === undefined || header.messageId === '')
      return { arrived: null, problem: 'The message has no MessageID.', ...common };
    const arrived = {
      kind: message.type,
      messageId: header.messageId,
      prescriberOrderNumber: header.prescriberOrderNumber ?? null,
      relatesToMessageId: header.relatesToMessageId ?? null,
      ...(message.type === 'CancelRx' &&
        message.changeOfPrescriptionStatusFlag === 'D' && { isDiscontinue: true }),
    };
    return { arrived, problem: '', ...common };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return { ...NOTHING, problem: error.message };
  }
}

/** The first breach of the standard in a message, as a strict receiver names it, or null. Holds no value of the message. */
export function firstFinding(bytes: Uint8Array, player: Player): string | null {
  const [first] = check(bytes, { version: player.version, cancelContent: player.cancelContent });
  return first === undefined ? null : `${first.path}: ${first.rule} (${first.limit})`;
}

type Answering = {
  readonly answer: SpokenAnswer;
  readonly player: Player;
  readonly incoming: Incoming;
  readonly nowMs: number;
};

/** The answer to a message, in the pharmacy's version and form; HTTP 200 always, as SCRIPT receivers do. */
export function renderAnswer({ answer, player, incoming, nowMs }: Answering): Rendered {
  const relatesToMessageId = incoming.arrived?.messageId ?? '0';
  const orderNumber = incoming.arrived?.prescriberOrderNumber ?? null;
  const header = headerOf(player, incoming.from, relatesToMessageId, orderNumber, nowMs);
  return { status: 200, ...write(messageOf(answer, header), player) };
}

/** A late message: about which message, from whom. */
export type LateMessage = {
  readonly pharmacyId: string;
  /** The partner that sends it; the pharmacy itself when left out. */
  readonly partnerId?: string;
  readonly relatesToMessageId: string;
  readonly prescriberOrderNumber?: string;
} & LateContent;

/** A message that comes later by itself: an Error or a Verify about an accepted one, the answer to a CancelRx, an RxFill. */
export function renderLate(late: {
  readonly message: LateMessage;
  readonly player: Player;
  readonly nowMs: number;
}): Omit<Rendered, 'status'> {
  const { message, player, nowMs } = late;
  const { relatesToMessageId, prescriberOrderNumber = null } = message;
  const header = headerOf(player, null, relatesToMessageId, prescriberOrderNumber, nowMs);
  const { description } = message;
  if (message.kind === 'RxFill') {
    // What the pharmacy knows of the prescription is left out: the reader needs the ids alone.
    const fillStatus = { outcome: message.outcome, note: description };
    return write({ type: 'RxFill', header, fillStatus }, player);
  }
  if (message.kind === 'CancelRxResponse')
    return write(
      messageOf({ is: 'cancel-response', approved: message.approved, text: description }, header),
      player,
    );
  const { code, descriptionCode } = message;
  if (message.kind === 'Verify')
    return write({ type: 'Verify', header, verifyStatus: { code: '010', description } }, player);
  const descriptionCodes = descriptionCode === undefined ? {} : { descriptionCodes: [descriptionCode] };
  return write({ type: 'Error', header, code, ...descriptionCodes, description }, player);
}

function messageOf(answer: SpokenAnswer, header: Header): Message {
  switch (answer.is) {
    case 'status':
      return { type: 'Status', header, code: answer.code };
    case 'duplicate':
      return {
        type: 'Error',
        header,
        code: '900',
        descriptionCodes: ['220'],
        description: 'Transaction is a duplicate.',
      };
    case 'error': {
      const codes =
        answer.descriptionCode === undefined ? {} : { descriptionCodes: [answer.descriptionCode] };
      return { type: 'Error', header, code: answer.code, ...codes, description: answer.description };
    }
    case 'cancel-response':
      return {
        type: 'CancelRxResponse',
        header,
        response: answer.approved
          ? { outcome: 'Approved', note: answer.text }
          : {
              outcome: 'Denied',
              ...(answer.reasonCode && { reasonCodes: [answer.reasonCode] }),
              denialReason: answer.text,
            },
      };
    default:
      return answer satisfies never;
  }
}

/** A header of the pharmacy's own. */
export function headerOf(
  player: Player,
  to: string | null,
  relatesToMessageId: string,
  orderNumber: string | null,
  nowMs: number,
): Header {
  return {
    to: { id: to ?? 'PESTLE', qualifier: 'D' },
    from: { id: player.ncpdpId, qualifier: 'P' },
    messageId: `P${randomBytes(12).toString('hex').toUpperCase()}`,
    relatesToMessageId,
    sentTime: sentTime(new Date(nowMs)),
    senderSoftware: { developer: 'Pestle', product: 'Sandbox Pharmacy', versionRelease: '1' },
    ...(orderNumber !== null && { prescriberOrderNumber: orderNumber }),
  };
}

/** A message in the pharmacy's version and form. */
export function write(message: Message | Received, player: Player): Omit<Rendered, 'status'> {
  // Unchecked: an answer to a message that breaks the standard repeats that message's ids as they came.
  const { text, contentType } = build(message, {
    version: player.version,
    form: player.form,
    unchecked: true,
  });
  return { contentType, body: text };
}
