// The door of the room `catalog` for callers: treatments and their search, templates, and the lists of an organization.
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type CatalogAdministration, createCatalogAdministration } from './import/treatment-imports.ts';
import { createTreatmentLists, type TreatmentLists } from './lists/lists.ts';
import { createTemplates, type Templates } from './lists/templates.ts';
import { createTreatmentSearch, type Treatments } from './search/treatment-search.ts';

export interface CatalogDependencies {
  readonly store: Store;
  readonly ports: Ports;
}

export interface Catalog extends Treatments, Templates, TreatmentLists {
  /** Reads the index of the search before anybody searches; resolves when it is there. */
  readonly warm: () => Promise<void>;
  /** Writes the network's treatments; no caller of the API reaches it. */
  readonly administration: CatalogAdministration;
}

export function createCatalog({ store, ports }: CatalogDependencies): Catalog {
  const { changed, ...treatments } = createTreatmentSearch(store, ports);
  return {
    ...treatments,
    ...createTemplates(store, ports),
    ...createTreatmentLists(store, ports),
    administration: createCatalogAdministration(store, ports, changed),
  };
}

/** What callers may do with an organization's catalogs and its list of what is not prescribed: administrators write, everybody reads. */
export type { CatalogChanges } from './lists/lists.ts';

/** What callers may do with templates, which are preset drafts of an organization or of one person. */
export type { NewTemplate, TemplateChanges } from './lists/templates.ts';

/** What an id on a form's disable list stands for: one treatment, or every treatment that is or holds a medication. */
export type { NamedTreatments } from './named.ts';

/** How many lines a search for treatments answers: unasked, and at most. */
export { TREATMENT_LINES } from './search/search-lines.ts';

/** The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed. */
export type { TreatmentHit } from './search/treatment-hit.ts';
export type { TreatmentLine, TreatmentSearchResult } from './search/treatment-search.ts';

/** The catalog's tables as Kysely sees them. */
export type { CatalogRow, TemplateRow } from './tables.ts';
