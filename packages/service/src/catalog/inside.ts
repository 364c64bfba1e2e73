// The door of the room `catalog` for other rooms, whose transactions it takes part in, and for what composes the service.

/** Owns the answer to "can this be prescribed here, today?", asked in search, drafts, signing and orders (W7). */
export { availabilityOf } from './availability.ts';

/** SQL of an organization's standing list of what must not be prescribed (`disable-list`). */
export { disabledAmong, isDisabled } from './disabled.ts';

/** What an id on a form's disable list stands for: one treatment, or every treatment that is or holds a medication. */
export { isMedication, knownMedications } from './named.ts';

/** SQL of what may be prescribed without leaving the organization's own lists (`allow-off-catalog-search`). */
export { offeredAmong, requireCatalog } from './offered.ts';

/** The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed. */
export type { TreatmentHit } from './search/treatment-search.ts';

/** SQL of treatments: the network's list of what can be prescribed, read by everybody, written by the keeper. */
export { findTreatment, findTreatments, findTreatmentsByRxcui, type TreatmentRow } from './treatments.ts';
