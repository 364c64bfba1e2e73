// SQL of the search for treatments: whose lists count and which version of the treatments is current, all of them for the index, and those that
// were found with what can be said of them now. One text for both stores, one round trip each.
import { offCatalogSql, organizationTimeZoneSql, writtenTreatmentsSql } from '../../organization/inside.ts';

import type { Row, Scope, Statement, Store } from '../../store/store.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { SEARCH_TEMPLATES, templateValues } from '../lists/templates-sql.ts';
import type { TemplateRow, TreatmentRow } from '../tables.ts';
import { TREATMENT_COLUMNS } from '../treatments.ts';

/** Which treatments a search may show, and whose templates count. */
export interface SearchScope {
  readonly orgId: (Scope & { role: 'app' })['orgId'];
  /** The catalog that counts as the organization's, or null for all of them. */
  readonly catalogId: string | null;
  /** False: only what is in the catalog or in a template. */
  readonly offCatalog: boolean;
  /** Whose personal templates are visible; null for a machine. */
  readonly userId: string | null;
}

export interface FoundTreatment {
  readonly treatment: TreatmentRow;
  readonly inCatalog: boolean;
  /** The scope may show it. Always so for what a search found. */
  readonly offered: boolean;
  readonly disabled: { readonly reason: string | null } | undefined;
  /** The organization lets its people prescribe what they wrote themselves. */
  readonly mayWrite: boolean;
  /** The organization's, for "today". */
  readonly timeZone: string;
}

/** What a search must know before it looks into the index. */
export interface SearchLists {
  /** Page and practice let what is in no list be prescribed. */
  readonly offCatalog: boolean;
  /** Counts the changes of treatments. */
  readonly version: number;
  /** Ids in the organization's catalog, or in the one that counts. */
  readonly listed: ReadonlySet<string>;
  /** Ids in templates, asked for only where nothing else may be shown. */
  readonly preset: ReadonlySet<string>;
  /** The organization disables something: what can be said of a treatment must be asked for. */
  readonly disables: boolean;
  readonly mayWrite: boolean;
  readonly timeZone: string;
  /** Those that match, where they were asked for. */
  readonly templates: readonly TemplateRow[];
}

/** The page and the practice let what is in no list be prescribed: asked once a statement. */
const OFF_CATALOG = `($3::boolean and (select ${offCatalogSql('$1')}))`;

/** $1 organization, $2 catalog or null, $3 off-catalog too, $4 user or null: the lists of the organization, read once. */
const LISTS = `
  listed as materialized (
    select treatment_id from catalog_treatment where org_id = $1 and ($2::text is null or catalog_id = $2)
  ), preset as materialized (
    select treatment_id from template where org_id = $1 and not ${OFF_CATALOG} and (owner_user_id is null or owner_user_id = $4)
  )`;
const IN_CATALOG = 'id in (select treatment_id from listed)';
const OFFERED = `(${OFF_CATALOG} or ${IN_CATALOG} or id in (select treatment_id from preset))`;

/**
 * One row, whatever was typed. What is typed is looked up in memory (`word-index.ts`): by `tsvector` and by trigrams, as it was before, the
 * embedded store took 9 ms at the median for 5,987 treatments and 12 to 23 at the 99th percentile, half of it the lines on their way between
 * two threads.
 */
const SEARCH_LISTS: Statement = {
  name: 'catalog_search_lists',
  text: `with ${LISTS}
  select version::integer as version, ${OFF_CATALOG} as off_catalog,
    (select coalesce(array_agg(treatment_id), '{}') from listed) as listed,
    (select coalesce(array_agg(treatment_id), '{}') from preset) as preset,
    exists (select from disabled_treatment where org_id = $1) as disables,
    ${writtenTreatmentsSql('$1')} as may_write, ${organizationTimeZoneSql('$1')} as time_zone
  from reference_version where kind = 'treatment'`,
  onePlan: true,
};

/** $1 the last id of the part before, $2 how many: by the primary key, so that no part reads another's rows. */
const INDEXABLE_ROWS: Statement = {
  name: 'catalog_search_indexable',
  text: `select ${TREATMENT_COLUMNS.join(', ')} from treatment where active and written_by is null and id > $1::text order by id limit $2::integer`,
  onePlan: true,
};

const VERSION: Statement = {
  name: 'catalog_treatments_version',
  text: `select version::integer as version from reference_version where kind = 'treatment'`,
  onePlan: true,
};
/** Treatments are the network's: no organization's rows are among them. */
const NETWORK: Scope = { role: 'keeper' };

