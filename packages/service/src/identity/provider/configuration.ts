// The configuration of the OpenID provider: what is offered, for how long, to whom; everything else is off.
import { isId } from '@pestle/rules/ids';
import type { Configuration, FindAccount, JWK, KoaContextWithOIDC } from 'oidc-provider';
import { errors, Provider } from 'oidc-provider';
import type { Clock } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { MACHINE_SCOPES, PERSON_SCOPES } from '../permissions.ts';
import type { ProviderAccountLookup } from './account-lookup.ts';
import { adapterFor } from './adapter.ts';
import type { ClientMetadataLookup } from './clients.ts';
import { accountPageClient, CLIENT_EXTRAS, compareSecret, consoleClient, extrasOf } from './clients.ts';
import type { ProviderAccount } from './policy.ts';
import { ACR, signInPolicy } from './policy.ts';
import type { ProviderPages } from './provider-pages.ts';
import { SessionAdapter } from './session-adapter.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

export interface ProviderDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly key: IdentityKey;
  readonly issuer: string;
  /** The resource indicator of the API. */
  readonly audience: string;
  /** The address of the operators' console; null where there is none. */
  readonly consoleUrl: string | null;
  readonly findClient: ClientMetadataLookup;
  readonly findAccount: ProviderAccountLookup;
  readonly pages: ProviderPages;
  /** Called when a code or refresh token was used twice at the same moment; a later second use is the provider's own event. */
  readonly grantEnded: () => void;
}

const PERSON_CLAIMS = ['sub', 'org', 'org_name', 'roles', 'name', 'given_name', 'family_name', 'email'];
/** When and how the person proved who they are, in every ID token: a client need not ask to find out. */
const PROOF_CLAIMS = ['auth_time', 'amr', 'acr'];

/** A provider over these keys; the first one signs. */
export function buildProvider(deps: ProviderDeps, keys: JWK[]): Provider {
  const provider = new Provider(deps.issuer, configuration(deps, keys));
  // The mount pins host and protocol to the issuer's, so these headers are ours and not the caller's.
  provider.proxy = true;
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: object, secret: string): boolean {
      return compareSecret(this, secret);
    },
  });
  return provider;
}

function configuration(deps: ProviderDeps, keys: JWK[]): Configuration {
  const { store, clock } = deps;
  const findAccount: FindAccount = async (_ctx, id, token) => {
    const account = await deps.findAccount(id, token);
    return account === undefined ? undefined : { ...account, claims: async () => account.claims() };
  };
  return {
    adapter: (model) =>
      model === 'Session'
        ? new SessionAdapter(store, clock)
        : adapterFor(store, clock, deps.findClient, deps.grantEnded)(model),
    clients: [
      accountPageClient(deps.issuer),
      ...(deps.consoleUrl === null ? [] : [consoleClient(deps.consoleUrl)]),
    ],
    jwks: { keys: keys },
    findAccount,
    interactions: { policy: signInPolicy(), url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    loadExistingGrant: (ctx) => loadGrant(ctx, deps.audience),
    extraTokenClaims: (ctx, token) => tokenClaims(ctx, token),
    clientBasedCORS: (_ctx, origin, client) => extrasOf(client).pestle_origins.includes(origin),
    renderError: (ctx, out, error) => deps.pages.renderError(ctx, out, error),
    features: features(deps),
    cookies: cookies(deps),
    ttl: LIFETIMES,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    allowOmittingSingleRegisteredRedirectUri: false,
    acceptQueryParamAccessTokens: false,
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    subjectTypes: ['public'],
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: [...PERSON_CLAIMS, ...PROOF_CLAIMS],
      iss: null,
      sid: null,
    },
    acrValues: Object.values(ACR),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    enabledJWA: {
      idTokenSigningAlgValues: [SIGNING_ALGORITHM],
      dPoPSigningAlgValues: ['ES256', 'Ed25519'],
      clientAuthSigningAlgValues: [SIGNING_ALGORITHM],
      requestObjectSigningAlgValues: [SIGNING_ALGORITHM],
    },
    extraClientMetadata: { properties: [...CLIENT_EXTRAS] },
    extraParams: { organization: checkOrganization },
    clockTolerance: IDENTITY_LIMITS.clockToleranceSeconds,
    discovery: { ui_locales_supported: ['en', 'es'] },
  } satisfies Configuration & Record<string, unknown>;
}

