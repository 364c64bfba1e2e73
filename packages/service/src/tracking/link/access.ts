// Decides who sees the record behind a link: whoever has the link itself and the second fact.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import type { SecureLinkRow, SecureLinkTables } from '../../delivery/inside.ts';
import { hashSecret, type PresentedSecret } from '../../delivery/inside.ts';
import type { PharmacyRow } from '../../directory/inside.ts';
import type { Store, Tx } from '../../store/store.ts';

/** The link of a token or code, or undefined; in two steps, as the organization is not known before. */
export async function findLink(store: Store, presented: PresentedSecret): Promise<SecureLinkRow | undefined> {
  const hash = hashSecret(presented.secret);
  const found = await store.asDoor((tx) =>
    tx
      .withTables<SecureLinkTables>()
      .selectFrom('secure_link')
      .select(['org_id', 'id'])
      .where(presented.kind === 'token' ? 'token_hash' : 'code_hash', '=', hash)
      .executeTakeFirst(),
  );
  if (found === undefined) return undefined;
  return await store.withOrg(found.org_id, (tx) => readLink(tx, found.org_id, found.id));
}

async function readLink(
  tx: Tx,
  orgId: OrganizationId,
  id: SecureLinkRow['id'],
): Promise<SecureLinkRow | undefined> {
  return await tx
    .withTables<SecureLinkTables>()
    .selectFrom('secure_link')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Why a link that exists does not open. */
export function closedBecause(link: SecureLinkRow, nowMs: number): 'replaced' | 'expired' | undefined {
  if (link.revoked_at !== null) return 'replaced';
  return Date.parse(link.expires_at) <= nowMs ? 'expired' : undefined;
}

/** What the page asks for. */
export type SecondFact = 'pharmacy-id' | 'phone' | 'none';

/** A pharmacy without NCPDP id and NPI on file is asked for its telephone number, which the fax does not print either. */
export function secondFactOf(pharmacy: PharmacyRow): SecondFact {
  if (pharmacy.ncpdp_id !== null || pharmacy.npi !== null) return 'pharmacy-id';
  return pharmacy.phone === null ? 'none' : 'phone';
}

/** True when what was typed is the pharmacy's fact; blanks, dashes and other marks between digits do not matter. */
export function isSecondFact(pharmacy: PharmacyRow, typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  const facts =
    secondFactOf(pharmacy) === 'pharmacy-id' ? [pharmacy.ncpdp_id, pharmacy.npi] : [pharmacy.phone];
  let matches = false;
  for (const fact of facts) if (fact !== null && sameDigits(fact, digits)) matches = true;
  return matches;
}

function sameDigits(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
