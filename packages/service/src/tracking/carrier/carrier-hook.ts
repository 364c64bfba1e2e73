// The carriers' hook, POST /v1/hooks/carriers/fax and …/text: what carriers post about faxes and texts, known by their signature.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { CarrierOf, CarrierReceipts } from '../../delivery/inside.ts';
import { CARRIER_LIMITS } from '../../delivery/inside.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { takeQuota } from '../hook/quota/quotas.ts';
import { readBody } from '../hook/read-body.ts';
import type { HookDeps } from '../hook/status-hook.ts';

const PATH = '/v1/hooks/carriers';

/** Where a carrier posts: given to it with everything that is handed over. */
export function carrierHookUrl(baseUrl: string, of: CarrierOf): string {
  return `${baseUrl}${PATH}/${of}`;
}

export interface CarrierHookDeps extends Pick<HookDeps, 'quotas' | 'bodyRules'> {
  /** The public address, without a slash at the end: carriers sign what they call. */
  readonly baseUrl: string;
  readonly receipts: CarrierReceipts;
}

/** Registers the hook. In maintenance it goes on: what a carrier says would not come again. */
export function carrierHook(deps: CarrierHookDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const carriers: readonly CarrierOf[] = ['fax', 'text'];
    for (const carrier of carriers)
      app.all(`${PATH}/${carrier}`, async (request, reply) => {
        const answer = await take(deps, carrier, request, reply);
        return reply.header('cache-control', 'no-store').send(answer);
      });
  };
}

async function take(
  { receipts, quotas, bodyRules, baseUrl }: CarrierHookDeps,
  of: CarrierOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ received: true; changed: boolean }> {
  const types = receipts.types(of);
  if (types === undefined) throw notFound('carrier that posts receipts here');
  const rules = { ...bodyRules, bytesMax: CARRIER_LIMITS.receiptBytesMax, types };
  const body = await readBody(request, reply, rules);
  await takeQuota(
    quotas,
    { name: 'sender', key: `carrier ${of} ${request.ip}`, size: CARRIER_LIMITS.receiptsPerMinute },
    reply,
  );
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const outcome = await receipts.take(of, { url: `${baseUrl}${request.url}`, header, body });
  if (outcome === 'unsigned')
    throw new Failure('UNAUTHENTICATED', 'The signature is missing, wrong or out of date.');
  // What is unknown or of no interest is taken as well: sent again it would be no other.
  return { received: true, changed: outcome === 'applied' };
}
