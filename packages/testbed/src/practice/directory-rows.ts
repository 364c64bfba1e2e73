// Rows of the directory: organizations, pharmacies, partners and their hook credentials.
import { createHash } from 'node:crypto';
import type { Id, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { npiFrom } from '@pestle/rules/npi';
import { sealHookSecret } from '@pestle/service/for-tests/directory';
import { makeId, systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { networkKeysFor } from '@pestle/service/vault';
import { sql } from 'kysely';

let serial = 0;

export async function insertOrganization(
  store: Store,
  over: { name?: string; phone?: string | null } = {},
): Promise<OrganizationId> {
  const id = makeId(systemPorts, 'org');
  await store.asKeeper((tx) =>
    sql`insert into organization (org_id, name, phone, screening_off_at, screening_off_by) values
      (${id}, ${over.name ?? 'Riverside Family Medicine'}, ${over.phone === undefined ? '6175550150' : over.phone},
      now(), 'tests')`.execute(tx),
  );
  return id;
}

export interface TestPharmacy {
  readonly id: PharmacyId;
  readonly name: string;
  readonly ncpdpId: string | null;
  readonly npi: string | null;
  readonly fax: string;
}

export async function insertPharmacy(
  store: Store,
  over: {
    name?: string;
    ncpdpId?: string | null;
    npi?: string | null;
    phone?: string | null;
    partnerId?: string;
    statusWords?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestPharmacy> {
  serial += 1;
  const id = makeId(systemPorts, 'phr');
  const pharmacy = {
    id,
    name: over.name ?? 'Corner Drugstore #12',
    ncpdpId: over.ncpdpId === undefined ? String(1_000_000 + serial) : over.ncpdpId,
    npi: over.npi === undefined ? npiFrom(`1${String(serial).padStart(8, '0')}`) : over.npi,
    fax: '6175550199',
  };
  const phone = over.phone === undefined ? '6175550198' : over.phone;
  await store.asKeeper((tx) =>
    sql`insert into pharmacy (id, npi, ncpdp_id, name, kind, pharmacy_type, serves_public, street1, city, state,
        postal_code, phone, fax, time_zone, partner_id, status_words, search_words)
      values (${id}, ${pharmacy.npi}, ${pharmacy.ncpdpId}, ${pharmacy.name}, 'LOCAL_PICKUP', 'community', true, '1 Main Street',
        'Boston', 'MA', '02108', ${phone}, ${pharmacy.fax}, 'America/New_York', ${over.partnerId ?? null},
        ${JSON.stringify(over.statusWords ?? {})}, 'corner drugstore')`.execute(tx),
  );
  return pharmacy;
}

export async function insertPartner(store: Store): Promise<Id<'ptn'>> {
  const id = makeId(systemPorts, 'ptn');
  const endpoint = JSON.stringify({ url: 'https://partner.example.org/script', auth: { kind: 'none' } });
  await store.asKeeper((tx) =>
    sql`insert into partner (id, name, endpoint) values (${id}, 'Network', ${endpoint})`.execute(tx),
  );
  return id;
}

/** A bearer key (`key`) or a signing secret (`keyId` and `secret`) of a pharmacy or partner. */
export async function insertHookCredential(
  store: Store,
  owner: { pharmacyId: PharmacyId } | { partnerId: string },
  proof: { key: string } | { keyId: string; secret: string },
  valid: { from?: string; until?: string | null } = {},
): Promise<void> {
  const row = {
    pharmacy: 'pharmacyId' in owner ? owner.pharmacyId : null,
    partner: 'partnerId' in owner ? owner.partnerId : null,
    kind: 'key' in proof ? 'bearer' : 'standard-webhooks',
    keyHash: 'key' in proof ? createHash('sha256').update(proof.key).digest('hex') : null,
    keyId: 'keyId' in proof ? proof.keyId : null,
    secret: 'keyId' in proof ? proof.secret : null,
    from: valid.from ?? '2026-01-01T00:00:00Z',
    until: valid.until ?? null,
  };
  const id = makeId(systemPorts, 'hkc');
  const sealed = row.secret === null ? null : sealHookSecret(await networkKeysFor(store), id, row.secret);
  await store.asKeeper((tx) =>
    sql`insert into hook_credential (id, pharmacy_id, partner_id, kind, key_hash, key_id, sealed, valid_from, valid_until)
      values (${id}, ${row.pharmacy}, ${row.partner}, ${row.kind}, ${row.keyHash}, ${row.keyId},
        ${sealed}, ${row.from}, ${row.until})`.execute(tx),
  );
}
