// A small balancer with kept connections, as stand before nodes: it tries the other node where one does not listen or a kept connection had ended.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly port: number;
  /** Requests that went to a second node. */
  readonly moved: () => number;
  /** Requests that no node answered, or one with a status of 500 and more. */
  readonly failed: () => number;
  close(): Promise<void>;
}

const PER_HOP: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export async function openBalancer(ports: () => readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let turn = 0;
  let moved = 0;
  let failed = 0;
  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    left: number[],
  ): void => {
    const port = left.shift();
    if (port === undefined) {
      failed += 1;
      outgoing.writeHead(502).end();
      return;
    }
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onward = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !PER_HOP.has(name));
      if ((answer.statusCode ?? 502) >= 500) failed += 1;
      outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept) as Record<string, string>);
      answer.pipe(outgoing);
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      // Nobody took it, or a connection that was kept ended before a byte of an answer: as safe to repeat as its Idempotency-Key makes it.
      const again = !outgoing.headersSent && (error.code === 'ECONNREFUSED' || onward.reusedSocket);
      if (again) moved += 1;
      forward(incoming, outgoing, body, again ? left : []);
    });
    onward.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      turn += 1;
      const all = ports();
      // A node that has just begun to stop may refuse twice: each is tried again once.
      const order = all.map((_, index) => all[(turn + index) % all.length] ?? 0);
      forward(incoming, outgoing, Buffer.concat(chunks), [...order, ...order]);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    moved: () => moved,
    failed: () => failed,
    close: async () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
