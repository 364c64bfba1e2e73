// What a person can change about their own sign-in; each change is audited, and told by e-mail where that is possible.
import type { Origin } from '../../kernel/actor.ts';
import type { Asker } from '../../kernel/concurrency/fair-limit.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { SlowDown } from '../../tries/tries.ts';
import { judge, reserveTry } from '../../tries/tries.ts';
import type { Account } from '../accounts/accounts.ts';
import {
  endTokensBefore,
  findAccountByEmail,
  findAccountById,
  lockAccount,
  membershipsOf,
  normalizeEmail,
  setPasswordHash,
} from '../accounts/accounts.ts';
import type { IsBreached } from '../accounts/breached.ts';
import { findLink, makeLink, useLink } from '../accounts/links.ts';
import type { SendMail } from '../accounts/mail.ts';
import { changedMail, passwordMail } from '../accounts/mail.ts';
import { hashPassword, toNewPassword, verifyPassword } from '../accounts/password.ts';
import type { PasswordOwner, PasswordProblem } from '../accounts/password-rules.ts';
import type { AccountEntry } from '../accounts/sign-in-entries.ts';
import { recordForAccount } from '../accounts/sign-in-entries.ts';
import { currentPasswordBudgets, passwordMailBudgets } from '../accounts/try-budgets.ts';
import type { IdentityKey } from '../identity-key.ts';
import { endAccessOf } from '../operators/end-access.ts';
import { removePasskey, selectPasskeys } from '../second-factor/passkeys.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { needsSecondFactor } from '../second-factor/requirement.ts';
import { markSecondFactor } from '../second-factor/second-factor.ts';
import { removeTotp } from '../second-factor/totp.ts';
import { endOtherSessions, endSession, sessionsOf } from '../sessions/browser-sessions.ts';

export interface AccountActionDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  readonly baseUrl: string;
  readonly sendMail: SendMail | null;
  readonly isBreached: IsBreached;
  /** Whether this deployment asks for second factors. */
  readonly requireSecondFactor: boolean;
  readonly forgetActors: () => void;
  readonly onError: (error: unknown) => void;
}

export type PasswordChange =
  | { readonly kind: 'changed'; readonly email: string }
  | { readonly kind: 'unfit'; readonly problem: PasswordProblem }
  | { readonly kind: 'wrong' }
  | SlowDown;

/** What a person does about their sign-in, with entries that say from where. */
export interface AccountChanges {
  /** False where it is the last one of a person who must have one: it stays. */
  removeTotp(account: Account): Promise<boolean>;
  /** The same for a passkey. */
  removePasskey(account: Account, id: string): Promise<boolean>;
  newRecoveryCodes(account: Account): Promise<readonly string[]>;
  changePassword(account: Account, current: string, chosen: string): Promise<PasswordChange>;
  /** Ends one session of the person's, by its name; false where they have none of that name. */
  endSession(account: Account, uid: string): Promise<boolean>;
  /** Ends every session of the person's but this one. */
  endOtherSessions(account: Account, uid: string): Promise<void>;
  /** Ends every session and refresh token of the person; access tokens die within a minute. */
  signOutEverywhere(account: Account): Promise<void>;
  choosePassword(token: string, chosen: string): Promise<Exclude<PasswordChange, SlowDown>>;
  /** In place of one that is known from breaches, for who has just proved it and all else; ends everything it had opened. */
  replacePassword(account: Account, chosen: string): Promise<Exclude<PasswordChange, SlowDown>>;
  /** Tells the person and the audit trail of a change. */
  changed(account: Account, action: string, sentence: string): Promise<void>;
}

export interface AccountActions {
  from(origin: Origin): AccountChanges;
  /** Sends a link when there is such an account; whether there is cannot be seen from outside. */
  forgotPassword(email: string, address: string): void;
  /** The e-mail of the account that a link is for; null when the link is not good any more. */
  linkEmail(token: string): Promise<string | null>;
  settle(): Promise<void>;
}

export function createAccountActions(deps: AccountActionDeps): AccountActions {
  const { store, ports, key } = deps;
  const background = new Set<Promise<void>>();
  return {
    from: (origin) => accountChanges(deps, origin),
    forgotPassword: (email, address) => {
      const work = sendPasswordLink(deps, email, address)
        .catch(deps.onError)
        .finally(() => background.delete(work));
      background.add(work);
    },
    linkEmail: (token) =>
      store.asDoor(async (tx) => {
        const link = await findLink(tx, { ports, key }, token);
        const account = link === undefined ? undefined : await findAccountById(tx, link.accountId);
        return account?.email ?? null;
      }),
    settle: async () => {
      await Promise.all(background);
    },
  };
}

