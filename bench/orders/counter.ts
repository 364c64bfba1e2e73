// The pharmacy's end of the latency measurement: an HTTP server that notes when a message has arrived and answers at once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { build } from '@pestle/script';

export interface Counter {
  readonly url: string;
  /** Messages that arrived at the pharmacy. */
  readonly arrivals: number;
  /** Resolves with the moment (`performance.now()`) at which the next message has arrived whole. */
  nextArrival(): Promise<number>;
  close(): Promise<void>;
}

/** One Status 010 for all: what is measured is our side. */
const ANSWER = build({
  type: 'Status',
  header: {
    to: { id: 'PESTLE', qualifier: 'D' },
    from: { id: '9900101', qualifier: 'P' },
    messageId: 'P0123456789',
    relatesToMessageId: '0',
    sentTime: '2026-01-01T00:00:00Z',
    senderSoftware: { developer: 'Pestle', product: 'Bench', versionRelease: '1' },
  },
  code: '010',
});

/** Serves `/script` as a pharmacy that takes `answerMs`, `/silent` as one that never answers, and everything else as a phone or fax that takes what comes. */
export async function openCounter(answerMs = 0): Promise<Counter> {
  let arrivals = 0;
  let waiting: ((at: number) => void) | undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    request.resume().once('end', () => {
      if (request.url === '/script') {
        arrivals += 1;
        waiting?.(performance.now());
        waiting = undefined;
        const answer = (): void => {
          response.writeHead(200, { 'content-type': ANSWER.contentType }).end(ANSWER.text);
        };
        if (answerMs === 0) answer();
        else setTimeout(answer, answerMs);
        return;
      }
      if (request.url === '/silent') return;
      response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    get arrivals() {
      return arrivals;
    },
    nextArrival: () =>
      new Promise((resolve) => {
        waiting = resolve;
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
