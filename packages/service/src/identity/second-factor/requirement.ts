// Who needs a second factor, and what is told of a person's.
import type { Role } from '../../kernel/actor.ts';

export interface FactorPolicy {
  /** Whether this deployment asks for second factors at all (A2). */
  readonly requireSecondFactor: boolean;
  /** Whether the organization asks its staff for one, too. */
  readonly staffSecondFactor: boolean;
}

/** Enrolled; needed and not there, so that the next sign-in asks for it; or neither. */
export type SecondFactorState = 'enrolled' | 'required' | 'none';

/** Prescribers, administrators and operators need one; who is staff alone does where the organization says so. */
export function needsSecondFactor(
  roles: readonly Role[],
  { requireSecondFactor, staffSecondFactor }: FactorPolicy,
): boolean {
  return requireSecondFactor && (staffSecondFactor || roles.some((role) => role !== 'staff'));
}

export function secondFactorState(
  user: { readonly secondFactor: boolean; readonly roles: readonly Role[] },
  policy: FactorPolicy,
): SecondFactorState {
  if (user.secondFactor) return 'enrolled';
  return needsSecondFactor(user.roles, policy) ? 'required' : 'none';
}
