// The public face of the catalog: treatments and their search, templates, catalogs. Functions for other rooms' transactions are in treatments.ts, disabled.ts and availability.ts.
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type CatalogAdministration, createCatalogAdministration } from './import/treatment-imports.ts';
import { createListRoom, type ListRoom } from './lists/list-room.ts';
import { createTemplateRoom, type TemplateRoom } from './lists/template-room.ts';
import { createTreatmentSearch, type TreatmentSearchRoom } from './search/treatment-search.ts';

export interface CatalogDependencies {
  readonly store: Store;
  readonly ports: Ports;
}

export interface Catalog extends TreatmentSearchRoom, TemplateRoom, ListRoom {
  /** Writes the network's treatments; no caller of the API reaches it. */
  readonly administration: CatalogAdministration;
}

export function createCatalog({ store, ports }: CatalogDependencies): Catalog {
  return {
    ...createTreatmentSearch(store, ports),
    ...createTemplateRoom(store, ports),
    ...createListRoom(store, ports),
    administration: createCatalogAdministration(store, ports),
  };
}

/** The catalog's work on the organization's lists: its catalogs, and what is not prescribed here. Admins write, everybody reads. */
export type { CatalogChanges } from './lists/list-room.ts';

/** The catalog's work on templates: preset drafts of the organization (admins) or of one person, written once with their audit entry. */
export type { NewTemplate, TemplateChanges } from './lists/template-room.ts';

/** What an id on a form's disable list stands for: one treatment, or every treatment that is or holds a medication. */
export type { NamedTreatments } from './named.ts';

/** The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed. */
export type { TreatmentHit, TreatmentSearchResult } from './search/treatment-search.ts';

/** The catalog's tables as Kysely sees them. */
export type { CatalogRow, TemplateRow } from './tables.ts';
