// What every act on a user works with: the user as found, the entry in the audit trail, and the role that no organization gives.

import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { SendMail } from '../accounts/mail.ts';
import type { IdentityKey } from '../identity-key.ts';
import type { PrescriberPolicy } from './prescriber.ts';
import type { CheckedProfile } from './user-input.ts';
import type { User } from './user-rows.ts';
import { selectUser } from './user-rows.ts';

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

/** Throws NOT_FOUND. */
export async function mustFind(tx: Tx, orgId: string, id: string): Promise<User> {
  const user = isId('usr', id) ? await selectUser(tx, orgId, id) : undefined;
  if (user === undefined) throw notFound('user');
  return user;
}

/** Operators run the network across organizations: no organization makes its own. */
export function refuseOperator(profile: CheckedProfile): void {
  if (!profile.roles.includes('operator')) return;
  throw invalidInput([
    { path: 'roles', code: 'INVALID_INPUT', message: 'The role operator is given by the network only.' },
  ]);
}

export async function auditUser(
  { ports }: UsersDeps,
  tx: Tx,
  actor: Actor,
  action: string,
  id: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(tx, ports, { orgId: actor.orgId, actor, action, subject: { kind: 'user', id }, detail });
}
