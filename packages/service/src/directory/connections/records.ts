// Reads a pharmacy or a partner as operators write it: one record with how it is reached, its secrets opened for the act that reads it.
import type { PharmacyId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { type Address, addressOf } from '../address.ts';
import { openIntegration, openPartnerEndpoint } from '../credentials/sealed-credentials.ts';
import type { Endpoint } from '../endpoint-shape.ts';
import type { Integration } from '../integration.ts';
import { declaredWindowsOf } from '../maintenance/declared.ts';
import { PHARMACY_COLUMNS } from '../pharmacy/pharmacy-rows.ts';
import type { DirectoryTables, OpeningHours, PharmacyKind, PharmacyRow } from '../tables.ts';

export interface PharmacyRecord {
  readonly id: string;
  readonly npi: string | null;
  readonly ncpdpId: string | null;
  readonly name: string;
  readonly kind: PharmacyKind;
  readonly servesPublic: boolean;
  readonly address: Address | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly timeZone: string | null;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly openingHours: readonly OpeningHours[] | null;
  readonly active: boolean;
  readonly statusWords: Readonly<Record<string, string>>;
  /** Null: it gets faxes. */
  readonly integration: Omit<Integration, 'conformancePassedAt'> | null;
}

export interface PartnerRecord {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly endpoint: Endpoint;
  readonly maintenance: readonly { readonly start: string; readonly end: string }[];
}

/** A conformance run that was passed: `of` is the keyed hash of the settings that it was made with. */
export interface PassedRun {
  readonly at: string;
  readonly by: string;
  readonly of: string;
}

export interface StoredPharmacy {
  readonly record: PharmacyRecord;
  readonly revision: number;
  readonly pharmacyType: string;
  readonly passedRun: PassedRun | null;
  /** When the run was passed on which it went live. */
  readonly conformancePassedAt: string | undefined;
  /** The partner in between, active or not. */
  readonly partner: StoredPartner | null;
}

export interface StoredPartner {
  readonly record: PartnerRecord;
  readonly revision: number;
}

/** Locks the row until the end of the transaction, so that an import cannot change what is read here before it is written back. */
export async function readPharmacy(
  tx: Tx,
  network: OrgKeys,
  id: string,
): Promise<StoredPharmacy | undefined> {
  return (await readPharmacies(tx, network, [id])).get(id);
}

/** Many at once, each by its id; ids that nobody has are left out. Without `locked` the rows stay free for others. */
export async function readPharmacies(
  tx: Tx,
  network: OrgKeys,
  ids: readonly string[],
  { locked = true }: { readonly locked?: boolean } = {},
): Promise<ReadonlyMap<string, StoredPharmacy>> {
  const wanted = [...new Set(ids)].filter((id): id is PharmacyId => isId('phr', id));
  if (wanted.length === 0) return new Map();
  const tables = tx.withTables<DirectoryTables>();
  const all = tables
    .selectFrom('pharmacy')
    .select(PHARMACY_COLUMNS)
    .where(isOneOf('id', wanted))
    // Everybody who locks several does so in this order, so that no two wait for each other.
    .orderBy('id');
  const rows = await (locked ? all.forUpdate() : all).execute();
  const endpoints = await tables
    .selectFrom('pharmacy_endpoint')
    .select(['pharmacy_id', 'integration as plain', 'sealed', 'conformance'])
    .where(isOneOf('pharmacy_id', wanted))
    .execute();
  const endpointOf = new Map(endpoints.map((row) => [row.pharmacy_id, row]));
  const windowsOf = await declaredWindowsOf(tx, { kind: 'pharmacy', ids: wanted });
  const partners = await readPartners(
    tx,
    network,
    rows.flatMap((row) => row.partner_id ?? []),
    { locked },
  );
  const stored = (row: PharmacyRow): StoredPharmacy => {
    const endpoint = endpointOf.get(row.id);
    const opened = endpoint === undefined ? null : openIntegration(network, row.id, endpoint);
    const { conformancePassedAt, ...reached } = opened ?? {};
    const maintenance = windowsOf.get(row.id);
    return {
      record: {
        ...plainPart(row),
        integration:
          opened === null
            ? null
            : ({ ...reached, ...(maintenance === undefined ? {} : { maintenance }) } as Integration),
      },
      revision: row.revision,
      pharmacyType: row.pharmacy_type,
      passedRun: endpoint?.conformance ?? null,
      conformancePassedAt,
      partner: row.partner_id === null ? null : (partners.get(row.partner_id) ?? null),
    };
  };
  return new Map(rows.map((row) => [row.id, stored(row)]));
}

function isOneOf(column: string, ids: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} = any(${sql.val(ids)}::text[])`;
}

function plainPart(row: PharmacyRow): Omit<PharmacyRecord, 'integration'> {
  return {
    id: row.id,
    npi: row.npi,
    ncpdpId: row.ncpdp_id,
    name: row.name,
    kind: row.kind,
    servesPublic: row.serves_public,
    address: addressOf(row),
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: row.time_zone,
    phone: row.phone,
    fax: row.fax,
    openingHours: row.opening_hours,
    active: row.active,
    statusWords: row.status_words,
  };
}

export async function readPartner(tx: Tx, network: OrgKeys, id: string): Promise<StoredPartner | undefined> {
  return (await readPartners(tx, network, [id])).get(id);
}

/** As pharmacies. */
export async function readPartners(
  tx: Tx,
  network: OrgKeys,
  ids: readonly string[],
  { locked = true }: { readonly locked?: boolean } = {},
): Promise<ReadonlyMap<string, StoredPartner>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const all = tx
    .withTables<DirectoryTables>()
    .selectFrom('partner')
    .select(['id', 'name', 'active', 'endpoint as plain', 'sealed', 'revision'])
    .where(isOneOf('id', wanted))
    .orderBy('id');
  const rows = await (locked ? all.forUpdate() : all).execute();
  const windowsOf = await declaredWindowsOf(tx, { kind: 'partner', ids: wanted });
  return new Map(
    rows.map((row) => {
      const { id, name, active, revision } = row;
      const endpoint = openPartnerEndpoint(network, id, row);
      return [id, { record: { id, name, active, endpoint, maintenance: windowsOf.get(id) ?? [] }, revision }];
    }),
  );
}

/** The pharmacies that a partner carries, those that are live first. */
export async function pharmaciesOfPartner(
  tx: Tx,
  partnerId: string,
): Promise<readonly { readonly id: PharmacyId; readonly isLive: boolean }[]> {
  const rows = await tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy')
    .innerJoin('pharmacy_endpoint', 'pharmacy_endpoint.pharmacy_id', 'pharmacy.id')
    .select(['pharmacy.id', sql<boolean>`integration ->> 'stage' = 'live'`.as('live')])
    .where('pharmacy.partner_id', '=', partnerId)
    .orderBy('live', 'desc')
    .orderBy('pharmacy.id')
    .execute();
  return rows.map(({ id, live }) => ({ id, isLive: live }));
}
