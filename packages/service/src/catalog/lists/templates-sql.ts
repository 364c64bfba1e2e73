// SQL of templates: an organization's preset drafts, and each person's own.
import type { TemplateId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { prefixEnd } from '../../kernel/text.ts';
import type { Statement, Tx } from '../../store/store.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import type { CatalogTables, TemplateRow } from '../tables.ts';

export interface TemplateQuery {
  readonly orgId: string;
  /** Whose personal templates are seen besides the organization's; null sees only those. */
  readonly userId: string | null;
  readonly wordBeginnings: readonly string[];
  readonly limit: number;
  /** Only the organization's, or only the person's own. */
  readonly owned?: 'organization' | 'personal' | undefined;
  /** Name and id of the last one seen. */
  readonly after?: readonly [string, string] | undefined;
}

/**
 * $1 organization, $2 person or null, $3 pairs of a word's beginning and of what comes after all words that begin so, $4 how many: the templates of
 * a search as you type, which are asked for together with its lists.
 */
export const SEARCH_TEMPLATES: Statement = {
  name: 'catalog_search_templates',
  text: `select template.* from template
  where org_id = $1 and (owner_user_id is null or owner_user_id = $2) and not exists (
    select from jsonb_array_elements($3::jsonb) as typed where not exists (
      select from unnest(string_to_array(search_words, ' ')) as word
      where word collate "C" >= typed ->> 0 and word collate "C" < typed ->> 1))
  order by name collate "C", id collate "C" limit $4::integer`,
  onePlan: true,
};

/** The values of `SEARCH_TEMPLATES`. */
export function templateValues(
  orgId: string,
  userId: string | null,
  wordBeginnings: readonly string[],
): readonly unknown[] {
  const typed = wordBeginnings.map((beginning) => [beginning, prefixEnd(beginning)]);
  return [orgId, userId, JSON.stringify(typed), LIMITS.searchTemplatesMax];
}

/** Templates the person may see, of which every word begins a word, in the order of their names. */
export function searchTemplateRows(tx: Tx, search: TemplateQuery): Promise<TemplateRow[]> {
  let query = visibleTo(tx, search.orgId, search.userId);
  if (search.owned === 'organization') query = query.where('owner_user_id', 'is', null);
  if (search.owned === 'personal') query = query.where('owner_user_id', 'is not', null);
  for (const beginning of search.wordBeginnings) {
    query = query.where(
      sql<SqlBool>`exists (select from unnest(string_to_array(search_words, ' ')) as word
        where word collate "C" >= ${beginning} and word collate "C" < ${prefixEnd(beginning)})`,
    );
  }
  if (search.after !== undefined) {
    const [name, id] = search.after;
    query = query.where(sql<SqlBool>`(name collate "C", id collate "C") > (${name}, ${id})`);
  }
  return query.orderBy(sql`name collate "C"`).orderBy(sql`id collate "C"`).limit(search.limit).execute();
}

export async function findTemplates(
  tx: Tx,
  owner: { readonly orgId: string; readonly userId: string | null },
  ids: readonly string[],
): Promise<Map<string, TemplateRow>> {
  const wanted = [...new Set(ids)].filter((id): id is TemplateId => isId('tpl', id));
  if (wanted.length === 0) return new Map();
  const rows = await visibleTo(tx, owner.orgId, owner.userId).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function visibleTo(tx: Tx, orgId: string, userId: string | null) {
  return tx
    .withTables<CatalogTables>()
    .selectFrom('template')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((where) => where.or([where('owner_user_id', 'is', null), where('owner_user_id', '=', userId)]));
}

export async function insertTemplate(tx: Tx, row: Insertable<CatalogTables['template']>): Promise<void> {
  await tx.withTables<CatalogTables>().insertInto('template').values(row).execute();
}

/** Writes the columns given when the revision is still the one expected; answers whether it was. */
export async function updateTemplateRow(
  tx: Tx,
  key: { readonly orgId: string; readonly id: TemplateId; readonly revision: number },
  set: Updateable<CatalogTables['template']>,
): Promise<boolean> {
  const row = await tx
    .withTables<CatalogTables>()
    .updateTable('template')
    .set({ ...set, revision: sql<number>`revision + 1`, updated_at: sql<string>`clock_timestamp()` })
    .where('org_id', '=', key.orgId)
    .where('id', '=', key.id)
    .where('revision', '=', key.revision)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTemplateRow(tx: Tx, orgId: string, id: TemplateId): Promise<void> {
  await tx
    .withTables<CatalogTables>()
    .deleteFrom('template')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
