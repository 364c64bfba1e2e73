// What imports, seeds and operators write of the network's reference data. Each write may be repeated.
import { isDeepStrictEqual } from 'node:util';
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
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
import { findByIdentifiers, upsertPharmacies } from '../import/pharmacy-writing.ts';
import type { Integration, StoredEndpoint, StoredIntegration } from '../integration.ts';
import { declareWindows } from '../maintenance/declared.ts';
import { requireMapping } from '../messages/api-settings.ts';
import { type BenefitWriter, importBenefits } from '../patient/benefit-import.ts';
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
  const { rows } = await sql`select from partner where id = ${partnerId}`.execute(tx);
  if (rows.length === 1) return;
  const message = 'There is no such partner: write the partner first.';
  throw invalidInput([{ path: 'integration.partnerId', code: 'NOT_FOUND', message }]);
}

async function writeEndpoint(
  tx: Tx,
  network: OrgKeys,
  pharmacyId: PharmacyId,
  integration: Integration | null,
): Promise<void> {
  if (integration === null) {
    await sql`delete from pharmacy_endpoint where pharmacy_id = ${pharmacyId}`.execute(tx);
    return;
  }
  const { rows } = await sql<{ plain: StoredIntegration; sealed: Uint8Array | null }>`
    select integration as plain, sealed from pharmacy_endpoint where pharmacy_id = ${pharmacyId} for update`.execute(
    tx,
  );
  const [known] = rows;
  // A sealed value looks different each time: only the opened one tells whether anything changed.
  if (known !== undefined && isDeepStrictEqual(openIntegration(network, pharmacyId, known), integration))
    return;
  const { plain, sealed } = sealIntegration(network, pharmacyId, integration);
  await sql`
    insert into pharmacy_endpoint (pharmacy_id, integration, sealed)
    values (${pharmacyId}, ${JSON.stringify(plain)}::jsonb, ${sealed})
    on conflict (pharmacy_id) do update set integration = excluded.integration, sealed = excluded.sealed,
      revision = pharmacy_endpoint.revision + 1, updated_at = clock_timestamp()`.execute(tx);
}

async function upsertPartner(store: Store, ports: Ports, input: PartnerInput): Promise<void> {
  const { id, name, endpoint, active, maintenance = [] } = validate(partnerSchema, input);
  const network = await networkKeysFor(store);
  await store.asKeeper(async (tx) => {
    const { rows } = await sql<{
      name: string;
      active: boolean;
      plain: StoredEndpoint;
      sealed: Uint8Array | null;
    }>`select name, active, endpoint as plain, sealed from partner where id = ${id} for update`.execute(tx);
    const [known] = rows;
    const isSame =
      known?.name === name &&
      known.active === active &&
      isDeepStrictEqual(openPartnerEndpoint(network, id, known), endpoint);
    if (!isSame) {
      const { plain, sealed } = sealPartnerEndpoint(network, id, endpoint);
      await sql`
        insert into partner (id, name, endpoint, sealed, active)
        values (${id}, ${name}, ${JSON.stringify(plain)}::jsonb, ${sealed}, ${active})
        on conflict (id) do update set name = excluded.name, endpoint = excluded.endpoint, sealed = excluded.sealed,
          active = excluded.active, revision = partner.revision + 1, updated_at = clock_timestamp()`.execute(
        tx,
      );
    }
    await declareWindows(tx, ports, { kind: 'partner', id }, maintenance);
  });
}

async function addHookCredential(
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
  const { rows } = await sql<{
    id: string;
    pharmacy_id: string | null;
    partner_id: string | null;
    secret: string | null;
    sealed: Uint8Array | null;
  }>`select id, pharmacy_id, partner_id, secret, sealed from hook_credential
    where key_hash = ${keyHash} or key_id = ${keyId}`.execute(tx);
  const known = rows.find((row) => secret === null || openHookSecret(network, row) === secret);
  if (known !== undefined) {
    if (known.pharmacy_id === pharmacyId && known.partner_id === partnerId) return known.id;
    const message = 'Somebody else uses this key: every pharmacy and partner needs its own.';
    throw invalidInput([{ path: 'key', code: 'TAKEN', message }]);
  }
  const id = makeId(ports, 'hkc');
  await sql`
    insert into hook_credential (id, pharmacy_id, partner_id, kind, key_hash, key_id, sealed, valid_from, valid_until)
    values (${id}, ${pharmacyId}, ${partnerId}, ${checked.kind}, ${keyHash}, ${keyId},
      ${secret === null ? null : sealHookSecret(network, id, secret)},
      ${checked.validFrom ?? nowText(ports)}, ${checked.validUntil ?? null})`.execute(tx);
  return id;
}

async function endHookCredential(store: Store, id: string, at: string): Promise<void> {
  const ended = await store.asKeeper((tx) =>
    sql<{
      id: string;
    }>`update hook_credential set valid_until = greatest(${at}::timestamptz, valid_from + interval '1 millisecond') where id = ${id} returning id`.execute(
      tx,
    ),
  );
  if (ended.rows.length === 0) throw notFound('hook credential');
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
