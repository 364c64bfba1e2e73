// Text messages through Telnyx. Built from its documents, not exercised.
//
// https://developers.telnyx.com/docs/messaging/messages/send-message: `POST /messages` with a bearer key. There is neither an
// idempotency key nor a list to look in: a hand-over without an answer is repeated, unless a webhook has said meanwhile that the
// text was taken; a patient may get it twice, never not at all. Our id is in the address of the webhook, which is signed (telnyx.ts).
// Numbers in E.164; the sender is a number of a messaging profile, registered for its use (10DLC or toll-free).
import * as v from 'valibot';
import { codeOf, createConversation, e164, jsonOf } from '../common/conversation.ts';
import type { HandOvers } from '../common/hand-overs.ts';
import type { ReadReceipt } from '../common/receipt.ts';
import { messageOf, receiptAddress } from '../common/receipt-address.ts';
import type { TelnyxEvent } from '../common/telnyx.ts';
import { telnyxHeaders, telnyxReceipts } from '../common/telnyx.ts';
import type { TextCarrier, TextCarrierAddress } from './carrier.ts';
import { createProviderTextCarrier, textRefusal } from './provider.ts';

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
      ...(receiptKeys.length === 0 ? {} : { receipts: telnyxReceipts(receiptKeys, receiptOf) }),
    },
    { handOvers, conversation },
  );
}

const payloadSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  direction: v.optional(v.string()),
  to: v.optional(v.array(v.object({ status: v.optional(v.string()) }))),
  errors: v.nullish(v.array(v.object({ code: v.nullish(v.union([v.string(), v.number()])) }))),
});

function receiptOf({ event_type: type, payload }: TelnyxEvent, url: string): ReadReceipt {
  const read = v.safeParse(payloadSchema, payload);
  if (!read.success || read.output.direction === 'inbound') return 'irrelevant';
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
