// The door of identity for other rooms' transactions: who may do what, and the rows of users that an act rests on.

/** The table of permissions, and its judgement of an actor. */
export { type Action, authorize, isAllowed, PERMISSIONS } from './permissions.ts';
/** Whether a user is an authorized prescriber, for what asks without all of identity. */
export { authorizedPrescriberBy } from './users/authorized-prescriber.ts';
/** Prescribers by their NPI. */
export { organizationsOfNpi, prescriberByNpi } from './users/by-npi.ts';
/** What a prescriber's right to sign rests on. */
export type { PrescriberCheck, PrescriberProfile } from './users/prescriber.ts';
/** The row of a user, in the transaction of the act. */
export { selectUser } from './users/user-rows.ts';
