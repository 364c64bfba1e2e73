// An endpoint that misbehaves below HTTP: raw connections, plain or over TLS, that a way of failing is given; it counts what it was sent.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A request that came whole. */
export interface Asked {
  readonly socket: Socket;
  readonly body: string;
}

export interface Endpoint {
  readonly port: number;
  /** Whole requests, and bytes of any, that got through to whoever stands behind the connection. */
  readonly requests: () => number;
  readonly bytes: () => number;
  close(): Promise<void>;
}

export interface EndpointWay {
  /** With it the connection is TLS, as this server does it. */
  readonly tls?: TlsOptions;
  readonly onConnect?: (socket: Socket) => void;
  readonly onRequest?: (asked: Asked) => void;
}

const HEAD_END = '\r\n\r\n';

export async function openEndpoint({ tls, onConnect, onRequest }: EndpointWay): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let bytes = 0;
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      text += chunk.toString('latin1');
      const end = text.indexOf(HEAD_END);
      const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (end < 0 || !(text.length >= end + HEAD_END.length + length)) return;
      requests += 1;
      const body = text.slice(end + HEAD_END.length);
      text = '';
      onRequest?.({ socket, body });
    });
    onConnect?.(socket);
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  if (tls !== undefined) server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    bytes: () => bytes,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The head of an answer and what follows; without a length where it goes on for ever. */
export function answer(
  { socket }: Asked,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  const all = { 'content-type': 'application/xml', 'content-length': String(body.length), ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} Said\r\n${head.join('')}\r\n`);
  socket.write(body);
}

/** Writes a piece again and again until the other side has had enough; what it does not take is not kept. */
export function forEver(socket: Socket, piece: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => {
    if (socket.writableLength < 1_000_000) socket.write(piece);
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}
