// What the tries of passwords and codes, and requests for a new password, are counted under.
import { addressKey } from '../../kernel/web/address-key.ts';
import type { TryBudget } from '../../tries/tries.ts';
import type { IdentityKey } from '../identity-key.ts';
import { TRY_LIMITS } from '../limits.ts';

/** What a sign-in draws on. A trusted device has a budget of its own, which nobody else can use up (ASVS 6.3.1). */
export function signInBudgets(
  key: IdentityKey,
  attempt: { readonly email: string; readonly address: string; readonly device: string | null },
): TryBudget[] {
  const { email, device } = attempt;
  const address = addressKey(attempt.address);
  if (device !== null) return [{ name: key.mac('throttle device', device, email), ...TRY_LIMITS.device }];
  return [
    { name: key.mac('throttle pair', email, address), ...TRY_LIMITS.accountAtAddress },
    { name: key.mac('throttle account', email), ...TRY_LIMITS.account },
    { name: key.mac('throttle address', address), ...TRY_LIMITS.address },
  ];
}

/**
 * The budget of one-time codes. Whoever draws on it has proved the password already, so a stranger cannot use it up; and
 * a device on which the person signed in before has its own.
 */
export function secondFactorBudgets(key: IdentityKey, accountId: string, device: string | null): TryBudget[] {
  const name = key.mac('throttle second factor', accountId, device ?? '');
  return [{ name, ...TRY_LIMITS.secondFactor }];
}

/** The budget of the current password where a signed-in person changes it: a session left open must not guess it. */
export function currentPasswordBudgets(key: IdentityKey, accountId: string): TryBudget[] {
  return [{ name: key.mac('throttle current password', accountId), ...TRY_LIMITS.currentPassword }];
}

/** What a request for a new password draws on. */
export function passwordMailBudgets(key: IdentityKey, email: string, address: string): TryBudget[] {
  return [
    { name: key.mac('throttle mail', email), ...TRY_LIMITS.passwordMail },
    { name: key.mac('throttle mail address', addressKey(address)), ...TRY_LIMITS.passwordMailAddress },
  ];
}
