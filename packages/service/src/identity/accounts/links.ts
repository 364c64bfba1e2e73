// Links sent by e-mail: to accept an invitation or to choose a new password. Kept as keyed hashes, good once, for a while.
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

export type LinkPurpose = 'invitation' | 'password';

type LinkTables = {
  account_link: {
    token_hash: string;
    account_id: string;
    purpose: LinkPurpose;
    expires_at: string;
    used_at: string | null;
  };
};

const TOKEN_BYTES = 32;

/** Makes a link's token; links of the same purpose that were made before end. */
export async function makeLink(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  accountId: string,
  purpose: LinkPurpose,
): Promise<string> {
  const token = Buffer.from(ports.random.bytes(TOKEN_BYTES)).toString('base64url');
  const seconds =
    purpose === 'invitation' ? IDENTITY_LIMITS.invitationSeconds : IDENTITY_LIMITS.passwordLinkSeconds;
  const tables = tx.withTables<LinkTables>();
  await tables
    .deleteFrom('account_link')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute();
  await tables
    .insertInto('account_link')
    .values({
      token_hash: key.mac('account link', token),
      account_id: accountId,
      purpose,
      expires_at: new Date(ports.clock.now() + seconds * 1000).toISOString(),
      used_at: null,
    })
    .execute();
  return token;
}

/** Ends all links of an account, whatever they are for. */
export async function endLinks(tx: Tx, accountId: string): Promise<void> {
  await tx.withTables<LinkTables>().deleteFrom('account_link').where('account_id', '=', accountId).execute();
}

/** The account and purpose of a link that is still good. */
export async function findLink(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  token: string,
): Promise<{ readonly accountId: string; readonly purpose: LinkPurpose } | undefined> {
  const row = await tx
    .withTables<LinkTables>()
    .selectFrom('account_link')
    .select(['account_id', 'purpose'])
    .where('token_hash', 'in', hashes(key, token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowText(ports))
    .executeTakeFirst();
  return row === undefined ? undefined : { accountId: row.account_id, purpose: row.purpose };
}

/** Uses a link up; false when it was used, replaced or has run out in the meantime. Ends the account's other links. */
export async function useLink(
  tx: Tx,
  { ports, key }: { readonly ports: Ports; readonly key: IdentityKey },
  token: string,
): Promise<boolean> {
  const at = nowText(ports);
  const tables = tx.withTables<LinkTables>();
  const row = await tables
    .updateTable('account_link')
    .set({ used_at: at })
    .where('token_hash', 'in', hashes(key, token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('account_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  await tables
    .updateTable('account_link')
    .set({ used_at: at })
    .where('account_id', '=', row.account_id)
    .where('used_at', 'is', null)
    .execute();
  return true;
}

const hashes = (key: IdentityKey, token: string): string[] =>
  key.macs('account link', token).map(({ mac }) => mac);
