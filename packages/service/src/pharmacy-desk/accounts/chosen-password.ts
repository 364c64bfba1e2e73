// A password that somebody of a pharmacy chooses: judged and hashed first, then put in place of what was there, together with every session that began by that.
import { hashPassword, type IsBreached, type PasswordProblem, toNewPassword } from '../../identity/inside.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import type { Tx } from '../../store/store.ts';
import type { AccountRow, PharmacyDeskTables } from '../tables.ts';
import { type AccountDeps, recordOwnAct } from './accounts.ts';
import { beginSession, endSessionsOf, type Stage } from './sessions.ts';

export type ChosenPassword =
  | { readonly kind: 'hashed'; readonly hash: string }
  | { readonly kind: 'password'; readonly problem: PasswordProblem };

/** As it is kept, where it may be chosen. */
export async function hashChosen(
  deps: AccountDeps & { readonly isBreached: IsBreached },
  { email, name }: AccountRow,
  password: string,
  address: string,
): Promise<ChosenPassword> {
  const chosen = await toNewPassword(password, { email, names: [name] }, deps.isBreached);
  if (!chosen.ok) return { kind: 'password', problem: chosen.problem };
  const from = { source: addressKey(address), known: false };
  return { kind: 'hashed', hash: await hashPassword(chosen.value, deps.ports.random, from) };
}

export interface NewPassword {
  readonly set: Partial<AccountRow> & Pick<AccountRow, 'password_hash'>;
  /** What the account must still hold: what was proved by it, which another form may have used up meanwhile. */
  readonly still: 'password_hash' | 'invitation_hash';
  readonly action: 'pharmacy-account.accept' | 'pharmacy-account.password';
  /** Of the session that begins. */
  readonly stage: Stage;
  /** The secret of the one before in the same browser. */
  readonly before: string | undefined;
}

/** Every session of the account ends, and one begins: answers its secret, or undefined where the account is not what it was and nothing was changed. */
export async function takePassword(
  tx: Tx,
  deps: AccountDeps,
  account: AccountRow,
  { set, still, action, stage, before }: NewPassword,
): Promise<string | undefined> {
  const result = await tx
    .withTables<PharmacyDeskTables>()
    .updateTable('pharmacy_account')
    .set(set)
    .where('id', '=', account.id)
    .where('active', '=', true)
    .where(still, '=', account[still])
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return undefined;
  await endSessionsOf(tx, account.id);
  await recordOwnAct(tx, deps.ports, account, action);
  return await beginSession(tx, deps, account, stage, before);
}
