// The port to whoever carries text messages, and its HTTP form.
import { request } from 'undici';

export interface OutgoingText {
  /** The same for every attempt, so that a repeated one is recognized. */
  readonly messageId: string;
  /** Ten digits. */
  readonly to: string;
  readonly text: string;
}

export interface TextCarrier {
  /** True when the carrier took it. Never throws. */
  sendText(text: OutgoingText, signal: AbortSignal): Promise<boolean>;
}

/** Where messages are posted (`{url}` itself) with a bearer key. */
export interface HttpTextProvider {
  readonly url: string;
  readonly key: string;
}

export function createHttpTextCarrier({ url, key }: HttpTextProvider): TextCarrier {
  return {
    sendText: async ({ messageId, to, text }, signal) => {
      try {
        const answer = await request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
          body: JSON.stringify({ message_id: messageId, to, text }),
          signal,
        });
        await answer.body.dump();
        return answer.statusCode >= 200 && answer.statusCode < 300;
      } catch {
        return false;
      }
    },
  };
}
