// What imports, seeds and operators write of the network's reference data. Each write may be repeated.
import type { Id, OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { makeId, nowText, type Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import { hashHookKey } from '../credentials/hook-credentials.ts';
import { openHookSecret, sealHookSecret } from '../credentials/sealed-credentials.ts';
import type { ImportedContext, PatientContextInput } from '../fhir/import-context.ts';
import type { ImportSession, RowVerdict, SourceRow } from '../import/import-session.ts';
import { importPharmacies, importZips } from '../import/imports.ts';
import { type BenefitWriter, importBenefits } from '../patient/benefit-import.ts';
import { importPatientContext } from '../patient/context-import.ts';
import type { DirectoryTables } from '../tables.ts';
import {
  type HookCredentialInput,
  hookCredentialSchema,
  type PartnerInput,
  type PharmacyInput,
  partnerSchema,
  pharmacySchema,
} from './administration-input.ts';
import { identifiersGuarded, storePartner, storePharmacy } from './network-writes.ts';

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
  /** What a FHIR bundle says of a patient's allergies and medicines; nothing on record is taken away. */
  importPatientContext(
    organizationId: OrganizationId,
    input: PatientContextInput,
  ): Promise<Omit<ImportedContext, 'patient'>>;
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
        store.asKeeper((tx) => storePharmacy(tx, ports, network, validate(pharmacySchema, input))),
      );
      pharmaciesChanged();
      return id;
    },
    upsertPartner: async (input) => {
      const checked = validate(partnerSchema, input);
      const network = await networkKeysFor(store);
      await store.asKeeper((tx) => storePartner(tx, ports, network, checked));
    },
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
    importPatientContext: (organizationId, input) =>
      importPatientContext(store, ports, organizationId, input),
    importBenefits: (organizationId, work) => importBenefits(store, ports, organizationId, work),
  };
}

/** In the transaction of an act; under an id of its own unless one is given. */
export async function addHookCredential(
  tx: Tx,
  ports: Ports,
  network: OrgKeys,
  input: HookCredentialInput,
  newId = makeId(ports, 'hkc'),
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
  await tables
    .insertInto('hook_credential')
    .values({
      id: newId,
      pharmacy_id: pharmacyId,
      partner_id: partnerId,
      kind: checked.kind,
      key_hash: keyHash,
      key_id: keyId,
      secret: null,
      sealed: secret === null ? null : sealHookSecret(network, newId, secret),
      valid_from: checked.validFrom ?? nowText(ports),
      valid_until: checked.validUntil ?? null,
    })
    .execute();
  return newId;
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
