// What those who run the network do to the users of an organization that cannot help itself: invite, recover a lost sign-in, deactivate. Each act leaves an entry in the organization's trail.
import { isId, type OrganizationId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { operatorName } from '../../audit/inside.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { idInput, validate } from '../../kernel/validate.ts';
import { organizationName } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import {
  endTokensBefore,
  findAccountById,
  findMembership,
  lockAccount,
  type Membership,
  membershipsOf,
  setPasswordHash,
} from '../accounts/accounts.ts';
import { endLinks, makeLink } from '../accounts/links.ts';
import { changedMail } from '../accounts/mail.ts';
import { hashPassword } from '../accounts/password.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { endAccess, endAccessOf } from '../operators/end-access.ts';
import { endOperatorAccess } from '../operators/tokens.ts';
import { removeSecondFactors } from '../second-factor/second-factor.ts';
import { type Invited, invitedAccount, sendInvitation, writeInvited } from './invitations.ts';
import type { PrescriberNeed } from './prescriber.ts';
import { needsOf } from './prescriber.ts';
import type { ProfileAct, ProfileSet } from './set-profile.ts';
import { setProfile } from './set-profile.ts';
import type { UserActor, UsersDeps } from './user-acts.ts';
import { auditUser, mustFind, refuseDeactivated, writeActive } from './user-acts.ts';
import type { NewUserInput } from './user-input.ts';
import { lockAdmins, selectUserOfAccount, selectUsersPage, type User, updateUser } from './user-rows.ts';

/** Bytes of the password that nobody knows. */
const UNKNOWN_PASSWORD_BYTES = 32;

/** The act of an operator in an organization. */
export interface OperatorAct {
  readonly organizationId: string;
  /** Who, as their command names them. */
  readonly by: string;
}

interface InviteAct extends OperatorAct {
  /** The role `operator` may be among the roles: said by commands on the service's machine, and by no operator over the network. */
  readonly givesOperator?: boolean;
}

export interface OperatorUserAct extends OperatorAct {
  readonly userId: string;
}

export interface Recovered {
  readonly user: User;
  /** Where the person chooses a password, once. Shown to the operator only; it is kept as a keyed hash. */
  readonly url: string;
  readonly expiresAt: string;
  /** The person has one still and needs it to sign in. */
  readonly secondFactor: boolean;
  /** All organizations of the person: sessions and tokens ended in each of them. */
  readonly endedIn: readonly Pick<Membership, 'orgId' | 'organizationName' | 'userId'>[];
}

/** A user with what they lack to sign; nobody but a prescriber lacks anything. */
export interface ListedUser extends User {
  readonly missing: readonly PrescriberNeed[];
}

export interface UserAdministration {
  /** All of them, by name. Throws NOT_FOUND for an unknown organization. */
  list(organizationId: string): Promise<readonly ListedUser[]>;
  /**
   * Makes a user, as an administrator would. For one who is there already and has chosen no password yet it makes a new link, and the one
   * before it ends. Throws INVALID_INPUT, NOT_FOUND.
   */
  invite(act: InviteAct, input: NewUserInput): Promise<Invited>;
  /** Sets what prescriptions show of a prescriber; what is left out stays, null takes it away. Throws INVALID_INPUT, NOT_FOUND. */
  setProfile(act: ProfileAct): Promise<ProfileSet>;
  /**
   * For a person who cannot sign in: ends sessions, tokens and links of the account in all its organizations, and its password, and makes a
   * link to choose another one. Throws NOT_FOUND, and INVALID_INPUT for a deactivated user.
   */
  recover(act: OperatorUserAct & { readonly removeSecondFactor: boolean }): Promise<Recovered>;
  /** Deactivates or reactivates; `changed` says whether it was otherwise. Other organizations of the person are not touched. Throws NOT_FOUND, INVALID_INPUT. */
  setActive(
    act: OperatorUserAct & { readonly active: boolean },
  ): Promise<{ readonly user: User; readonly changed: boolean }>;
  /**
   * Gives a user the role `operator`, or takes it away, which ends the user's sessions and tokens as an operator. For commands on the
   * service's machine: nobody hands the network on over the network. Throws NOT_FOUND, and
   * INVALID_INPUT for a user who would be left without a role.
   */
  setOperator(act: OperatorRoleAct): Promise<{ readonly user: User; readonly changed: boolean }>;
}

interface OperatorRoleAct extends OperatorUserAct {
  /** Whether the user is to have the role. */
  readonly operator: boolean;
}

export function createUserAdministration(deps: UsersDeps): UserAdministration {
  return {
    list: (organizationId) => list(deps, organizationId),
    invite: (act, input) => invite(deps, act, input),
    setProfile: async (act) => await setProfile(deps, operatorOf(act), act),
    recover: (act) => recover(deps, act),
    setActive: (act) => setActive(deps, act),
    setOperator: (act) => setOperator(deps, act),
  };
}

const actSchema = v.object({ organizationId: idInput('org'), by: operatorName });

function operatorOf(act: OperatorAct): Extract<UserActor, { readonly kind: 'operator' }> {
  const { organizationId, by } = validate(actSchema, act);
  return { kind: 'operator', orgId: organizationId as OrganizationId, id: by };
}

/** Throws NOT_FOUND: nothing else would say that there is no such organization. */
async function requireOrganization(tx: Tx, orgId: OrganizationId): Promise<void> {
  if ((await organizationName(tx, orgId)) === null) throw notFound('organization');
}

async function list({ store, policy }: UsersDeps, organizationId: string): Promise<readonly ListedUser[]> {
  if (!isId('org', organizationId)) throw notFound('organization');
  return await store.withOrg(organizationId, async (tx) => {
    await requireOrganization(tx, organizationId);
    const users: User[] = [];
    const limit = IDENTITY_LIMITS.usersReadAtOnce;
    let page: User[];
    do {
      const last = users.at(-1);
      const after = last === undefined ? null : ([last.lastName, last.firstName, last.id] as const);
      page = await selectUsersPage(tx, organizationId, { limit, after });
      users.push(...page);
    } while (page.length === limit);
    return users.map((user) => ({ ...user, missing: needsOf(user, policy) }));
  });
}

async function invite(deps: UsersDeps, act: InviteAct, input: NewUserInput): Promise<Invited> {
  const { store } = deps;
  const operator = operatorOf(act);
  const { orgId } = operator;
  await store.withOrg(orgId, (tx) => requireOrganization(tx, orgId));
  const { checked, accountId } = await invitedAccount(deps, input, act.givesOperator);
  const account = await store.asDoor((tx) => findAccountById(tx, accountId));
  const user = await store.withOrg(orgId, async (tx) => {
    const known = await selectUserOfAccount(tx, orgId, accountId);
    if (known === undefined || account?.passwordHash !== null)
      return await mustFind(tx, orgId, await writeInvited(deps, tx, operator, checked, accountId));
    refuseDeactivated(known);
    await auditUser(deps, tx, operator, 'user.invite', known.id, {});
    return known;
  });
  return { user, invitationUrl: await sendInvitation(deps, orgId, user) };
}

async function recover(
  deps: UsersDeps,
  act: OperatorUserAct & { readonly removeSecondFactor: boolean },
): Promise<Recovered> {
  const { store, ports, key, baseUrl } = deps;
  const operator = operatorOf(act);
  const { orgId } = operator;
  const user = await store.withOrg(orgId, (tx) => mustFind(tx, orgId, act.userId));
  const secret = Buffer.from(ports.random.bytes(UNKNOWN_PASSWORD_BYTES)).toString('base64url');
  const unknown = await hashPassword(secret, ports.random, { source: user.accountId, known: true });
  const { token, endedIn } = await store.asDoor(async (tx) => {
    await lockAccount(tx, user.accountId);
    refuseDeactivated({ active: (await findMembership(tx, user.id))?.active === true });
    const endedIn = await membershipsOf(tx, user.accountId);
    // One that nobody knows, and not none: whoever has none yet gets a link by any organization's invitation.
    await setPasswordHash(tx, user.accountId, unknown);
    await endTokensBefore(tx, user.accountId, nowText(ports));
    await endAccess(
      tx,
      ports,
      endedIn.map(({ userId }) => userId),
    );
    await endLinks(tx, user.accountId);
    if (act.removeSecondFactor) await removeSecondFactors(tx, user.accountId);
    const detail = { secondFactor: act.removeSecondFactor ? 'removed' : 'kept' };
    for (const { orgId: id, userId } of endedIn)
      await recordAudit(tx, ports, {
        orgId: id,
        actor: { kind: 'operator', id: operator.id },
        action: 'user.recover',
        subject: { kind: 'user', id: userId },
        detail,
      });
    return { token: await makeLink(tx, { ports, key }, user.accountId, 'password'), endedIn };
  });
  deps.forgetActors();
  const sentence =
    'Those who run the network ended your password and your sessions, so that you can choose a new password.';
  // The operator is somebody to pass the link on. The mailer has told the log.
  await deps.sendMail?.(changedMail(user.email, sentence)).catch(() => undefined);
  return {
    user,
    url: `${baseUrl}/account/password/${token}`,
    expiresAt: new Date(ports.clock.now() + IDENTITY_LIMITS.passwordLinkSeconds * 1000).toISOString(),
    secondFactor: user.secondFactor && !act.removeSecondFactor,
    endedIn,
  };
}

async function setActive(
  deps: UsersDeps,
  act: OperatorUserAct & { readonly active: boolean },
): Promise<{ readonly user: User; readonly changed: boolean }> {
  const { store } = deps;
  const operator = operatorOf(act);
  const { orgId } = operator;
  const { userId, active } = act;
  const result = await store.withOrg(orgId, async (tx) => {
    const changed = (await mustFind(tx, orgId, userId)).active !== active;
    if (changed) await writeActive(deps, tx, operator, userId, active);
    return { user: await mustFind(tx, orgId, userId), changed };
  });
  if (!active) await endAccessOf(deps, [userId]);
  deps.forgetActors();
  return result;
}

async function setOperator(
  deps: UsersDeps,
  act: OperatorRoleAct,
): Promise<{ readonly user: User; readonly changed: boolean }> {
  const { store, ports } = deps;
  const operator = operatorOf(act);
  const { orgId } = operator;
  const { userId } = act;
  const result = await store.withOrg(orgId, async (tx) => {
    await lockAdmins(tx, orgId);
    const before = await mustFind(tx, orgId, userId);
    const roles: User['roles'] = act.operator
      ? [...new Set([...before.roles, 'operator' as const])]
      : before.roles.filter((role) => role !== 'operator');
    const changed = roles.length !== before.roles.length;
    if (roles.length === 0) throw invalidInput([LAST_ROLE]);
    if (changed) {
      await updateUser(tx, { orgId, id: userId, revision: null }, { roles: [...roles] }, nowText(ports));
      const action = act.operator ? 'user.grant-operator' : 'user.revoke-operator';
      await auditUser(deps, tx, operator, action, userId, {});
    }
    return { user: await mustFind(tx, orgId, userId), changed };
  });
  if (!act.operator) await store.asDoor((tx) => endOperatorAccess(tx, [userId], nowText(ports)));
  deps.forgetActors();
  return result;
}

const LAST_ROLE = {
  path: 'roles',
  code: 'INVALID_INPUT',
  message: "This is the user's only role. Deactivate the user instead.",
} as const;
