// The door of the room `catalog` for other rooms, whose transactions it takes part in, and for what composes the service.

/** Answers whether a treatment can be prescribed here and today, the same for search, drafts, signing and orders (W7). */
export { availabilityOf } from './availability.ts';

/** Reads what an organization never lets anybody prescribe (`disable-list`). */
export { disabledAmong, isDisabled } from './disabled.ts';

/** The ingredient that RxNorm knows by a code, and the other way round. */
export { codeOfIngredient, ingredientOf } from './ingredient-codes.ts';

/** What an id on a form's disable list stands for: one treatment, or every treatment that is or holds a medication. */
export { isMedication, knownMedications, treatmentsNamed } from './named.ts';

/** Reads what is on the organization's own lists, for pages that offer nothing else (`allow-off-catalog-search`). */
export { offeredAmong, offeredSql, requireCatalog } from './offered.ts';

/** The ingredients that a name in daily use stands for, an abbreviation or a brand of long ago. */
export { ingredientsCalled } from './search/other-names.ts';
/** The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed. */
export type { TreatmentHit } from './search/treatment-hit.ts';
/** The catalog's tables, for a join. */
export type { CatalogTables } from './tables.ts';
/** Reads treatments, the network's list of what can be prescribed. */
export { findTreatment, findTreatments, findTreatmentsByRxcui, type TreatmentRow } from './treatments.ts';
/** Names of ingredients in the drug files, by their beginning. */
export { ingredientRows } from './written/ingredients-sql.ts';
