// What tests and benches take from the inside of prescribing, beyond what other packages are offered: no product code may import it.

/** What a prescriber signs, word for word, with its canonical form and hash (W4), and the addresses that travel with it unsigned. */
export {
  type ClinicalContent,
  contentHash,
  type Envelope,
  type PostalAddress,
} from '../../src/prescribing/clinical-content.ts';

/** What the room `prescribing` is given: its store, the ports, and the one question it asks `identity`. */
export type { PrescribingDeps, SignedDeparture } from '../../src/prescribing/deps.ts';

/** What a caller may say about a draft: shapes and outer bounds; what can be signed is decided by the review. */
export type { DraftInput } from '../../src/prescribing/drafts/draft-input.ts';

/** The door of the room `prescribing` for callers with an actor: drafts, review, signing, prescriptions and orders. */
export { createPrescribing, type Prescribing } from '../../src/prescribing/prescribing.ts';

/** What the room hands out: prescriptions and orders with what was signed. */
export type { OrderRecord } from '../../src/prescribing/records.ts';
/** Turns a signed prescription into the SCRIPT library's typed messages (S1, S6, D9, D10). */
export type { MessageFacts } from '../../src/prescribing/script-message.ts';
/** Seals and opens the rows of this room: what may tell of a patient is one sealed value per row. */
export { sealSignable } from '../../src/prescribing/sealed-rows.ts';

/** The tables of the room `prescribing`, as its queries see them. */
export type { FillEventRow, FillRow, PrescribingTables } from '../../src/prescribing/tables.ts';
