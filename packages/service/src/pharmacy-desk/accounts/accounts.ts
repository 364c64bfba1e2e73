// The rows of people who sign in for a pharmacy.
import type { Id } from '@pestle/rules/ids';
import { recordNetworkAct } from '../../audit/inside.ts';
import type { IdentityKey } from '../../identity/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { AccountRow, PharmacyDeskTables } from '../tables.ts';

export interface AccountDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** Seals the secrets of apps, and hides what is counted and looked up. */
  readonly key: IdentityKey;
}

/** What a sealed secret of an app is bound to. */
export const totpAddress = (accountId: string): string => `pharmacy_account totp_secret ${accountId}`;

export async function accountBy(
  tx: Tx,
  by: { readonly id: string } | { readonly email: string },
): Promise<AccountRow | undefined> {
  const rows = tx.withTables<PharmacyDeskTables>().selectFrom('pharmacy_account').selectAll();
  return await ('id' in by
    ? rows.where('id', '=', by.id as Id<'pha'>)
    : rows.where('email', '=', by.email)
  ).executeTakeFirst();
}

/** A person of a pharmacy, as the network's trail names who did something. */
export const accountName = ({ id }: Pick<AccountRow, 'id'>): string => `pharmacy account ${id}`;

/** What somebody did about their own account. */
export async function recordOwnAct(
  tx: Tx,
  ports: Ports,
  account: Pick<AccountRow, 'id' | 'pharmacy_id'>,
  action: string,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await recordNetworkAct(tx, ports, {
    operator: accountName(account),
    action,
    subject: { kind: 'pharmacy-account', id: account.id },
    detail: { pharmacyId: account.pharmacy_id, ...detail },
  });
}