const BY_IDS: Statement = {
  name: 'catalog_treatments_by_ids',
  text: `with ${LISTS}, found as (
    select id, ${IN_CATALOG} as in_catalog, ${OFFERED} as offered from treatment
    where id = any(array(select jsonb_array_elements_text($5::jsonb)))
  )
  select ${TREATMENT_COLUMNS.map((column) => `treatment.${column}`).join(', ')}, found.in_catalog, found.offered,
    disabled.treatment_id is not null as disabled, disabled.reason as disabled_reason,
    ${writtenTreatmentsSql('$1')} as may_write, ${organizationTimeZoneSql('$1')} as time_zone
  from found join treatment on treatment.id = found.id
  left join disabled_treatment disabled on disabled.org_id = $1 and disabled.treatment_id = found.id`,
};

function lists({ orgId, catalogId, offCatalog, userId }: SearchScope): readonly unknown[] {
  return [orgId, catalogId, offCatalog, userId];
}

type Step = readonly [Statement, readonly unknown[]];

/** The rows of the last step. */
async function rowsOf(store: Store, scope: Scope, steps: readonly Step[]): Promise<readonly Row[]> {
  const results = await store.pipeline([
    {
      scope,
      steps: steps.map(([statement, values]) => ({ statement, values })),
    },
  ]);
  return results.at(-1) ?? [];
}

async function foundBy(store: Store, scope: SearchScope, step: Step): Promise<readonly FoundTreatment[]> {
  return (await rowsOf(store, appOf(scope), [step])).map(foundOf);
}

/**
 * Whose lists count for this search, which version of the treatments is current, and the templates in which every word begins a word: in one round
 * trip, which on the embedded store is what a search costs.
 */
export async function readSearchLists(
  store: Store,
  scope: SearchScope,
  templateWords: readonly string[] = [],
): Promise<SearchLists> {
  const { orgId, userId } = scope;
  const steps = [
    { statement: SEARCH_LISTS, values: lists(scope) },
    ...(templateWords.length === 0
      ? []
      : [{ statement: SEARCH_TEMPLATES, values: templateValues(orgId, userId, templateWords) }]),
  ];
  const [found = [], templates = []] = await store.pipeline([{ scope: appOf(scope), steps }]);
  const [row] = found;
  return {
    version: Number(row?.['version']),
    offCatalog: row?.['off_catalog'] === true,
    listed: new Set(row?.['listed'] as readonly string[]),
    preset: new Set(row?.['preset'] as readonly string[]),
    disables: row?.['disables'] === true,
    mayWrite: row?.['may_write'] === true,
    timeZone: String(row?.['time_zone']),
    templates: templates as unknown as readonly TemplateRow[],
  };
}

function appOf({ orgId }: SearchScope): Scope {
  return { role: 'app', orgId };
}

/** Which version of the treatments is current. */
export async function readVersion(store: Store): Promise<number> {
  const [row] = await rowsOf(store, NETWORK, [[VERSION, []]]);
  return Number(row?.['version']);
}

/** Every treatment that is offered, in parts. */
export async function readIndexableRows(store: Store): Promise<readonly TreatmentRow[]> {
  const all: TreatmentRow[] = [];
  for (let last = ''; ; last = all.at(-1)?.id ?? '') {
    const part = await rowsOf(store, NETWORK, [[INDEXABLE_ROWS, [last, LIMITS.indexedRowsPart]]]);
    all.push(...(part as unknown as readonly TreatmentRow[]));
    if (part.length < LIMITS.indexedRowsPart) return all;
  }
}

/** Those of the treatments that exist, in any order. */
export function findByIds(
  store: Store,
  scope: SearchScope,
  ids: readonly string[],
): Promise<readonly FoundTreatment[]> {
  return foundBy(store, scope, [BY_IDS, [...lists(scope), JSON.stringify(ids)]]);
}

function foundOf(row: Row): FoundTreatment {
  const {
    in_catalog: inCatalog,
    offered,
    disabled,
    disabled_reason: reason,
    may_write: mayWrite,
    time_zone: timeZone,
    ...treatment
  } = row;
  return {
    treatment: treatment as unknown as TreatmentRow,
    inCatalog: inCatalog === true,
    offered: offered === true,
    disabled: disabled === true ? { reason: reason as string | null } : undefined,
    mayWrite: mayWrite === true,
    timeZone: String(timeZone),
  };
}
