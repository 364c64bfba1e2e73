// Who runs the network: a user with the role `operator` and a second factor, judged from the rows as they are now.
import type { UserId } from '@pestle/rules/ids';
import { operatorName } from '../../audit/inside.ts';
import { validate } from '../../kernel/validate.ts';
import type { Tx } from '../../store/store.ts';
import type { AccountTables } from '../accounts/accounts.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

export interface Operator {
  readonly userId: UserId;
  /** First and last name. */
  readonly name: string;
  /** As the trail names them: with the id, since two people may have one name. */
  readonly by: string;
}

/** Why somebody is no operator: the user or account is not active, has not the role, or has no second factor. */
export type NoOperator = 'inactive' | 'role' | 'second-factor';

export type OperatorCheck =
  | { readonly operator: Operator; readonly tokensNotBefore: string }
  | { readonly refused: NoOperator };

export async function checkOperator(tx: Tx, userId: string): Promise<OperatorCheck> {
  const row = await tx
    .withTables<AccountTables>()
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .select([
      'app_user.id',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.roles',
      'app_user.second_factor',
      'app_user.active',
      'account.active as account_active',
      'account.tokens_not_before',
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirst();
  if (row === undefined || !row.active || !row.account_active) return { refused: 'inactive' };
  if (!row.roles.includes('operator')) return { refused: 'role' };
  if (!row.second_factor) return { refused: 'second-factor' };
  const name = `${row.first_name} ${row.last_name}`;
  const shortened = Array.from(name).slice(0, IDENTITY_LIMITS.operatorNameCharactersShown).join('').trim();
  const by = validate(operatorName, `${shortened} (${row.id})`, 'by');
  return { operator: { userId: row.id as UserId, name, by }, tokensNotBefore: row.tokens_not_before };
}
