// Text messages through Telnyx. Built from its documents, not exercised.
//
// https://developers.telnyx.com/docs/messaging/messages/send-message: `POST /messages` with a bearer key. There is no idempotency
// key, and a message is shown only by the id that its answer had. A hand-over without an answer is looked for among the detail records
// (https://developers.telnyx.com/api-reference/detail-records/search-detail-records: `GET /detail_records`) of that number since that
// day, by the address of its webhook, which has our id in it. They may come late, and an account may not show them: what is not found is
// handed over again, unless a webhook has said meanwhile that it was taken; a patient may get it twice, never not at all. Webhooks are
// signed (telnyx.ts).
// Numbers in E.164; the sender is a number of a messaging profile, registered for its use (10DLC or toll-free).
import * as v from 'valibot';
import { CARRIER_LIMITS } from '../../limits.ts';
import { codeOf, createConversation, e164, jsonOf } from '../common/conversation.ts';
import type { HandOvers } from '../common/hand-overs.ts';
import type { ReadReceipt } from '../common/receipt.ts';
import { messageOf, receiptAddress } from '../common/receipt-address.ts';
import type { TelnyxEvent } from '../common/telnyx.ts';
import { telnyxHeaders, telnyxReceipts } from '../common/telnyx.ts';
import type { TextCarrier, TextCarrierAddress } from './carrier.ts';
import { createProviderTextCarrier, textRefusal } from './provider.ts';

/** Of a detail record of a message. */
const records = v.object({
  data: v.array(
    v.object({
      uuid: v.pipe(v.string(), v.minLength(1)),
      delivery_status_webhook_url: v.nullish(v.string()),
    }),
  ),
});

const taken = v.object({ data: v.object({ id: v.pipe(v.string(), v.minLength(1)) }) });

export function createTelnyxTextCarrier(address: TextCarrierAddress, handOvers: HandOvers): TextCarrier {
  const { baseUrl, key, from = '', receiptKeys = [], receiptUrl } = address;
  const conversation = createConversation();
  return createProviderTextCarrier(
    {
      name: 'telnyx',
      submit: async ({ messageId, to, text }, signal) => {
        const answer = await conversation.ask(
          {
            url: `${baseUrl}/messages`,
            method: 'POST',
            headers: { ...telnyxHeaders(key), 'content-type': 'application/json' },
            body: JSON.stringify({
              from: e164(from),
              to: e164(to),
              text,
              ...(receiptUrl === undefined ? {} : { webhook_url: receiptAddress(receiptUrl, messageId) }),
            }),
          },
          signal,
        );
        if (answer.status < 200 || answer.status > 299) return textRefusal(answer.status);
        const read = v.safeParse(taken, jsonOf(answer.text));
        return read.success
          ? { state: 'taken', carrierId: read.output.data.id }
          : { state: 'unknown', reason: 'carrier-answer-unreadable' };
      },
      // Without an address for webhooks nothing in a record is ours.
      ...(receiptUrl === undefined
        ? {}
        : {
            find: async ({ messageId, to }, handedAtMs, signal) => {
              const since = new Date(handedAtMs - CARRIER_LIMITS.clockDifferenceMs)
                .toISOString()
                .slice(0, 10);
              const query = new URLSearchParams({
                'filter[record_type]': 'messaging',
                'filter[direction]': 'outbound',
                'filter[cld]': e164(to),
                'filter[created_at][gte]': since,
                sort: '-created_at',
                'page[size]': String(CARRIER_LIMITS.telnyxRecordsMax),
              });
              const answer = await conversation.ask(
                {
                  url: `${baseUrl}/detail_records?${query.toString()}`,
                  method: 'GET',
                  headers: telnyxHeaders(key),
                },
                signal,
              );
              if (answer.status >= 400 && answer.status <= 499 && answer.status !== 429) return undefined;
              const read = v.safeParse(records, jsonOf(answer.text));
              if (answer.status !== 200 || !read.success)
                throw new Error('the detail records cannot be read');
              const address = receiptAddress(receiptUrl, messageId);
              const found = read.output.data.find((record) => record.delivery_status_webhook_url === address);
              return found === undefined ? undefined : { state: 'taken', carrierId: found.uuid };
            },
          }),
      ...(receiptKeys.length === 0 ? {} : { receipts: telnyxReceipts(receiptKeys, receiptOf) }),
    },
    { handOvers, conversation },
  );
}

const payloadSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  direction: v.optional(v.string()),
  from: v.optional(v.object({ phone_number: v.optional(v.string()) })),
  text: v.nullish(v.string()),
  to: v.optional(v.array(v.object({ status: v.optional(v.string()) }))),
  errors: v.nullish(v.array(v.object({ code: v.nullish(v.union([v.string(), v.number()])) }))),
});

function receiptOf({ event_type: type, payload }: TelnyxEvent, url: string): ReadReceipt {
  const read = v.safeParse(payloadSchema, payload);
  if (!read.success) return 'irrelevant';
  if (read.output.direction === 'inbound') {
    const { from, text: words } = read.output;
    return type === 'message.received' && from?.phone_number !== undefined
      ? { reply: { from: from.phone_number, text: words ?? '' } }
      : 'irrelevant';
  }
  const { id: carrierId, to, errors } = read.output;
  const about = { carrierId, reference: messageOf(url) };
  if (type === 'message.sent') return { ...about, state: 'taken', reason: 'taken' };
  if (type !== 'message.finalized') return 'irrelevant';
  const status = to?.[0]?.status ?? '';
  if (status === 'delivered') return { ...about, state: 'delivered', reason: 'delivered' };
  if (status === 'sending_failed' || status === 'delivery_failed')
    return { ...about, state: 'failed', reason: codeOf(`${status} ${errors?.[0]?.code ?? ''}`) };
  // `delivery_unconfirmed`: the network has it and will say nothing more.
  return { ...about, state: 'taken', reason: codeOf(status) };
}
