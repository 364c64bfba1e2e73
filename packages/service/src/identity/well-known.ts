// `/.well-known/pestle`: tells elements which environment this is, where its API and sign-in are, and where its staging sibling is (contract 2, `dev-mode`).
import type { FastifyPluginAsync } from 'fastify';
import { SIGNING_ALGORITHM } from './provider/signing-keys.ts';

export interface DiscoveryConfig {
  readonly baseUrl: string;
  readonly environment: 'production' | 'staging' | 'sandbox';
  readonly stagingUrl?: string;
}

/** Public and the same for everybody, so any page may read it. */
export function discoveryRoute(config: DiscoveryConfig, issuer: string): FastifyPluginAsync {
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
    app.get('/.well-known/pestle', (_request, reply) =>
      reply
        .headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
        .send(document),
    );
  };
}
