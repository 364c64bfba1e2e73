// Carries text messages through a provider's HTTP interface that recognizes our ids: one POST each.
import { request } from 'undici';
import type { TextCarrier, TextCarrierAddress } from './carrier.ts';

const NOT_TAKEN = { state: 'failed', reason: 'not taken by the carrier' } as const;

export function createHttpTextCarrier({
  baseUrl,
  key,
}: Pick<TextCarrierAddress, 'baseUrl' | 'key'>): TextCarrier {
  return {
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
