// A host's web server on an origin of its own: whatever page a test gives it, with whatever headers.
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';

export interface HostPage {
  readonly origin: string;
  /** What the path answers from now on. */
  serve(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  /** A script or anything else of the host's own. */
  serveFile(path: string, type: string, body: string): void;
  close(): Promise<void>;
}

/** Listens on `hostname`: `localhost` and `127.0.0.1` are two sites to a browser. */
export async function startHostPage(hostname: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<HostPage> {
  const files = new Map<string, { headers: Record<string, string>; body: string }>();
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const found = files.get(pathname);
    // Browsers ask for it by themselves, and a missing one is an error in the console.
    if (pathname === '/favicon.ico') response.writeHead(204).end();
    else if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, found.headers).end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    origin: `http://${hostname}:${address.port}`,
    serve: (path, html, headers = {}) =>
      void files.set(path, {
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
        body: html,
      }),
    serveFile: (path, type, body) => void files.set(path, { headers: { 'content-type': type }, body }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
