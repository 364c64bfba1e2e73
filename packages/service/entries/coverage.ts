// What other packages are offered of coverage.

/** The door of the room `coverage` for callers: what plans publish of drugs, and what payers answer of a patient's plan. It keeps no patient. */
export { type Coverage, createCoverage } from '../src/coverage/coverage.ts';

/** Imports the lists of plans and prices of drugs: a whole file in one transaction, so that readers see a list as it was or as it is. */
export type { RowWriter } from '../src/coverage/import/formulary-imports.ts';

/** Reads rows of the public files of a plan: the plan itself, the drugs it covers, what members pay; and rows of NADAC prices. */
export {
  COST_COLUMNS,
  DRUG_COLUMNS,
  PLAN_COLUMNS,
  PRICE_COLUMNS,
} from '../src/coverage/import/formulary-source.ts';

/** What an operator says of a payer that is asked in real time, and what of it is usable. */
export { sharedBins } from '../src/coverage/payer-settings.ts';
