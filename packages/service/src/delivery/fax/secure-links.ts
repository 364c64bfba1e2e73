// The table `secure_link`: one link per fax; issuing, revoking and finding again what stands on a page.
import type { FillId, Id, OrderId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { LinkKey, LinkSecrets } from './link.ts';
import { hashSecret } from './link.ts';

export type SecureLinkRow = {
  org_id: OrganizationId;
  id: Id<'lnk'>;
  transmission_id: TransmissionId;
  order_id: OrderId;
  fill_id: FillId;
  pharmacy_id: PharmacyId;
  generation: number;
  token_hash: string;
  code_hash: string;
  expires_at: string;
  revoked_at: string | null;
  created_at: string;
};

export type SecureLinkTables = { secure_link: SecureLinkRow };

export interface LinkSubject {
  readonly orgId: OrganizationId;
  readonly transmissionId: TransmissionId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  /** ISO 8601: the end of the prescription's last day. */
  readonly expiresAt: string;
}

export interface IssuedLink extends LinkSecrets {
  readonly expiresAt: string;
}

/**
 * The link of a fax: the one in force, or a first one. Call it in the transaction that makes the transmission, and again
 * wherever the page is drawn: while its key counts, the answer is the same.
 */
export async function linkFor(tx: Tx, ports: Ports, key: LinkKey, subject: LinkSubject): Promise<IssuedLink> {
  const [latest] = await linksOf(tx, subject);
  if (latest !== undefined && latest.revoked_at === null) {
    const secrets = key.secretsWith(latest.token_hash, subject.transmissionId, latest.generation);
    if (secrets !== undefined) return { ...secrets, expiresAt: latest.expires_at };
    // Made by a key that does not count any more: what would be drawn again opens nothing, so the link is made anew.
    await revokeLinks(tx, ports, subject);
  }
  return await issue(tx, ports, key, subject, (latest?.generation ?? 0) + 1);
}

/** Revokes the links of one fax; a revoked link never works again. */
async function revokeLinks(
  tx: Tx,
  ports: Ports,
  { orgId, transmissionId }: Pick<LinkSubject, 'orgId' | 'transmissionId'>,
): Promise<void> {
  await tx
    .withTables<SecureLinkTables>()
    .updateTable('secure_link')
    .set({ revoked_at: nowText(ports) })
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', transmissionId)
    .where('revoked_at', 'is', null)
    .execute();
}

function linksOf(
  tx: Tx,
  { orgId, transmissionId }: LinkSubject,
): Promise<Pick<SecureLinkRow, 'generation' | 'revoked_at' | 'expires_at' | 'token_hash'>[]> {
  return tx
    .withTables<SecureLinkTables>()
    .selectFrom('secure_link')
    .select(['generation', 'revoked_at', 'expires_at', 'token_hash'])
    .where('org_id', '=', orgId)
    .where('transmission_id', '=', transmissionId)
    .orderBy('generation', 'desc')
    .limit(1)
    .execute();
}

async function issue(
  tx: Tx,
  ports: Ports,
  key: LinkKey,
  subject: LinkSubject,
  generation: number,
): Promise<IssuedLink> {
  const secrets = key.secretsOf(subject.transmissionId, generation);
  await tx
    .withTables<SecureLinkTables>()
    .insertInto('secure_link')
    .values({
      org_id: subject.orgId,
      id: makeId(ports, 'lnk'),
      transmission_id: subject.transmissionId,
      order_id: subject.orderId,
      fill_id: subject.fillId,
      pharmacy_id: subject.pharmacyId,
      generation,
      token_hash: hashSecret(secrets.token),
      code_hash: hashSecret(secrets.code),
      expires_at: subject.expiresAt,
      revoked_at: null,
      created_at: nowText(ports),
    })
    .execute();
  return { ...secrets, expiresAt: subject.expiresAt };
}
