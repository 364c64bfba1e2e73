// Mounts the OpenID provider in Fastify under `/oidc`, and keeps it on the current signing keys.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { unavailable } from '../../kernel/failures/failures.ts';
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import { protectPages, providerPolicy } from '../../kernel/web/security-headers.ts';
import type { ProviderDeps } from './configuration.ts';
import { buildProvider } from './configuration.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { TokenEntries } from './token-entries.ts';

export const PROVIDER_PREFIX = '/oidc';

/** The provider on today's keys: a rotation gives a new one, which finds everything in the store. */
export interface CurrentProvider {
  get(): Promise<Provider>;
}

export interface CurrentProviderEvents {
  readonly onError: (error: unknown) => void;
  /** Access tokens of what was just ended are refused on this node at once. */
  readonly forgetActors: () => void;
}

export function currentProvider(
  deps: ProviderDeps,
  keys: SigningKeys,
  entries: TokenEntries,
  { onError, forgetActors }: CurrentProviderEvents,
): CurrentProvider {
  let built: { readonly version: string; readonly provider: Provider } | undefined;
  return {
    get: async () => {
      const { version, privateKeys } = await keys.current();
      if (built?.version !== version) {
        const provider = buildProvider(deps, privateKeys);
        // Koa would write the message of what it cannot answer to standard error.
        (provider as NodeJS.EventEmitter).on('error', onError);
        provider.on('server_error', (ctx, error) => {
          onError(error);
          if (isUnavailable(error)) sayUnavailable(ctx);
        });
        provider.use(async (ctx, next) => {
          try {
            await next();
          } catch (error) {
            if (!isUnavailable(error)) throw error;
            onError(error);
            sayUnavailable(ctx);
          }
        });
        provider.on('grant.revoked', forgetActors);
        provider.use((ctx, next) => entries.around(ctx as KoaContextWithOIDC, next));
        built = { version, provider };
      }
      return built.provider;
    },
  };
}

/** A store that is away is nobody's error: OAuth's own code for it, and when to come again. A page stays as it was drawn. */
function sayUnavailable(ctx: Pick<KoaContextWithOIDC, 'status' | 'body' | 'set' | 'type'>): void {
  const { detail, message, status } = unavailable();
  ctx.status = status;
  ctx.set('retry-after', String(detail.retryAfterSeconds));
  if (ctx.type !== 'text/html') ctx.body = { error: 'temporarily_unavailable', error_description: message };
}

/** The provider's routes. It reads bodies itself, so Fastify's parsers are taken out of this part. */
export function providerRoutes(
  current: CurrentProvider,
  entries: TokenEntries,
  issuer: string,
): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await protectPages(app, providerPolicy(issuer.startsWith('https:')));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.all(`${PROVIDER_PREFIX}/*`, async (request, reply) => {
      const provider = await current.get();
      reply.hijack();
      pinAddress(request.raw, issuer);
      entries.from(request.raw, { address: request.ip, requestId: request.id });
      // Keys and tokens are asked for by pages of other origins, whatever the server says around this part.
      reply.raw.removeHeader('cross-origin-resource-policy');
      const url = request.raw.url ?? '/';
      Object.assign(request.raw, { originalUrl: url });
      request.raw.url = url.slice(PROVIDER_PREFIX.length);
      await provider.callback()(request.raw, reply.raw);
    });
  };
}

/** The provider makes its addresses from the request: whatever host a caller claims, they are the issuer's. */
export function pinAddress(request: IncomingMessage, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  const { headers } = request;
  delete headers['x-forwarded-host'];
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}