/** How long each artifact lives. */
const LIFETIMES: Configuration['ttl'] = {
  AccessToken: IDENTITY_LIMITS.accessTokenSeconds,
  ClientCredentials: IDENTITY_LIMITS.accessTokenSeconds,
  AuthorizationCode: IDENTITY_LIMITS.authorizationCodeSeconds,
  IdToken: IDENTITY_LIMITS.idTokenSeconds,
  // A rotated one inherits what is left, so that a family ends with the sign-in it began with.
  RefreshToken: (ctx) =>
    ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? IDENTITY_LIMITS.sessionSeconds,
  Grant: IDENTITY_LIMITS.sessionSeconds,
  Session: IDENTITY_LIMITS.sessionSeconds,
  Interaction: IDENTITY_LIMITS.signInSeconds,
};

function cookies({ issuer, key }: ProviderDeps): NonNullable<Configuration['cookies']> {
  const secure = issuer.startsWith('https:');
  // The prefixes make the browser refuse a cookie that was planted from a sibling host or over http.
  const host = secure ? '__Host-' : '';
  const own = secure ? '__Secure-' : '';
  const options = { httpOnly: true, sameSite: 'lax', secure, signed: true, overwrite: true } as const;
  return {
    keys: key.derive('cookies').map((one) => Buffer.from(one).toString('base64url')),
    names: {
      session: `${host}pestle_session`,
      interaction: `${own}pestle_sign_in`,
      resume: `${own}pestle_resume`,
    },
    long: options,
    short: options,
  };
}

function features(deps: ProviderDeps): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    dPoP: { enabled: true },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    userinfo: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => deps.pages.logoutSource(ctx, form),
      postLogoutSuccessSource: (ctx) => deps.pages.postLogoutSuccessSource(ctx),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => deps.audience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource, client) => {
        if (resource !== deps.audience)
          throw new errors.InvalidTarget('the only resource is the API of this service');
        return {
          scope: scopesOf(client).join(' '),
          audience: deps.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: IDENTITY_LIMITS.accessTokenSeconds,
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        };
      },
    },
  };
}

/** What a client may get at most: its own scopes, and for a machine none that only people have (A2). */
function scopesOf(client: { readonly clientAuthMethod?: string | undefined }): readonly string[] {
  const kind = client.clientAuthMethod === 'none' ? PERSON_SCOPES : MACHINE_SCOPES;
  return extrasOf(client).pestle_scopes.filter((scope) => kind.includes(scope));
}

/** The grant of this session, always for all that the application may have: there is no consent to ask. */
async function loadGrant(
  ctx: KoaContextWithOIDC,
  audience: string,
): Promise<InstanceType<Provider['Grant']> | undefined> {
  const { client, session, account, provider } = ctx.oidc;
  if (client === undefined || account === undefined) return undefined;
  const earlier = session?.grantIdFor(client.clientId);
  const grant =
    (earlier === undefined ? undefined : await provider.Grant.find(earlier)) ??
    new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope('openid offline_access');
  grant.addResourceScope(audience, scopesOf(client).join(' '));
  await grant.save();
  return grant;
}

/** Claims of our own in access tokens; `sub`, `iss`, `aud`, `exp`, `client_id` and `scope` are the provider's. */
async function tokenClaims(
  ctx: KoaContextWithOIDC,
  token: { readonly kind: string },
): Promise<Record<string, unknown> | undefined> {
  const { client } = ctx.oidc;
  if (client === undefined) return undefined;
  if (token.kind === 'ClientCredentials') return { org: extrasOf(client).pestle_org };
  const { membership } = ctx.oidc.entities.Account as unknown as ProviderAccount;
  const source = ctx.oidc.entities.RefreshToken ?? ctx.oidc.entities.AuthorizationCode;
  return {
    org: membership.orgId,
    roles: membership.roles,
    auth_time: source?.authTime,
    amr: source?.amr ?? [],
    acr: source?.acr,
    // By which the API sees that a sign-out, a stolen refresh token or a deactivation has ended it.
    grant: source?.grantId,
    // Whose use keeps it from ending by itself.
    session: source?.sessionUid,
  };
}

/** The request parameter `organization` (`org`): an id, and the application's own unless it serves all. */
function checkOrganization(ctx: KoaContextWithOIDC, value: string | undefined, client: object): void {
  if (value === undefined) return;
  if (!isId('org', value))
    throw new errors.InvalidRequest('organization must be the id of an organization (org_…)');
  const extras = extrasOf(client);
  if (!extras.pestle_any_organization && extras.pestle_org !== value)
    throw new errors.InvalidRequest('the application belongs to another organization than the one requested');
}
