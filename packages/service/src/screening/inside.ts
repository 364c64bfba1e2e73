// The door of the room `screening` for other rooms, whose transactions it takes part in, and for what composes the service.

/** What another service is told of its cards after the signature. */
export { overriddenIn } from './cds/feedback.ts';
/** Counts which rules were shown and overridden: once for each draft, by a digest that names neither draft nor patient. */
export { countShown, type ShownRule } from './counts.ts';
/** Every bound of screening. */
export { SCREENING_LIMITS } from './limits.ts';
/** The port to whoever knows what speaks against a drug: what it is asked, what it may answer, and what makes one. */
export type {
  AskedDrug,
  DrugScreening,
  Screener,
  ScreenerAnswer,
  ScreenerWithin,
  ScreeningQuestion,
} from './screener.ts';
