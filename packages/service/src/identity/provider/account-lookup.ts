// Finds the person behind a user id for the OpenID provider; who is inactive or signed out everywhere is nobody.
import { isId } from '@pestle/rules/ids';
import type { Store } from '../../store/store.ts';
import { findMembership } from '../accounts/accounts.ts';
import { isEnded } from '../accounts/ended.ts';
import type { ProviderAccount } from './policy.ts';

export type ProviderAccountLookup = (
  userId: string,
  /** The code or refresh token it is looked up for. */
  token?: { readonly iat?: number | undefined; readonly authTime?: number | undefined },
) => Promise<ProviderAccount | undefined>;

export function accountLookup(store: Store): ProviderAccountLookup {
  return async (userId, token) => {
    if (!isId('usr', userId)) return undefined;
    const membership = await store.asDoor((tx) => findMembership(tx, userId));
    if (membership === undefined || !membership.active) return undefined;
    const provenAt = token?.authTime;
    if (provenAt !== undefined && isEnded(provenAt * 1000, membership.tokensNotBefore)) return undefined;
    return {
      accountId: userId,
      membership,
      claims: () => ({
        sub: userId,
        org: membership.orgId,
        org_name: membership.organizationName,
        roles: [...membership.roles],
        name: `${membership.firstName} ${membership.lastName}`,
        given_name: membership.firstName,
        family_name: membership.lastName,
        email: membership.email,
      }),
    };
  };
}
