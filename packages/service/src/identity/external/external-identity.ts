// Which account a person of an external issuer is: by issuer and subject, linked once by a verified e-mail address.

import type { Tx } from '../../store/store.ts';
import { normalizeEmail } from '../accounts/accounts.ts';
import type { ExternalIssuer, ExternalPerson } from './external-issuer.ts';

type ExternalTables = {
  external_identity: { issuer: string; subject: string; account_id: string };
  account: { id: string; email: string; active: boolean; tokens_not_before: string };
  app_user: { org_id: string; account_id: string; email: string };
};

export interface LinkedAccount {
  readonly id: string;
  readonly email: string;
  /** ISO time; proofs from before it count for nothing. */
  readonly tokensNotBefore: string;
}

/**
 * The account behind a person of an issuer; at the first time, that of the user of the issuer's own organization with the
 * same verified e-mail address. Undefined when there is none: nobody becomes a user by signing in somewhere else.
 */
export async function linkedAccount(
  tx: Tx,
  settings: ExternalIssuer,
  person: ExternalPerson,
): Promise<LinkedAccount | undefined> {
  const tables = tx.withTables<ExternalTables>();
  const known = await tables
    .selectFrom('external_identity')
    .innerJoin('account', 'account.id', 'external_identity.account_id')
    .select(['account.id', 'account.email', 'account.tokens_not_before as tokensNotBefore'])
    .where('external_identity.issuer', '=', person.issuer)
    .where('external_identity.subject', '=', person.subject)
    .where('account.active', '=', true)
    .executeTakeFirst();
  if (known !== undefined || person.email === null) return known;
  const found = await tables
    .selectFrom('account')
    .innerJoin('app_user', 'app_user.account_id', 'account.id')
    .select(['account.id', 'account.email', 'account.tokens_not_before as tokensNotBefore'])
    .where('account.email', '=', normalizeEmail(person.email))
    .where('account.active', '=', true)
    .where('app_user.org_id', '=', settings.organizationId)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  await tables
    .insertInto('external_identity')
    .values({ issuer: person.issuer, subject: person.subject, account_id: found.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return found;
}
