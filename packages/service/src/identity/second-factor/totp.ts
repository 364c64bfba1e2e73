// Time-based one-time codes of authenticator apps (RFC 6238): each code works once.
import { Secret, TOTP } from 'otpauth';
import type { Ports } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { Account, AccountTables } from '../accounts/accounts.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

export interface TotpEnrolment {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://…`, for the picture. */
  readonly uri: string;
}

/** What a sealed seed is bound to. */
export const totpAddress = (accountId: string): string => `account totp_secret ${accountId}`;

function generator(secret: Uint8Array, email = ''): TOTP {
  return new TOTP({
    issuer: 'Pestle',
    label: email,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    digits: IDENTITY_LIMITS.totpDigits,
    period: IDENTITY_LIMITS.totpPeriodSeconds,
  });
}

/** A secret as an app takes it. */
export function totpEnrolment(secret: Uint8Array, email: string): TotpEnrolment {
  const totp = generator(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step of a code that is right now, one before or one after; null for any other text. Whoever asks remembers which steps were used. */
export function totpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d+$/.test(token)) return null;
  const delta = generator(secret).validate({
    token,
    timestamp: nowMs,
    window: IDENTITY_LIMITS.totpWindowSteps,
  });
  return delta === null ? null : Math.floor(nowMs / 1000 / IDENTITY_LIMITS.totpPeriodSeconds) + delta;
}

/** Makes a secret and keeps it unconfirmed, in place of an earlier unconfirmed one. A confirmed one is not touched. */
export async function beginTotp(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  account: Account,
): Promise<TotpEnrolment> {
  const fresh =
    account.totpSecret !== null && !account.totpConfirmed
      ? key.open(totpAddress(account.id), account.totpSecret)
      : ports.random.bytes(IDENTITY_LIMITS.totpSecretBytes);
  await tx
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ totp_secret: key.seal(totpAddress(account.id), fresh), totp_last_step: 0 })
    .where('id', '=', account.id)
    .where('totp_confirmed_at', 'is', null)
    .execute();
  return totpEnrolment(fresh, account.email);
}

/** True when the code is right now and was not used before; it is used up by this. */
export async function useTotp(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  account: Account,
  code: string,
): Promise<boolean> {
  if (account.totpSecret === null) return false;
  const secret = key.open(totpAddress(account.id), account.totpSecret);
  const step = totpStep(secret, code, ports.clock.now());
  if (step === null) return false;
  const result = await tx
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ totp_last_step: step })
    .where('id', '=', account.id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function confirmTotp(tx: Tx, accountId: string, at: string): Promise<void> {
  await tx
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ totp_confirmed_at: at })
    .where('id', '=', accountId)
    .execute();
}

export async function removeTotp(tx: Tx, accountId: string): Promise<void> {
  await tx
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: 0 })
    .where('id', '=', accountId)
    .execute();
}
