// Carries faxes through a provider's HTTP interface: PUT the pages under an id of ours, then ask for their state.
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { FAX_PROVIDER_LIMITS } from '../../limits.ts';
import { codeOf, createConversation, failureOf, jsonOf } from '../common/conversation.ts';
import type { FaxCarrier, FaxCarrierAddress, FaxResult, OutgoingFax } from './carrier.ts';

const stateSchema = v.object({
  state: v.picklist(['queued', 'sending', 'delivered', 'failed']),
  reason: v.optional(v.string()),
});
type ProviderState = v.InferOutput<typeof stateSchema>;

export function createHttpFaxCarrier(provider: FaxCarrierAddress): FaxCarrier {
  const conversation = createConversation();
  const call = async (
    fax: OutgoingFax,
    method: 'PUT' | 'GET',
    signal: AbortSignal,
  ): Promise<ProviderState | FaxResult> => {
    const { status, text } = await conversation.ask(
      {
        url: `${provider.baseUrl}/${encodeURIComponent(fax.faxId)}`,
        method,
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
      },
      signal,
    );
    return status >= 200 && status <= 299 ? stateOf(text) : refusalOf(status);
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
    close: () => conversation.close(),
  };
}

/** Text that any header can carry. */
function headerOf(lines: readonly string[]): string {
  return Buffer.from(JSON.stringify(lines)).toString('base64url');
}

function stateOf(text: string): ProviderState | FaxResult {
  const parsed = v.safeParse(stateSchema, jsonOf(text));
  return parsed.success ? parsed.output : { state: 'unknown', reason: 'carrier-answer-unreadable' };
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
    case 'taken':
      return known;
    case 'queued':
    case 'sending':
      return undefined;
    default:
      return known satisfies never;
  }
}
