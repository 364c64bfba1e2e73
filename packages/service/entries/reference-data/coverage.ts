// What other packages are offered of coverage.

/** The door of the room `coverage` for callers: what plans publish of drugs, and what payers answer of a patient's plan. It keeps no patient. */
export { type Coverage, createCoverage } from '../../src/coverage/coverage.ts';
/** Reads rows of the public files of a plan: the plan itself, the drugs it covers, what members pay; and rows of NADAC prices. */
export {
  COST_COLUMNS,
  DRUG_COLUMNS,
  PLAN_COLUMNS,
  PRICE_COLUMNS,
} from '../../src/coverage/import/formulary-source.ts';
/** Imports what pharmacies ask for drugs without insurance: lists that a pharmacy or its chain publishes. A file counts as a whole. */
export { PHARMACY_PRICE_COLUMNS } from '../../src/coverage/import/pharmacy-prices.ts';
/** Writes rows of a file that counts as a whole. */
export type { RowWriter } from '../../src/coverage/import/source-fields.ts';

/** What an operator says of a payer that is asked in real time, and what of it is usable. */
export { sharedBins } from '../../src/coverage/payer-settings.ts';
