// Finds the service's own addresses and its OpenID provider, of the deployment or of its staging sibling (`dev-mode`).
import type { AuthorizationServer } from 'oauth4webapi';
import { allowInsecureRequests } from 'oauth4webapi';
import { describe, discoveryUrl, takeEarly } from '../early-discovery.ts';
import { ClientError } from '../errors.ts';
import { DISCOVERY_TIMEOUT_MS } from '../limits.ts';
import { delivered, tried } from './delivery.ts';

export interface Deployment {
  readonly apiUrl: string;
  readonly graphqlUrl: URL;
  readonly environment: string;
  readonly provider: AuthorizationServer;
  /** Current and announced maintenance of the whole service, the next one first. */
  readonly maintenance: readonly Maintenance[];
  /** Given to every request of the OAuth library: http is for this machine only. */
  readonly transport: { readonly [allowInsecureRequests]: boolean };
}

/** A window in which nothing leaves; what is sent waits. Times are ISO 8601, UTC. */
export interface Maintenance {
  readonly start: string;
  readonly end: string;
  readonly note: string | null;
  readonly current: boolean;
}

interface DiscoveryDocument {
  readonly environment: string;
  readonly api_url: string;
  readonly graphql_url: string;
  /** The provider's own metadata (OpenID Connect Discovery), as far as a page needs them. */
  readonly openid: AuthorizationServer;
  readonly staging_url: string | null;
  /** A service before this one does not say. */
  readonly maintenance?: readonly Maintenance[];
}

/** Throws `ClientError`: CONFIGURATION when there is no Pestle at the address, or no staging sibling. */
export async function discover(apiUrl: string, devMode: boolean): Promise<Deployment> {
  const found = await readDocument(apiUrl);
  if (!devMode || found.environment !== 'production') return deploymentOf(found);
  const staging = found.staging_url === null ? found : await readDocument(found.staging_url);
  if (staging.environment === 'production')
    throw misconfigured('dev-mode: this deployment names no staging address.');
  return deploymentOf(staging);
}

async function readDocument(address: string): Promise<DiscoveryDocument> {
  const url = discoveryUrl(address);
  if (url === null) throw misconfigured('api-url is not a web address.');
  requireSafe(new URL(url));
  return await delivered(() =>
    tried(async (signal) => {
      const response = await ((await takeEarly(url)) ?? describe(url, signal));
      if (response.status >= 500)
        throw new ClientError('server', 'SERVER', 'The service cannot answer at the moment.');
      const document: unknown = response.ok ? await response.json().catch(() => null) : null;
      if (!isDocument(document)) throw misconfigured('There is no Pestle service at this address.');
      return document;
    }, DISCOVERY_TIMEOUT_MS),
  );
}

function isDocument(value: unknown): value is DiscoveryDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { graphql_url, openid } = value as Partial<DiscoveryDocument>;
  return typeof graphql_url === 'string' && typeof openid?.issuer === 'string';
}

function deploymentOf({
  api_url: apiUrl,
  graphql_url,
  environment,
  openid,
  maintenance = [],
}: DiscoveryDocument): Deployment {
  const graphqlUrl = new URL(graphql_url);
  const issuer = new URL(openid.issuer);
  requireSafe(graphqlUrl);
  requireSafe(issuer);
  const transport = { [allowInsecureRequests]: isLoopback(issuer) };
  return { apiUrl, graphqlUrl, environment, provider: openid, maintenance, transport };
}

function requireSafe(url: URL): void {
  if (url.protocol === 'https:' || isLoopback(url)) return;
  throw misconfigured('The service must be reached by https.');
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function misconfigured(message: string): ClientError {
  return new ClientError('configuration', 'CONFIGURATION', message);
}
