// Text messages through Twilio Programmable Messaging. Built from its documents, not exercised.
//
// https://www.twilio.com/docs/messaging/api/message-resource: `POST /Accounts/{sid}/Messages.json` as a form, HTTP Basic
// (`sid:auth token`). There is no idempotency key: a hand-over without an answer is looked for in the list of messages to that
// number, by its words. Status callbacks (https://www.twilio.com/docs/usage/webhooks/webhooks-security) carry `X-Twilio-Signature`:
// HMAC-SHA1 with the auth token over the address and the form's fields in the order of their names. It has no time in it: a
// callback that is posted again says what was said before, and changes nothing.
// Numbers in E.164; the sender is a number of the account, registered for its use (10DLC or toll-free).
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { CARRIER_LIMITS } from '../../limits.ts';
import { basic, codeOf, createConversation, e164, jsonOf } from '../common/conversation.ts';
import type { HandOvers } from '../common/hand-overs.ts';
import type { ReadReceipt, ReceiptReader } from '../common/receipt.ts';
import { messageOf, receiptAddress } from '../common/receipt-address.ts';
import type { TextCarrier, TextCarrierAddress } from './carrier.ts';
import { createProviderTextCarrier, textRefusal } from './provider.ts';

export const TWILIO_URL = 'https://api.twilio.com/2010-04-01';

const messageSchema = v.object({
  sid: v.pipe(v.string(), v.minLength(1)),
  body: v.nullish(v.string()),
  direction: v.nullish(v.string()),
  date_created: v.nullish(v.string()),
});
const many = v.object({ messages: v.array(messageSchema) });

export function createTwilioTextCarrier(address: TextCarrierAddress, handOvers: HandOvers): TextCarrier {
  const { baseUrl, key, account = '', from = '', receiptKeys = [], receiptUrl } = address;
  const conversation = createConversation();
  const messages = `${baseUrl}/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const headers = { authorization: basic(`${account}:${key}`), accept: 'application/json' };
  return createProviderTextCarrier(
    {
      name: 'twilio',
      submit: async ({ messageId, to, text }, signal) => {
        const form = new URLSearchParams({ To: e164(to), From: e164(from), Body: text });
        if (receiptUrl !== undefined) form.set('StatusCallback', receiptAddress(receiptUrl, messageId));
        const answer = await conversation.ask(
          {
            url: messages,
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: form.toString(),
          },
          signal,
        );
        if (answer.status < 200 || answer.status > 299) return textRefusal(answer.status);
        const read = v.safeParse(messageSchema, jsonOf(answer.text));
        return read.success
          ? { state: 'taken', carrierId: read.output.sid }
          : { state: 'unknown', reason: 'carrier-answer-unreadable' };
      },
      find: async ({ to, text }, handedAtMs, signal) => {
        const query = new URLSearchParams({
          To: e164(to),
          From: e164(from),
          PageSize: String(CARRIER_LIMITS.listedMax),
        });
        const answer = await conversation.ask(
          { url: `${messages}?${query.toString()}`, method: 'GET', headers },
          signal,
        );
        const read = v.safeParse(many, jsonOf(answer.text));
        if (answer.status !== 200 || !read.success) throw new Error('the list of messages cannot be read');
        const found = read.output.messages.find(
          ({ body, date_created: at }) =>
            body === text && Date.parse(at ?? '') >= handedAtMs - CARRIER_LIMITS.clockDifferenceMs,
        );
        return found === undefined ? undefined : { state: 'taken', carrierId: found.sid };
      },
      ...(receiptKeys.length === 0 ? {} : { receipts: twilioReceipts(receiptKeys) }),
    },
    { handOvers, conversation },
  );
}

function twilioReceipts(tokens: readonly string[]): ReceiptReader {
  return {
    types: ['application/x-www-form-urlencoded'],
    read: ({ url, header, body }) => {
      const fields = new URLSearchParams(Buffer.from(body).toString('utf8'));
      const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
      const signed = `${url}${sorted.map(([name, value]) => `${name}${value}`).join('')}`;
      const presented = Buffer.from(header('x-twilio-signature') ?? '', 'base64');
      const isOurs = tokens.some((token) => {
        const expected = createHmac('sha1', token).update(signed, 'utf8').digest();
        return presented.length === expected.length && timingSafeEqual(presented, expected);
      });
      return isOurs ? receiptOf(fields, url) : 'unsigned';
    },
  };
}

function receiptOf(fields: URLSearchParams, url: string): ReadReceipt {
  // What somebody wrote to our number comes to the address that the number has for messages: this one.
  const from = fields.get('From');
  if (fields.get('SmsStatus') === 'received' && from !== null)
    return { reply: { from, text: fields.get('Body') ?? '' } };
  const carrierId = fields.get('MessageSid');
  if (carrierId === null || carrierId === '') return 'irrelevant';
  const about = { carrierId, reference: messageOf(url) };
  const status = fields.get('MessageStatus') ?? '';
  switch (status) {
    case 'delivered':
    case 'read':
      return { ...about, state: 'delivered', reason: 'delivered' };
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return { ...about, state: 'failed', reason: codeOf(`${status} ${fields.get('ErrorCode') ?? ''}`) };
    case 'accepted':
    case 'scheduled':
    case 'queued':
    case 'sending':
    case 'sent':
      return { ...about, state: 'taken', reason: 'taken' };
    default:
      return 'irrelevant';
  }
}