function accountChanges(deps: AccountActionDeps, origin: Origin): AccountChanges {
  const { store, ports, key } = deps;
  const changed: AccountChanges['changed'] = async (account, action, sentence) => {
    await recordForAccount(deps, account.id, { action, outcome: 'success', detail: {}, origin });
    await deps.sendMail?.(changedMail(account.email, sentence)).catch(deps.onError);
  };
  const remove = async (
    account: Account,
    passkeyId: string | null,
    sentence: string,
    take: (tx: Tx) => Promise<void>,
  ): Promise<boolean> => {
    const removed = await store.asDoor(async (tx) => {
      await lockAccount(tx, account.id);
      if (await isLastOfNeeded(deps, tx, account.id, passkeyId)) return false;
      await take(tx);
      await markSecondFactor(tx, account.id);
      return true;
    });
    if (removed) await changed(account, 'user.remove-second-factor', sentence);
    else {
      const entry = { action: 'user.remove-second-factor', outcome: 'refused', detail: {}, origin } as const;
      await recordForAccount(deps, account.id, entry);
    }
    return removed;
  };
  return {
    changed,
    removeTotp: (account) =>
      remove(account, null, 'Your authenticator app was removed.', (tx) => removeTotp(tx, account.id)),
    removePasskey: (account, id) =>
      remove(account, id, 'A passkey was removed.', (tx) => removePasskey(tx, account.id, id)),
    newRecoveryCodes: async (account) => {
      const codes = await store.asDoor((tx) => replaceRecoveryCodes(tx, { ports, key }, account.id));
      await changed(account, 'user.recovery-codes', 'New recovery codes were made; the old ones ended.');
      return codes;
    },
    changePassword: async (account, current, chosen) => {
      const judged = await judge(deps, currentPasswordBudgets(key, account.id), () =>
        verifyPassword(current, account.passwordHash, askerOf(account)),
      );
      if (judged.kind === 'right') return await setPassword(deps, changed, account, chosen, async () => true);
      if (judged.kind === 'slow-down') return judged;
      const entry = { action: 'user.password', outcome: 'refused', detail: {}, origin } as const;
      await recordForAccount(deps, account.id, entry);
      return { kind: 'wrong' };
    },
    signOutEverywhere: async (account) => {
      const entry = { action: 'user.sign-out', outcome: 'success', detail: {}, origin } as const;
      await recordForAccount(deps, account.id, entry);
      await signOutEverywhere(deps, account.id);
    },
    endSession: (account, uid) => endOwnSession(deps, account, uid, origin),
    endOtherSessions: async (account, uid) => {
      await recordForAccount(deps, account.id, signOut(origin, 'others'));
      await store.asDoor(async (tx) => {
        const userIds = (await membershipsOf(tx, account.id)).map(({ userId }) => userId);
        if (userIds.length > 0) await endOtherSessions(tx, userIds, uid);
      });
      deps.forgetActors();
    },
    // Of two at once the second finds another password than the one that was proved.
    replacePassword: (account, chosen) =>
      setPassword(deps, changed, account, chosen, async (tx) => {
        await lockAccount(tx, account.id);
        return (await findAccountById(tx, account.id))?.passwordHash === account.passwordHash;
      }),
    choosePassword: (token, chosen) => choosePassword(deps, changed, token, chosen),
  };
}

/** Whether nothing would stay without a factor (a passkey by its id, the app as null) to somebody who must have one. */
async function isLastOfNeeded(
  { requireSecondFactor }: AccountActionDeps,
  tx: Tx,
  accountId: string,
  passkeyId: string | null,
): Promise<boolean> {
  const places = await membershipsOf(tx, accountId);
  const needed = places.some(
    ({ active, roles, staffSecondFactor }) =>
      active && needsSecondFactor(roles, { requireSecondFactor, staffSecondFactor }),
  );
  if (!needed) return false;
  const account = await findAccountById(tx, accountId);
  const hasApp = passkeyId !== null && account?.totpConfirmed === true;
  return !hasApp && !(await selectPasskeys(tx, accountId)).some(({ id }) => id !== passkeyId);
}

