// Decides when a person must prove who they are again: another organization, an ended account, a stronger or fresher proof.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { interactionPolicy } from 'oidc-provider';
import type { Membership } from '../accounts/accounts.ts';
import { isEnded } from '../accounts/ended.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { extrasOf } from './clients.ts';

/** Authentication context classes: what a session proves. */
export const ACR = {
  password: 'urn:pestle:acr:password',
  secondFactor: 'urn:pestle:acr:second-factor',
} as const;

/** By which the result of a sign-in tells when its proof was made, in milliseconds since 1970. */
export const PROVEN_AT_MS = 'provenAtMs';

/** A person as the provider's `findAccount` gives it. */
export interface ProviderAccount {
  readonly accountId: string;
  readonly membership: Membership & { readonly tokensNotBefore: string };
  claims(): Record<string, unknown> & { sub: string };
}

/** The provider's own checks and ours; there is no consent, because an application belongs to the organization that uses it. */
export function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const login = policy.get('login');
  if (login === undefined) throw new Error('the provider has no login prompt');
  const { Check } = interactionPolicy;
  const add = (reason: string, description: string, check: (ctx: KoaContextWithOIDC) => boolean): void => {
    login.checks.add(new Check(reason, description, 'login_required', check));
  };
  add('no_user', 'the user is no longer active', (ctx) => {
    const { session } = ctx.oidc;
    return session?.accountId !== undefined && ctx.oidc.entities.Account === undefined;
  });
  add('signed_out', 'the session was ended', (ctx) => {
    const account = accountOf(ctx);
    const { session, result } = ctx.oidc;
    if (account === undefined || session?.loginTs === undefined) return false;
    // Straight from a sign-in, the proof is known by the millisecond: what was ended since, within its second, opens nothing.
    const provenAtMs = result?.login?.[PROVEN_AT_MS];
    const provedMs = typeof provenAtMs === 'number' ? provenAtMs : session.loginTs * 1000;
    return isEnded(provedMs, account.membership.tokensNotBefore);
  });
  add('too_old', 'the sign-in is too long ago', (ctx) => {
    const { session } = ctx.oidc;
    if (session?.accountId === undefined || ctx.oidc.result?.login !== undefined) return false;
    return session.past(IDENTITY_LIMITS.sessionSeconds);
  });
  add('other_organization', 'the session belongs to another organization', (ctx) => {
    const account = accountOf(ctx);
    const wanted = wantedOrganization(ctx);
    return account !== undefined && wanted !== null && account.membership.orgId !== wanted;
  });
  add('stronger_proof', 'a second factor is required', (ctx) => {
    const wanted = ctx.oidc.params?.['acr_values'];
    return (
      typeof wanted === 'string' &&
      wanted.split(' ').includes(ACR.secondFactor) &&
      ctx.oidc.session?.acr !== ACR.secondFactor
    );
  });
  return policy;
}

function accountOf(ctx: KoaContextWithOIDC): ProviderAccount | undefined {
  return ctx.oidc.entities.Account as unknown as ProviderAccount | undefined;
}

function wantedOrganization(ctx: KoaContextWithOIDC): string | null {
  const parameter = ctx.oidc.params?.['organization'];
  const { client } = ctx.oidc;
  return organizationFor(client === undefined ? null : extrasOf(client), parameter);
}

/** The organization a sign-in is for: the parameter, else the application's own; null when the person may choose. */
export function organizationFor(
  client: { readonly pestle_org: string; readonly pestle_any_organization: boolean } | null,
  parameter: unknown,
): string | null {
  if (typeof parameter === 'string') return parameter;
  if (client === null || client.pestle_any_organization) return null;
  return client.pestle_org;
}
