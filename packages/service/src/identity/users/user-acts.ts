// What every act on a user works with: the user as found, the entry in the audit trail, and the role that no organization gives.

import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { NetworkOperator } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { SendMail } from '../accounts/mail.ts';
import type { IdentityKey } from '../identity-key.ts';
import type { PrescriberPolicy } from './prescriber.ts';
import type { User } from './user-rows.ts';
import { countActiveAdmins, lockAdmins, selectUser, updateUser } from './user-rows.ts';

export interface UsersDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  readonly baseUrl: string;
  readonly policy: PrescriberPolicy;
  readonly sendMail: SendMail | null;
  /** Whether this deployment asks for second factors. */
  readonly requireSecondFactor: boolean;
  /** Throws STEP_UP_REQUIRED for a proof that is too old or too weak for an act on somebody's sign-in. */
  readonly requireProof: (actor: Actor) => void;
  /** Lets this node forget what it believes of users. */
  readonly forgetActors: () => void;
}

/** Who acts on an organization's users: one of its own, or an operator of the network. */
export type UserActor = Actor | (NetworkOperator & { readonly orgId: OrganizationId });

/** Throws NOT_FOUND. */
export async function mustFind(tx: Tx, orgId: string, id: string): Promise<User> {
  const user = isId('usr', id) ? await selectUser(tx, orgId, id) : undefined;
  if (user === undefined) throw notFound('user');
  return user;
}

/** Somebody who may not come in gets no link. */
export function refuseDeactivated({ active }: { readonly active: boolean }): void {
  if (active) return;
  throw invalidInput([
    { path: 'id', code: 'INVALID_INPUT', message: 'This user is deactivated. Reactivate them first.' },
  ]);
}

/** Operators run the network across organizations: no organization makes its own, or lets one in. */
export function refuseOperator({ roles }: Pick<User, 'roles'>, path: 'roles' | 'id' = 'roles'): void {
  if (!roles.includes('operator')) return;
  const message =
    path === 'roles'
      ? 'The role operator is given by the network only.'
      : 'This user is an operator of the network. Those who run the network do this.';
  throw invalidInput([{ path, code: 'INVALID_INPUT', message }]);
}

/** Deactivates or reactivates, with the entry of the act. Throws NOT_FOUND, and INVALID_INPUT for the last active administrator. */
export async function writeActive(
  deps: Pick<UsersDeps, 'ports'>,
  tx: Tx,
  actor: UserActor,
  id: string,
  active: boolean,
): Promise<void> {
  await lockAdmins(tx, actor.orgId);
  await mustFind(tx, actor.orgId, id);
  const at = nowText(deps.ports);
  const key = { orgId: actor.orgId, id, revision: null };
  await updateUser(tx, key, { active, deactivated_at: active ? null : at }, at);
  await refuseLastAdmin(tx, actor.orgId);
  await auditUser(deps, tx, actor, active ? 'user.reactivate' : 'user.deactivate', id, {});
}

export async function refuseLastAdmin(tx: Tx, orgId: string): Promise<void> {
  if ((await countActiveAdmins(tx, orgId)) > 0) return;
  throw invalidInput([
    {
      path: 'roles',
      code: 'INVALID_INPUT',
      message: 'An organization keeps at least one active administrator.',
    },
  ]);
}

export async function auditUser(
  { ports }: Pick<UsersDeps, 'ports'>,
  tx: Tx,
  actor: UserActor,
  action: string,
  id: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(tx, ports, { orgId: actor.orgId, actor, action, subject: { kind: 'user', id }, detail });
}
