// Every bound of coverage, in one place.

export const COVERAGE_LIMITS = {
  planNameCharactersMax: 200,
  planKindCharactersMax: 60,
  /** Vaccines are named by all their strains. */
  drugNameCharactersMax: 4_000,
  /** The detail of a quantity limit as JSON text. */
  limitDetailCharactersMax: 4_000,
  qualifierCharactersMax: 60,
  priceDescriptionCharactersMax: 200,
  /** A copay or a price per unit above it is a mistake of the source. */
  dollarsMax: 1_000_000,
  /** Plans that one search answers. */
  plansFoundMax: 50,
  /** Drugs, plans or packages asked about at once. */
  askedMax: 500,
} as const;
