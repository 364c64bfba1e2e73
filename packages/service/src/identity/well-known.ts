// `/.well-known/pestle`: tells elements which environment this is, where its API and sign-in are, and where its staging sibling is (`dev-mode`).
import type { FastifyPluginAsync } from 'fastify';
import { SIGNING_ALGORITHM } from './provider/signing-keys.ts';

export interface DiscoveryConfig {
  readonly baseUrl: string;
  readonly environment: 'production' | 'staging' | 'sandbox';
  readonly stagingUrl?: string;
}

/** A window of maintenance of the whole service, as the document tells it. Times are ISO 8601, UTC. */
export interface AnnouncedMaintenance {
  readonly start: string;
  readonly end: string;
  readonly note: string | null;
  readonly current: boolean;
}

/** Public and the same for everybody, so any page may read it. `maintenance` gives what is announced or current, the next one first. */
export function discoveryRoute(
  config: DiscoveryConfig,
  issuer: string,
  maintenance: () => Promise<readonly AnnouncedMaintenance[]>,
): FastifyPluginAsync {
  const document = {
    environment: config.environment,
    api_url: config.baseUrl,
    graphql_url: `${config.baseUrl}/graphql`,
    issuer,
    resource: config.baseUrl,
    // What a page needs of the provider's own document, so that it need not fetch a second one before it can begin.
    openid: {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/token/revocation`,
      end_session_endpoint: `${issuer}/session/end`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    },
    // What is itself for trying out is its own staging.
    staging_url:
      config.environment === 'production'
        ? (config.stagingUrl ?? null)
        : (config.stagingUrl ?? config.baseUrl),
  };
  return async (app) => {
    app.get('/.well-known/pestle', async (_request, reply) => {
      const windows = await maintenance();
      return (
        reply
          // A minute, so that maintenance which is announced or ended is soon known.
          .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' })
          .send({
            ...document,
            maintenance: windows.map(({ start, end, note, current }) => ({ start, end, note, current })),
          })
      );
    });
  };
}
