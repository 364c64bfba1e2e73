// What second factors an account has, and the mark of it on its users, which signing looks at.
import type { Tx } from '../../store/store.ts';
import type { Account, AccountTables } from '../accounts/accounts.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { removeTotp } from './totp.ts';

type PasskeyTables = { passkey: { account_id: string; id: string; created_at: string } };

export interface SecondFactors {
  readonly totp: boolean;
  readonly passkeys: number;
}

export async function secondFactorsOf(tx: Tx, account: Account): Promise<SecondFactors> {
  const passkeys = await tx
    .withTables<PasskeyTables>()
    .selectFrom('passkey')
    .select('id')
    .where('account_id', '=', account.id)
    .execute();
  return { totp: account.totpConfirmed, passkeys: passkeys.length };
}

export function hasSecondFactor(factors: SecondFactors): boolean {
  return factors.totp || factors.passkeys > 0;
}

/** Takes every second factor from an account, with the recovery codes. */
export async function removeSecondFactors(tx: Tx, accountId: string): Promise<void> {
  await tx.withTables<PasskeyTables>().deleteFrom('passkey').where('account_id', '=', accountId).execute();
  await removeTotp(tx, accountId);
  await markSecondFactor(tx, accountId);
}

/**
 * Takes every second factor that was there at a moment, with the recovery codes where none stays: what was enrolled later is left, so
 * that it may be repeated.
 */
export async function removeSecondFactorsFromBefore(tx: Tx, accountId: string, at: string): Promise<void> {
  const tables = tx.withTables<AccountTables & PasskeyTables>();
  await tables
    .deleteFrom('passkey')
    .where('account_id', '=', accountId)
    .where('created_at', '<=', at)
    .execute();
  await tables
    .updateTable('account')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: 0 })
    .where('id', '=', accountId)
    .where('totp_confirmed_at', '<=', at)
    .execute();
  await markSecondFactor(tx, accountId);
}

/** Marks the account's users after a factor was added or removed; the last one takes the recovery codes with it. */
export async function markSecondFactor(tx: Tx, accountId: string): Promise<void> {
  const tables = tx.withTables<AccountTables & PasskeyTables>();
  const found = await tables
    .selectFrom('account')
    .select((row) =>
      row
        .or([
          row('totp_confirmed_at', 'is not', null),
          row.exists(
            row.selectFrom('passkey').select('passkey.id').whereRef('passkey.account_id', '=', 'account.id'),
          ),
        ])
        .as('enrolled'),
    )
    .where('id', '=', accountId)
    .executeTakeFirst();
  const enrolled = found?.enrolled === true;
  if (!enrolled) await removeRecoveryCodes(tx, accountId);
  await tables
    .updateTable('app_user')
    .set((column) => ({ second_factor: enrolled, revision: column('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('second_factor', '<>', enrolled)
    .execute();
}
