// The clients of a crash run: each drafts, reviews, signs and sends one order after the other, and repeats whatever got no answer with the same key.
import { setTimeout as sleep } from 'node:timers/promises';
import { patients } from '@pestle/sandbox/seed';
import type { ApiAnswer, Ask } from '../api/api.ts';
import { LISINOPRIL } from '../api/prescriber.ts';

/** What the service said it has done. */
export interface Acknowledged {
  readonly orderId: string;
  readonly key: string;
  readonly contentHash: string;
  readonly pharmacyId: string;
  readonly fills: readonly { readonly id: string; readonly prescription: { readonly id: string } }[];
  /** ISO 8601: when the first request for it left, and when the answer was there. */
  readonly requestedAt: string;
  readonly answeredAt: string;
}

export interface ClientOptions {
  /** Asks with a token that is still good. */
  readonly ask: () => Ask;
  readonly name: string;
  readonly treatmentId: string;
  readonly pickPharmacy: () => string;
  readonly acknowledged: Acknowledged[];
  /** Refusals that no crash explains. */
  readonly refusals: string[];
  /** Told of each request that got no answer and was sent again. */
  readonly resent: () => void;
  /** No new order is begun from then on; one that was begun is finished. */
  readonly stopping: () => boolean;
}

const RETRY_MS = 150;

export async function runClient(options: ClientOptions): Promise<void> {
  for (let number = 1; !options.stopping(); number += 1) {
    const order = await sendOrder(options, `${options.name}-${number}`);
    if (order !== undefined) options.acknowledged.push(order);
  }
}

async function sendOrder(options: ClientOptions, key: string): Promise<Acknowledged | undefined> {
  const pharmacyId = options.pickPharmacy();
  const drafted = await untilAnswered<{ createDraft: { id: string } }>(
    options,
    'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
    {
      input: {
        patientId: patients[0]?.id,
        treatmentId: options.treatmentId,
        ...LISINOPRIL,
        fillsAllowed: 1,
        repeatReason: `crash run ${key}`,
        duplicateReason: `crash run ${key}`,
      },
    },
    `${key}-draft`,
  );
  if (drafted === undefined) return undefined;
  const draftId = drafted.createDraft.id;
  const reviewed = await untilAnswered<{ reviewDrafts: { drafts: { contentHash: string | null }[] } }>(
    options,
    'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { contentHash } } }',
    { ids: [draftId] },
    `${key}-review`,
  );
  const contentHash = reviewed?.reviewDrafts.drafts[0]?.contentHash;
  if (contentHash === undefined || contentHash === null) {
    if (reviewed !== undefined) options.refusals.push(`${key}: the review found problems`);
    return undefined;
  }
  const requestedAt = new Date().toISOString();
  const ordered = await untilAnswered<{ createOrder: { id: string; fills: Acknowledged['fills'] } }>(
    options,
    'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id fills { id prescription { id } } } }',
    { input: { drafts: [{ draftId, contentHash }], pharmacyId, externalId: key } },
    `${key}-order`,
  );
  if (ordered === undefined) return undefined;
  const { id: orderId, fills } = ordered.createOrder;
  const answeredAt = new Date().toISOString();
  return { orderId, key, contentHash, pharmacyId, fills, requestedAt, answeredAt };
}

/** Sends the same request until the service answers; undefined when it refuses for a reason of its own. */
async function untilAnswered<Data>(
  options: ClientOptions,
  query: string,
  variables: object,
  key: string,
): Promise<Data | undefined> {
  for (;;) {
    let answer: ApiAnswer<Data>;
    try {
      answer = await options.ask()<Data>(query, variables, key);
    } catch {
      // Nobody there, or gone in the middle: whether it was done is not known.
      options.resent();
      await sleep(RETRY_MS);
      continue;
    }
    const [error] = answer.errors;
    if (error === undefined && answer.data !== null) return answer.data;
    if (error !== undefined && ['UNAVAILABLE', 'TOKEN_EXPIRED'].includes(error.extensions.code)) {
      options.resent();
      await sleep(RETRY_MS);
      continue;
    }
    options.refusals.push(`${key}: ${error?.extensions.code ?? 'no data'} ${error?.message ?? ''}`);
    return undefined;
  }
}
