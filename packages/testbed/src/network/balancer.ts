// A small balancer with kept connections, as stand before nodes: where one does not take a request, it tries the other.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** Requests that nobody answered, or with a status of 500 and more but 503: what happened to each. */
  readonly failed: () => readonly string[];
  close(): Promise<void>;
}

const PER_HOP: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export async function openBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const failed: string[] = [];
  let next = 0;
  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    left: number[],
  ): void => {
    const port = left.shift() ?? 0;
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onward = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      // One node at a time stops: a 503 of both says that the machine is too busy, which whoever asks is told.
      if (status === 503 && left.length > 0) {
        answer.resume();
        forward(incoming, outgoing, body, left);
        return;
      }
      if (status >= 500 && status !== 503) failed.push(`${status} ${path}`);
      const kept = Object.entries(answer.headers).filter(([name]) => !PER_HOP.has(name));
      outgoing.writeHead(status, Object.fromEntries(kept) as Record<string, string>);
      answer.pipe(outgoing);
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      // Nobody took it, or its connection ended before a byte of an answer: as safe to repeat as its Idempotency-Key makes it.
      if (!outgoing.headersSent && left.length > 0) {
        forward(incoming, outgoing, body, left);
        return;
      }
      failed.push(`${error.code ?? error.name} ${path}`);
      outgoing.destroy();
    });
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      next += 1;
      const all = ports();
      forward(
        incoming,
        outgoing,
        Buffer.concat(chunks),
        all.map((_, index) => all[(next + index) % all.length] ?? 0),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    failed: () => failed,
    close: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
