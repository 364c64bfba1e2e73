// Users of an organization as its people see and manage them: invite, change, deactivate, and what a prescriber lacks.
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import type { Page, PageRequest } from '../../kernel/paging.ts';
import { pageOf, pageSize, readCursor } from '../../kernel/paging.ts';
import { nowText } from '../../kernel/ports.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { endAccessOf } from '../operators/end-access.ts';
import { authorize } from '../permissions.ts';
import type { SecondFactorState } from '../second-factor/requirement.ts';
import { secondFactorState } from '../second-factor/requirement.ts';
import type { Attestation } from './attestation.ts';
import { attestationHash } from './attestation.ts';
import type { Invited } from './invitations.ts';
import { invite, inviteAgain } from './invitations.ts';
import type { PrescriberNeed } from './prescriber.ts';
import { checkPrescriber } from './prescriber.ts';
import { countSessions, endSessions, resetSecondFactor } from './sign-in-help.ts';
import type { UsersDeps } from './user-acts.ts';
import { auditUser, mustFind, refuseLastAdmin, refuseOperator, writeActive } from './user-acts.ts';
import type { NewUserInput, ProfileInput } from './user-input.ts';
import { checkProfile, profileColumns } from './user-input.ts';
import type { User } from './user-rows.ts';
import { lockAdmins, selectUsers, selectUsersPage, updateUser } from './user-rows.ts';

export type { Invited } from './invitations.ts';

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
  /** Whether one is enrolled, or asked for at the next sign-in. */
  secondFactorOf(user: User): SecondFactorState;
  /** Sessions that people have open, by their ids: of anybody for administrators, of themselves for others. */
  countSessions(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Takes a person's second factors and recovery codes away and ends their sessions. Throws STEP_UP_REQUIRED, NOT_FOUND, and
   * INVALID_INPUT for the actor, an operator, and who belongs to another organization, too.
   */
  resetSecondFactor(actor: Actor, id: string, write: WriteKey): Promise<User>;
  /** Ends a person's sessions in the organization, with all their tokens. Throws NOT_FOUND. */
  endSessions(actor: Actor, id: string, write: WriteKey): Promise<User>;
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
    invite: (actor, input, write) => invite(deps, actor, input, write),
    inviteAgain: (actor, id, write) => inviteAgain(deps, actor, id, write),
    change: (actor, id, input, write) => change(deps, actor, id, input, write),
    setActive: (actor, id, active, write) => setActive(deps, actor, id, active, write),
    secondFactorOf: (user) =>
      secondFactorState(user, {
        requireSecondFactor: deps.requireSecondFactor,
        staffSecondFactor: user.staffSecondFactor,
      }),
    countSessions: (actor, ids) => countSessions(deps, actor, ids),
    resetSecondFactor: (actor, id, write) => resetSecondFactor(deps, actor, id, write),
    endSessions: (actor, id, write) => endSessions(deps, actor, id, write),
    attest: (actor, shown, write) => attest(deps, actor, shown, write),
  };
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
    await lockAdmins(tx, actor.orgId);
    const before = await mustFind(tx, actor.orgId, id);
    if (!before.roles.includes('operator')) refuseOperator(checked);
    const key = { orgId: actor.orgId, id, revision };
    if (!(await updateUser(tx, key, profileColumns(checked), nowText(ports))))
      throw new Failure('REVISION_CONFLICT', 'Somebody else changed this user. Look at it again and repeat.');
    await refuseLastAdmin(tx, actor.orgId);
    await auditUser(deps, tx, actor, 'user.change', id, { roles: checked.roles.join(' ') });
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
  const { store } = deps;
  await writeOnce(store, actor, write, async (tx) => {
    if (active) refuseOperator(await mustFind(tx, actor.orgId, id), 'id');
    await writeActive(deps, tx, actor, id, active);
    return { id };
  });
  if (!active) await endAccessOf(deps, [id]);
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
    await auditUser(deps, tx, actor, 'user.attest', actor.id, { version: shown.version, hash: shown.hash });
    return { id: actor.id };
  });
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, actor.id));
}
