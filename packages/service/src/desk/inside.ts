// The door of the room `desk` for other rooms' transactions.

/** So long a question may be, for its field. */
export { DESK_LIMITS } from './limits.ts';
/** A pharmacist's question for the prescriber, and what was asked before, for the page of who asks. */
export { askQuestion, type NewQuestion, type PharmacyQuestion, questionsOf } from './questions/questions.ts';
/** Looks at every desk on its schedule, and mails whoever is to know. */
export { createDeskReminders, type DeskReminders } from './reminders/reminders.ts';
