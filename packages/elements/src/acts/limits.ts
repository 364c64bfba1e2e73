// Every bound of what people do with an order after sending.

export const ACT_LIMITS = {
  /** What is asked again after a lost answer, with the same key each time; then a person asks. */
  repeatAfterMs: [1_000, 2_000, 4_000, 8_000, 15_000],
  /** A reason, as the service bounds it. */
  reasonCharactersMax: 210,
  /** The name of who took a prescription by telephone, and an answer to a pharmacist, as the service bounds them. */
  takenByCharactersMax: 100,
  answerCharactersMax: 500,
  /** Orders of which is asked in one request. */
  askedTogetherMax: 50,
  /** After an answer that did not come, the same is asked for no sooner. */
  askAgainAfterMs: 5_000,
} as const;
