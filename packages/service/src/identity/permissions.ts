// The one table of who may do what: role × action for people, scope × action for machines.

import type { Actor, Role } from '../kernel/actor.ts';
import { Failure } from '../kernel/errors.ts';

interface Permission {
  readonly roles: readonly Role[];
  /** The scope a token needs, for people and machines alike. */
  readonly scope: string;
  readonly machine: boolean;
}

const EVERYBODY: readonly Role[] = ['prescriber', 'staff', 'admin'];

export const PERMISSIONS = {
  'patient.read': { roles: EVERYBODY, scope: 'read:patient', machine: true },
  'patient.write': { roles: EVERYBODY, scope: 'write:patient', machine: true },
  'catalog.read': { roles: EVERYBODY, scope: 'read:treatment', machine: true },
  /** The organization's own catalogs and its standing list of what is not prescribed. */
  'catalog.write': { roles: ['admin'], scope: 'write:template', machine: false },
  'template.write': { roles: ['prescriber', 'staff', 'admin'], scope: 'write:template', machine: false },
  'template.write-organization': { roles: ['admin'], scope: 'write:template', machine: false },
  'pharmacy.read': { roles: EVERYBODY, scope: 'read:pharmacy', machine: true },
  /** Which pharmacies the practice's people find first. */
  'pharmacy.prefer': { roles: ['admin'], scope: 'write:template', machine: false },
  'draft.read': { roles: EVERYBODY, scope: 'read:prescription', machine: true },
  'draft.write': { roles: ['prescriber', 'staff'], scope: 'write:draft', machine: false },
  'prescription.read': { roles: EVERYBODY, scope: 'read:prescription', machine: true },
  /** Signing. Machine tokens never sign (A2); staff prepare, never sign. */
  'prescription.sign': { roles: ['prescriber'], scope: 'write:prescription', machine: false },
  'order.read': { roles: EVERYBODY, scope: 'read:order', machine: true },
  /** Sending, of what is signed with it and of what was signed before. Nothing leaves by a machine's hand (A2). */
  'order.send': { roles: ['prescriber'], scope: 'write:order', machine: false },
  /** A new message with new ids in place of the one that a pharmacy says it has not got. */
  'order.reissue': { roles: ['prescriber'], scope: 'write:order', machine: false },
  /** The pharmacy of an order that waits for one. An organization may keep this and the next from its staff. */
  'order.choose-pharmacy': { roles: ['prescriber', 'staff'], scope: 'write:order', machine: false },
  'order.other-pharmacy': { roles: ['prescriber', 'staff'], scope: 'write:order', machine: false },
  /** The same message once more. */
  'order.resend': { roles: ['prescriber', 'staff'], scope: 'write:order', machine: false },
  /** The call-in sheet, and that a pharmacy has taken it by telephone. */
  'order.phoned-in': { roles: ['prescriber', 'staff'], scope: 'write:order', machine: false },
  /** The text to the patient who is to choose, once more. */
  'order.remind': { roles: ['prescriber', 'staff'], scope: 'write:order', machine: false },
  /** An answer to a pharmacist's question, in a prescriber's name. */
  'question.answer': { roles: ['prescriber'], scope: 'write:order', machine: false },
  'order.cancel': { roles: ['prescriber'], scope: 'write:order', machine: false },
  /** No more refills of what was sent. */
  'order.discontinue': { roles: ['prescriber'], scope: 'write:order', machine: false },
  /** Staff ask the prescriber to cancel; nothing leaves by it. */
  'order.ask-cancel': { roles: ['staff'], scope: 'write:order', machine: false },
  /** Staff ask the prescriber to stop the refills; nothing leaves by it. */
  'order.ask-discontinue': { roles: ['staff'], scope: 'write:order', machine: false },
  /** What pharmacies ask of prescribers: renewals and changes. */
  'pharmacy-request.read': { roles: ['prescriber', 'staff'], scope: 'read:order', machine: true },
  /** An answer in a prescriber's name. */
  'pharmacy-request.deny': { roles: ['prescriber'], scope: 'write:order', machine: false },
  /** What needs a person of the practice. Admins who are neither prescriber nor staff have no part in it (A2). */
  'desk.read': { roles: ['prescriber', 'staff'], scope: 'read:order', machine: false },
  /** Taking, assigning, noting, marking as handled. */
  'desk.work': { roles: ['prescriber', 'staff'], scope: 'write:order', machine: false },
  /** The exact messages and answers, for support and audit. */
  'transmission.read': { roles: EVERYBODY, scope: 'read:order', machine: true },
  /** Names of colleagues, and what a prescriber still lacks. */
  'user.read': { roles: EVERYBODY, scope: 'read:user', machine: true },
  /** Inviting, roles, profiles, deactivating. */
  'user.write': { roles: ['admin'], scope: 'write:user', machine: false },
  /** What the practice asks of its people, tells its patients, and when its office is open. */
  'organization.change': { roles: ['admin'], scope: 'write:user', machine: false },
  /** Who saw and did what: the organization's own trail. */
  'audit.read': { roles: ['admin'], scope: 'read:audit', machine: false },
  'application.read': { roles: ['admin'], scope: 'read:application', machine: false },
  'application.write': { roles: ['admin'], scope: 'write:application', machine: false },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof PERMISSIONS;

export function isAllowed(actor: Actor, action: Action): boolean {
  const permission: Permission = PERMISSIONS[action];
  if (!actor.scopes.has(permission.scope)) return false;
  if (actor.kind === 'machine') return permission.machine;
  return permission.roles.some((role) => actor.roles.has(role));
}

/** Throws FORBIDDEN, naming the scope or role that is missing. */
export function authorize(actor: Actor, action: Action): void {
  if (isAllowed(actor, action)) return;
  const permission: Permission = PERMISSIONS[action];
  if (actor.kind === 'machine' && !permission.machine) {
    throw new Failure('FORBIDDEN', 'A machine client may not do this; a person must sign in.');
  }
  if (!actor.scopes.has(permission.scope)) {
    throw new Failure('FORBIDDEN', `The access token lacks the scope ${permission.scope}.`);
  }
  throw new Failure('FORBIDDEN', `This needs one of the roles: ${permission.roles.join(', ')}.`);
}

/** Every scope a person's token can have. */
export const PERSON_SCOPES: readonly string[] = [
  ...new Set(Object.values(PERMISSIONS).map((permission) => permission.scope)),
].toSorted();

/** Every scope a machine's token can have: what no machine may do has no scope for it (A2). */
export const MACHINE_SCOPES: readonly string[] = [
  ...new Set(
    Object.values<Permission>(PERMISSIONS)
      .filter((permission) => permission.machine)
      .map((permission) => permission.scope),
  ),
].toSorted();
