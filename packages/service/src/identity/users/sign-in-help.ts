// What an administrator does about the sign-in of somebody in the organization: takes a lost second factor away, and ends sessions.
import type { UserId } from '@pestle/rules/ids';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { endTokensBefore, lockAccount, membershipsOf } from '../accounts/accounts.ts';
import { changedMail } from '../accounts/mail.ts';
import { endOperatorSessionsFromBefore } from '../operators/sessions.ts';
import { authorize, isAllowed } from '../permissions.ts';
import { removeSecondFactorsFromBefore } from '../second-factor/second-factor.ts';
import { endSessionsFromBefore, sessionsOf } from '../sessions/browser-sessions.ts';
import type { UsersDeps } from './user-acts.ts';
import { auditUser, mustFind, refuseOperator } from './user-acts.ts';
import type { User } from './user-rows.ts';

/** An act on somebody's sign-in: it counts for what was there at its moment, so that a repetition takes nothing that came later. */
interface DoneAt {
  readonly id: UserId;
  readonly at: string;
}

/**
 * Takes the second factors and recovery codes of a person away and ends their sessions; the next sign-in asks for another one. Throws
 * STEP_UP_REQUIRED, NOT_FOUND, and INVALID_INPUT for the caller, an operator, and who belongs to another organization, too.
 */
export async function resetSecondFactor(
  deps: UsersDeps,
  actor: Actor,
  id: string,
  write: WriteKey,
): Promise<User> {
  authorize(actor, 'user.write');
  deps.requireProof(actor);
  const { store, ports } = deps;
  if (id === actor.id) throw refusedFor('Your own second factor is changed on your account page.');
  const before = await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  await refuseAlsoElsewhere(deps, before);
  let made = false;
  const { at } = await writeOnce<DoneAt>(store, actor, write, async (tx) => {
    const user = await mustFind(tx, actor.orgId, id);
    refuseOperator(user, 'id');
    await auditUser(deps, tx, actor, 'user.reset-second-factor', id, {});
    made = true;
    return { id: user.id, at: nowText(ports) };
  });
  await store.asDoor(async (tx) => {
    await lockAccount(tx, before.accountId);
    await removeSecondFactorsFromBefore(tx, before.accountId, at);
    await endTokensBefore(tx, before.accountId, at);
    await endSessionsFromBefore(tx, id, at);
  });
  deps.forgetActors();
  const sentence =
    'An administrator of your organization removed your second factor and ended your sessions. You add another one when you sign in next.';
  // The administrator is somebody to tell them. The mailer has told the log.
  if (made) await deps.sendMail?.(changedMail(before.email, sentence)).catch(() => undefined);
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
}

/** Ends the sessions of a person in the organization, with their access and refresh tokens. Throws NOT_FOUND. */
export async function endSessions(deps: UsersDeps, actor: Actor, id: string, write: WriteKey): Promise<User> {
  authorize(actor, 'user.write');
  const { store, ports } = deps;
  const { at } = await writeOnce<DoneAt>(store, actor, write, async (tx) => {
    const user = await mustFind(tx, actor.orgId, id);
    await auditUser(deps, tx, actor, 'user.end-sessions', id, {});
    return { id: user.id, at: nowText(ports) };
  });
  await store.asDoor(async (tx) => {
    await endSessionsFromBefore(tx, id, at);
    await endOperatorSessionsFromBefore(tx, id, at);
  });
  deps.forgetActors();
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
}

/** How many sessions people of the organization have open; nothing of those whom the caller may not ask about. */
export async function countSessions(
  { store, ports }: UsersDeps,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  authorize(actor, 'user.read');
  const asked = isAllowed(actor, 'user.write') ? ids : ids.filter((id) => id === actor.id);
  const sessions = await store.asDoor((tx) => sessionsOf(tx, ports, asked));
  const own = sessions.filter(({ orgId }) => orgId === actor.orgId);
  return new Map(asked.map((id) => [id, own.filter(({ userId }) => userId === id).length]));
}

/** An account belongs to its person: one organization's administrator does not weaken it in another. */
export async function refuseAlsoElsewhere(
  { store }: Pick<UsersDeps, 'store'>,
  user: Pick<User, 'accountId' | 'orgId'>,
): Promise<void> {
  const places = await store.asDoor((tx) => membershipsOf(tx, user.accountId));
  if (places.some(({ orgId, active }) => active && orgId !== user.orgId))
    throw refusedFor(
      'This person belongs to another organization, too. Ask those who run the network to recover the sign-in.',
    );
}

const refusedFor = (message: string) => invalidInput([{ path: 'userId', code: 'INVALID_INPUT', message }]);
