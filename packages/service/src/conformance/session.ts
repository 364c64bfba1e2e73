// One run's messages: writes them as delivery does, sends them, and keeps what was said for the report.
import type { TransmissionId } from '@pestle/rules/ids';
import type { Received } from '@pestle/script';
import { read, ScriptError } from '@pestle/script';
import type { Facts, PreparedMessage, ScriptSender, Sent } from '../delivery/inside.ts';
import { apiCallOf, apiMessage, createElectronicSender, scriptMessage } from '../delivery/inside.ts';
import type { Endpoint } from '../directory/inside.ts';
import type { Exchange, ExchangeRequest } from '../kernel/outgoing/exchange.ts';
import type { Ports } from '../kernel/ports.ts';
import { makeId } from '../kernel/ports.ts';
import { messageIdOf } from '../outbox/outbox.ts';
import { prescriberOrderNumber } from '../prescribing/inside.ts';
import { inventedFacts } from './invented-facts.ts';
import { CONFORMANCE_LIMITS } from './limits.ts';
import type { TestPrescription } from './prescriptions.ts';
import type { ReportedMessage } from './report.ts';
import type { Subject } from './subject.ts';

/** A message that is ready to leave, the same bytes each time. */
export interface TestMessage {
  readonly facts: Facts;
  readonly messageId: string;
  readonly prescriberOrderNumber: string;
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** What became of a message that was sent. */
export interface Seen {
  readonly sent: Sent;
  readonly ms: number;
  /** The SCRIPT message in the answer; undefined where there is none that can be read. */
  readonly answer: Received | undefined;
}

export interface SendOptions {
  /** Proves another one than the pharmacy knows. */
  readonly auth?: Endpoint['auth'];
  /** An attempt before this one got no answer. */
  readonly isRetry?: boolean;
  /** The connection is ended as soon as the message is written: nobody hears the answer. */
  readonly hangUp?: boolean;
  /** Other bytes than the message's. */
  readonly body?: Uint8Array;
}

/** The settings cannot carry a message; `message` says why, in words for whoever keeps them. */
export class UnwritableError extends Error {
  constructor(why: string, cause: unknown) {
    super(why, { cause });
    this.name = 'UnwritableError';
  }
}

export interface Session {
  readonly subject: Subject;
  readonly ports: Ports;
  /** Messages that the case under way has sent. */
  takeMessages(): readonly ReportedMessage[];
  /** A NewRx; with `cancels` the CancelRx of one. Throws UnwritableError. */
  write(prescription: TestPrescription, cancels?: TestMessage): Promise<TestMessage>;
  send(message: TestMessage, options?: SendOptions): Promise<Seen>;
}

export interface SessionDeps {
  readonly subject: Subject;
  readonly exchange: Exchange;
  readonly ports: Ports;
  readonly sender: ScriptSender;
}

export function createSession({ subject, exchange, ports, sender }: SessionDeps): Session {
  const messages: ReportedMessage[] = [];
  let sends = 0;
  return {
    subject,
    ports,
    takeMessages: () => messages.splice(0),
    write: async (prescription, cancels) => {
      const transmissionId: TransmissionId = makeId(ports, 'trm');
      const orderId = cancels?.facts.fill.orderId ?? makeId(ports, 'ord');
      const facts = inventedFacts(subject, prescription, {
        transmissionId,
        orderId,
        ports,
        isCancel: cancels !== undefined,
      });
      const ids = {
        messageId: messageIdOf('electronic', transmissionId),
        relatesToMessageId: cancels?.messageId ?? null,
        prescriberOrderNumber: prescriberOrderNumber(orderId, 1, 1),
      };
      const prepared = await written(subject, facts, ids, {
        sender,
        now: new Date(ports.clock.now()),
      });
      return {
        facts,
        messageId: ids.messageId,
        prescriberOrderNumber: ids.prescriberOrderNumber,
        ...prepared,
      };
    },
    send: async (message, { auth, isRetry = false, hangUp = false, body = message.body } = {}) => {
      sends += 1;
      const sendNow = createElectronicSender({
        exchange: hangUp ? hangingUp(exchange) : exchange,
        clock: ports.clock,
      });
      const startedAt = ports.clock.now();
      const sent = await sendNow({
        // A connection of its own where it proves somebody else: nothing is remembered from the one before.
        facts: withAuth(withAttempts(message.facts, isRetry), auth, auth === undefined ? '' : `-${sends}`),
        channel: subject.integration.channel,
        body,
        contentType: message.contentType,
        attemptNumber: 1,
        timeoutMs: subject.timeoutMs,
      });
      const ms = ports.clock.now() - startedAt;
      messages.push(reported(message, { sent, ms, body, startedAt }));
      return { sent, ms, answer: subject.integration.channel === 'script' ? answerIn(sent) : undefined };
    },
  };
}

type Ids = Parameters<typeof apiMessage>[2];

async function written(
  { integration }: Subject,
  facts: Facts,
  ids: Ids,
  { sender, now }: { readonly sender: ScriptSender; readonly now: Date },
): Promise<PreparedMessage> {
  const call = integration.channel === 'api' ? apiCallOf(facts) : undefined;
  try {
    if (call !== undefined) return await apiMessage(facts, call, ids);
    return scriptMessage(facts, sender, { ...ids, isTest: true }, now);
  } catch (error) {
    if (error instanceof ScriptError) throw new UnwritableError(error.message, error);
    throw new UnwritableError('the expression `body` of the API gives no object for it', error);
  }
}

/** A retry says what delivery would know of the attempt before: nothing. */
function withAttempts(facts: Facts, isRetry: boolean): Facts {
  return isRetry ? { ...facts, attempts: [{ number: 1, outcome: 'UNKNOWN' }] } : facts;
}

function withAuth(facts: Facts, auth: Endpoint['auth'] | undefined, key: string): Facts {
  const { pharmacy } = facts;
  if (auth === undefined || pharmacy.integration === null) return facts;
  const { partner, integration } = pharmacy;
  return {
    ...facts,
    pharmacy: {
      ...pharmacy,
      id: `${pharmacy.id}${key}` as typeof pharmacy.id,
      integration: { ...integration, endpoint: { ...integration.endpoint, auth } },
      partner:
        partner === null ? null : { id: `${partner.id}${key}`, endpoint: { ...partner.endpoint, auth } },
    },
  };
}

/** Writes the request, then leaves before the answer. */
function hangingUp(exchange: Exchange): Exchange {
  return {
    ...exchange,
    send: (request: ExchangeRequest) => {
      const leaving = new AbortController();
      return exchange.send({
        ...request,
        endpointKey: `${request.endpointKey}#hang-up`,
        signal: leaving.signal,
        onWritten: () => setImmediate(() => leaving.abort()),
      });
    },
  };
}

function answerIn({ answer }: Sent): Received | undefined {
  if (answer === null || answer.byteLength === 0) return undefined;
  try {
    return read(answer, { doubtfulCharacters: true }).message;
  } catch (error) {
    if (error instanceof ScriptError) return undefined;
    throw error;
  }
}

function reported(
  { messageId }: TestMessage,
  { sent, ms, body, startedAt }: { sent: Sent; ms: number; body: Uint8Array; startedAt: number },
): ReportedMessage {
  return {
    messageId,
    sentAt: new Date(startedAt).toISOString(),
    ms,
    request: shown(body),
    httpStatus: sent.httpStatus,
    answer: sent.answer === null ? null : shown(sent.answer),
  };
}

function shown(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).slice(0, CONFORMANCE_LIMITS.shownCharactersMax);
}
