// What faxes and texts through Telnyx have in common: who we are, what its refusals mean, and how it signs what it posts. Built from its documents, not exercised.
//
// https://developers.telnyx.com/docs/development/api-fundamentals/webhooks: each post carries `telnyx-timestamp` (Unix seconds) and
// `telnyx-signature-ed25519`, a signature over `timestamp|body` by the account's key, whose public half the portal shows in base64.
import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { CARRIER_LIMITS } from '../../limits.ts';
import { jsonOf } from './conversation.ts';
import type { ReadReceipt, ReceiptReader } from './receipt.ts';

export const TELNYX_URL = 'https://api.telnyx.com/v2';

export function telnyxHeaders(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, accept: 'application/json' };
}

/** The key in front of the 32 bytes as X.509 wants it (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const event = v.object({
  data: v.object({ event_type: v.string(), payload: v.record(v.string(), v.unknown()) }),
});
export type TelnyxEvent = v.InferOutput<typeof event>['data'];

/** Reads what Telnyx posts, signed by one of `keys` (base64, 32 bytes) within the last minutes. */
export function telnyxReceipts(
  keys: readonly string[],
  receiptOf: (event: TelnyxEvent, url: string) => ReadReceipt,
): ReceiptReader {
  const publicKeys = keys.map((key) =>
    createPublicKey({
      key: Buffer.concat([ED25519_PREFIX, Buffer.from(key, 'base64')]),
      format: 'der',
      type: 'spki',
    }),
  );
  return {
    types: ['application/json'],
    read: ({ url, header, body, nowMs }) => {
      const timestamp = header('telnyx-timestamp') ?? '';
      const signature = header('telnyx-signature-ed25519') ?? '';
      if (!/^\d{1,12}$/.test(timestamp)) return 'unsigned';
      if (Math.abs(Number(timestamp) * 1000 - nowMs) > CARRIER_LIMITS.receiptAgeMaxMs) return 'unsigned';
      const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
      const bytes = Buffer.from(signature, 'base64');
      if (!publicKeys.some((key) => verify(null, signed, key, bytes))) return 'unsigned';
      const read = v.safeParse(event, jsonOf(Buffer.from(body).toString('utf8')));
      return read.success ? receiptOf(read.output.data, url) : 'irrelevant';
    },
  };
}

/** Whether the text is a key as the portal shows it. */
export function isTelnyxKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}
