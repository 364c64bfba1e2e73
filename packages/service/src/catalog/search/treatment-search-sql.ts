// SQL of the search for treatments: by beginnings of words, by code, and by likeness as a second look. One text for both stores, one round trip each.
import { prefixQuery } from '../../directory/inside.ts';
import { organizationTimeZoneSql } from '../../organization/inside.ts';
import type { Row, Scope, Statement, Store } from '../../store/store.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { TreatmentRow } from '../tables.ts';
import { TREATMENT_COLUMNS } from '../treatments.ts';
import { type Candidate, similarNames } from './similar-names.ts';

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
  /** The organization's, for "today". */
  readonly timeZone: string;
}

export interface TypedName {
  readonly words: readonly string[];
  /** The words before the first number. */
  readonly name: string;
}

/** $1 organization, $2 catalog or null, $3 off-catalog too, $4 user or null: the lists of the organization, read once. */
const LISTS = `
  listed as materialized (
    select treatment_id from catalog_treatment where org_id = $1 and ($2::text is null or catalog_id = $2)
  ), preset as materialized (
    select treatment_id from template where org_id = $1 and not $3::boolean and (owner_user_id is null or owner_user_id = $4)
  )`;
const IN_CATALOG = 'id in (select treatment_id from listed)';
const OFFERED = `($3::boolean or ${IN_CATALOG} or id in (select treatment_id from preset))`;

/** Completes what `found` (id, in_catalog, offered and its order) names. */
function completed(order: string): string {
  return `
  select ${TREATMENT_COLUMNS.map((column) => `treatment.${column}`).join(', ')}, found.in_catalog, found.offered,
    disabled.treatment_id is not null as disabled, disabled.reason as disabled_reason,
    ${organizationTimeZoneSql('$1')} as time_zone
  from found join treatment on treatment.id = found.id
  left join disabled_treatment disabled on disabled.org_id = $1 and disabled.treatment_id = found.id
  order by ${order}`;
}

/**
 * First those whose name begins with what was typed, whole words before parts; then the organization's own; then as the
 * sort key says: the uncontrolled, single ingredients, the commoner, by name, form and strength.
 *
 * With 5,987 treatments 3.3 ms at the median on PostgreSQL and 9.4 on the embedded store, where half of it is the lines on
 * their way between two threads (`npm run bench -- search`, two cores). Tried besides: search indexes that keep what is new in a
 * list of its own, for which the planner read the whole table, five times as long. No other text was tried.
 */
const BY_WORDS: Statement = {
  name: 'catalog_search_by_words',
  text: `with ${LISTS}, found as (
    select id, sort_key, ${IN_CATALOG} as in_catalog, true as offered,
      case when $6::text = '' then 3
        when search_name = $6 or starts_with(search_name, $6 || ' ') then 0
        when starts_with(search_name, $6) then 1
        when starts_with(search_name, $7::text) then 2 else 3 end as distance
    from treatment where active and search @@ $5::tsquery and ${OFFERED}
    order by distance, in_catalog desc, sort_key limit $8::integer offset $9::integer
  ) ${completed('found.distance, found.in_catalog desc, found.sort_key')}`,
};

const BY_CODE: Statement = {
  name: 'catalog_search_by_code',
  text: `with ${LISTS}, found as (
    select id, sort_key, ${IN_CATALOG} as in_catalog, true as offered
    from treatment where active and (rxcui = $5::text or ndc = $6::text) and ${OFFERED}
    order by sort_key limit $7::integer offset $8::integer
  ) ${completed('found.sort_key')}`,
};

const SIMILARITY_FROM: Statement = {
  name: 'catalog_similarity_from',
  text: "select set_config('pg_trgm.word_similarity_threshold', $1, true)",
};

/**
 * What shares letters with the typed name, the likest first: by the index of trigrams, with the threshold set before. Where the
 * planner read every name instead it took some thirty times as long (105 ms to 3); no other text was tried.
 */
const BY_SIMILARITY: Statement = {
  name: 'catalog_search_by_similarity',
  text: `with ${LISTS}
    select id, search_name, search_words, split_part(sort_key, E'\\t', 4) as known_as
    from treatment where active and $5::text <% search_name and ${OFFERED}
    order by word_similarity($5::text, search_name) desc, sort_key limit $6::integer`,
};

const BY_IDS: Statement = {
  name: 'catalog_treatments_by_ids',
  text: `with ${LISTS}, found as (
    select id, ${IN_CATALOG} as in_catalog, ${OFFERED} as offered from treatment
    where id in (select jsonb_array_elements_text($5::jsonb))
  ) ${completed('found.id')}`,
};

function lists({ orgId, catalogId, offCatalog, userId }: SearchScope): readonly unknown[] {
  return [orgId, catalogId, offCatalog, userId];
}

type Step = readonly [Statement, readonly unknown[]];

/** The rows of the last step. */
async function rowsOf(store: Store, scope: SearchScope, steps: readonly Step[]): Promise<readonly Row[]> {
  const results = await store.pipeline([
    {
      scope: { role: 'app', orgId: scope.orgId },
      steps: steps.map(([statement, values]) => ({ statement, values })),
    },
  ]);
  return results.at(-1) ?? [];
}

async function foundBy(store: Store, scope: SearchScope, step: Step): Promise<readonly FoundTreatment[]> {
  return (await rowsOf(store, scope, [step])).map(foundOf);
}

/** Treatments of which every word typed begins a word. */
export function searchByWords(
  store: Store,
  scope: SearchScope,
  typed: TypedName,
  window: { readonly offset: number; readonly limit: number },
): Promise<readonly FoundTreatment[]> {
  const { words, name } = typed;
  const values = [...lists(scope), prefixQuery(words), name, words[0] ?? '', window.limit, window.offset];
  return foundBy(store, scope, [BY_WORDS, values]);
}

/** The treatment with exactly this RxCUI, or those with this NDC. */
export function searchByCode(
  store: Store,
  scope: SearchScope,
  codes: { readonly rxcui: string; readonly ndc: string },
  window: { readonly offset: number; readonly limit: number },
): Promise<readonly FoundTreatment[]> {
  const values = [...lists(scope), codes.rxcui, codes.ndc, window.limit, window.offset];
  return foundBy(store, scope, [BY_CODE, values]);
}

/** Treatments that were perhaps meant, the likest first. */
export async function searchBySimilarity(
  store: Store,
  scope: SearchScope,
  typed: TypedName,
): Promise<readonly FoundTreatment[]> {
  const rows = await rowsOf(store, scope, [
    [SIMILARITY_FROM, [String(LIMITS.similarityMin)]],
    [BY_SIMILARITY, [...lists(scope), typed.name, LIMITS.similarCandidatesMax]],
  ]);
  const ids = similarNames(typed, rows.map(candidateOf));
  if (ids.length === 0) return [];
  const found = new Map((await findByIds(store, scope, ids)).map((one) => [one.treatment.id as string, one]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function candidateOf({ id, known_as: knownAs, search_name: names, search_words: words }: Row): Candidate {
  return {
    id: String(id),
    knownAs: String(knownAs),
    names: String(names).split(' '),
    words: String(words).split(' '),
  };
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
    time_zone: timeZone,
    ...treatment
  } = row;
  return {
    treatment: treatment as unknown as TreatmentRow,
    inCatalog: inCatalog === true,
    offered: offered === true,
    disabled: disabled === true ? { reason: reason as string | null } : undefined,
    timeZone: String(timeZone),
  };
}
