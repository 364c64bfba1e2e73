// What other packages are offered of catalog.

/** The door of the room `catalog` for callers: treatments and their search, templates, and the lists of an organization. */
export { type Catalog, createCatalog } from '../src/catalog/catalog.ts';

/** Reads a row of the public treatments file (RxTerms columns) into a treatment, taking over only what the row makes certain. */
export { readRxTermsRow, TREATMENT_SOURCE_COLUMNS } from '../src/catalog/import/rxterms-source.ts';

/** Turns a treatment as sources and seeds state it into the columns of the store, with its SCRIPT description and its schedule. */
export type { TreatmentRecord } from '../src/catalog/import/treatment-content.ts';

/** Reads treatments, the network's list of what can be prescribed. */
export { treatmentIdOf } from '../src/catalog/treatments.ts';
