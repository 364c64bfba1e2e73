// Owns what the catalog page shows: one catalog as a whole, each treatment with the practice's templates of it.
import type { DataOf, Session } from '@pestle/client';
import { PortalCatalog, PortalCatalogs, PortalTemplates } from '@pestle/client/documents/portal-lists';
import { wholeList } from '../page/lists/whole-list.ts';
import { medicationText } from '../page/medication.ts';
import { isSearched } from '../page/search-field.ts';
import type { ListsText } from '../text/en/lists.ts';
import type { Template } from './template-fields.ts';

export type Catalog = DataOf<typeof PortalCatalogs>['catalogs'][number];
export type Treatment = DataOf<typeof PortalCatalog>['catalog']['treatments']['nodes'][number];

export interface Row {
  readonly treatment: Treatment;
  /** The practice's templates of it: what a prescription of it begins with. */
  readonly templates: readonly Template[];
}

export interface ShownCatalog {
  readonly catalogs: readonly Catalog[];
  readonly offCatalog: boolean;
  /** Undefined where there is no catalog. */
  readonly shown: Catalog | undefined;
  readonly rows: readonly Row[];
}

/** The catalog that is wanted, else the first one. */
export async function loadCatalog(
  session: Session,
  wanted: string,
  signal: AbortSignal,
): Promise<ShownCatalog> {
  const { catalogs, organization } = await session.query(PortalCatalogs, {}, { signal });
  const shown = catalogs.find(({ id }) => id === wanted) ?? catalogs[0];
  const { offCatalog } = organization;
  if (shown === undefined) return { catalogs, offCatalog, shown, rows: [] };
  const { id } = shown;
  const [treatments, templates] = await Promise.all([
    wholeList(
      async (after) => (await session.query(PortalCatalog, { id, after }, { signal })).catalog.treatments,
    ),
    wholeList(
      async (after) =>
        (await session.query(PortalTemplates, { personal: false, after }, { signal })).templates,
    ),
  ]);
  const of = Map.groupBy(templates, ({ treatment }) => treatment?.id);
  const rows = treatments.map((treatment) => ({ treatment, templates: of.get(treatment.id) ?? [] }));
  return { catalogs, offCatalog, shown, rows };
}

/** What a template fills in, in one line. */
export function presetText(
  { dispenseQuantity, daysSupply, instructions }: Template,
  words: ListsText['catalog'],
): string {
  return [instructions, dispenseQuantity, daysSupply === null ? null : words.days(daysSupply)]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

export function isFound({ treatment, templates }: Row): boolean {
  const directions = templates.map(({ name, instructions }) => `${name} ${instructions ?? ''}`).join(' ');
  return isSearched(`${medicationText(treatment)} ${treatment.therapeuticClass ?? ''} ${directions}`);
}

export function sortKey({ treatment }: Row, by: string): string | null {
  return by === 'class' ? treatment.therapeuticClass : medicationText(treatment);
}

/**
 * A catalog as a file, whatever is searched in it: a line for each template of a treatment, one without directions where the practice has
 * none; the names of the columns first.
 */
export function catalogLines(rows: readonly Row[], all: ListsText): readonly (readonly string[])[] {
  const { columns } = all.catalog;
  const { fields } = all.templates;
  const names = ['dispenseQuantity', 'daysSupply', 'fillsAllowed', 'instructions', 'notes'] as const;
  const head = [
    'id',
    columns.name,
    columns.kind,
    fields['name'] ?? '',
    ...names.map((name) => fields[name] ?? name),
  ];
  return [
    head,
    ...rows.flatMap(({ treatment, templates }) => {
      const own = [treatment.id, medicationText(treatment), treatment.therapeuticClass ?? ''];
      const lines = templates.map((template) => [
        ...own,
        template.name,
        ...names.map((name) => String(template[name] ?? '')),
      ]);
      return lines.length === 0 ? [[...own, '', ...names.map(() => '')]] : lines;
    }),
  ];
}
