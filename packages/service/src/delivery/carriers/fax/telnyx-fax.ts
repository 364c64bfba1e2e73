// Faxes through Telnyx Programmable Fax. Built from its documents, not exercised.
//
// https://developers.telnyx.com/api-reference/programmable-fax-commands/send-a-fax and …/media-storage-api: the pages are uploaded to
// the account's media storage (`POST /media`), then faxed by that name (`POST /faxes`), because only that form takes `client_state`,
// which comes back in the fax and in every webhook: our id. There is no idempotency key: a hand-over without an answer is looked
// for in the list of faxes to that number. PDF, at most 20 MB as media and 350 pages; numbers in E.164; the sender is a number of the account.
import { randomUUID } from 'node:crypto';
import { FormData } from 'undici';
import * as v from 'valibot';
import { CARRIER_LIMITS } from '../../limits.ts';
import type { CarrierAnswer } from '../common/conversation.ts';
import { codeOf, createConversation, e164, jsonOf } from '../common/conversation.ts';
import type { HandOvers } from '../common/hand-overs.ts';
import type { ReadReceipt } from '../common/receipt.ts';
import { refusal } from '../common/refusal.ts';
import type { TelnyxEvent } from '../common/telnyx.ts';
import { telnyxHeaders, telnyxReceipts } from '../common/telnyx.ts';
import type { FaxCarrier, FaxCarrierAddress, FaxResult, OutgoingFax } from './carrier.ts';
import type { FaxProvider, FaxStep } from './provider.ts';
import { createProviderFaxCarrier } from './provider.ts';

/** Reasons for which the same fax would fail again. */
const FOR_GOOD = new Set([
  'destination_invalid',
  'destination_not_in_countries_whitelist',
  'destination_not_in_service_plan',
  'file_format_invalid',
  'file_size_limit_exceeded',
  'page_count_limit_exceeded',
  'receiver_incompatible_destination',
  'receiver_invalid_number_format',
  'receiver_unallocated_number',
]);

const faxSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  status: v.string(),
  client_state: v.nullish(v.string()),
  failure_reason: v.nullish(v.string()),
});
type TelnyxFax = v.InferOutput<typeof faxSchema>;
const one = v.object({ data: faxSchema });
const many = v.object({ data: v.array(faxSchema) });

export function createTelnyxFaxCarrier(address: FaxCarrierAddress, handOvers: HandOvers): FaxCarrier {
  const { baseUrl, key, account = '', receiptKeys = [], receiptUrl } = address;
  const conversation = createConversation();
  const headers = telnyxHeaders(key);
  const upload = async (fax: OutgoingFax, mediaName: string, signal: AbortSignal): Promise<CarrierAnswer> => {
    const form = new FormData();
    form.append('media_name', mediaName);
    form.append('ttl_secs', String(CARRIER_LIMITS.mediaKeptSeconds));
    form.append('media', new Blob([Uint8Array.from(fax.document)], { type: 'application/pdf' }), 'fax.pdf');
    return await conversation.ask({ url: `${baseUrl}/media`, method: 'POST', headers, body: form }, signal);
  };
  const provider: FaxProvider = {
    name: 'telnyx',
    submit: async (fax, signal) => {
      const mediaName = `${fax.faxId}-${randomUUID()}`;
      const stored = await upload(fax, mediaName, signal).catch(() => undefined);
      // Nothing is called before the pages are there.
      if (stored === undefined) return { state: 'failed', reason: 'carrier-took-no-pages' };
      if (!isTaken(stored)) return { ...refusal(stored.status), state: 'failed' };
      const sent = await conversation.ask(
        {
          url: `${baseUrl}/faxes`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({
            connection_id: account,
            media_name: mediaName,
            to: e164(fax.to),
            from: e164(fax.from),
            client_state: stateOf(fax.faxId),
            ...(receiptUrl === undefined ? {} : { webhook_url: receiptUrl }),
          }),
        },
        signal,
      );
      return isTaken(sent) ? stepOfAnswer(sent) : refusal(sent.status);
    },
    find: async (fax, handedAtMs, signal) => {
      const since = new Date(handedAtMs - CARRIER_LIMITS.clockDifferenceMs).toISOString();
      const query = new URLSearchParams({
        'filter[to][eq]': e164(fax.to),
        'filter[direction][eq]': 'outbound',
        'filter[created_at][gte]': since,
        'page[size]': String(CARRIER_LIMITS.listedMax),
      });
      const answer = await conversation.ask(
        { url: `${baseUrl}/faxes?${query.toString()}`, method: 'GET', headers },
        signal,
      );
      const read = v.safeParse(many, jsonOf(answer.text));
      if (!isTaken(answer) || !read.success) throw new Error('the list of faxes cannot be read');
      const found = read.output.data.find(({ client_state: state }) => state === stateOf(fax.faxId));
      return found === undefined ? undefined : stepOf(found);
    },
    ask: async (carrierId, signal) => {
      const url = `${baseUrl}/faxes/${encodeURIComponent(carrierId)}`;
      const answer = await conversation.ask({ url, method: 'GET', headers }, signal);
      // What it was asked for is on its way there, whatever hinders the question.
      return isTaken(answer) ? stepOfAnswer(answer) : { state: 'sending', carrierId };
    },
    ...(receiptKeys.length === 0 ? {} : { receipts: telnyxReceipts(receiptKeys, receiptOf) }),
  };
  return createProviderFaxCarrier(provider, { handOvers, conversation, now: Date.now });
}

const isTaken = ({ status }: CarrierAnswer): boolean => status >= 200 && status <= 299;

/** Our id as the carrier keeps it: it wants base64. */
const stateOf = (faxId: string): string => Buffer.from(faxId, 'utf8').toString('base64');

function stepOfAnswer({ text }: CarrierAnswer): FaxStep {
  const read = v.safeParse(one, jsonOf(text));
  return read.success ? stepOf(read.output.data) : { state: 'unknown', reason: 'carrier-answer-unreadable' };
}

function stepOf({ id, status, failure_reason: reason }: TelnyxFax): FaxStep {
  if (status === 'delivered') return { state: 'delivered' };
  if (status === 'failed') return failed(reason);
  return { state: 'sending', carrierId: id };
}

function failed(reason: string | null | undefined): FaxResult & { readonly state: 'failed' } {
  return {
    state: 'failed',
    reason: codeOf(reason ?? 'failed'),
    ...(FOR_GOOD.has(reason ?? '') ? { forGood: true } : {}),
  };
}

const payloadSchema = v.object({
  fax_id: v.pipe(v.string(), v.minLength(1)),
  direction: v.optional(v.string()),
  client_state: v.nullish(v.string()),
  failure_reason: v.nullish(v.string()),
});

function receiptOf({ event_type: type, payload }: TelnyxEvent): ReadReceipt {
  const read = v.safeParse(payloadSchema, payload);
  if (!read.success || read.output.direction === 'inbound') return 'irrelevant';
  const { fax_id: carrierId, client_state: state, failure_reason: why } = read.output;
  const reference = state == null ? undefined : Buffer.from(state, 'base64').toString('utf8');
  const about = { carrierId, reference };
  if (type === 'fax.delivered') return { ...about, state: 'delivered', reason: 'delivered' };
  if (type === 'fax.failed') return { ...about, state: 'failed', reason: failed(why).reason };
  if (type === 'fax.queued' || type === 'fax.media.processed' || type === 'fax.sending.started')
    return { ...about, state: 'taken', reason: 'taken' };
  return 'irrelevant';
}
