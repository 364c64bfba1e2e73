// Every bound of screening, in one place.

export const SCREENING_LIMITS = {
  /** Rows of one file of interactions, allergens or classes: each is compared as a whole. */
  rowsMax: 200_000,
  nameCharactersMax: 200,
  codeCharactersMax: 60,
  /** Other names, ingredients or classes of one allergen. */
  namesMax: 100,
  sourceCharactersMax: 120,
  /** Data older than this never count as a check. */
  dataDaysMax: 400,
  /** Of the name of a rule, and of what a prescriber answers in words. */
  ruleCharactersMax: 300,
  answerCharactersMax: 210,
  /** Words at the beginning of a medicine's name among which its ingredient is looked for. */
  nameWordsMax: 6,
  /** Rules that administrators see counted, those shown most often. */
  countedRulesMax: 200,
  /** From the question to the end of waiting for another service's answer. */
  answerTimeMs: 5_000,
} as const;
