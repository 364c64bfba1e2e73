// Lists and shows pharmacies and partners to operators: everything but secrets.
import type { Id } from '@pestle/rules/ids';
import { type SqlBool, sql } from 'kysely';
import * as v from 'valibot';
import type { NetworkAuditEntry } from '../../audit/inside.ts';
import { networkActs } from '../../audit/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import { searchWords } from '../../kernel/text.ts';
import { idInput, validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import { pharmacyEndpoint } from '../endpoints.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import { prefixQuery } from '../pharmacy/pharmacy-rows.ts';
import type { DirectoryTables } from '../tables.ts';
import { shown } from './changes.ts';
import { isPassed } from './passed-run.ts';
import type { PartnerRecord, PharmacyRecord } from './records.ts';
import { pharmaciesOfPartner, readPartner, readPharmacy } from './records.ts';

const STAGES = ['scoping', 'testing', 'live'] as const;

const pharmacyListQuery = v.strictObject({
  /** `none`: not connected. Without it those that are. */
  stage: v.optional(v.picklist([...STAGES, 'none', 'any'])),
  channel: v.optional(v.picklist(['script', 'api'])),
  partnerId: v.optional(idInput('ptn')),
  /** Beginnings of words of name, town, state, ZIP, NPI or NCPDP id. */
  words: v.optional(
    v.pipe(v.string(), v.maxLength(LIMITS.searchTextCharactersMax, 'These are too many words.')),
  ),
  /** The id of the last one that was seen. */
  after: v.optional(idInput('phr')),
  first: v.optional(
    v.pipe(
      v.number(),
      v.integer('This must be a whole number.'),
      v.minValue(1, 'At least 1.'),
      v.maxValue(LIMITS.connectionsListedMax, `At most ${LIMITS.connectionsListedMax}.`),
    ),
    LIMITS.connectionsListedMax,
  ),
});

export type PharmacyListQuery = v.InferInput<typeof pharmacyListQuery>;

export interface ListedPharmacy {
  readonly id: string;
  readonly name: string;
  readonly ncpdpId: string | null;
  readonly city: string;
  readonly state: string;
  readonly active: boolean;
  /** Null: not connected. */
  readonly stage: (typeof STAGES)[number] | null;
  readonly channel: 'script' | 'api' | null;
  readonly partnerId: string | null;
}

export interface ListedPartner {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly revision: number;
}

export interface ShownPharmacy {
  /** As it is written; each secret is `(sealed)`. */
  readonly pharmacy: PharmacyRecord & { readonly revision: number };
  /** Whether prescriptions go to it electronically now (D6). */
  readonly takesPrescriptions: boolean;
  /** The run that was passed last; `isCurrent` when the settings are still those. */
  readonly conformance: { readonly at: string; readonly by: string; readonly isCurrent: boolean } | null;
  readonly partner: { readonly id: string; readonly name: string; readonly active: boolean } | null;
  /** What operators did, oldest first. */
  readonly acts: readonly NetworkAuditEntry[];
}

export interface ShownPartner {
  readonly partner: PartnerRecord & { readonly revision: number };
  /** Ids of the pharmacies that are reached through it. */
  readonly pharmacies: readonly string[];
  readonly acts: readonly NetworkAuditEntry[];
}

export async function listPharmacies(
  store: Store,
  query: PharmacyListQuery,
): Promise<readonly ListedPharmacy[]> {
  const { stage, channel, partnerId, words, after, first } = validate(pharmacyListQuery, query);
  return await store.asKeeper(async (tx) => {
    let rows = tx
      .withTables<DirectoryTables>()
      .selectFrom('pharmacy')
      .leftJoin('pharmacy_endpoint', 'pharmacy_endpoint.pharmacy_id', 'pharmacy.id')
      .select(['id', 'name', 'ncpdp_id as ncpdpId', 'city', 'state', 'active', 'partner_id as partnerId'])
      .select(sql<ListedPharmacy['stage']>`integration ->> 'stage'`.as('stage'))
      .select(sql<ListedPharmacy['channel']>`integration ->> 'channel'`.as('channel'));
    if (stage === 'none') rows = rows.where('integration', 'is', null);
    else if (stage !== 'any') rows = rows.where('integration', 'is not', null);
    if (stage !== undefined && stage !== 'none' && stage !== 'any')
      rows = rows.where(sql<SqlBool>`integration ->> 'stage' = ${stage}`);
    if (channel !== undefined) rows = rows.where(sql<SqlBool>`integration ->> 'channel' = ${channel}`);
    if (partnerId !== undefined) rows = rows.where('partner_id', '=', partnerId);
    const beginnings = words === undefined ? [] : searchWords(words).slice(0, LIMITS.searchWordsMax);
    if (beginnings.length > 0) rows = rows.where(sql<SqlBool>`search @@ ${prefixQuery(beginnings)}::tsquery`);
    if (after !== undefined)
      rows = rows.where(
        sql<SqlBool>`(name collate "C", id collate "C") > (select name collate "C", id collate "C" from pharmacy where id = ${after})`,
      );
    return await rows.orderBy(sql`name collate "C"`).orderBy(sql`id collate "C"`).limit(first).execute();
  });
}

export async function showPharmacy(store: Store, id: string): Promise<ShownPharmacy> {
  const network = await networkKeysFor(store);
  return await store.asKeeper(async (tx) => {
    const stored = await readPharmacy(tx, network, id);
    if (stored === undefined) throw notFound('pharmacy');
    const { record, revision, passedRun, partner } = stored;
    return {
      pharmacy: { ...shown(record), revision },
      takesPrescriptions: (await pharmacyEndpoint(tx, id))?.takesPrescriptions ?? false,
      conformance:
        passedRun === null
          ? null
          : { at: passedRun.at, by: passedRun.by, isCurrent: isPassed(network, stored) },
      partner:
        partner === null
          ? null
          : { id: partner.record.id, name: partner.record.name, active: partner.record.active },
      acts: await networkActs(tx, id),
    };
  });
}

export async function listPartners(
  store: Store,
  after: string | undefined,
): Promise<readonly ListedPartner[]> {
  return await store.asKeeper(async (tx) => {
    let rows = tx
      .withTables<DirectoryTables>()
      .selectFrom('partner')
      .select(['id', 'name', 'active', 'revision']);
    if (after !== undefined) rows = rows.where('id', '>', after as Id<'ptn'>);
    return await rows.orderBy('id').limit(LIMITS.connectionsListedMax).execute();
  });
}

export async function showPartner(store: Store, id: string): Promise<ShownPartner> {
  const network = await networkKeysFor(store);
  return await store.asKeeper(async (tx) => {
    const stored = await readPartner(tx, network, id);
    if (stored === undefined) throw notFound('partner');
    return {
      partner: { ...shown(stored.record), revision: stored.revision },
      pharmacies: (await pharmaciesOfPartner(tx, id)).map((one) => one.id),
      acts: await networkActs(tx, id),
    };
  });
}
