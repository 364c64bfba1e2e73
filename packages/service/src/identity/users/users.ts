// Users of an organization as its people see and manage them: invite, change, deactivate, and what a prescriber lacks.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState, violatedConstraint } from '../../kernel/failures/sql-errors.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { findOrganization } from '../../organization/inside.ts';

import type { Store, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { ensureAccount, findAccountById } from '../accounts/accounts.ts';
import { makeLink } from '../accounts/links.ts';
import type { SendMail } from '../accounts/mail.ts';
import { addedMail, invitationMail } from '../accounts/mail.ts';
import type { IdentityKey } from '../identity-key.ts';
import { authorize } from '../permissions.ts';
import { endArtifactsOf } from '../provider/adapter.ts';
import type { Attestation } from './attestation.ts';
import { attestationHash } from './attestation.ts';
import type { PrescriberCheck, PrescriberNeed, PrescriberPolicy } from './prescriber.ts';
import { checkPrescriber } from './prescriber.ts';
import type { CheckedProfile, NewUserInput, ProfileInput } from './user-input.ts';
import { checkNewUser, checkProfile, profileColumns } from './user-input.ts';
import type { User } from './user-rows.ts';
import {
  countActiveAdmins,
  insertUser,
  selectUser,
  selectUsers,
  selectUsersPage,
  updateUser,
} from './user-rows.ts';

export interface UsersDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  readonly baseUrl: string;
  readonly policy: PrescriberPolicy;
  readonly sendMail: SendMail | null;
  /** Lets this node forget what it believes of users. */
  readonly forgetActors: () => void;
}

export interface Invited {
  readonly user: User;
  /** For the administrator to pass on, where no e-mail can be sent; null otherwise, and when the write is repeated. */
  readonly invitationUrl: string | null;
}

