// What second factors an account has, and the mark of it on its users, which signing looks at.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { Account } from '../accounts/accounts.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

type PasskeyCountTables = { passkey: { account_id: string; id: string } };

export interface SecondFactors {
  readonly totp: boolean;
  readonly passkeys: number;
}

export async function secondFactorsOf(tx: Tx, account: Account): Promise<SecondFactors> {
  const passkeys = await tx
    .withTables<PasskeyCountTables>()
    .selectFrom('passkey')
    .select('id')
    .where('account_id', '=', account.id)
    .execute();
  return { totp: account.totpConfirmed, passkeys: passkeys.length };
}

export function hasSecondFactor(factors: SecondFactors): boolean {
  return factors.totp || factors.passkeys > 0;
}

/** Marks the account's users after a factor was added or removed; the last one takes the recovery codes with it. */
export async function markSecondFactor(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ enrolled: boolean }>`
    select totp_confirmed_at is not null or exists (select from passkey where account_id = account.id) as enrolled
    from account where id = ${accountId}`.execute(tx);
  const enrolled = rows[0]?.enrolled === true;
  if (!enrolled) await removeRecoveryCodes(tx, accountId);
  await sql`update app_user set second_factor = ${enrolled}, revision = revision + 1
    where account_id = ${accountId} and second_factor <> ${enrolled}`.execute(tx);
}
