// Owns how carriers are spoken to over HTTP: bounded connections and answers, and what a connection that failed says about what was sent.
import { Agent, type FormData, request } from 'undici';
import { FAX_PROVIDER_LIMITS } from '../../limits.ts';

export interface CarrierRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | FormData | null;
}

export interface CarrierAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Conversation {
  /** Rejects where no whole answer came; `failureOf` says what that means. */
  ask(request: CarrierRequest, signal: AbortSignal): Promise<CarrierAnswer>;
  close(): Promise<void>;
}

/** Connections of its own to one carrier. A redirect is an answer like any other: it is not followed. */
export function createConversation(): Conversation {
  const dispatcher = new Agent({
    connections: FAX_PROVIDER_LIMITS.connectionsMax,
    connect: { timeout: FAX_PROVIDER_LIMITS.connectTimeoutMs },
  });
  return {
    ask: async ({ url, method, headers, body = null }, signal) => {
      const answer = await request(url, { method, headers, body, dispatcher, signal });
      return { status: answer.statusCode, text: await readBounded(answer.body) };
    },
    close: () => dispatcher.destroy(),
  };
}

/** Errors of connections on which nothing was sent. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** What a question without an answer says: `failed` where nothing was sent, `unknown` where it may have been taken. */
export type Failed = { readonly state: 'failed' | 'unknown'; readonly reason: string };

export function failureOf(error: unknown, signal: AbortSignal): Failed {
  if (signal.aborted) return { state: 'unknown', reason: 'timeout' };
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (NOT_REACHED.has(code)) return { state: 'failed', reason: 'carrier-not-reached' };
  return { state: 'unknown', reason: 'carrier-connection-lost' };
}

/** A carrier's words as a code: nothing foreign reaches a log or a timeline unread. */
export function codeOf(reason: string): string {
  const code = reason
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return code.slice(0, FAX_PROVIDER_LIMITS.reasonCharactersMax) || 'failed';
}

/** The JSON of an answer; undefined for anything else. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Ten digits as carriers want them (E.164). */
export function e164(tenDigits: string): string {
  return `+1${tenDigits}`;
}

/** `user:password` or `id:secret` as HTTP carries it (RFC 7617). */
export function basic(pair: string): string {
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > FAX_PROVIDER_LIMITS.answerBytesMax) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
