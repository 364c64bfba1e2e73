// Who looks at the account pages: the person of the provider's session, with a proof that is fresh enough to change what protects them.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { Account } from '../accounts/accounts.ts';
import { findAccountById, findMembership } from '../accounts/accounts.ts';
import { isEnded } from '../accounts/ended.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { ACCOUNT_PAGE_CLIENT, ACCOUNT_PAGE_PATH } from '../provider/clients.ts';
import type { CurrentProvider } from '../provider/mount.ts';
import { pinAddress } from '../provider/mount.ts';
import { ACR } from '../provider/policy.ts';
import type { SecondFactors } from '../second-factor/second-factor.ts';
import { hasSecondFactor, secondFactorsOf } from '../second-factor/second-factor.ts';
import { noteUse } from '../sessions/browser-sessions.ts';

export interface AccountSession {
  readonly account: Account;
  readonly factors: SecondFactors;
  /** The session's own name: forms are bound to it. */
  readonly uid: string;
  /** The user that it was begun for: who the person is in that organization. */
  readonly userId: string;
}

export interface AccountSessionDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly issuer: string;
  readonly provider: CurrentProvider;
}

/** Where administrators bring somebody back who lost every factor. */
export const RECOVERY_PATH = `${ACCOUNT_PAGE_PATH}/recovery`;
/** By which a sign-in says that it began there: it comes back by the one address that is registered for these pages. */
export const RECOVERY_STATE = 'recovery';

/** The person with a fresh session, or where they must prove first who they are. */
export async function accountSession(
  deps: AccountSessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly session: AccountSession } | { readonly signInUrl: string }> {
  pinAddress(request.raw, deps.issuer);
  const provider = await deps.provider.get();
  const { accountId, loginTs, acr, uid } = await provider.Session.get(
    provider.createContext(request.raw, reply.raw),
  );
  const signIn = (acrValues?: string): { signInUrl: string } => ({
    signInUrl: signInUrl(deps.issuer, deps.ports.random.bytes(32), {
      ...(acrValues === undefined ? {} : { acr_values: acrValues }),
      ...(request.url.split('?')[0] === RECOVERY_PATH ? { state: RECOVERY_STATE } : {}),
    }),
  });
  if (accountId === undefined || loginTs === undefined) return signIn();
  const ageSeconds = deps.ports.clock.now() / 1000 - loginTs;
  if (ageSeconds > IDENTITY_LIMITS.accountProofAgeSeconds) return signIn();
  return await deps.store.asDoor(async (tx) => {
    const membership = await findMembership(tx, accountId);
    if (membership === undefined || !membership.active) return signIn();
    if (isEnded(loginTs * 1000, membership.tokensNotBefore)) return signIn();
    const account = await findAccountById(tx, membership.accountId);
    if (account === undefined) return signIn();
    const factors = await secondFactorsOf(tx, account);
    if (hasSecondFactor(factors) && acr !== ACR.secondFactor) return signIn(ACR.secondFactor);
    await noteUse(tx, deps.ports, uid);
    return { session: { account, factors, uid, userId: membership.userId } };
  });
}

function signInUrl(issuer: string, random: Uint8Array, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    client_id: ACCOUNT_PAGE_CLIENT,
    redirect_uri: `${new URL(issuer).origin}${ACCOUNT_PAGE_PATH}`,
    response_type: 'code',
    scope: 'openid',
    // The session that there is was not good enough. (0 would ask for the password even where a code is enough.)
    max_age: '1',
    ...more,
    // The code is never exchanged: the pages live on the session. So nobody keeps the verifier of this.
    code_challenge: createHash('sha256').update(random).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${issuer}/auth?${query.toString()}`;
}
