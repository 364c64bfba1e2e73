// Who may act on orders: an authorized prescriber, or staff where the table says so, judged from their rows as they are now (A2).
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import type { Action, PrescriberCheck } from '../identity/inside.ts';
import { authorize, isAllowed, PERMISSIONS, selectUser } from '../identity/inside.ts';
import type { Actor, Role, UserActor } from '../kernel/actor.ts';
import { Failure } from '../kernel/errors.ts';
import { findOrganization, staffMayChoosePharmacy } from '../organization/inside.ts';
import type { Tx } from '../store/store.ts';

/** The question that every room which lets something leave asks of `identity`. */
export interface ActDeps {
  /** From current data, in the caller's transaction (A2). */
  readonly authorizedPrescriber: (tx: Tx, orgId: OrganizationId, userId: UserId) => Promise<PrescriberCheck>;
}

export type Act = Extract<
  Action,
  | 'prescription.sign'
  | 'order.send'
  | 'order.reissue'
  | 'order.choose-pharmacy'
  | 'order.other-pharmacy'
  | 'order.resend'
  | 'order.phoned-in'
  | 'order.remind'
  | 'question.answer'
  | 'order.cancel'
  | 'order.discontinue'
  | 'pharmacy-request.deny'
>;

/** As what somebody acts: who is both acts as a prescriber while they are an authorized one. */
export type Capacity = 'prescriber' | 'staff';

/**
 * What the caller's token allows, their row must allow as well, in this transaction. Throws FORBIDDEN, or
 * NOT_AUTHORIZED_TO_PRESCRIBE with what a prescriber lacks.
 */
export async function requireAct(deps: ActDeps, tx: Tx, actor: Actor, act: Act): Promise<Capacity> {
  authorize(actor, act);
  return await capacityOf(deps, tx, actor, PERMISSIONS[act].roles);
}

/** Drafts need the role only: whoever has it may write for somebody who may sign. Throws FORBIDDEN. */
export async function requireDrafting(tx: Tx, actor: Actor): Promise<void> {
  await requireRole(tx, actor, 'draft.write');
}

/** Staff ask the prescriber to stop refills: nothing leaves by it, so that the role is enough. Throws FORBIDDEN. */
export async function requireRefillStopAsk(tx: Tx, actor: Actor): Promise<void> {
  authorize(actor, 'order.ask-discontinue');
  await requireRole(tx, actor, 'order.ask-discontinue');
}

async function requireRole(
  tx: Tx,
  actor: Actor,
  work: 'draft.write' | 'desk.work' | 'order.ask-discontinue',
): Promise<void> {
  const { roles } = PERMISSIONS[work];
  const user = await selectUser(tx, actor.orgId, actor.id);
  if (user?.active === true && roles.some((role) => user.roles.includes(role))) return;
  throw new Failure('FORBIDDEN', `This needs one of the roles: ${roles.join(', ')}.`);
}

/** Work on the desk needs the role only: nothing leaves by it. Throws FORBIDDEN. */
export async function requireDeskWork(tx: Tx, actor: Actor): Promise<void> {
  await requireRole(tx, actor, 'desk.work');
}

/** A cancel is the prescriber's; staff's is a request to the prescriber. Throws FORBIDDEN. */
export function authorizeCancel(actor: Actor): void {
  if (!isAllowed(actor, 'order.ask-cancel')) authorize(actor, 'order.cancel');
}

/** Whether it is a cancel or a request for one, from the row as it is now. Throws as `requireAct`. */
export async function requireCancel(deps: ActDeps, tx: Tx, actor: Actor): Promise<Capacity> {
  authorizeCancel(actor);
  return await capacityOf(deps, tx, actor, [
    ...PERMISSIONS['order.cancel'].roles,
    ...PERMISSIONS['order.ask-cancel'].roles,
  ]);
}

/** As `requireAct`, and staff only where the organization leaves the choice of a pharmacy to them. */
export async function requireChoice(
  deps: ActDeps,
  tx: Tx,
  actor: Actor,
  act: 'order.choose-pharmacy' | 'order.other-pharmacy',
): Promise<void> {
  const capacity = await requireAct(deps, tx, actor, act);
  if (capacity === 'prescriber' || staffMayChoosePharmacy(await findOrganization(tx, actor.orgId))) return;
  throw new Failure('FORBIDDEN', 'In this organization prescribers choose the pharmacy, not its staff.');
}

async function capacityOf(deps: ActDeps, tx: Tx, actor: Actor, roles: readonly Role[]): Promise<Capacity> {
  if (actor.kind === 'machine')
    throw new Failure('FORBIDDEN', 'A machine client may not do this; a person must sign in.');
  const check = actor.roles.has('prescriber')
    ? await deps.authorizedPrescriber(tx, actor.orgId, actor.id)
    : undefined;
  if (check?.ok === true) return 'prescriber';
  if (roles.includes('staff') && actor.roles.has('staff')) {
    const user = await selectUser(tx, actor.orgId, actor.id);
    if (user?.active === true && user.roles.includes('staff')) return 'staff';
  }
  if (check === undefined)
    throw new Failure('FORBIDDEN', `This needs one of the roles: ${roles.join(', ')}.`);
  throw new Failure('NOT_AUTHORIZED_TO_PRESCRIBE', 'You are not an authorized prescriber now.', {
    missing: check.missing,
  });
}

export function requirePerson(actor: Actor): UserActor {
  if (actor.kind === 'user') return actor;
  throw new Failure(
    'NOT_AUTHORIZED_TO_PRESCRIBE',
    'A machine client never signs; a prescriber must sign in.',
  );
}
