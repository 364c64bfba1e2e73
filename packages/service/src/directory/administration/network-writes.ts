// Writes a checked pharmacy with how it is reached, and a checked partner: of each only what differs, its secrets sealed.
import { isDeepStrictEqual } from 'node:util';
import type { Id, PharmacyId } from '@pestle/rules/ids';
import { timeZoneOf } from '@pestle/rules/time-zone';
import { sql } from 'kysely';
import { invalidInput } from '../../kernel/errors.ts';
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
import type { Integration } from '../integration.ts';
import { declareWindows } from '../maintenance/declared.ts';
import { requireMapping } from '../messages/api-settings.ts';
import { findByIdentifiers } from '../pharmacy/pharmacy-rows.ts';
import type { DirectoryTables } from '../tables.ts';
import type { CheckedPartner, CheckedPharmacy } from './administration-input.ts';

/** Answers the id. Without a `pharmacyType` that of its kind is written. Throws INVALID_INPUT for an unknown partner or a mapping that fails. */
export async function storePharmacy(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  checked: CheckedPharmacy,
  pharmacyType = checked.kind === 'MAIL_ORDER' ? 'mail_order' : 'community_retail',
): Promise<PharmacyId> {
  const { npi = null, ncpdpId = null, address, integration } = checked;
  await requireMapping(integration?.api, 'integration.api');
  const partnerId = integration?.partnerId ?? null;
  if (partnerId !== null) await requirePartner(tx, partnerId);
  const id = (checked.id ?? (await pharmacyIdOf(tx, checked))) as PharmacyId;
  const { street1, street2 = null, city, state, postalCode } = address;
  const named = { name: checked.name, city, state, postal_code: postalCode, npi, ncpdp_id: ncpdpId };
  const written = await upsertPharmacies(tx, [
    {
      ...named,
      id,
      kind: checked.kind,
      pharmacy_type: pharmacyType,
      serves_public: checked.servesPublic,
      street1,
      street2,
      country: 'US',
      phone: checked.phone ?? null,
      fax: checked.fax ?? null,
      latitude: checked.latitude ?? null,
      longitude: checked.longitude ?? null,
      time_zone: checked.timeZone ?? timeZoneOf({ state, postalCode }),
      search_words: pharmacyWords(named),
    },
  ]);
  const hours = hoursText(checked.openingHours);
  const statusWords = JSON.stringify(checked.statusWords);
  const { numUpdatedRows } = await tx
    .withTables<DirectoryTables>()
    .updateTable('pharmacy')
    .set({
      active: checked.active,
      partner_id: partnerId,
      opening_hours: hours,
      status_words: statusWords,
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`(active, partner_id, opening_hours, status_words) is distinct from
        (${checked.active}::boolean, ${partnerId}::text, ${hours}::jsonb, ${statusWords}::jsonb)`,
    )
    .executeTakeFirst();
  const { maintenance = [], ...reached } = integration ?? {};
  await writeEndpoint(tx, network, id, integration === null ? null : (reached as Integration));
  await declareWindows(tx, ports, { kind: 'pharmacy', id }, maintenance);
  if (written.size > 0 || numUpdatedRows > 0n) await countChange(tx, 'pharmacy');
  return id;
}

/** Of a pharmacy that says none: that of its NPI, else of its name, so that writing it again finds it. */
export async function pharmacyIdOf(
  tx: Tx,
  { npi = null, name }: Pick<CheckedPharmacy, 'npi' | 'name'>,
): Promise<PharmacyId> {
  const [known] = await findByIdentifiers(tx, npi === null ? [] : [npi], []);
  return known?.id ?? derivedId('phr', npi === null ? `name:${name}` : `npi:${npi}`);
}

function hoursText(hours: unknown): string | null {
  return hours === null || hours === undefined ? null : JSON.stringify(hours);
}

async function requirePartner(tx: Tx, partnerId: string): Promise<void> {
  const partner = await tx
    .withTables<DirectoryTables>()
    .selectFrom('partner')
    .select('id')
    .where('id', '=', partnerId as Id<'ptn'>)
    .executeTakeFirst();
  if (partner !== undefined) return;
  const message = 'There is no such partner: write the partner first.';
  throw invalidInput([{ path: 'integration.partnerId', code: 'NOT_FOUND', message }]);
}

/** What a change of a row counts, as columns. */
const countChangeOf = (table: 'pharmacy_endpoint' | 'partner') => ({
  revision: sql<number>`${sql.ref(`${table}.revision`)} + 1`,
  updated_at: sql<string>`clock_timestamp()`,
});

async function writeEndpoint(
  tx: Tx,
  network: OrgKeys,
  pharmacyId: PharmacyId,
  integration: Integration | null,
): Promise<void> {
  const tables = tx.withTables<DirectoryTables>();
  if (integration === null) {
    await tables.deleteFrom('pharmacy_endpoint').where('pharmacy_id', '=', pharmacyId).execute();
    return;
  }
  const known = await tables
    .selectFrom('pharmacy_endpoint')
    .select(['integration as plain', 'sealed'])
    .where('pharmacy_id', '=', pharmacyId)
    .forUpdate()
    .executeTakeFirst();
  // A sealed value looks different each time: only the opened one tells whether anything changed.
  if (known !== undefined && isDeepStrictEqual(openIntegration(network, pharmacyId, known), integration))
    return;
  const { plain, sealed } = sealIntegration(network, pharmacyId, integration);
  await tables
    .insertInto('pharmacy_endpoint')
    .values({ pharmacy_id: pharmacyId, integration: JSON.stringify(plain), sealed })
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
  await declareWindows(tx, ports, { kind: 'partner', id }, maintenance);
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