const signOut = (origin: Origin, sessions: 'one' | 'others'): AccountEntry => ({
  action: 'user.sign-out',
  outcome: 'success',
  detail: { from: 'account', sessions },
  origin,
});

/** Of the person's own only: a name that is somebody else's, or has ended, is answered alike. */
async function endOwnSession(
  deps: AccountActionDeps,
  account: Account,
  uid: string,
  origin: Origin,
): Promise<boolean> {
  const { store, ports } = deps;
  const own = await store.asDoor(async (tx) => {
    const userIds = (await membershipsOf(tx, account.id)).map(({ userId }) => userId);
    return (await sessionsOf(tx, ports, userIds)).some((session) => session.uid === uid);
  });
  if (!own) return false;
  await recordForAccount(deps, account.id, signOut(origin, 'one'));
  await store.asDoor((tx) => endSession(tx, uid));
  deps.forgetActors();
  return true;
}

async function choosePassword(
  deps: AccountActionDeps,
  changed: AccountChanges['changed'],
  token: string,
  chosen: string,
): Promise<Exclude<PasswordChange, SlowDown>> {
  const { store, ports, key } = deps;
  const account = await store.asDoor(async (tx) => {
    const link = await findLink(tx, { ports, key }, token);
    return link === undefined ? undefined : await findAccountById(tx, link.accountId);
  });
  if (account === undefined) return { kind: 'wrong' };
  return await setPassword(deps, changed, account, chosen, (tx) => useLink(tx, { ports, key }, token));
}

/**
 * A new password ends everything that the old one had opened (ASVS 7.4.3). `allowed` is asked in the transaction that sets
 * it: a link that is used up by it stays good while the password cannot be hashed, because too many wait.
 */
async function setPassword(
  deps: AccountActionDeps,
  changed: AccountChanges['changed'],
  account: Account,
  chosen: string,
  allowed: (tx: Tx) => Promise<boolean>,
): Promise<Exclude<PasswordChange, SlowDown>> {
  const fit = await toNewPassword(chosen, await ownerOf(deps, account), deps.isBreached);
  if (!fit.ok) return { kind: 'unfit', problem: fit.problem };
  const hash = await hashPassword(fit.value, deps.ports.random, askerOf(account));
  const set = await deps.store.asDoor(async (tx) => {
    if (!(await allowed(tx))) return false;
    await setPasswordHash(tx, account.id, hash);
    return true;
  });
  if (!set) return { kind: 'wrong' };
  await signOutEverywhere(deps, account.id);
  await changed(account, 'user.password', 'Your password was changed.');
  return { kind: 'changed', email: account.email };
}

/** Whoever chooses a password has a session or a link from the mailbox: strangers do not hold them up. */
const askerOf = (account: Account): Asker => ({ source: account.id, known: true });

async function ownerOf({ store }: AccountActionDeps, account: Account): Promise<PasswordOwner> {
  const memberships = await store.asDoor((tx) => membershipsOf(tx, account.id));
  const names = memberships.flatMap((membership) => [
    membership.firstName,
    membership.lastName,
    membership.organizationName,
  ]);
  return { email: account.email, names };
}

async function signOutEverywhere(
  { store, ports, forgetActors }: AccountActionDeps,
  accountId: string,
): Promise<void> {
  const memberships = await store.asDoor(async (tx) => {
    await endTokensBefore(tx, accountId, nowText(ports));
    return await membershipsOf(tx, accountId);
  });
  await endAccessOf(
    { store, ports },
    memberships.map((membership) => membership.userId),
  );
  forgetActors();
}

async function sendPasswordLink(deps: AccountActionDeps, given: string, address: string): Promise<void> {
  const { store, ports, key, baseUrl, sendMail } = deps;
  if (sendMail === null) return;
  const email = normalizeEmail(given);
  if ((await reserveTry(deps, passwordMailBudgets(key, email, address))) !== null) return;
  const token = await store.asDoor(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (account === undefined || !account.active) return null;
    await lockAccount(tx, account.id);
    return await makeLink(tx, { ports, key }, account.id, 'password');
  });
  if (token !== null) await sendMail(passwordMail(email, `${baseUrl}/account/password/${token}`));
}
