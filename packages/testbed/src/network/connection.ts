// One TCP connection to an HTTP server, kept and looked at as a proxy would: what came, and how it ended.
import { connect } from 'node:net';

export interface Connection {
  send(text: string): void;
  /** Resolves with all that came when it matches; rejects when the connection ends before. */
  until(pattern: RegExp): Promise<string>;
  /** How it ended: `closed`, or the code of an error (`ECONNRESET`). */
  readonly ended: Promise<string>;
}

/** Rejects when nobody listens. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let error = 'closed';
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(error));
  });
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', (cause: NodeJS.ErrnoException) => (error = cause.code ?? cause.name));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return {
    send: (part) => {
      socket.write(part);
    },
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(text)) return;
          socket.off('data', look);
          resolve(text);
        };
        socket.on('data', look).once('close', () => {
          reject(new Error(`the connection ended (${error}) behind: ${text}`));
        });
        look();
      }),
    ended,
  };
}
