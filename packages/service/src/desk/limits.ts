// Every bound of the room `desk`, in one place.
import type { DeskSituation } from './causes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long something may lie on the desk until it is late, counted from its cause. */
export const LATE_AFTER_MS: Readonly<Record<DeskSituation, number>> = {
  'dispensed-after-cancel': 30 * MINUTE_MS,
  'cancel-not-sent': 30 * MINUTE_MS,
  stuck: 30 * MINUTE_MS,
  problem: 2 * HOUR_MS,
  'cancel-refused': 2 * HOUR_MS,
  question: 2 * HOUR_MS,
  'cancel-asked': 2 * HOUR_MS,
  'refills-asked': 2 * HOUR_MS,
  request: 24 * HOUR_MS,
  'wrong-number': 4 * HOUR_MS,
  'patient-not-told': 4 * HOUR_MS,
  unconfirmed: 4 * HOUR_MS,
  choose: 4 * HOUR_MS,
  'to-sign': 24 * HOUR_MS,
};

export const DESK_LIMITS = {
  /** A patient who has not chosen a pharmacy for so long is the practice's to ask. */
  patientChoosesWithinMs: 4 * HOUR_MS,
  /** So long the text that asks a patient may take until it is written; without one the practice is told. */
  invitationWrittenWithinMs: 10 * MINUTE_MS,
  /** A note, and why something was marked as handled. */
  noteCharactersMax: 500,
  reasonCharactersMax: 210,
  /** Notes of one item that are shown, the newest; and that it can have. */
  notesMax: 50,
  /** A pharmacist's question, and its answer; and the name of the form that it was asked in. */
  questionCharactersMax: 500,
  onceCharactersMax: 100,
  /** Questions about one fill, in all and while they wait for an answer. */
  questionsPerFillMax: 20,
  openQuestionsPerFillMax: 3,
  /** How often a node looks for desks whose time has come, and for mails that are to leave. */
  reminderRoundMs: 10_000,
  /** Between two looks at one desk. */
  lookAgainMs: 60_000,
  /** Desks and mails that one round takes at a time. */
  roundDesksMax: 100,
  roundMailsMax: 50,
  /** Items of one desk that are told of, the worst. */
  remindedItemsMax: 2_000,
  /** What was noted of something that lies there no more is forgotten after so long. */
  stepsKeptMs: 30 * 24 * HOUR_MS,
  /** Outside of office hours only what is late so soon is told: a draft to sign waits for the office. */
  waitsForOfficeFromMs: 24 * HOUR_MS,
  /** Between two mails to one recipient: what comes meanwhile stands in the second. */
  mailPauseMs: 10 * MINUTE_MS,
  /** Items that one mail names; of more it says how many. */
  mailItemsMax: 20,
  /** People of a practice that are mailed where it has no address of its own. */
  mailedPeopleMax: 50,
  /** Before the second try of a mail, and the longest between two; longer than a mail server may take. */
  mailRetryMs: 2 * MINUTE_MS,
  mailRetryMaxMs: 30 * MINUTE_MS,
  /** A mail that no server has taken for so long is given up: what still lies there is in another by then. */
  mailTriedForMs: 24 * HOUR_MS,
  /** Situations that one filter names. */
  situationsPerFilterMax: 20,
} as const;
