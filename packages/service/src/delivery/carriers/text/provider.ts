// Hands texts to a provider that gives each its own id: what is known to be there is not handed over again.

import type { Conversation } from '../common/conversation.ts';
import { failureOf } from '../common/conversation.ts';
import type { HandOver, HandOverName, HandOvers } from '../common/hand-overs.ts';
import type { ReceiptReader } from '../common/receipt.ts';
import { refusal } from '../common/refusal.ts';
import type { OutgoingText, TextCarrier, TextResult } from './carrier.ts';

export type TextStep =
  | { readonly state: 'taken'; readonly carrierId: string }
  | Exclude<TextResult, { readonly state: 'taken' }>;

export interface TextProvider {
  readonly name: string;
  submit(text: OutgoingText, signal: AbortSignal): Promise<TextStep>;
  /** Looks for a text that was handed over without an answer; left out where the provider lists none. */
  find?(text: OutgoingText, handedAtMs: number, signal: AbortSignal): Promise<TextStep | undefined>;
  readonly receipts?: ReceiptReader;
}

export function createProviderTextCarrier(
  provider: TextProvider,
  { handOvers, conversation }: { readonly handOvers: HandOvers; readonly conversation: Conversation },
): TextCarrier {
  return {
    sendText: async (text, signal) => {
      const name: HandOverName = { orgId: text.orgId, reference: text.messageId };
      try {
        const known = await handOvers.known(name);
        const found = settledOf(known) ?? (await lookedFor(provider, text, known, signal));
        if (found !== undefined) return found.state === 'taken' ? { state: 'taken' } : found;
        await handOvers.begin(name, provider.name, text.textId);
      } catch {
        // The memory or the list cannot be read: whether it was handed over before stays open, and nothing is handed over now.
        return { state: 'unknown', reason: 'hand-over-not-recorded' };
      }
      const step = await submit(provider, text, signal);
      if (step.state === 'taken') {
        await handOvers.taken(name, step.carrierId).catch(() => undefined);
        return { state: 'taken' };
      }
      if (step.state !== 'unknown')
        await handOvers.ended(name, { state: 'failed', reason: step.reason }).catch(() => undefined);
      return step;
    },
    ...(provider.receipts === undefined ? {} : { receipts: provider.receipts }),
    close: () => conversation.close(),
  };
}

async function submit(provider: TextProvider, text: OutgoingText, signal: AbortSignal): Promise<TextStep> {
  try {
    return await provider.submit(text, signal);
  } catch (error) {
    return failureOf(error, signal);
  }
}

/** What the carrier has said of it already; a failure of ours to hand it over is tried again. */
function settledOf(known: HandOver | undefined): TextResult | undefined {
  if (known?.state === 'taken' || known?.state === 'delivered') return { state: 'taken' };
  if (known?.state === 'failed' && known.carrierId !== null)
    return { state: 'refused', reason: known.reason };
  return undefined;
}

async function lookedFor(
  provider: TextProvider,
  text: OutgoingText,
  known: HandOver | undefined,
  signal: AbortSignal,
): Promise<TextStep | undefined> {
  return known?.state === 'handed' ? await provider.find?.(text, known.handedAtMs, signal) : undefined;
}

/** What a status says, in the words of a text. */
export function textRefusal(status: number): {
  readonly state: 'refused' | 'failed' | 'unknown';
  readonly reason: string;
} {
  const { state, reason, ...rest } = refusal(status);
  return { state: 'forGood' in rest ? 'refused' : state, reason };
}
