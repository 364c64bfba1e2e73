// What a pharmacy's answer means (D4): taken, refused, try again, or nobody knows.
import { saysTwoThings } from './ambiguous.ts';
import { actionOf, DESCRIPTION_ACTIONS, ERROR_ACTIONS, STATUS_ACTIONS } from './codes/lists.ts';
import { ScriptError } from './errors.ts';
import { MAX_BLANK_ANSWER_BYTES } from './limits.ts';
import type { Received } from './model/messages.ts';
import { checkOptions } from './profile/known-options.ts';
import { read } from './read.ts';
import { mediaTypeOf } from './wire/encoding.ts';

/**
 * ACCEPTED: the endpoint has it. REJECTED: refused for good; a retry cannot help. RETRY: refused for now.
 * UNKNOWN: it may have it; retry with the same MessageID, and say so if a fax follows.
 */
export type OutcomeClass = 'ACCEPTED' | 'REJECTED' | 'RETRY' | 'UNKNOWN';

/** An answer that arrived over HTTP. */
export interface HttpAnswer {
  readonly httpStatus: number;
  /** Absent, as with a 204, is empty. */
  readonly body?: Uint8Array | string;
  /** The HTTP header Content-Type. */
  readonly contentType?: string;
  /**
   * `script` (default): only a SCRIPT body says that it was taken. `http`: a 2xx does, for receivers that answer with nothing or with something
   * of their own; its body is empty or of one of the `ackTypes`. A page to sign in, which is HTML, takes nothing.
   */
  readonly ackMode?: 'script' | 'http';
  /** The media types that acknowledge in mode `http`. Default: application/xml, text/xml, application/json. */
  readonly ackTypes?: readonly string[];
}

/** What an endpoint for SCRIPT messages answers in where nothing else is agreed. */
const ACK_TYPES: readonly string[] = ['application/xml', 'text/xml', 'application/json'];

/** What the sender knows of the attempts before. */
export interface AnswerContext {
  /** An earlier attempt of the same MessageID got no answer: a "duplicate" then means that it had arrived. */
  readonly earlierAttemptUnanswered?: boolean;
}

/** What a pharmacy's answer means for the message that was sent. */
export interface Outcome {
  readonly class: OutcomeClass;
  /** `Status/Code` or `Error/Code`. */
  readonly code?: string;
  readonly descriptionCodes?: readonly string[];
  /** How the network delivered it, where it says so. */
  readonly deliveryMethod?: 'electronic' | 'facsimile';
  /** The message whose answer this claims to be. Informative: rejections often carry `0`. */
  readonly relatesToMessageId?: string;
  /** Not accepted, and yet the receiver may hold the message: a fax after this must say so. */
  readonly mayHaveArrived: boolean;
  /** A person should look: configuration, credentials, address, or a clash of ids. */
  readonly alert: boolean;
  /** For logs and people. No text of the answer, no patient data. */
  readonly reason: string;
}

type Judgement = Pick<Outcome, 'class' | 'reason'> & {
  readonly mayHaveArrived?: boolean;
  readonly alert?: boolean;
};

/**
 * Decides the outcome of one attempt that got an HTTP answer. Pure; never throws on data, only `invalid-option` for an option that does not exist.
 * Attempts without an answer (connection, TLS, DNS, time-out) are the caller's to judge.
 *
 * @example
 * const outcome = outcomeOf({ httpStatus: 200, body }, { earlierAttemptUnanswered: false });
 * if (outcome.class === 'REJECTED') sendFax(outcome.mayHaveArrived);
 */
export function outcomeOf(answer: HttpAnswer, context: AnswerContext = {}): Outcome {
  checkOptions(answer, 'answer');
  checkOptions(context, 'context');
  const found = messageIn(answer);
  const message = typeof found === 'string' ? undefined : found;
  const spoken = message === undefined ? undefined : judgeMessage(message, answer.httpStatus, context);
  const judgement = spoken ?? judgeStatus(answer, found);
  return { mayHaveArrived: judgement.class === 'UNKNOWN', alert: false, ...detailsOf(message), ...judgement };
}

/** What an answer that came on its own (asynchronously) says of the message it relates to; undefined if it says nothing. */
export function outcomeOfMessage(message: Received, context: AnswerContext = {}): Outcome | undefined {
  checkOptions(context, 'context');
  const judgement = judgeMessage(message, 200, context);
  return (
    judgement && {
      mayHaveArrived: judgement.class === 'UNKNOWN',
      alert: false,
      ...detailsOf(message),
      ...judgement,
    }
  );
}

/** The message in an answer; or what is there instead: nothing, something that is no SCRIPT at all, or what cannot be read as one message. */
function messageIn({ body, contentType }: HttpAnswer): Received | 'nothing' | 'other' | 'unreadable' {
  if (body === undefined || body === null) return 'nothing';
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return 'unreadable';
  if (isBlank(body)) return 'nothing';
  try {
    return read(body, { doubtfulCharacters: true, ...(contentType === undefined ? {} : { contentType }) })
      .message;
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    return error.code === 'not-a-message' || error.code === 'unsupported-message' ? 'other' : 'unreadable';
  }
}

/** Nothing but blanks, or a byte order mark. */
function isBlank(body: Uint8Array | string): boolean {
  if (body.length > MAX_BLANK_ANSWER_BYTES) return false;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return text.trim() === '';
}

