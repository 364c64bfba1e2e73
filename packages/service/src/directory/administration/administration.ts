// What imports, seeds and operators write of the network's reference data. Each write may be repeated.
import { isDeepStrictEqual } from 'node:util';
import type { Id, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { timeZoneOf } from '@pestle/rules/time-zone';
import { sql } from 'kysely';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import { makeId, nowText, type Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import { hashHookKey } from '../credentials/hook-credentials.ts';
import {
  openHookSecret,
  openIntegration,
  openPartnerEndpoint,
  sealHookSecret,
  sealIntegration,
  sealPartnerEndpoint,
} from '../credentials/sealed-credentials.ts';
import { derivedId } from '../derived-id.ts';
import {
  countChange,
  type ImportSession,
  type RowVerdict,
  type SourceRow,
} from '../import/import-session.ts';
import { importPharmacies, importZips } from '../import/imports.ts';
import { pharmacyWords } from '../import/pharmacy-source.ts';
import { upsertPharmacies } from '../import/reference-sql.ts';
import type { Integration } from '../integration.ts';
import { declareWindows } from '../maintenance/declared.ts';
import { requireMapping } from '../messages/api-settings.ts';
import { type BenefitWriter, importBenefits } from '../patient/benefit-import.ts';
import { findByIdentifiers } from '../pharmacy/pharmacy-rows.ts';
import type { DirectoryTables } from '../tables.ts';
import {
  type HookCredentialInput,
  hookCredentialSchema,
  type PartnerInput,
  type PharmacyInput,
  partnerSchema,
  pharmacySchema,
} from './administration-input.ts';

export interface DirectoryAdministration {
  /** Answers the id. Throws INVALID_INPUT, also when another pharmacy has its NPI or NCPDP id. */
  upsertPharmacy(input: PharmacyInput): Promise<PharmacyId>;
  upsertPartner(input: PartnerInput): Promise<void>;
  /** Answers the credential's id; the same key again answers the same id. Two credentials valid at once are a rotation. */
  addHookCredential(input: HookCredentialInput): Promise<string>;
  /** Ends a credential at an instant (ISO 8601), now when left out. */
  endHookCredential(id: string, at?: string): Promise<void>;
  /** One batch in one transaction, a verdict per row; repeating it changes nothing. */
  importPharmacies(session: ImportSession, rows: readonly SourceRow[]): Promise<readonly RowVerdict[]>;
  importZips(session: ImportSession, rows: readonly SourceRow[]): Promise<readonly RowVerdict[]>;
  /** Of an organization's own patients, in one transaction that ends with `work`; see `importBenefits`. */
  importBenefits(
    organizationId: OrganizationId,
    work: (write: BenefitWriter) => Promise<void>,
  ): Promise<void>;
}

export function createDirectoryAdministration(
  store: Store,
  ports: Ports,
  pharmaciesChanged: () => void,
): DirectoryAdministration {
  return {
    upsertPharmacy: async (input) => {
      const network = await networkKeysFor(store);
      const id = await identifiersGuarded(() =>
        store.asKeeper((tx) => writePharmacy(tx, ports, network, input)),
      );
      pharmaciesChanged();
      return id;
    },
    upsertPartner: (input) => upsertPartner(store, ports, input),
    addHookCredential: async (input) => {
      const network = await networkKeysFor(store);
      return await store.asKeeper((tx) => addHookCredential(tx, ports, network, input));
    },
    endHookCredential: (id, at = nowText(ports)) => endHookCredential(store, id, at),
    importPharmacies: async (session, rows) => {
      const result = await importPharmacies(store, session, rows);
      pharmaciesChanged();
      return result;
    },
    importZips: (session, rows) => importZips(store, session, rows),
    importBenefits: (organizationId, work) => importBenefits(store, ports, organizationId, work),
  };
}

async function writePharmacy(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  input: PharmacyInput,
): Promise<PharmacyId> {
  const checked = validate(pharmacySchema, input);
  const { npi = null, ncpdpId = null, address, integration } = checked;
  await requireMapping(integration?.api, 'integration.api');
  const partnerId = integration?.partnerId ?? null;
  if (partnerId !== null) await requirePartner(tx, partnerId);
  const [known] = await findByIdentifiers(tx, npi === null ? [] : [npi], []);
  const id = (checked.id ??
    known?.id ??
    derivedId('phr', npi === null ? `name:${checked.name}` : `npi:${npi}`)) as PharmacyId;
  const { street1, street2 = null, city, state, postalCode } = address;
  const named = { name: checked.name, city, state, postal_code: postalCode, npi, ncpdp_id: ncpdpId };
  const written = await upsertPharmacies(tx, [
    {
      ...named,
      id,
      kind: checked.kind,
      pharmacy_type: checked.kind === 'MAIL_ORDER' ? 'mail_order' : 'community_retail',
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
  const { numUpdatedRows } = await tx
    .withTables<DirectoryTables>()
    .updateTable('pharmacy')
    .set({
      active: checked.active,
      partner_id: partnerId,
      opening_hours: hoursText(checked.openingHours),
      status_words: JSON.stringify(checked.statusWords),
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`(active, partner_id, opening_hours, status_words) is distinct from
        (${checked.active}::boolean, ${partnerId}::text, ${hoursText(checked.openingHours)}::jsonb, ${JSON.stringify(checked.statusWords)}::jsonb)`,
    )
    .executeTakeFirst();
  const { maintenance = [], ...reached } = integration ?? {};
  await writeEndpoint(tx, network, id, integration === null ? null : (reached as Integration));
  await declareWindows(tx, ports, { kind: 'pharmacy', id }, maintenance);
  if (written.size > 0 || numUpdatedRows > 0n) await countChange(tx, 'pharmacy');
  return id;
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

async function upsertPartner(store: Store, ports: Ports, input: PartnerInput): Promise<void> {
  const { name, endpoint, active, maintenance = [], ...checked } = validate(partnerSchema, input);
  const id = checked.id as Id<'ptn'>;
  const network = await networkKeysFor(store);
  await store.asKeeper(async (tx) => {
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
  });
}

/** In the transaction of an act. */
export async function addHookCredential(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  input: HookCredentialInput,
): Promise<string> {
  const checked = validate(hookCredentialSchema, input);
  const { pharmacyId = null, partnerId = null } = checked;
  const keyHash = checked.kind === 'bearer' ? hashHookKey(checked.key) : null;
  const keyId = checked.kind === 'standard-webhooks' ? checked.keyId : null;
  const secret = checked.kind === 'standard-webhooks' ? checked.secret : null;
  const tables = tx.withTables<DirectoryTables>();
  const rows = await tables
    .selectFrom('hook_credential')
    .select(['id', 'pharmacy_id', 'partner_id', 'secret', 'sealed'])
    .where((where) => where.or([where('key_hash', '=', keyHash), where('key_id', '=', keyId)]))
    .execute();
  const known = rows.find((row) => secret === null || openHookSecret(network, row) === secret);
  if (known !== undefined) {
    if (known.pharmacy_id === pharmacyId && known.partner_id === partnerId) return known.id;
    const message = 'Somebody else uses this key: every pharmacy and partner needs its own.';
    throw invalidInput([{ path: 'key', code: 'TAKEN', message }]);
  }
  const id = makeId(ports, 'hkc');
  await tables
    .insertInto('hook_credential')
    .values({
      id,
      pharmacy_id: pharmacyId,
      partner_id: partnerId,
      kind: checked.kind,
      key_hash: keyHash,
      key_id: keyId,
      secret: null,
      sealed: secret === null ? null : sealHookSecret(network, id, secret),
      valid_from: checked.validFrom ?? nowText(ports),
      valid_until: checked.validUntil ?? null,
    })
    .execute();
  return id;
}

async function endHookCredential(store: Store, id: string, at: string): Promise<void> {
  const ended = await store.asKeeper((tx) =>
    tx
      .withTables<DirectoryTables>()
      .updateTable('hook_credential')
      .set({ valid_until: sql<string>`greatest(${at}::timestamptz, valid_from + interval '1 millisecond')` })
      .where('id', '=', id as Id<'hkc'>)
      .returning('id')
      .executeTakeFirst(),
  );
  if (ended === undefined) throw notFound('hook credential');
}

async function identifiersGuarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== SQLSTATE.uniqueViolation) throw error;
    const message = 'Another pharmacy has this NPI or NCPDP id.';
    throw invalidInput([{ path: 'npi', code: 'TAKEN', message }]);
  }
}
