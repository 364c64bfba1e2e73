// Changes the password of somebody who is signed in: by the present one and a code of the app, because a screen that was left open must not be enough.
import { type IsBreached, type PasswordProblem, verifyPassword } from '../../identity/inside.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { judge, type SlowDown } from '../../tries/tries.ts';
import type { AccountRow } from '../tables.ts';
import { type AccountDeps, recordOwnAct } from './accounts.ts';
import { hashChosen, takePassword } from './chosen-password.ts';
import { codeBudgets, passwordBudgets, typedPassword, useCode } from './sign-in.ts';

export type PasswordChanged =
  | { readonly kind: 'changed'; readonly secret: string }
  | { readonly kind: 'wrong-password' }
  | { readonly kind: 'wrong-code' }
  | { readonly kind: 'password'; readonly problem: PasswordProblem }
  | SlowDown;

export interface PasswordInput {
  readonly current: string;
  readonly code: string;
  readonly password: string;
}

/**
 * Every session of the account ends; whoever changed it goes on in a new one. The new password is judged before the code is used up, and a form
 * that is sent again finds another present password and changes nothing.
 */
export async function changePassword(
  deps: AccountDeps & { readonly isBreached: IsBreached },
  account: AccountRow,
  given: PasswordInput,
  from: { readonly address: string },
): Promise<PasswordChanged> {
  const { store, ports } = deps;
  const source = addressKey(from.address);
  const refused = async (): Promise<void> =>
    await store.asDoor((tx) => recordOwnAct(tx, ports, account, 'pharmacy-account.refused'));
  const known = await judge(deps, passwordBudgets(deps, account.email, source), async () => {
    const isRight = await verifyPassword(typedPassword(given.current), account.password_hash, {
      source,
      known: false,
    });
    if (!isRight) await refused();
    return isRight;
  });
  if (known.kind === 'slow-down') return known;
  if (known.kind === 'wrong') return { kind: 'wrong-password' };
  const chosen = await hashChosen(deps, account, given.password, from.address);
  if (chosen.kind === 'password') return chosen;
  const begun: { secret?: string | undefined } = {};
  const proved = await judge(deps, codeBudgets(deps, account.id), () =>
    store.asDoor(async (tx) => {
      if (!(await useCode(tx, deps, account.id, given.code))) {
        await recordOwnAct(tx, ports, account, 'pharmacy-account.refused');
        return false;
      }
      begun.secret = await takePassword(tx, deps, account, {
        set: { password_hash: chosen.hash },
        still: 'password_hash',
        action: 'pharmacy-account.password',
        stage: 'full',
        before: undefined,
      });
      return begun.secret !== undefined;
    }),
  );
  if (proved.kind === 'slow-down') return proved;
  return begun.secret === undefined ? { kind: 'wrong-code' } : { kind: 'changed', secret: begun.secret };
}
