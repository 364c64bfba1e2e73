// Invites people to an organization: makes the user, and brings the link for a password to them or to who passes it on.
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import { makeId } from '../../kernel/ports.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import { ensureAccount, findAccountById, membershipsOf } from '../accounts/accounts.ts';
import { makeLink } from '../accounts/links.ts';
import { addedMail, invitationMail } from '../accounts/mail.ts';
import { authorize } from '../permissions.ts';
import type { UserActor, UsersDeps } from './user-acts.ts';
import { auditUser, mustFind, refuseDeactivated, refuseOperator } from './user-acts.ts';
import type { NewUserInput } from './user-input.ts';
import { checkNewUser, profileColumns } from './user-input.ts';
import type { User } from './user-rows.ts';
import { insertUser } from './user-rows.ts';
export interface Invited {
  readonly user: User;
  /**
   * For the administrator to pass on, where no e-mail can be sent; null otherwise, when the write is repeated, and where another organization
   * has invited the person before.
   */
  readonly invitationUrl: string | null;
}

export async function invite(
  deps: UsersDeps,
  actor: Actor,
  input: NewUserInput,
  write: WriteKey,
): Promise<Invited> {
  authorize(actor, 'user.write');
  const { store } = deps;
  const { checked, accountId } = await invitedAccount(deps, input);
  let made = false;
  const { id } = await writeOnce(store, actor, write, async (tx) => {
    const id = await writeInvited(deps, tx, actor, checked, accountId);
    made = true;
    return { id };
  });
  const user = await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  return { user, invitationUrl: made ? await sendInvitation(deps, actor.orgId, user) : null };
}

/** What is asked for, checked, and the account that it will sign in with. Throws INVALID_INPUT. */
export async function invitedAccount(
  { store, ports }: UsersDeps,
  input: NewUserInput,
  givesOperator = false,
) {
  const checked = checkNewUser(input);
  if (!givesOperator) refuseOperator(checked);
  const accountId = await store.asDoor((tx) => ensureAccount(tx, ports, checked.email, null));
  return { checked, accountId };
}

/** Makes the user, with the entry of the act. Throws INVALID_INPUT when the account is a user here already. */
export async function writeInvited(
  deps: UsersDeps,
  tx: Tx,
  actor: UserActor,
  checked: ReturnType<typeof checkNewUser>,
  accountId: string,
): Promise<UserId> {
  const id = makeId(deps.ports, 'usr');
  const user = { org_id: actor.orgId, id, account_id: accountId, email: checked.email };
  await insertUser(tx, { ...user, ...profileColumns(checked) }).catch(refuseTwice);
  await auditUser(deps, tx, actor, 'user.invite', id, { roles: checked.roles.join(' ') });
  return id;
}

export async function inviteAgain(
  deps: UsersDeps,
  actor: Actor,
  id: string,
  write: WriteKey,
): Promise<Invited> {
  authorize(actor, 'user.write');
  const { store } = deps;
  let made = false;
  await writeOnce(store, actor, write, async (tx) => {
    const user = await mustFind(tx, actor.orgId, id);
    refuseDeactivated(user);
    // Whoever has the link has the account, and with it the network.
    refuseOperator(user, 'id');
    await auditUser(deps, tx, actor, 'user.invite', id, {});
    made = true;
    return { id };
  });
  const user = await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  return { user, invitationUrl: made ? await sendInvitation(deps, actor.orgId, user) : null };
}

/** Sends the invitation, or answers its address where no e-mail can be sent and a password is still to be chosen. */
export async function sendInvitation(
  { store, ports, key, baseUrl, sendMail }: UsersDeps,
  orgId: OrganizationId,
  user: User,
): Promise<string | null> {
  const { name: organization } = await store.withOrg(orgId, (tx) => findOrganization(tx, orgId));
  const { token, isTheirs } = await store.asDoor(async (tx) => {
    const account = await findAccountById(tx, user.accountId);
    if (account === undefined || account.passwordHash !== null) return { token: null, isTheirs: false };
    // Whoever has the link has the account: of one that another organization has invited, too, only the person gets it.
    const isTheirs = (await membershipsOf(tx, user.accountId)).every((one) => one.orgId === orgId);
    if (sendMail === null && !isTheirs) return { token: null, isTheirs };
    return { token: await makeLink(tx, { ports, key }, user.accountId, 'invitation'), isTheirs };
  });
  if (token === null) {
    // They can sign in without it, or by the link that the other organization has passed on.
    await sendMail?.(addedMail(user.email, organization)).catch(() => undefined);
    return null;
  }
  const url = `${baseUrl}/account/password/${token}`;
  if (sendMail === null) return url;
  try {
    await sendMail(invitationMail(user.email, organization, url));
    return null;
  } catch {
    // The user is there, and the administrator is somebody to pass the link on. The mailer has told the log.
    return isTheirs ? url : null;
  }
}

function refuseTwice(error: unknown): never {
  if (sqlState(error) === SQLSTATE.uniqueViolation && violatedConstraint(error) === 'app_user_account')
    throw invalidInput([
      { path: 'email', code: 'INVALID_INPUT', message: 'Somebody with this e-mail is a user already.' },
    ]);
  throw error;
}
