// Carries faxes through a provider's HTTP interface: PUT the pages under an id of ours, then ask for their state.
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import * as v from 'valibot';
import { FAX_PROVIDER_LIMITS } from '../limits.ts';
import type { FaxCarrier, FaxCarrierAddress, FaxResult, OutgoingFax } from './carrier.ts';

const stateSchema = v.object({
  state: v.picklist(['queued', 'sending', 'delivered', 'failed']),
  reason: v.optional(v.string()),
});
type ProviderState = v.InferOutput<typeof stateSchema>;

/** Errors of connections on which nothing was sent. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function createHttpFaxCarrier(provider: FaxCarrierAddress): FaxCarrier {
  const dispatcher = new Agent({
    connections: FAX_PROVIDER_LIMITS.connectionsMax,
    connect: { timeout: FAX_PROVIDER_LIMITS.connectTimeoutMs },
  });
  const call = async (
    fax: OutgoingFax,
    method: 'PUT' | 'GET',
    signal: AbortSignal,
  ): Promise<ProviderState | FaxResult> => {
    const answer = await request(`${provider.baseUrl}/${encodeURIComponent(fax.faxId)}`, {
      method,
      dispatcher,
      signal,
      headers: {
        authorization: `Bearer ${provider.key}`,
        ...(method === 'PUT' && {
          'content-type': 'application/pdf',
          'fax-to': fax.to,
          'fax-from': fax.from,
          ...(provider.simulated === true && { 'fax-text': headerOf(fax.lines) }),
        }),
      },
      body: method === 'PUT' ? fax.document : null,
    });
    const text = await readBounded(answer.body);
    return answer.statusCode >= 200 && answer.statusCode <= 299
      ? stateOf(text)
      : refusalOf(answer.statusCode);
  };
  return {
    sendFax: async (fax, signal) => {
      let taken = false;
      try {
        let known = await call(fax, 'PUT', signal);
        taken = true;
        for (
          let pause: number = FAX_PROVIDER_LIMITS.pollFirstMs;
          ;
          pause = Math.min(pause * 2, FAX_PROVIDER_LIMITS.pollMaxMs)
        ) {
          const ended = endOf(known);
          if (ended !== undefined) return ended;
          await wait(pause, undefined, { signal });
          known = await call(fax, 'GET', signal);
        }
      } catch (error) {
        const failure = failureOf(error, signal);
        // Once the provider has the pages, its silence says nothing about them.
        return taken && failure.state === 'failed' ? { ...failure, state: 'unknown' } : failure;
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Text that any header can carry. */
function headerOf(lines: readonly string[]): string {
  return Buffer.from(JSON.stringify(lines)).toString('base64url');
}

function stateOf(text: string): ProviderState | FaxResult {
  try {
    const parsed = v.safeParse(stateSchema, JSON.parse(text));
    if (parsed.success) return parsed.output;
  } catch {
    // Not JSON: told apart below like any other answer that says nothing.
  }
  return { state: 'unknown', reason: 'carrier-answer-unreadable' };
}

/** A refusal by the provider keeps the pages from leaving; its own trouble (5xx) says nothing about them. */
function refusalOf(status: number): FaxResult {
  const reason = `carrier-http-${status}`;
  return { state: status >= 400 && status <= 499 ? 'failed' : 'unknown', reason };
}

function endOf(known: ProviderState | FaxResult): FaxResult | undefined {
  switch (known.state) {
    case 'delivered':
      return { state: 'delivered' };
    case 'failed':
      return { state: 'failed', reason: codeOf(known.reason ?? 'failed') };
    case 'unknown':
      return known;
    case 'queued':
    case 'sending':
      return undefined;
    default:
      return known satisfies never;
  }
}

/** A provider's words as a code: nothing foreign reaches a log or a timeline unread. */
function codeOf(reason: string): string {
  const code = reason
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return code.slice(0, FAX_PROVIDER_LIMITS.reasonCharactersMax) || 'failed';
}

function failureOf(error: unknown, signal: AbortSignal): FaxResult {
  if (signal.aborted) return { state: 'unknown', reason: 'timeout' };
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (NOT_REACHED.has(code)) return { state: 'failed', reason: 'carrier-not-reached' };
  return { state: 'unknown', reason: 'carrier-connection-lost' };
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
