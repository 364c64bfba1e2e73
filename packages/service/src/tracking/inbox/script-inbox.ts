// The SCRIPT inbox, POST /v1/hooks/script: answers about our messages, RxFill, and requests, that pharmacies and partners send by themselves.
import type { Received, RxFill } from '@pestle/script';
import { outcomeOfMessage, type Read, read, ScriptError, saysTwoThings } from '@pestle/script';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import { nowText } from '../../kernel/ports.ts';
import { authenticate } from '../hook/authenticate.ts';
import { readBody } from '../hook/read-body.ts';
import { refuseInMaintenance, takeSenderQuota } from '../hook/status-hook.ts';
import type { AnsweringMessage, AskingMessage } from '../report/listener.ts';
import { recordReport } from '../report/record-report.ts';
import { findMeant, findResponse, findTransmission } from './find-transmission.ts';
import { type Arrived, type InboxDeps, NO_SUCH_PRESCRIPTION, refused, takeOnce } from './once.ts';
import { type Answering, type Verdict, writeAnswer } from './script-answer.ts';
import { takeRequest } from './take-request.ts';

export const SCRIPT_INBOX_PATH = '/v1/hooks/script';
const TYPES = ['application/xml', 'text/xml', 'application/json'];

export function scriptInbox(deps: InboxDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.all(SCRIPT_INBOX_PATH, async (request, reply) => {
      const arrived = await arrive(deps, request, reply);
      const { answering, verdict } = await judge(deps, arrived);
      const { text, contentType } = writeAnswer(deps.ports, deps.scriptSender, answering, verdict);
      return reply.header('cache-control', 'no-store').type(contentType).send(text);
    });
  };
}

/** What HTTP can refuse is refused as HTTP, like at the status hook; from here on the answer is a SCRIPT message. */
async function arrive(deps: InboxDeps, request: FastifyRequest, reply: FastifyReply): Promise<Arrived> {
  const body = await readBody(request, reply, { ...deps.bodyRules, types: TYPES, anyCharset: true });
  await refuseInMaintenance(deps);
  const sender = await authenticate(deps, request.headers, body);
  await takeSenderQuota(deps, sender, reply);
  return { sender, body, contentType: request.headers['content-type'] ?? '', origin: originOf(request) };
}

async function judge(
  deps: InboxDeps,
  arrived: Arrived,
): Promise<{ readonly answering: Answering; readonly verdict: Verdict }> {
  const document = readOrRefuse(arrived);
  if (document instanceof ScriptError) {
    const form = arrived.contentType.includes('json') ? 'json' : 'xml';
    return {
      answering: { form, version: '2017071', header: undefined },
      verdict: refused('500', 'The message cannot be read.'),
    };
  }
  const { message, form, version } = document;
  const answering: Answering = { form, version, header: message.header };
  // Two readers could act on two answers: the sender is told, and nothing is done.
  if (saysTwoThings(message)) return { answering, verdict: refused('3000', 'The message says two things.') };
  if (message.type === 'RxFill') return { answering, verdict: await takeFill(deps, arrived, message) };
  if (isAsking(message)) return { answering, verdict: await takeRequest(deps, arrived, message) };
  if (!isAnswering(message)) return { answering, verdict: OTHER_TYPE };
  return { answering, verdict: await takeAnswer(deps, arrived, message) };
}

function readOrRefuse({ body, contentType }: Arrived): Read | ScriptError {
  try {
    return read(body, { contentType, doubtfulCharacters: true });
  } catch (error) {
    if (error instanceof ScriptError) return error;
    throw error;
  }
}

const OTHER_TYPE = refused(
  '4040',
  'Only Status, Verify, Error, CancelRxResponse, RxFill, RxRenewalRequest and RxChangeRequest are taken.',
);

function isAsking(message: Received): message is Received<AskingMessage> {
  return message.type === 'RxRenewalRequest' || message.type === 'RxChangeRequest';
}

function isAnswering(message: Received): message is Received<AnsweringMessage> {
  return (
    message.type === 'Status' ||
    message.type === 'Verify' ||
    message.type === 'Error' ||
    message.type === 'CancelRxResponse'
  );
}

/** Hands an answer about one of our messages to delivery. */
async function takeAnswer(
  deps: InboxDeps,
  arrived: Arrived,
  message: Received<AnsweringMessage>,
): Promise<Verdict> {
  const messageId = message.header?.relatesToMessageId?.trim() ?? '';
  const transmission = await findTransmission(deps.store, arrived.sender.credential, messageId);
  if (transmission === undefined) return await takeResponseAnswer(deps, arrived, message, messageId);
  const { org_id: orgId, id: transmissionId, fill_id: fillId, pharmacy_id: pharmacyId } = transmission;
  const { body, contentType, origin } = arrived;
  return await takeOnce(deps, arrived, message, orgId, async (tx) => {
    await recordAudit(tx, deps.ports, {
      orgId,
      actor: { kind: 'pharmacy', id: pharmacyId, origin },
      action: 'transmission.answer',
      subject: { kind: 'transmission', id: transmissionId },
      detail: { type: message.type },
    });
    await deps.delivery.onAnswer(tx, {
      orgId,
      transmissionId,
      fillId,
      pharmacyId,
      messageId,
      message,
      outcome: outcomeOfMessage(message),
      body,
      contentType,
      receivedAt: nowText(deps.ports),
    });
    return true;
  });
}

/** What is said of our answer to a request is kept with the request. */
async function takeResponseAnswer(
  deps: InboxDeps,
  arrived: Arrived,
  message: Received<AnsweringMessage>,
  messageId: string,
): Promise<Verdict> {
  const response = await findResponse(deps.store, arrived.sender.credential, messageId);
  if (response === undefined) return refused('1000', 'RelatesToMessageID names no message to this pharmacy.');
  const { org_id: orgId, id: responseId } = response;
  return await takeOnce(deps, arrived, message, orgId, async (tx) => {
    const outcome = outcomeOfMessage(message);
    await deps.delivery.onResponseAnswer(tx, { orgId, responseId, message, outcome });
    return true;
  });
}

/** Records what a pharmacy says that it dispensed, as a report like any other (D10). */
async function takeFill(deps: InboxDeps, arrived: Arrived, message: Received<RxFill>): Promise<Verdict> {
  const { outcome: fillStatus, reasonCode } = message.fillStatus ?? {};
  if (fillStatus === undefined) return refused('2000', 'The FillStatus is missing.');
  const meant = await findMeant(deps.store, arrived.sender.credential, message.header);
  if (meant === undefined) return NO_SUCH_PRESCRIPTION;
  const { orgId } = meant;
  const reason = /^[A-Z0-9]{2}$/.test(reasonCode?.trim() ?? '') ? reasonCode?.trim() : undefined;
  const claim = { ...meant, fillStatus, reason, source: 'pharmacy', origin: arrived.origin } as const;
  return await takeOnce(
    deps,
    arrived,
    message,
    orgId,
    async (tx) => (await recordReport(tx, deps, claim)) !== undefined,
  );
}
