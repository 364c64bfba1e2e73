// Writes a checked pharmacy with how it is reached, and a checked partner: of each only what differs, its secrets sealed.
import { isDeepStrictEqual } from 'node:util';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import { timeZoneOf } from '@pestle/rules/time-zone';
import { sql } from 'kysely';
import { type Failure, invalidInput } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import {
  openIntegration,
  openPartnerEndpoint,
  sealIntegration,
  sealPartnerEndpoint,
} from '../credentials/sealed-credentials.ts';
import { derivedId } from '../derived-id.ts';
import { countChange } from '../import/import-session.ts';
import { pharmacyWords } from '../import/pharmacy-source.ts';
import { upsertPharmacies } from '../import/reference-sql.ts';
import { declareWindows } from '../maintenance/declared.ts';
import { requireMapping } from '../messages/api-settings.ts';
import { findByIdentifiers } from '../pharmacy/pharmacy-rows.ts';
import type { DirectoryTables } from '../tables.ts';
import type { CheckedPartner, CheckedPharmacy } from './administration-input.ts';
import { updateDetails } from './network-writes-sql.ts';

/** Answers the id. Throws INVALID_INPUT for an unknown partner or a mapping that fails. */
export async function storePharmacy(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  checked: CheckedPharmacy,
): Promise<PharmacyId> {
  await requireMapping(checked.integration?.api, 'integration.api');
  const partnerId = checked.integration?.partnerId ?? null;
  if (partnerId !== null && !(await isPartner(tx, partnerId))) throw partnerUnknown();
  const id = (checked.id ?? (await pharmacyIdOf(tx, checked))) as PharmacyId;
  await storePharmacies(tx, ports, network, [{ id, checked }]);
  return id;
}

/** A pharmacy that was checked, its mapping and its partner too. */
export interface PharmacyWrite {
  readonly id: PharmacyId;
  readonly checked: CheckedPharmacy;
  /** That of its kind where it is left out. */
  readonly pharmacyType?: string | undefined;
}

/** All of them in some statements, whatever their number; each id once. Of each only what differs. */
export async function storePharmacies(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  writes: readonly PharmacyWrite[],
): Promise<void> {
  if (writes.length === 0) return;
  const written = await upsertPharmacies(tx, writes.map(sourceRow));
  const details = writes.map(({ id, checked }) => ({
    id,
    active: checked.active,
    partner_id: checked.integration?.partnerId ?? null,
    opening_hours: checked.openingHours ?? null,
    status_words: checked.statusWords,
  }));
  const isDetailed = await updateDetails(tx, details);
  await writeEndpoints(tx, network, writes);
  await declareWindows(
    tx,
    ports,
    'pharmacy',
    new Map(writes.map(({ id, checked }) => [id, checked.integration?.maintenance ?? []])),
  );
  if (written.size > 0 || isDetailed) await countChange(tx, 'pharmacy');
}

function sourceRow({ id, checked, pharmacyType }: PharmacyWrite): Parameters<typeof upsertPharmacies>[1][0] {
  const { npi = null, ncpdpId = null, address, name, kind } = checked;
  const { street1, street2 = null, city, state, postalCode } = address;
  const named = { name, city, state, postal_code: postalCode, npi, ncpdp_id: ncpdpId };
  return {
    ...named,
    id,
    kind,
    pharmacy_type: pharmacyType ?? (kind === 'MAIL_ORDER' ? 'mail_order' : 'community_retail'),
    serves_public: checked.servesPublic,
    street1,
    street2,
    country: 'US',
    phone: checked.phone ?? null,
    fax: checked.fax ?? null,
    latitude: checked.latitude ?? null,
    longitude: checked.longitude ?? null,
    time_zone: timeZoneAt(checked),
    search_words: pharmacyWords(named),
  };
}

/** Its own, else that of its address. */
export function timeZoneAt({ timeZone, address }: CheckedPharmacy): string | null {
  return timeZone ?? timeZoneOf({ state: address.state, postalCode: address.postalCode });
}

