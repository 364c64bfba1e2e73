// Sends an alert to the operators' own address: signed as Standard Webhooks prescribe, tried several times, and the same under one id.
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import { ALERT_LIMITS } from './limits.ts';

export interface AlertAddress {
  readonly url: string;
  /** `whsec_` and base64. */
  readonly secret: string;
}

export interface AlertMessage {
  /** The same for every try and every node that says the same: who takes it can leave out what it has already. */
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Rejects when nobody took it. */
export type PostAlert = (message: AlertMessage) => Promise<void>;

export function createAlertPost({ url, secret }: AlertAddress): PostAlert {
  const webhook = new Webhook(secret);
  return async ({ id, type, at, data }) => {
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
    let pauseMs: number = ALERT_LIMITS.pauseFirstMs;
    for (let tries = 1; ; tries += 1) {
      const refused = await attempt(
        url,
        {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, at, body),
        },
        body,
      );
      if (refused === undefined) return;
      if (tries >= ALERT_LIMITS.triesMax) throw new Error(`ALERT_URL did not take an alert: ${refused}`);
      await wait(pauseMs, undefined, { ref: false });
      pauseMs *= 2;
    }
  };
}

/** Why it was not taken, as a code; nothing when it was. */
async function attempt(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(ALERT_LIMITS.tryTimeoutMs);
    const answer = await request(url, { method: 'POST', headers, body, signal });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : `HTTP ${answer.statusCode}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}
