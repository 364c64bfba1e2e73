// Shows applications to the OpenID provider as its clients.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { ClientMetadata } from 'oidc-provider';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { Application } from '../applications/application-rows.ts';
import { findClient } from '../applications/application-rows.ts';
import { secretMatches } from '../applications/application-secrets.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

export type ClientMetadataLookup = (id: string) => Promise<ClientMetadata | undefined>;

/** What we add to a client; the provider keeps it under these names. */
export interface ClientExtras {
  readonly pestle_org: OrganizationId;
  readonly pestle_any_organization: boolean;
  readonly pestle_origins: readonly string[];
  readonly pestle_scopes: readonly string[];
  readonly pestle_secret_hashes: readonly string[];
}

export const CLIENT_EXTRAS = [
  'pestle_org',
  'pestle_any_organization',
  'pestle_origins',
  'pestle_scopes',
  'pestle_secret_hashes',
] as const satisfies readonly (keyof ClientExtras)[];

/** Looks an application up by client id; an inactive or unknown one is no client. */
export function clientLookup(store: Store, ports: Ports): ClientMetadataLookup {
  return async (id) => {
    if (!isId('app', id)) return undefined;
    const application = await store.asDoor((tx) => findClient(tx, id, nowText(ports)));
    return application === undefined ? undefined : toClientMetadata(application);
  };
}

function toClientMetadata(
  application: Application & { readonly secretHashes: readonly string[] },
): ClientMetadata {
  const extras: ClientExtras = {
    pestle_org: application.orgId,
    pestle_any_organization: application.anyOrganization,
    pestle_origins: application.origins,
    pestle_scopes: application.scopes,
    pestle_secret_hashes: application.secretHashes,
  };
  const common = {
    client_id: application.id,
    client_name: application.name,
    id_token_signed_response_alg: SIGNING_ALGORITHM,
    ...extras,
  } as const;
  if (application.kind === 'public') {
    return {
      ...common,
      application_type: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [...application.callbackUrls],
      post_logout_redirect_uris: [...application.callbackUrls],
    };
  }
  return {
    ...common,
    // The provider wants a secret to be there; what is compared are the hashes (see `compareSecret`).
    client_secret: 'kept as hashes',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
  };
}

/** Our own account pages sign people in, too; they use the session and never a token. */
export const ACCOUNT_PAGE_CLIENT = 'pestle-account';
export const ACCOUNT_PAGE_PATH = '/account';

export function accountPageClient(issuer: string): ClientMetadata {
  const page = `${new URL(issuer).origin}${ACCOUNT_PAGE_PATH}`;
  return ownClient(ACCOUNT_PAGE_CLIENT, 'Pestle', { callback: page, signedOut: page });
}

/** The operators' console: it reads the ID token of a sign-in and keeps a session of its own. */
export const CONSOLE_CLIENT = 'pestle-console';
export const CONSOLE_CALLBACK_PATH = '/signed-in';

export function consoleClient(consoleUrl: string): ClientMetadata {
  const callback = `${consoleUrl}${CONSOLE_CALLBACK_PATH}`;
  return ownClient(CONSOLE_CLIENT, 'Pestle console', { callback, signedOut: `${consoleUrl}/` });
}

/** A client of ours, for people of any organization; without scopes, so that its tokens open nothing of the API. */
function ownClient(
  id: string,
  name: string,
  pages: { readonly callback: string; readonly signedOut: string },
): ClientMetadata {
  const extras = {
    pestle_org: '',
    pestle_any_organization: true,
    pestle_origins: [],
    pestle_scopes: [],
    pestle_secret_hashes: [],
  };
  return {
    client_id: id,
    client_name: name,
    id_token_signed_response_alg: SIGNING_ALGORITHM,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [pages.callback],
    post_logout_redirect_uris: [pages.signedOut],
    ...extras,
  };
}

/** The comparison that stands in for the provider's own: any secret that is valid now. */
export function compareSecret(client: object, secret: string): boolean {
  return secretMatches(secret, extrasOf(client).pestle_secret_hashes);
}

/** What we added to a client. */
export function extrasOf(client: object): ClientExtras {
  return client as ClientExtras;
}

/** The organization of a client; null for our own account pages. */
export function homeOf(client: object): OrganizationId | null {
  const { pestle_org: orgId } = extrasOf(client);
  return isId('org', orgId) ? orgId : null;
}
