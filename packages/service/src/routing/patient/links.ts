// The table `patient_link`: one link per order that waits for its patient's choice. Its token is derived from the deployment's secret, never stored.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Id, OrderId, OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { ROUTING_LIMITS } from '../limits.ts';
import { type Texted, textsOfOrder } from './texted.ts';

export type PatientLinkId = Id<'plk'>;

export type PatientLinkRow = {
  org_id: OrganizationId;
  id: PatientLinkId;
  order_id: OrderId;
  token_hash: string;
  expires_at: string;
  revoked_at: string | null;
  created_at: string;
};

export type PatientLinkTables = { patient_link: PatientLinkRow };

/** Derives the tokens of links from one key of the deployment. */
export interface PatientLinkKey {
  /** 256 bits as base64url text (43 characters): the same for the same link, so that its message can be sent again. */
  tokenOf(id: PatientLinkId): string;
  /** The token that has this hash, by whichever key made it; undefined when none of those that count did. */
  tokenWith(tokenHash: string, id: PatientLinkId): string | undefined;
}

const KEY_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const DAY_MS = 86_400_000;

/** Messages carry the links that a `previous` key made as they were. */
export function createPatientLinkKey(
  linkKey: Uint8Array,
  previous: readonly Uint8Array[] = [],
): PatientLinkKey {
  const all = [linkKey, ...previous].map((secret) => {
    const key = new Uint8Array(
      hkdfSync('sha256', secret, new Uint8Array(), 'pestle patient links', KEY_BYTES),
    );
    return (id: PatientLinkId): string => createHmac('sha256', key).update(id).digest('base64url');
  });
  return {
    tokenOf: (id) => all[0]?.(id) ?? '',
    tokenWith: (tokenHash, id) =>
      all.map((tokenOf) => tokenOf(id)).find((token) => hashOf(token) === tokenHash),
  };
}

/** The address in the patient's message. It holds nothing but the token. */
export function patientLinkUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/p/${token}`;
}

/** A link as it is made, before its row is written. */
export interface NewPatientLink {
  readonly id: PatientLinkId;
  readonly token: string;
  readonly tokenHash: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Whose link, and to which number it goes: ten digits. */
export interface LinkFor {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly phone: string;
}

export function newPatientLink(ports: Ports, key: PatientLinkKey): NewPatientLink {
  const id = makeId(ports, 'plk');
  const token = key.tokenOf(id);
  const expiresAt = new Date(ports.clock.now() + ROUTING_LIMITS.patientLinkDays * DAY_MS).toISOString();
  return { id, token, tokenHash: hashOf(token), expiresAt };
}

/**
 * The token of an order's link for this number, which is made when there is none that counts: none yet, one that was ended because its number
 * was somebody else's, or one that went to another number, which ends with it. The caller has looked whether the number of now is somebody else's.
 */
export async function patientLinkFor(
  tx: Tx,
  ports: Ports,
  key: PatientLinkKey,
  { orgId, orderId, phone }: LinkFor,
): Promise<string> {
  const tables = tx.withTables<PatientLinkTables>();
  const known = await tables
    .selectFrom('patient_link')
    .select(['id', 'token_hash'])
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  const numbers =
    known === undefined ? new Set() : numbersOf(known, await textsOfOrder(tx, { orgId, orderId }));
  if (known !== undefined && numbers.size > 0 && !numbers.has(phone))
    await tables
      .updateTable('patient_link')
      .set({ revoked_at: nowText(ports) })
      .where('org_id', '=', orgId)
      .where('id', '=', known.id)
      .execute();
  else if (known !== undefined) {
    const kept = key.tokenWith(known.token_hash, known.id);
    if (kept !== undefined) return kept;
    // Made by a key that does not count any more: a link that opens takes its place.
    const token = key.tokenOf(known.id);
    await tables
      .updateTable('patient_link')
      .set({ token_hash: hashOf(token) })
      .where('org_id', '=', orgId)
      .where('id', '=', known.id)
      .execute();
    return token;
  }
  const made = newPatientLink(ports, key);
  await tables
    .insertInto('patient_link')
    .values({
      org_id: orgId,
      id: made.id,
      order_id: orderId,
      token_hash: made.tokenHash,
      expires_at: made.expiresAt,
      revoked_at: null,
      created_at: nowText(ports),
    })
    .execute();
  return made.token;
}

/** The numbers that this link went to; none where no text with it is kept. */
export function numbersOf(
  link: Pick<PatientLinkRow, 'token_hash'>,
  texts: readonly Texted[],
): ReadonlySet<string> {
  return new Set(
    texts.flatMap(({ token, recipient }) =>
      token !== undefined && hashOf(token) === link.token_hash ? [recipient] : [],
    ),
  );
}

/** The link of a token, or undefined; in two steps, as the organization is not known before. */
export async function linkOfToken(store: Store, token: string): Promise<PatientLinkRow | undefined> {
  if (!TOKEN.test(token)) return undefined;
  return await linkWhere(store, 'token_hash', hashOf(token));
}

/** The link of a visit, whose id is no secret: the visit's cookie is. */
export async function linkOfId(store: Store, id: string): Promise<PatientLinkRow | undefined> {
  if (!isId('plk', id)) return undefined;
  return await linkWhere(store, 'id', id);
}

/** Of these links, the ids of those that still show their order: not ended, and not too old. */
export async function linksStanding(
  { store, ports }: { readonly store: Store; readonly ports: Pick<Ports, 'clock'> },
  links: readonly { readonly orgId: OrganizationId; readonly id: string }[],
): Promise<ReadonlySet<string>> {
  const standing = new Set<string>();
  for (const [orgId, own] of Map.groupBy(links, (link) => link.orgId)) {
    const rows = await store.withOrg(orgId, (tx) =>
      tx
        .withTables<PatientLinkTables>()
        .selectFrom('patient_link')
        .select('id')
        .where('org_id', '=', orgId)
        .where(
          'id',
          'in',
          own.map(({ id }) => id as PatientLinkId),
        )
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', nowText(ports))
        .execute(),
    );
    for (const { id } of rows) standing.add(id);
  }
  return standing;
}

async function linkWhere(
  store: Store,
  column: 'token_hash' | 'id',
  value: string,
): Promise<PatientLinkRow | undefined> {
  const found = await store.asDoor((tx) =>
    tx
      .withTables<PatientLinkTables>()
      .selectFrom('patient_link')
      .select(['org_id', 'id'])
      .where(column, '=', value)
      .executeTakeFirst(),
  );
  if (found === undefined) return undefined;
  return await store.withOrg(found.org_id, (tx) =>
    tx
      .withTables<PatientLinkTables>()
      .selectFrom('patient_link')
      .selectAll()
      .where('org_id', '=', found.org_id)
      .where('id', '=', found.id)
      .executeTakeFirst(),
  );
}

/** What the store keeps of a token. It has enough bits of its own. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