/** Of a pharmacy that says none: that of its NPI, else of its name, so that writing it again finds it. */
export async function pharmacyIdOf(
  tx: Tx,
  { npi = null, name }: Pick<CheckedPharmacy, 'npi' | 'name'>,
): Promise<PharmacyId> {
  const [known] = await findByIdentifiers(tx, npi === null ? [] : [npi], []);
  return known?.id ?? derivedId('phr', npi === null ? `name:${name}` : `npi:${npi}`);
}

async function isPartner(tx: Tx, partnerId: string): Promise<boolean> {
  const partner = await tx
    .withTables<DirectoryTables>()
    .selectFrom('partner')
    .select('id')
    .where('id', '=', partnerId as Id<'ptn'>)
    .executeTakeFirst();
  return partner !== undefined;
}

export function partnerUnknown(): Failure {
  const message = 'There is no such partner: write the partner first.';
  return invalidInput([{ path: 'integration.partnerId', code: 'NOT_FOUND', message }]);
}

/** What a change of a row counts, as columns. */
const countChangeOf = (table: 'pharmacy_endpoint' | 'partner') => ({
  revision: sql<number>`${sql.ref(`${table}.revision`)} + 1`,
  updated_at: sql<string>`clock_timestamp()`,
});

async function writeEndpoints(tx: Tx, network: OrgKeys, writes: readonly PharmacyWrite[]): Promise<void> {
  const tables = tx.withTables<DirectoryTables>();
  const known = await tables
    .selectFrom('pharmacy_endpoint')
    .select(['pharmacy_id as id', 'integration as plain', 'sealed'])
    .where(sql<boolean>`pharmacy_id = any(${sql.val(writes.map(({ id }) => id))}::text[])`)
    .orderBy('pharmacy_id')
    .forUpdate()
    .execute();
  const knownOf = new Map(known.map((row) => [row.id, row]));
  const gone = writes.filter(({ id, checked }) => checked.integration === null && knownOf.has(id));
  if (gone.length > 0)
    await tables
      .deleteFrom('pharmacy_endpoint')
      .where(
        'pharmacy_id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  const rows = writes.flatMap(({ id, checked: { integration } }) => {
    if (integration === null) return [];
    const { maintenance: _, ...reached } = integration;
    const row = knownOf.get(id);
    // A sealed value looks different each time: only the opened one tells whether anything changed.
    if (row !== undefined && isDeepStrictEqual(openIntegration(network, id, row), reached)) return [];
    const { plain, sealed } = sealIntegration(network, id, reached);
    return [{ pharmacy_id: id, integration: JSON.stringify(plain), sealed }];
  });
  if (rows.length === 0) return;
  await tables
    .insertInto('pharmacy_endpoint')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('pharmacy_id').doUpdateSet((row) => ({
        integration: row.ref('excluded.integration'),
        sealed: row.ref('excluded.sealed'),
        ...countChangeOf('pharmacy_endpoint'),
      })),
    )
    .execute();
}

export async function storePartner(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  { id: given, name, endpoint, active, maintenance = [] }: CheckedPartner,
): Promise<void> {
  const id = given as Id<'ptn'>;
  const tables = tx.withTables<DirectoryTables>();
  const known = await tables
    .selectFrom('partner')
    .select(['name', 'active', 'endpoint as plain', 'sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const isSame =
    known?.name === name &&
    known.active === active &&
    isDeepStrictEqual(openPartnerEndpoint(network, id, known), endpoint);
  if (!isSame) {
    const { plain, sealed } = sealPartnerEndpoint(network, id, endpoint);
    await tables
      .insertInto('partner')
      .values({ id, name, endpoint: JSON.stringify(plain), sealed, active })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          endpoint: row.ref('excluded.endpoint'),
          sealed: row.ref('excluded.sealed'),
          active: row.ref('excluded.active'),
          ...countChangeOf('partner'),
        })),
      )
      .execute();
  }
  await declareWindows(tx, ports, 'partner', new Map([[id, maintenance]]));
}

/** Says in a sentence that another pharmacy has an identifier. */
export async function identifiersGuarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== SQLSTATE.uniqueViolation) throw error;
    const message = 'Another pharmacy has this NPI or NCPDP id.';
    throw invalidInput([{ path: 'npi', code: 'TAKEN', message }]);
  }
}
