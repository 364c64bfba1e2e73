// Every bound of the coverage rules, in one place.

export const COVERAGE_LIMITS = {
  /** Days of supply up to which a plan's terms for one month may hold. */
  oneMonthDaysMax: 34,
  /** Days of supply from which a plan's terms for three months may hold; between the two nobody can tell, and both are counted. */
  threeMonthDaysMin: 84,
  /** Days of supply up to which a plan's terms for three months may hold; beyond it a plan says nothing. */
  threeMonthDaysMax: 102,
  /** An amount above this (10 million dollars) is a mistake in the data, and is not told. */
  moneyCentsMax: 1_000_000_000,
  /** Characters of a price, an amount, a share or a quantity in a plan's data. */
  decimalCharactersMax: 20,
  /** Characters of the detail of a quantity limit, and of a payer's own sentence in it. */
  limitDetailCharactersMax: 4_000,
} as const;
