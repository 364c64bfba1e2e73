// One HTTP exchange with an endpoint of a pharmacy, partner or payer: bounded in time and size, without redirects, and honest about what may have left.

import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { Agent } from 'undici';
import { OUTGOING_LIMITS } from '../limits.ts';
import type { NetworkPolicy } from './network-policy.ts';
import { guardedLookup, requireAllowedHost } from './network-policy.ts';

export interface ExchangeRequest {
  /** One pool of connections per key. */
  readonly endpointKey: string;
  readonly url: string;
  /** With GET no body leaves. */
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The private range in which the endpoint lives; public addresses when left out. */
  readonly privateNetwork?: string | undefined;
  /** Connection, request and answer together. */
  readonly timeoutMs: number;
  /** Ends the exchange before its time: whoever asked has gone. */
  readonly signal?: AbortSignal;
  /** Called when the whole body has been handed to the connection. */
  readonly onWritten?: () => void;
  /** What is read of an answer; the limit when left out. */
  readonly answerBytesMax?: number;
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
}

export type ExchangeResult =
  | {
      readonly answered: true;
      readonly status: number;
      /** The header Content-Type; absent where there is none, or more than one. */
      readonly contentType?: string;
      readonly body: Uint8Array;
      readonly truncated: boolean;
    }
  /** No (complete) answer. `mayHaveLeft`: the connection stood and the request was being written. */
  | { readonly answered: false; readonly mayHaveLeft: boolean; readonly reason: string };

export interface Exchange {
  send(request: ExchangeRequest): Promise<ExchangeResult>;
  close(): Promise<void>;
}

export function createExchange(policy: NetworkPolicy): Exchange {
  const agents = new Map<string, Agent>();
  const agentFor = (request: ExchangeRequest): Agent => {
    const key = agentKey(request);
    const existing = agents.get(key);
    if (existing !== undefined) {
      // Moved to the end: the map's order is the order of last use.
      agents.delete(key);
      agents.set(key, existing);
      return existing;
    }
    const agent = newAgent(policy, request);
    agents.set(key, agent);
    if (agents.size > OUTGOING_LIMITS.endpointsKeptMax) {
      const [oldest] = agents;
      if (oldest !== undefined) {
        agents.delete(oldest[0]);
        // Requests under way on it still finish.
        oldest[1].close().catch(() => undefined);
      }
    }
    return agent;
  };
  return {
    send: (request) => exchange(policy, agentFor, request),
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** A connection stands for the network and the certificate it was opened with: others mean other connections. */
function agentKey({ endpointKey: key, privateNetwork, tls }: ExchangeRequest): string {
  const endpointKey = privateNetwork === undefined ? key : `${key}@${privateNetwork}`;
  if (tls === undefined) return endpointKey;
  const hash = createHash('sha256').update(JSON.stringify([tls.cert, tls.key, tls.ca ?? null]));
  return `${endpointKey}#${hash.digest('base64url')}`;
}

function newAgent(policy: NetworkPolicy, { tls, timeoutMs, privateNetwork }: ExchangeRequest): Agent {
  return new Agent({
    connections: OUTGOING_LIMITS.connectionsPerEndpointMax,
    pipelining: 1,
    keepAliveTimeout: OUTGOING_LIMITS.keepAliveMs,
    keepAliveMaxTimeout: OUTGOING_LIMITS.keepAliveMs,
    maxHeaderSize: OUTGOING_LIMITS.answerHeaderBytesMax,
    maxResponseSize: -1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: policy.connect ?? {
      timeout: timeoutMs,
      lookup: guardedLookup(policy, privateNetwork),
      minVersion: 'TLSv1.2',
      ...tls,
    },
  });
}

async function exchange(
  policy: NetworkPolicy,
  agentFor: (request: ExchangeRequest) => Agent,
  request: ExchangeRequest,
): Promise<ExchangeResult> {
  let writing = false;
  // A body that is asked for only once the connection stands tells whether anything can have left.
  const body = async function* (): AsyncGenerator<Uint8Array> {
    writing = true;
    yield request.body;
    request.onWritten?.();
  };
  try {
    const url = new URL(request.url);
    requireAllowedHost(policy, url, request.privateNetwork);
    const answer = await agentFor(request).request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      ...(request.method === 'GET'
        ? { headers: request.headers }
        : {
            headers: { ...request.headers, 'content-length': String(request.body.byteLength) },
            body: body() as unknown as Dispatcher.DispatchOptions['body'] & null,
          }),
      signal: endOf(request),
    });
    const { bytes, truncated } = await readBounded(
      answer.body,
      request.answerBytesMax ?? OUTGOING_LIMITS.answerBytesMax,
    );
    const contentType = answer.headers['content-type'];
    return {
      answered: true,
      status: answer.statusCode,
      ...(typeof contentType === 'string' && { contentType }),
      body: bytes,
      truncated,
    };
  } catch (error) {
    return { answered: false, mayHaveLeft: writing, reason: reasonOf(error) };
  }
}

function endOf({ timeoutMs, signal }: ExchangeRequest): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

async function readBounded(
  body: Dispatcher.ResponseData['body'],
  bytesMax: number,
): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > bytesMax) {
      body.destroy();
      return { bytes: Buffer.concat(chunks), truncated: true };
    }
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), truncated: false };
}

/** A short code for people and metrics: no host, no text of the other side. */
function reasonOf(error: unknown): string {
  const causes: unknown[] = [];
  for (let current = error; current instanceof Error && causes.length < 5; current = current.cause)
    causes.push(current);
  for (const cause of causes) {
    const { code, name } = cause as { code?: unknown; name?: unknown };
    if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
      return 'timeout';
    if (name === 'AbortError') return 'aborted';
    if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect-timeout';
    if (typeof code === 'string')
      return code
        .toLowerCase()
        .replaceAll('_', '-')
        .replace(/^und-err-/, '');
  }
  return 'network-error';
}
