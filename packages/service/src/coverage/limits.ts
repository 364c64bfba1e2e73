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
  /** Whose price list it is, as patients read it. */
  priceSourceCharactersMax: 100,
  /** A price list of a pharmacy that is older than this is not shown to anybody. */
  pharmacyPriceDaysMax: 90,
  /** Plans that one search answers. */
  plansFoundMax: 50,
  /** Drugs, plans or packages asked about at once. */
  askedMax: 2_000,
  /** Treatments of the same class or ingredients that are compared for one drug, the commonest. */
  candidatesPerDrugMax: 60,
  /** Alternatives that a payer names for one drug; of more the first are read. */
  alternativesNamedMax: 12,
  /** Other kinds of pharmacy that a payer names for one drug. */
  cheaperAtMax: 3,
  /** From the first question to a payer to the end of all of them, for one check. */
  answerTimeMs: 5_000,
  /** Characters of one text in a payer's answer, such as the name of a plan or its own sentence about a limit. */
  answerTextCharactersMax: 4_000,
  /** Lines of one kind in a payer's answer about a drug, and facts in a line. */
  answerLinesMax: 40,
  answerFactsMax: 12,
  /** Days of supply that a payer may name. */
  daysSupplyMax: 999,
  /** Payers that are asked in real time. */
  payersMax: 100,
  /** BINs, or PCNs, of one payer. */
  payerBinsMax: 1_000,
  /** One question about all drugs of a patient: waiting for a turn, a token, connections and answers together. */
  payerTimeoutMsDefault: 4_000,
  payerTimeoutMsMax: 5_000,
  /** Requests of one node that a payer has at a time. */
  payerConcurrencyDefault: 8,
  payerConcurrencyMax: 64,
  /** An answer larger than this is not read further; it counts as unreadable. */
  payerAnswerBytesMax: 262_144,
  /** Objects and lists within each other in an answer. */
  payerAnswerDepthMax: 24,
  /** Resources of an answer, and members of any list in it. */
  payerListMax: 200,
  /** What is shown of a payer's own sentence. */
  payerSentenceCharactersMax: 300,
  /** Sentences of a payer about one drug. */
  payerSentencesMax: 3,
} as const;
