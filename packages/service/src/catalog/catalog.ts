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
