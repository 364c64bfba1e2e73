// Carries text messages through a provider's HTTP interface that recognizes our ids: one POST each.
import { timingSafeEqual } from 'node:crypto';
import { request } from 'undici';
import * as v from 'valibot';
import { jsonOf } from '../common/conversation.ts';
import type { ReceiptReader } from '../common/receipt.ts';
import type { TextCarrier, TextCarrierAddress } from './carrier.ts';

const NOT_TAKEN = { state: 'failed', reason: 'not taken by the carrier' } as const;

export function createHttpTextCarrier({
  baseUrl,
  key,
  receiptKeys = [],
}: Pick<TextCarrierAddress, 'baseUrl' | 'key' | 'receiptKeys'>): TextCarrier {
  return {
    ...(receiptKeys.length === 0 ? {} : { receipts: repliesBy(receiptKeys) }),
    sendText: async ({ messageId, to, text }, signal) => {
      try {
        const answer = await request(baseUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ message_id: messageId, to, text }),
          signal,
        });
        await answer.body.dump();
        return answer.statusCode >= 200 && answer.statusCode < 300 ? { state: 'taken' } : NOT_TAKEN;
      } catch {
        // It recognizes what it has: the same is handed over again.
        return NOT_TAKEN;
      }
    },
    close: async () => undefined,
  };
}

const replySchema = v.object({ from: v.string(), text: v.string() });

/** What patients write back: `{from, text}`, with one of these keys as bearer. */
function repliesBy(keys: readonly string[]): ReceiptReader {
  return {
    types: ['application/json'],
    read: ({ header, body }) => {
      const presented = Buffer.from(header('authorization') ?? '');
      const isOurs = keys.some((key) => {
        const expected = Buffer.from(`Bearer ${key}`);
        return presented.length === expected.length && timingSafeEqual(presented, expected);
      });
      if (!isOurs) return 'unsigned';
      const read = v.safeParse(replySchema, jsonOf(Buffer.from(body).toString('utf8')));
      return read.success ? { reply: read.output } : 'irrelevant';
    },
  };
}
