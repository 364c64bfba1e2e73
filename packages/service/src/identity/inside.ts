// The door of identity for other rooms' transactions: who may do what, and the rows of users that an act rests on.

/** What another room needs whose people sign in by themselves: addresses, passwords, apps, and the key that seals and hides what is kept of them. */
export { normalizeEmail } from './accounts/accounts.ts';
export type { IsBreached } from './accounts/breached.ts';
export { hashPassword, toNewPassword, verifyPassword } from './accounts/password.ts';
export type { PasswordProblem } from './accounts/password-rules.ts';
export { createIdentityKey, type IdentityKey } from './identity-key.ts';
/** The table of permissions, and its judgement of an actor. */
export { type Action, authorize, isAllowed, PERMISSIONS } from './permissions.ts';
export { type TotpEnrolment, totpEnrolment, totpStep } from './second-factor/totp.ts';
/** Whether a user is an authorized prescriber, for what asks without all of identity. */
export { authorizedPrescriberBy } from './users/authorized-prescriber.ts';
/** Prescribers by their NPI. */
export { organizationsOfNpi, prescriberByNpi } from './users/by-npi.ts';
/** What the room of organizations must know of people. */
export { organizationPeople } from './users/organization-people.ts';
/** What a prescriber's right to sign rests on. */
export type { PrescriberCheck, PrescriberProfile } from './users/prescriber.ts';
/** The row of a user, and who there is, in the transaction of the act. */
export { selectUser, userIdsOf } from './users/user-rows.ts';
