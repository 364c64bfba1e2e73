// What tests and benches take from the inside of coverage, beyond what other packages are offered: no product code may import it.

/** The door of the room `coverage` for callers: what plans publish of drugs, and what payers answer of a patient's plan. It keeps no patient. */
export { costSharing, entriesFor, plan } from '../../src/coverage/coverage.ts';

/** Reads from the imported lists everything that one question about a plan needs. */
export { readLists } from '../../src/coverage/engine/lists-sql.ts';

/** Imports the lists of plans and prices of drugs: a whole file in one transaction, so that readers see a list as it was or as it is. */
export type { FormularyFile } from '../../src/coverage/import/formulary-imports.ts';

/** The port to whoever knows what a patient's plan pays: what a payer is asked, what it may answer, and what makes one. */
export type { AskedDrug, PayerQuestion } from '../../src/coverage/payer.ts';
