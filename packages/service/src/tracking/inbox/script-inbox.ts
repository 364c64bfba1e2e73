// The SCRIPT inbox, POST /v1/hooks/script: Status, Verify, Error and CancelRxResponse that pharmacies and partners send by themselves.
import type { Received } from '@pestle/script';
import { outcomeOfMessage, type Read, read, ScriptError } from '@pestle/script';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { originOf, recordAudit } from '../../audit/audit.ts';
import type { Origin } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Sender } from '../hook/authenticate.ts';
import { authenticate } from '../hook/authenticate.ts';
import { readBody } from '../hook/read-body.ts';
import { type HookDeps, refuseInMaintenance, takeSenderQuota } from '../hook/status-hook.ts';
import { deliverOnce, hashBody } from '../report/deliveries.ts';
import type { AnsweringMessage } from '../report/listener.ts';
import { type FoundTransmission, findTransmission } from './find-transmission.ts';
import { type Answering, type ScriptSender, type Verdict, writeAnswer } from './script-answer.ts';

export interface InboxDeps extends HookDeps {
  readonly scriptSender: ScriptSender;
}

export const SCRIPT_INBOX_PATH = '/v1/hooks/script';
const TYPES = ['application/xml', 'text/xml', 'application/json'];

interface Arrived {
  readonly sender: Sender;
  readonly body: Buffer;
  readonly contentType: string;
  readonly origin: Origin;
}

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
  const body = await readBody(request, reply, { ...deps.bodyRules, types: TYPES });
  await refuseInMaintenance(deps);
  const sender = await authenticate(deps, request.headers, body);
  takeSenderQuota(deps, sender, reply);
  return { sender, body, contentType: request.headers['content-type'] ?? '', origin: originOf(request) };
}

async function judge(
  deps: InboxDeps,
  arrived: Arrived,
): Promise<{ readonly answering: Answering; readonly verdict: Verdict }> {
  const document = readOrRefuse(arrived.body);
  if (document instanceof ScriptError) {
    const form = arrived.contentType.includes('json') ? 'json' : 'xml';
    return {
      answering: { form, version: '2017071', header: undefined },
      verdict: refused('500', 'The message cannot be read.'),
    };
  }
  const { message, form, version } = document;
  const answering: Answering = { form, version, header: message.header };
  if (!isAnswering(message))
    return {
      answering,
      verdict: refused('4040', 'Only Status, Verify, Error and CancelRxResponse are taken.'),
    };
  const relates = message.header?.relatesToMessageId?.trim() ?? '';
  const transmission = await findTransmission(deps.store, arrived.sender.credential, relates);
  if (transmission === undefined)
    return { answering, verdict: refused('1000', 'RelatesToMessageID names no message to this pharmacy.') };
  return { answering, verdict: await take(deps, arrived, message, transmission) };
}

function readOrRefuse(body: Buffer): Read | ScriptError {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof ScriptError) return error;
    throw error;
  }
}

function isAnswering(message: Received): message is Received<AnsweringMessage> {
  return (
    message.type === 'Status' ||
    message.type === 'Verify' ||
    message.type === 'Error' ||
    message.type === 'CancelRxResponse'
  );
}

/** Hands the message to delivery, once per MessageID of the sender: the same again is answered the same. */
async function take(
  deps: InboxDeps,
  { sender, body, contentType, origin }: Arrived,
  message: Received<AnsweringMessage>,
  transmission: FoundTransmission,
): Promise<Verdict> {
  const { org_id: orgId, id: transmissionId, fill_id: fillId, pharmacy_id: pharmacyId } = transmission;
  const bodyHash = hashBody(body);
  const messageId = message.header?.messageId?.trim();
  // Some senders leave the id out: then only the same bytes are the same message.
  const deliveryId =
    messageId === undefined || messageId === '' ? `script#${bodyHash}` : `script:${messageId}`;
  try {
    await deps.store.withOrg(orgId, (tx) =>
      deliverOnce(tx, deps.ports, { orgId, senderId: sender.id, deliveryId, bodyHash }, async () => {
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
          messageId: message.header?.relatesToMessageId?.trim() ?? '',
          message,
          outcome: outcomeOfMessage(message),
          body,
          contentType,
          receivedAt: nowText(deps.ports),
        });
        return { taken: true };
      }),
    );
  } catch (error) {
    if (error instanceof Failure && error.code === 'IDEMPOTENCY_KEY_REUSED')
      return refused('220', 'This MessageID was used for another message.');
    throw error;
  }
  return { is: 'taken' };
}

function refused(descriptionCode: string, description: string): Verdict {
  return { is: 'refused', descriptionCode, description };
}
