// Where the pharmacy under test reports: the status hook and the SCRIPT inbox, read by the service's own rules, with nothing behind them but a list.
import { createHash, timingSafeEqual } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { read, ScriptError } from '@pestle/script';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { Failure } from '../kernel/errors.ts';
import { understand } from '../kernel/failures/failures.ts';
import type { Ports } from '../kernel/ports.ts';
import { sendProblem } from '../kernel/web/problem.ts';
import {
  acceptedStatus,
  HOOK_BODY,
  readBody,
  readStrictJson,
  SCRIPT_INBOX_PATH,
  STATUS_HOOK_PATH,
  validateReport,
  writeAnswer,
} from '../tracking/inside.ts';
import { CONFORMANCE_LIMITS } from './limits.ts';

/** A report that could be taken. */
export interface ArrivedReport {
  readonly orderId: string;
  readonly status: string;
}

/** A SCRIPT message that came by itself. */
export interface ArrivedMessage {
  readonly type: string;
  /** The MessageID that it is about; empty where it names none. */
  readonly relatesTo: string;
}

export interface Listener {
  /** `http://0.0.0.0:8090`, as it listens. */
  readonly url: string;
  /** The first report that fits, at once or as soon as it comes; undefined when the time is over. */
  report(fits: (report: ArrivedReport) => boolean, waitMs: number): Promise<ArrivedReport | undefined>;
  /** Why reports were refused, in the words of the answers. */
  refusals(): readonly string[];
  messages(): readonly ArrivedMessage[];
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly ports: Ports;
  readonly host: string;
  readonly port: number;
  /** The bearer key that reports must show; whoever comes is taken without one. */
  readonly key?: string;
  /** `From` of the answers to SCRIPT messages. */
  readonly sender: { readonly id: string; readonly softwareVersion: string };
}

/** Listens until it is closed. Rejects when the address is in use. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const reports: ArrivedReport[] = [];
  const refusals: string[] = [];
  const messages: ArrivedMessage[] = [];
  const arrivals = new EventEmitter();
  const app = createServer(options, {
    onReport: (report) => {
      keep(reports, report);
      arrivals.emit('report');
    },
    onRefusal: (words) => keep(refusals, words),
    onMessage: (message) => keep(messages, message),
  });
  const url = await app.listen({ host: options.host, port: options.port });
  return {
    url,
    report: async (fits, waitMs) => {
      const ending = AbortSignal.timeout(waitMs);
      for (;;) {
        const found = reports.find(fits);
        if (found !== undefined || ending.aborted) return found;
        await once(arrivals, 'report', { signal: ending }).catch(() => undefined);
      }
    },
    refusals: () => refusals,
    messages: () => messages,
    close: () => app.close(),
  };
}

function keep<T>(list: T[], value: T): void {
  if (list.length < CONFORMANCE_LIMITS.arrivalsMax) list.push(value);
}

interface Arrivals {
  readonly onReport: (report: ArrivedReport) => void;
  readonly onRefusal: (words: string) => void;
  readonly onMessage: (message: ArrivedMessage) => void;
}

function createServer(options: ListenerOptions, arrivals: Arrivals): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error, request, reply) => {
    const { failure } = understand(error);
    if (request.routeOptions.url === STATUS_HOOK_PATH) arrivals.onRefusal(refusalWords(failure));
    return sendProblem(reply, failure);
  });
  app.all(STATUS_HOOK_PATH, async (request, reply) => {
    const body = await readBody(request, reply, { ...HOOK_BODY, types: ['application/json'] });
    requireKey(options.key, request);
    const { orderIdText, target, statusText } = validateReport(readStrictJson(body));
    const { report: status } = acceptedStatus(statusText, [], undefined);
    if (target === undefined) throw new Failure('NOT_FOUND', 'There is no such order of this pharmacy.');
    arrivals.onReport({ orderId: target.orderId, status });
    return reply.header('cache-control', 'no-store').send({ order_id: orderIdText, status, changed: true });
  });
  app.all(SCRIPT_INBOX_PATH, async (request, reply) => {
    const types = ['application/xml', 'text/xml', 'application/json'];
    const body = await readBody(request, reply, { ...HOOK_BODY, types, anyCharset: true });
    requireKey(options.key, request);
    const { text, contentType } = takeMessage(options, body, request.headers['content-type'] ?? '', arrivals);
    return reply.header('cache-control', 'no-store').type(contentType).send(text);
  });
  return app;
}

function takeMessage(
  { ports, sender }: ListenerOptions,
  body: Uint8Array,
  type: string,
  { onMessage }: Arrivals,
): { readonly text: string; readonly contentType: string } {
  try {
    const { message, form, version } = read(body, { contentType: type, doubtfulCharacters: true });
    onMessage({ type: message.type, relatesTo: message.header?.relatesToMessageId?.trim() ?? '' });
    return writeAnswer(ports, sender, { form, version, header: message.header }, { is: 'taken' });
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const form = type.includes('json') ? 'json' : 'xml';
    const description = 'The message cannot be read.';
    return writeAnswer(
      ports,
      sender,
      { form, version: '2017071', header: undefined },
      { is: 'refused', descriptionCode: '500', description },
    );
  }
}

function requireKey(key: string | undefined, { headers }: FastifyRequest): void {
  if (key === undefined) return;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const shown = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (!timingSafeEqual(hash(shown), hash(key)))
    throw new Failure('UNAUTHENTICATED', 'Send the key of this run: Authorization: Bearer <key>.');
}

function refusalWords({ status, message, detail }: Failure): string {
  const fields = (detail.fields ?? []).map((field) => `${field.path}: ${field.message}`);
  return [`HTTP ${status}. ${message}`, ...fields].join(' ');
}
