// A carrier's HTTP interface on loopback: what was asked of it, and how it behaves the next time it is handed something.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * What it does with the next thing that it is handed: takes it and says so, takes it and says nothing (the connection ends), takes it
 * and answers what nobody can read, takes nothing and says nothing, or refuses it with a status.
 */
export type Behaviour = 'takes' | 'takes-silently' | 'takes-garbled' | 'loses' | number;

export interface CarrierPeer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** How it behaves the next times; then it takes. */
  readonly behaves: (...behaviours: readonly Behaviour[]) => void;
  close(): Promise<void>;
}

export interface Routes {
  /** What is there under a path: a body as JSON, or a status. */
  readonly show: (asked: Asked) => unknown;
  /** Whether this hands something over; it is taken by calling what is answered, which gives the body of the answer. */
  readonly hands: (asked: Asked) => (() => unknown) | undefined;
}

export async function openCarrierPeer({ show, hands }: Routes): Promise<CarrierPeer> {
  const asked: Asked[] = [];
  const coming: Behaviour[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(parts) };
      asked.push(one);
      const take = hands(one);
      if (take === undefined) answer(response, show(one));
      else handed(response, coming.shift() ?? 'takes', take);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behaves: (...behaviours) => void coming.push(...behaviours),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function handed(response: ServerResponse, behaviour: Behaviour, take: () => unknown): void {
  if (typeof behaviour === 'number') return answer(response, behaviour);
  if (behaviour === 'loses') return void response.destroy();
  const body = take();
  if (behaviour === 'takes-silently') return void response.destroy();
  if (behaviour === 'takes-garbled') return void response.end('<html>Thank you!</html>');
  answer(response, body);
}

function answer(response: ServerResponse, body: unknown): void {
  response.statusCode = typeof body === 'number' ? body : 200;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(typeof body === 'number' ? { error: body } : body));
}
