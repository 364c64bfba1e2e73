// Signs people of a pharmacy in: password, then the code of an app. What is answered never tells whether there is such an account.
import { normalizeEmail, totpStep, verifyPassword } from '../../identity/inside.ts';
import { nowText } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import type { Tx } from '../../store/store.ts';
import { judge, type SlowDown, type TryBudget } from '../../tries/tries.ts';
import { PHARMACY_TRY_LIMITS as TRIES } from '../limits.ts';
import type { AccountRow, PharmacyDeskTables } from '../tables.ts';
import { type AccountDeps, accountBy, recordOwnAct, totpAddress } from './accounts.ts';
import { beginSession, type DeskSession } from './sessions.ts';

/** Longer ones are nobody's; what is compared stays bounded. */
const EMAIL_CHARACTERS_MAX = 254;
const PASSWORD_CHARACTERS_MAX = 512;

export type SignedIn =
  | { readonly kind: 'proved'; readonly secret: string }
  | { readonly kind: 'wrong' }
  | SlowDown;

/** The same work whether there is such an account or not. A session that waits for the code is begun where it was right. */
export async function provePassword(
  deps: AccountDeps,
  given: { readonly email: string; readonly password: string },
  from: { readonly address: string; readonly session: string | undefined },
): Promise<SignedIn> {
  const { store, ports } = deps;
  const email = normalizeEmail(given.email).slice(0, EMAIL_CHARACTERS_MAX);
  const password = typedPassword(given.password);
  const source = addressKey(from.address);
  const found: { account?: AccountRow | undefined } = {};
  const judged = await judge(deps, passwordBudgets(deps, email, source), async () => {
    found.account = await store.asDoor((tx) => accountBy(tx, { email }));
    // Without an app the invitation was not accepted to its end: nobody signs in by a password alone.
    const { account } = found;
    const isWhole = account?.active === true && account.totp_confirmed_at !== null;
    const stored = account?.password_hash ?? null;
    return (await verifyPassword(password, stored, { source, known: false })) && isWhole;
  });
  const { account } = found;
  if (judged.kind === 'slow-down') return judged;
  if (judged.kind === 'wrong' || account === undefined) {
    if (account !== undefined)
      await store.asDoor((tx) => recordOwnAct(tx, ports, account, 'pharmacy-account.refused'));
    return { kind: 'wrong' };
  }
  return {
    kind: 'proved',
    secret: await store.asDoor((tx) => beginSession(tx, deps, account, 'password', from.session)),
  };
}

/** What is compared of what was typed. */
export function typedPassword(text: string): string {
  return text.slice(0, PASSWORD_CHARACTERS_MAX);
}

/** A code, of whoever has proved the password. */
export function codeBudgets({ key }: AccountDeps, accountId: AccountRow['id']): readonly TryBudget[] {
  return [{ name: key.mac('pharmacy code', accountId), ...TRIES.secondFactor }];
}

/** A password, whatever it is asked for. */
export function passwordBudgets({ key }: AccountDeps, email: string, source: string): readonly TryBudget[] {
  return [
    { name: key.mac('pharmacy pair', email, source), ...TRIES.accountAtAddress },
    { name: key.mac('pharmacy account', email), ...TRIES.account },
    { name: key.mac('pharmacy address', source), ...TRIES.address },
  ];
}

/** The code of the app, once the password was proved. Answers the secret of the whole session. */
export async function proveCode(
  deps: AccountDeps,
  { account }: DeskSession,
  code: string,
  session: string | undefined,
): Promise<SignedIn> {
  const { store, ports } = deps;
  const begun: { secret?: string } = {};
  const judged = await judge(deps, codeBudgets(deps, account.id), () =>
    store.asDoor(async (tx) => {
      if (!(await useCode(tx, deps, account.id, code))) {
        await recordOwnAct(tx, ports, account, 'pharmacy-account.refused');
        return false;
      }
      await tx
        .withTables<PharmacyDeskTables>()
        .updateTable('pharmacy_account')
        .set({ last_sign_in_at: nowText(ports) })
        .where('id', '=', account.id)
        .execute();
      begun.secret = await beginSession(tx, deps, account, 'full', session);
      await recordOwnAct(tx, ports, account, 'pharmacy-account.sign-in');
      return true;
    }),
  );
  if (judged.kind !== 'right') return judged;
  return begun.secret === undefined ? { kind: 'wrong' } : { kind: 'proved', secret: begun.secret };
}

/** True when the code is right now and was not used before; it is used up by this. */
export async function useCode(
  tx: Tx,
  { ports, key }: AccountDeps,
  accountId: AccountRow['id'],
  code: string,
): Promise<boolean> {
  const account = await accountBy(tx, { id: accountId });
  if (account?.active !== true || account.totp_secret === null) return false;
  const address = totpAddress(account.id);
  const step = totpStep(key.open(address, account.totp_secret), code, ports.clock.now());
  if (step === null) return false;
  const anew = key.reseal(address, account.totp_secret);
  const result = await tx
    .withTables<PharmacyDeskTables>()
    .updateTable('pharmacy_account')
    .set({ totp_last_step: step, ...(anew === null ? {} : { totp_secret: anew }) })
    .where('id', '=', account.id)
    .where('totp_last_step', '<', step)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
