// A gate before a server: requests have arrived, and wait for their answer until the gate is opened.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Gate {
  readonly url: string;
  /** Resolves when the first request is there, whole. */
  readonly arrived: Promise<unknown>;
  /** What waits goes on to the server, and what comes from now on. */
  open(): void;
  close(): Promise<void>;
}

export async function openGate(target: string): Promise<Gate> {
  const arrived = Promise.withResolvers<undefined>();
  const opened = Promise.withResolvers<undefined>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      arrived.resolve(undefined);
      void opened.promise.then(() => {
        const { method = 'GET', url = '/', headers } = incoming;
        const onward = request(`${target}${url}`, { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        onward.once('error', () => outgoing.destroy());
        onward.end(Buffer.concat(chunks));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: arrived.promise,
    open: () => opened.resolve(undefined),
    close: async () => {
      opened.resolve(undefined);
      server.close();
      server.closeAllConnections();
    },
  };
}
