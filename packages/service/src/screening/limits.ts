// Every bound of screening, in one place.

export const SCREENING_LIMITS = {
  /** Rows of one file of interactions, allergens or classes: each is compared as a whole. */
  rowsMax: 200_000,
  nameCharactersMax: 200,
  codeCharactersMax: 60,
  /** Other names, ingredients or classes of one allergen. */
  namesMax: 100,
  /** What is offered while somebody types what a patient does not tolerate. */
  allergensOfferedMax: 12,
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
  /** The same where an organization says how long. */
  serviceTimeMsMin: 500,
  serviceTimeMsMax: 20_000,
  /** Services of one address that are asked, and what is read of an answer. */
  servicesMax: 8,
  serviceAnswerBytesMax: 262_144,
  cardsMax: 50,
  cardSummaryCharactersMax: 500,
  cardDetailCharactersMax: 8_000,
  cardListsMax: 20,
  /** Of directions that a card suggests, as long as a prescription's may be. */
  offeredDirectionsCharactersMax: 1_000,
  /** A proof of who asks holds so long. */
  proofSeconds: 120,
  /** So long whoever verifies these proofs may keep the set of public keys: wait longer between the steps of a new key. */
  keySetSeconds: 300,
  /** How old what is known of an organization's service may be where another node changed it. */
  serviceKnownMs: 5_000,
  servicesKnownMax: 10_000,
  /** After how long what came of a card is told again to who did not take it; after the last one it is given up. */
  feedbackAgainMs: [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000] as readonly number[],
  /** Signed records and fills of one organization of which something waits to be told; more are not told. */
  feedbackRowsMax: 1_000,
  /** Of one organization in one round, and organizations of one round. */
  feedbackAtATime: 50,
  /** Organizations told for side by side in a round, and rows of each of them. */
  feedbackOrganizationsAtOnce: 16,
  feedbackRowsAtOnce: 4,
  /** What is not begun so long after a round began is left to the next: with the longest answer it stays below the minute for which a node holds its rows. */
  feedbackRoundMs: 30_000,
} as const;