export interface Users {
  list(actor: Actor, page: PageRequest): Promise<Page<User>>;
  /** Throws NOT_FOUND. */
  get(actor: Actor, id: string): Promise<User>;
  /** Those of the ids that are users of the organization. */
  byIds(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, User>>;
  /** What a user that was read lacks to sign; empty for an authorized prescriber. */
  missingOf(user: User): readonly PrescriberNeed[];
  /** What prescribers agree to, with its hash; null where none is asked for. */
  readonly attestation: (Attestation & { readonly hash: string }) | null;
  /** Whether somebody may sign, and what is missing. */
  prescriberCheck(actor: Actor, id: string): Promise<PrescriberCheck>;
  /** Makes a user and asks the person to choose a password. Throws INVALID_INPUT, also when they are a user already. */
  invite(actor: Actor, input: NewUserInput, write: WriteKey): Promise<Invited>;
  /** A new link for a person who has not chosen a password yet; the one before it ends. */
  inviteAgain(actor: Actor, id: string, write: WriteKey): Promise<Invited>;
  /** Replaces name, roles and profile. Throws REVISION_CONFLICT when somebody else changed the user since `revision`. */
  change(
    actor: Actor,
    id: string,
    input: ProfileInput & { readonly revision: number },
    write: WriteKey,
  ): Promise<User>;
  /** Deactivates or reactivates. The tokens of a deactivated user die within a minute. */
  setActive(actor: Actor, id: string, active: boolean, write: WriteKey): Promise<User>;
  /** The actor agrees to the signature attestation; version and hash must be those shown. Throws SIGNATURE_INVALIDATED for another text. */
  attest(
    actor: Actor,
    shown: { readonly version: string; readonly hash: string },
    write: WriteKey,
  ): Promise<User>;
}

export function createUsers(deps: UsersDeps): Users {
  const { store, policy } = deps;
  const get = async (actor: Actor, id: string): Promise<User> => {
    authorize(actor, 'user.read');
    return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  };
  return {
    get,
    list: async (actor, page) => {
      authorize(actor, 'user.read');
      const size = pageSize(page);
      return await store.withOrg(actor.orgId, async (tx) => {
        const cursors = cursorsOf(keysOf(tx), ['users']);
        const after = readCursor(page, cursors, ['string', 'string', 'string']) ?? null;
        return pageOf(
          await selectUsersPage(tx, actor.orgId, { limit: size + 1, after }),
          size,
          cursors,
          (user) => [user.lastName, user.firstName, user.id],
          (user) => user,
        );
      });
    },
    byIds: async (actor, ids) => {
      authorize(actor, 'user.read');
      const users = await store.withOrg(actor.orgId, (tx) => selectUsers(tx, actor.orgId, ids));
      return new Map(users.map((user) => [user.id, user]));
    },
    missingOf: (user) => {
      const check = checkPrescriber(user, policy);
      return check.ok ? [] : check.missing;
    },
    attestation:
      policy.attestation === null
        ? null
        : { ...policy.attestation, hash: attestationHash(policy.attestation) },
    prescriberCheck: async (actor, id) => checkPrescriber(await get(actor, id), policy),
    invite: (actor, input, write) => invite(deps, actor, input, write),
    inviteAgain: (actor, id, write) => inviteAgain(deps, actor, id, write),
    change: (actor, id, input, write) => change(deps, actor, id, input, write),
    setActive: (actor, id, active, write) => setActive(deps, actor, id, active, write),
    attest: (actor, shown, write) => attest(deps, actor, shown, write),
  };
}

async function mustFind(tx: Tx, orgId: string, id: string): Promise<User> {
  const user = isId('usr', id) ? await selectUser(tx, orgId, id) : undefined;
  if (user === undefined) throw notFound('user');
  return user;
}

async function invite(deps: UsersDeps, actor: Actor, input: NewUserInput, write: WriteKey): Promise<Invited> {
  authorize(actor, 'user.write');
  const { store, ports } = deps;
  const checked = checkNewUser(input);
  refuseOperator(checked);
  const accountId = await store.asDoor((tx) => ensureAccount(tx, ports, checked.email, null));
  let made = false;
  const { id } = await writeOnce(store, actor, write, async (tx) => {
    const id = makeId(ports, 'usr');
    const user = { org_id: actor.orgId, id, account_id: accountId, email: checked.email };
    await insertUser(tx, { ...user, ...profileColumns(checked) }).catch(refuseTwice);
    await audit(deps, tx, actor, 'user.invite', id, { roles: checked.roles.join(' ') });
    made = true;
    return { id };
  });
  const user = await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  return { user, invitationUrl: made ? await sendInvitation(deps, actor.orgId, user) : null };
}

async function inviteAgain(deps: UsersDeps, actor: Actor, id: string, write: WriteKey): Promise<Invited> {
  authorize(actor, 'user.write');
  const { store } = deps;
  let made = false;
  await writeOnce(store, actor, write, async (tx) => {
    const { active } = await mustFind(tx, actor.orgId, id);
    if (!active)
      throw invalidInput([
        { path: 'id', code: 'INVALID_INPUT', message: 'This user is deactivated. Reactivate them first.' },
      ]);
    await audit(deps, tx, actor, 'user.invite', id, {});
    made = true;
    return { id };
  });
  const user = await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  return { user, invitationUrl: made ? await sendInvitation(deps, actor.orgId, user) : null };
}

/** Sends the invitation, or answers its address where no e-mail can be sent and a password is still to be chosen. */
async function sendInvitation(
  { store, ports, key, baseUrl, sendMail }: UsersDeps,
  orgId: OrganizationId,
  user: User,
): Promise<string | null> {
  const { name: organization } = await store.withOrg(orgId, (tx) => findOrganization(tx, orgId));
  const token = await store.asDoor(async (tx) => {
    const account = await findAccountById(tx, user.accountId);
    if (account === undefined || account.passwordHash !== null) return null;
    return await makeLink(tx, { ports, key }, user.accountId, 'invitation');
  });
  if (token === null) {
    // They can sign in without it.
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
    return url;
  }
}

async function change(
  deps: UsersDeps,
  actor: Actor,
  id: string,
  { revision, ...input }: ProfileInput & { readonly revision: number },
  write: WriteKey,
): Promise<User> {
  authorize(actor, 'user.write');
  const { store, ports } = deps;
  const checked = checkProfile(input);
  await writeOnce(store, actor, write, async (tx) => {
    const before = await mustFind(tx, actor.orgId, id);
    if (!before.roles.includes('operator')) refuseOperator(checked);
    const key = { orgId: actor.orgId, id, revision };
    if (!(await updateUser(tx, key, profileColumns(checked), nowText(ports))))
      throw new Failure('REVISION_CONFLICT', 'Somebody else changed this user. Look at it again and repeat.');
    await refuseLastAdmin(tx, actor.orgId);
    await audit(deps, tx, actor, 'user.change', id, { roles: checked.roles.join(' ') });
    return { id };
  });
  deps.forgetActors();
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
}

async function setActive(
  deps: UsersDeps,
  actor: Actor,
  id: string,
  active: boolean,
  write: WriteKey,
): Promise<User> {
  authorize(actor, 'user.write');
  const { store, ports } = deps;
  await writeOnce(store, actor, write, async (tx) => {
    await mustFind(tx, actor.orgId, id);
    const at = nowText(ports);
    const key = { orgId: actor.orgId, id, revision: null };
    await updateUser(tx, key, { active, deactivated_at: active ? null : at }, at);
    await refuseLastAdmin(tx, actor.orgId);
    await audit(deps, tx, actor, active ? 'user.reactivate' : 'user.deactivate', id, {});
    return { id };
  });
  if (!active) await endArtifactsOf(store, [id]);
  deps.forgetActors();
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
}

async function attest(
  deps: UsersDeps,
  actor: Actor,
  shown: { readonly version: string; readonly hash: string },
  write: WriteKey,
): Promise<User> {
  authorize(actor, 'prescription.sign');
  const { store, ports, policy } = deps;
  const { attestation } = policy;
  if (
    attestation === null ||
    shown.version !== attestation.version ||
    shown.hash !== attestationHash(attestation)
  )
    throw new Failure(
      'SIGNATURE_INVALIDATED',
      'The attestation has changed. Read the current text and agree again.',
    );
  await writeOnce(store, actor, write, async (tx) => {
    const at = nowText(ports);
    const key = { orgId: actor.orgId, id: actor.id, revision: null };
    const agreed = { attestation_version: shown.version, attestation_hash: shown.hash, attested_at: at };
    if (!(await updateUser(tx, key, agreed, at))) throw notFound('user');
    await audit(deps, tx, actor, 'user.attest', actor.id, { version: shown.version, hash: shown.hash });
    return { id: actor.id };
  });
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, actor.id));
}

/** Operators run the network across organizations: no organization makes its own. */
function refuseOperator(profile: CheckedProfile): void {
  if (!profile.roles.includes('operator')) return;
  throw invalidInput([
    { path: 'roles', code: 'INVALID_INPUT', message: 'The role operator is given by the network only.' },
  ]);
}

function refuseTwice(error: unknown): never {
  if (sqlState(error) === SQLSTATE.uniqueViolation && violatedConstraint(error) === 'app_user_account')
    throw invalidInput([
      { path: 'email', code: 'INVALID_INPUT', message: 'Somebody with this e-mail is a user already.' },
    ]);
  throw error;
}

async function refuseLastAdmin(tx: Tx, orgId: string): Promise<void> {
  if ((await countActiveAdmins(tx, orgId)) > 0) return;
  throw invalidInput([
    {
      path: 'roles',
      code: 'INVALID_INPUT',
      message: 'An organization keeps at least one active administrator.',
    },
  ]);
}

async function audit(
  { ports }: UsersDeps,
  tx: Tx,
  actor: Actor,
  action: string,
  id: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(tx, ports, { orgId: actor.orgId, actor, action, subject: { kind: 'user', id }, detail });
}