/** The verdict of a SCRIPT body; undefined where it is none and HTTP decides. */
function judgeMessage(message: Received, httpStatus: number, context: AnswerContext): Judgement | undefined {
  if (saysTwoThings(message)) return { class: 'UNKNOWN', reason: 'the answer says two things', alert: true };
  if (message.type === 'Error') return judgeError(message, context);
  if (httpStatus < 200 || httpStatus > 299) return undefined;
  if (message.type === 'Status') return judgeStatusCode(message.code?.trim() ?? '');
  if (message.type === 'Verify') return { class: 'ACCEPTED', reason: 'Verify' };
  if (message.type === 'CancelRxResponse') {
    return { class: 'ACCEPTED', reason: 'CancelRxResponse' };
  }
  return undefined;
}

function judgeStatusCode(code: string): Judgement | undefined {
  const action = actionOf(STATUS_ACTIONS, code);
  if (action === undefined) return undefined;
  const reason = `Status ${code}`;
  return action === 'accepted' ? { class: 'ACCEPTED', reason } : { class: 'REJECTED', reason, alert: true };
}

function judgeError(message: Received & { type: 'Error' }, context: AnswerContext): Judgement {
  const code = message.code?.trim() ?? '';
  const details = (message.descriptionCodes ?? []).map((detail) => detail.trim());
  const actions = details.map((detail) => actionOf(DESCRIPTION_ACTIONS, detail));
  const known = [code, ...details].filter((each) => /^[0-9]{3,4}$/.test(each));
  const reason = `Error ${known.join(', ')}`;
  if (code === '900' && details.includes('220')) {
    return context.earlierAttemptUnanswered === true
      ? { class: 'ACCEPTED', reason: `${reason}: a duplicate of our earlier attempt` }
      : {
          class: 'REJECTED',
          reason: `${reason}: a duplicate of something else`,
          alert: true,
        };
  }
  const transient = actions.includes('retry') && !actions.includes('permanent');
  if (transient || actionOf(ERROR_ACTIONS, code) === 'retry') {
    return { class: 'RETRY', reason, mayHaveArrived: details.includes('008') };
  }
  return { class: 'REJECTED', reason, alert: code === '700' };
}

const TRANSIENT_4XX = new Set([408, 409, 425, 429]);
const CLAIMS_RECEIPT: ReadonlySet<string> = new Set(['Status', 'Verify', 'CancelRxResponse']);
const ALERTING_4XX = new Set([401, 403, 404]);

/** The verdict of HTTP alone, beside what was found in the body. */
function judgeStatus(answer: HttpAnswer, found: ReturnType<typeof messageIn>): Judgement {
  const { httpStatus } = answer;
  const words = `HTTP ${httpStatus}`;
  const claims = typeof found === 'object' && CLAIMS_RECEIPT.has(found.type);
  if (httpStatus >= 200 && httpStatus <= 299) {
    if (answer.ackMode !== 'http' || claims)
      return { class: 'UNKNOWN', reason: `${words} without a SCRIPT answer` };
    return judgeAcknowledgement(answer, found, words);
  }
  if (claims) return { class: 'UNKNOWN', reason: `${words} contradicts the ${found.type} in its body` };
  if (httpStatus >= 500 && httpStatus <= 599) {
    return { class: 'RETRY', reason: words, mayHaveArrived: httpStatus !== 503 };
  }
  if (TRANSIENT_4XX.has(httpStatus))
    return { class: 'RETRY', reason: words, mayHaveArrived: httpStatus === 409 };
  if (httpStatus >= 300 && httpStatus <= 499) {
    const alert = httpStatus < 400 || ALERTING_4XX.has(httpStatus);
    return {
      class: 'REJECTED',
      reason: words,
      alert,
    };
  }
  return { class: 'UNKNOWN', reason: words, alert: true };
}

/** A 2xx of a receiver that acknowledges by HTTP: its body must be what such a receiver answers with, and nothing that may say no. */
function judgeAcknowledgement(
  { contentType, ackTypes = ACK_TYPES }: HttpAnswer,
  found: ReturnType<typeof messageIn>,
  words: string,
): Judgement {
  if (found === 'nothing') return { class: 'ACCEPTED', reason: `${words}, which acknowledges here` };
  if (found === 'unreadable')
    return { class: 'UNKNOWN', reason: `${words} with an unreadable answer`, alert: true };
  const type = mediaTypeOf(contentType);
  if (!ackTypes.some((each) => mediaTypeOf(each) === type))
    return { class: 'UNKNOWN', reason: `${words} with a body that does not acknowledge here`, alert: true };
  return { class: 'ACCEPTED', reason: `${words}, which acknowledges here` };
}

function detailsOf(message: Received | undefined): Partial<Outcome> {
  if (message === undefined) return {};
  const relates = message.header?.relatesToMessageId;
  const method = methodOf(message);
  const details = message.type === 'Status' || message.type === 'Error' ? message : undefined;
  const code = details?.code ?? (message.type === 'Verify' ? message.verifyStatus?.code : undefined);
  return {
    ...(code === undefined ? {} : { code: code.trim() }),
    ...(details?.descriptionCodes === undefined
      ? {}
      : { descriptionCodes: details.descriptionCodes.map((detail) => detail.trim()) }),
    ...(method === undefined ? {} : { deliveryMethod: method }),
    ...(relates === undefined ? {} : { relatesToMessageId: relates }),
  };
}

function methodOf(message: Received): Outcome['deliveryMethod'] {
  const said =
    message.type === 'Status'
      ? message.prescriptionDeliveryMethod
      : message.type === 'Verify'
        ? message.verifyStatus?.prescriptionDeliveryMethod
        : undefined;
  if (said?.trim() === '1') return 'electronic';
  return said?.trim() === '2' ? 'facsimile' : undefined;
}
