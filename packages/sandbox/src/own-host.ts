// Holds the sandbox's own pages to loopback names (a guard against DNS rebinding), and owns the headers that they share.
import type { FastifyReply, FastifyRequest } from 'fastify';

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** The security headers of every page, beside its policy. */
export const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Refuses a request under another name. */
export async function requireOwnHost(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return await requireHost(request, reply, []);
}

/** The same where further names are ours too. */
export async function requireHost(
  request: FastifyRequest,
  reply: FastifyReply,
  hosts: readonly string[],
): Promise<unknown> {
  const named = hostnamesOf(request);
  const own = [...LOOPBACK_HOSTS, ...hosts];
  if (named.length === 1 && own.includes(named[0] ?? '')) return undefined;
  reply.headers(PAGE_HEADERS).type('text/plain; charset=utf-8');
  return named.length > 1
    ? reply.code(400).send('A request names one host.\n')
    : reply.code(421).send('Ask for this page under its own address.\n');
}

/** Of every Host header: Node keeps the first alone, and whoever stands in front of us may read the last. */
function hostnamesOf({ raw: { rawHeaders } }: FastifyRequest): string[] {
  return rawHeaders
    .filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host')
    .map((host) => host.replace(/:\d+$/, '').toLowerCase());
}
