// Serves the public keys by which this service proves itself to an organization's CDS Hooks service, at the address that its tokens name (`jku`).
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { FastifyPluginAsync } from 'fastify';
import type { JWK } from 'jose';
import { notFound } from '../../kernel/errors.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';

/** A JWK Set, without private parts. */
export interface KeySet {
  readonly keys: readonly JWK[];
}

const PATH = '/.well-known/cds-hooks';

/** Where the keys of an organization are: one set for each, because each has keys of its own. `issuer` is this service's public address. */
export function keySetUrl(issuer: string, orgId: OrganizationId): string {
  return `${issuer}${PATH}/${orgId}/jwks.json`;
}

/**
 * `GET /.well-known/cds-hooks/{organization}/jwks.json`: public and for anybody. The key that signs, with one that will or did: a new one is
 * in the set before it signs, and the old one as long as it is not ended, so that who keeps the set for `keySetSeconds` misses none.
 * An organization without a service and one that is not there have the same answer.
 */
export function keySetRoute(
  read: (orgId: OrganizationId) => Promise<KeySet | undefined>,
): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { org: string } }>(`${PATH}/:org/jwks.json`, async ({ params }, reply) => {
      const set = isId('org', params.org) ? await read(params.org) : undefined;
      if (set === undefined) throw notFound('screening service');
      return reply
        .headers({
          'access-control-allow-origin': '*',
          'cache-control': `public, max-age=${LIMITS.keySetSeconds}`,
        })
        .type('application/jwk-set+json')
        .send(JSON.stringify(set));
    });
  };
}
