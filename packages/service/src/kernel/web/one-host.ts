// Which host a request names: exactly one, the same in its Host header and in an absolute address (RFC 9112, 3.2 and 7.2).
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../errors.ts';
import { sendProblem } from './problem.ts';

/** A name or address with perhaps a port: nothing that ends the host or names a user before it. */
const HOST = /^[A-Za-z0-9._~%-]+(?::\d{0,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{0,5})?$/;
const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/i;

/** Fastify's option `rewriteUrl`: routes and rooms meet a path, never the absolute form of an address. */
export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const [, , , path] = ABSOLUTE.exec(url) ?? [];
  if (path === undefined) return url;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Answers MALFORMED (400) to a request that names no host, two hosts, or one that cannot be read. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (namesOneHost(request.raw, request.originalUrl)) return undefined;
    return sendProblem(
      reply,
      new Failure('MALFORMED', 'A request names exactly one host, in one Host header.'),
    );
  });
}

function namesOneHost(raw: IncomingMessage, url: string): boolean {
  const hosts = raw.rawHeaders.filter((_, at) => at % 2 === 1 && isHost(raw.rawHeaders[at - 1]));
  // HTTP/1.0 knows no Host; a request of HTTP/1.1 without one is refused before it comes here.
  if (hosts.length === 0 && raw.httpVersion === '1.0') return !ABSOLUTE.test(url);
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !HOST.test(host)) return false;
  const [, scheme = '', authority] = ABSOLUTE.exec(url) ?? [];
  return authority === undefined || (HOST.test(authority) && isSame(scheme, authority, host));
}

const isHost = (name: string | undefined): boolean => name?.length === 4 && /^host$/i.test(name);

/** Letter case and a port that goes without saying make no other host. */
function isSame(scheme: string, one: string, other: string): boolean {
  const [first, second] = [`${scheme}://${one}`, `${scheme}://${other}`];
  return URL.canParse(first) && URL.canParse(second) && new URL(first).host === new URL(second).host;
}
