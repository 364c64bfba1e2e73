// Carries faxes through a provider that gives each its own id: hands over once, looks for what was handed over without an answer, asks until it ends.
import { setTimeout as wait } from 'node:timers/promises';
import { FAX_PROVIDER_LIMITS } from '../../limits.ts';
import type { Conversation } from '../common/conversation.ts';
import { failureOf } from '../common/conversation.ts';
import type { HandOver, HandOverName, HandOvers } from '../common/hand-overs.ts';
import type { ReceiptReader } from '../common/receipt.ts';
import type { FaxCarrier, FaxResult, OutgoingFax } from './carrier.ts';
import { partsOfFaxId } from './fax-id.ts';

/** Where a fax stands at its provider: on its way under the provider's id, or over. */
export type FaxStep = { readonly state: 'sending'; readonly carrierId: string } | FaxResult;

/** What differs between providers. Its calls may reject where no answer came. */
export interface FaxProvider {
  readonly name: string;
  /** Hands the pages over. */
  submit(fax: OutgoingFax, signal: AbortSignal): Promise<FaxStep>;
  /** Looks for a fax by our id; undefined where the provider lists none. */
  find(fax: OutgoingFax, handedAtMs: number, signal: AbortSignal): Promise<FaxStep | undefined>;
  /** What became of one. */
  ask(carrierId: string, signal: AbortSignal): Promise<FaxStep>;
  readonly receipts?: ReceiptReader;
}

export interface FaxProviderDeps {
  readonly handOvers: HandOvers;
  readonly conversation: Conversation;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createProviderFaxCarrier(provider: FaxProvider, deps: FaxProviderDeps): FaxCarrier {
  const { handOvers, conversation } = deps;
  return {
    sendFax: async (fax, signal) => {
      if (fax.document.byteLength > FAX_PROVIDER_LIMITS.documentBytesMax)
        return { state: 'failed', reason: 'fax-too-large', forGood: true };
      const name: HandOverName = { orgId: fax.orgId, reference: fax.faxId };
      let known: HandOver | undefined;
      try {
        known = await handOvers.known(name);
        if (known === undefined)
          await handOvers.begin(name, provider.name, partsOfFaxId(fax.faxId).transmissionId);
      } catch {
        // Without its memory nothing is handed over, and what was handed over before stays open under the same id.
        return { state: 'unknown', reason: 'hand-over-not-recorded' };
      }
      const result = endOf(known) ?? (await converse(provider, deps, { fax, name, known }, signal));
      if (result.state === 'delivered' || result.state === 'failed') {
        const reason = 'reason' in result ? result.reason : result.state;
        await handOvers.ended(name, { state: result.state, reason }).catch(() => undefined);
      }
      return result;
    },
    ...(provider.receipts === undefined
      ? {
          asksLater: {
            name: provider.name,
            ask: (carrierId, signal) => endAsked(provider, carrierId, signal),
          },
        }
      : { receipts: provider.receipts }),
    close: () => conversation.close(),
  };
}

interface Handed {
  readonly fax: OutgoingFax;
  readonly name: HandOverName;
  readonly known: HandOver | undefined;
}

async function converse(
  provider: FaxProvider,
  deps: FaxProviderDeps,
  handed: Handed,
  signal: AbortSignal,
): Promise<FaxResult> {
  const { fax, known } = handed;
  let step: FaxStep;
  try {
    if (known === undefined) step = await provider.submit(fax, signal);
    else if (known.carrierId === null) step = await search(provider, deps, { ...handed, known }, signal);
    else step = { state: 'sending', carrierId: known.carrierId };
  } catch (error) {
    const failure = failureOf(error, signal);
    // A search that nobody answered says nothing of what was handed over before.
    return known === undefined ? failure : { state: 'unknown', reason: failure.reason };
  }
  return step.state === 'sending' ? await follow(provider, deps, handed, step.carrierId, signal) : step;
}

/** Looks for what was handed over without an answer: only when it is not there for long enough, it was never taken. */
async function search(
  provider: FaxProvider,
  { handOvers, now }: FaxProviderDeps,
  { fax, name, known }: Handed & { readonly known: HandOver },
  signal: AbortSignal,
): Promise<FaxStep> {
  for (const pause of pauses()) {
    const found = await provider.find(fax, known.handedAtMs, signal);
    if (found !== undefined) return found;
    if (now() - known.handedAtMs > FAX_PROVIDER_LIMITS.neverTakenAfterMs)
      return { state: 'failed', reason: 'carrier-never-had-it' };
    await wait(pause, undefined, { signal });
    const told = endOf(await handOvers.known(name));
    if (told !== undefined) return told;
  }
  throw new Error('the pauses never end');
}

/** Asks until it has ended, or until a receipt says so. A question without an answer is asked again. */
async function follow(
  provider: FaxProvider,
  { handOvers }: FaxProviderDeps,
  { name }: Handed,
  carrierId: string,
  signal: AbortSignal,
): Promise<FaxResult> {
  try {
    await handOvers.taken(name, carrierId);
    for (const pause of pauses()) {
      await wait(pause, undefined, { signal });
      const told = endOf(await handOvers.known(name));
      if (told !== undefined) return told;
      const step = await provider.ask(carrierId, signal).catch(() => undefined);
      if (step !== undefined && step.state !== 'sending') return step;
    }
  } catch {
    // The time is over, or the store is away: the fax goes its way, and the next attempt asks for it by its id.
  }
  return { state: 'unknown', reason: signal.aborted ? 'timeout' : 'hand-over-not-recorded' };
}

async function endAsked(
  provider: FaxProvider,
  carrierId: string,
  signal: AbortSignal,
): Promise<FaxResult | undefined> {
  const step = await provider.ask(carrierId, signal).catch(() => undefined);
  return step?.state === 'sending' ? undefined : step;
}

function* pauses(): Generator<number, never> {
  for (let pause: number = FAX_PROVIDER_LIMITS.pollFirstMs; ; ) {
    yield pause;
    pause = Math.min(pause * 2, FAX_PROVIDER_LIMITS.pollMaxMs);
  }
}

/** How it has ended, where that is known already. */
export function endOf(known: HandOver | undefined): FaxResult | undefined {
  if (known?.state === 'delivered') return { state: 'delivered' };
  if (known?.state === 'failed') return { state: 'failed', reason: known.reason };
  return undefined;
}
