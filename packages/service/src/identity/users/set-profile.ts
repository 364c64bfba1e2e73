// Sets what prescriptions show of a prescriber (NPI, practice, phone …) for an organization that does not do it over the API itself.
import type { NetworkOperator } from '../../audit/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import type { PrescriberNeed } from './prescriber.ts';
import { needsOf } from './prescriber.ts';
import type { UserActor, UsersDeps } from './user-acts.ts';
import { auditUser, mustFind } from './user-acts.ts';
import { checkPrescriberProfile, checkProfile, profileColumns } from './user-input.ts';
import { type User, updateUser } from './user-rows.ts';

/** The act of an operator on one user. */
export interface ProfileAct {
  readonly organizationId: string;
  readonly by: string;
  readonly userId: string;
  /** As the API takes it; checked here, because it comes from a file. */
  readonly profile: unknown;
}

export interface ProfileSet {
  readonly user: User;
  /** False where it was so already. */
  readonly changed: boolean;
  /** What the prescriber lacks to sign still. */
  readonly missing: readonly PrescriberNeed[];
}

/** Throws NOT_FOUND, and INVALID_INPUT with a problem per field. */
export async function setProfile(
  deps: UsersDeps,
  operator: Extract<UserActor, NetworkOperator>,
  { userId, profile }: ProfileAct,
): Promise<ProfileSet> {
  const { store, ports, policy } = deps;
  const { orgId } = operator;
  const given = checkPrescriberProfile(profile);
  const result = await store.withOrg(orgId, async (tx) => {
    const before = await mustFind(tx, orgId, userId);
    const columns = profileColumns(checkProfile({ ...profileOf(before), ...given }));
    const changed = JSON.stringify(columns) !== JSON.stringify(profileColumns(profileOf(before)));
    if (changed) {
      const key = { orgId, id: userId, revision: before.revision };
      if (!(await updateUser(tx, key, columns, nowText(ports))))
        throw new Failure('REVISION_CONFLICT', 'Somebody else changed this user just now. Repeat it.');
      await auditUser(deps, tx, operator, 'user.change', userId, { roles: before.roles.join(' ') });
    }
    return { user: await mustFind(tx, orgId, userId), changed };
  });
  deps.forgetActors();
  return { ...result, missing: needsOf(result.user, policy) };
}

/** What a change of the profile replaces, as it is now. */
function profileOf(user: User) {
  const { firstName, middleName, lastName, nameSuffix, npi, credentials } = user;
  const { phone, phoneExtension, fax, practice } = user;
  const lists = { roles: [...user.roles], licenceStates: [...user.licenceStates] };
  const names = { firstName, middleName, lastName, nameSuffix };
  return { ...names, ...lists, npi, credentials, phone, phoneExtension, fax, practice };
}
