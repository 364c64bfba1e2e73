// Owns the pharmacies' calls to the service: status reports with their own credentials, and a partner's late messages.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { CALL_ANSWER_BYTES_MAX, CALL_TIMEOUT_MS } from '../limits.ts';
import type { Clock } from '../ports.ts';
import type { HookCredential } from './types.ts';

/** What a pharmacy reports. `orderId` is an order id or a PrescriberOrderNumber. */
export type StatusReport = {
  readonly pharmacyId: string;
  readonly orderId: string;
  /** RECEIVED, FILLING, SHIPPED, DELIVERED, CANCELED or ERROR, in any letter case; other words are sent as they are. */
  readonly status: string;
  readonly carrier?: string;
  readonly trackingNumber?: string;
};

/** The answer of the service; status 0 when it gave none, with the reason as text. */
export type CallAnswer = {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
};

/** Calls the service over HTTP. */
export interface Caller {
  /** POSTs a JSON report with the pharmacy's credential. */
  readonly report: (url: string, report: StatusReport, credential: HookCredential) => Promise<CallAnswer>;
  /** POSTs a SCRIPT message with the sender's credential. */
  readonly deliver: (
    url: string,
    body: string,
    contentType: string,
    credential: HookCredential,
  ) => Promise<CallAnswer>;
  readonly close: () => Promise<void>;
}

/** A caller with its own connections. */
export function createCaller(clock: Clock): Caller {
  const agent = new Agent({ keepAliveTimeout: 10_000, connections: 32 });
  const post = async (
    url: string,
    body: string,
    contentType: string,
    credential: HookCredential,
  ): Promise<CallAnswer> => {
    try {
      const response = await request(url, {
        method: 'POST',
        dispatcher: agent,
        body,
        headers: { 'content-type': contentType, ...proofOf(credential, body, clock) },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const type = response.headers['content-type'];
      return {
        status: response.statusCode,
        contentType: typeof type === 'string' ? type : null,
        text: await readBounded(response.body),
      };
    } catch (error) {
      const text = error instanceof Error ? error.message : 'The call failed.';
      return { status: 0, contentType: null, text };
    }
  };
  return {
    report: (url, report, credential) => {
      const { orderId, status, carrier, trackingNumber } = report;
      const body = JSON.stringify({
        status,
        order_id: orderId,
        ...(carrier !== undefined && { carrier }),
        ...(trackingNumber !== undefined && { tracking_number: trackingNumber }),
      });
      return post(url, body, 'application/json', credential);
    },
    deliver: post,
    close: () => agent.destroy(),
  };
}

/** Headers that prove who sends this body: a bearer key, or a Standard Webhooks signature over `id.timestamp.body`. */
export function proofOf(
  credential: HookCredential,
  body: string,
  clock: Clock,
): Readonly<Record<string, string>> {
  switch (credential.kind) {
    case 'bearer':
      return { authorization: `Bearer ${credential.key}` };
    case 'standard-webhooks': {
      const id = `msg_${randomUUID().replaceAll('-', '')}`;
      const timestamp = String(Math.floor(clock.now() / 1_000));
      const key = Buffer.from(credential.secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      return {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
        'webhook-key-id': credential.keyId,
      };
    }
    default:
      return credential satisfies never;
  }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > CALL_ANSWER_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).subarray(0, CALL_ANSWER_BYTES_MAX).toString('utf8');
}
