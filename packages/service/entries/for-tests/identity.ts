// What tests and benches take from the inside of identity, beyond what other packages are offered: no product code may import it.

/** The e-mails of identity, as plain text: they name nobody and hold no health information. */
export type { Mail } from '../../src/identity/accounts/mail.ts';

/** Owns how passwords are chosen, kept and compared: Argon2id of the runtime, in PHC text, a few at a time. */
export { hashPassword, verifyPassword } from '../../src/identity/accounts/password.ts';

/** The public face of identity: sign-in, tokens, and who may prescribe. */
export {
  createIdentity,
  DEFAULT_ATTESTATION,
  type Identity,
  type IdentityConfig,
} from '../../src/identity/identity.ts';

/** Every bound of identity, in one place. */
export { IDENTITY_LIMITS } from '../../src/identity/limits.ts';

/** The one table of who may do what: role × action for people, scope × action for machines. */
export { authorize, isAllowed, PERMISSIONS } from '../../src/identity/permissions.ts';

/** Decides when a person must prove who they are again: another organization, an ended account, a stronger or fresher proof. */
export { ACR } from '../../src/identity/provider/policy.ts';
/** What the room of organizations must know of people. */
export { organizationPeople } from '../../src/identity/users/organization-people.ts';
/** The rule of who is an authorized prescriber, and what is missing when somebody is not (`prescriber`, A2). */
export { checkPrescriber, PRESCRIBER_NEEDS } from '../../src/identity/users/prescriber.ts';
/** The table of users: a person's place in one organization, with the roles and the prescriber profile that signing rests on. */
export { selectUser } from '../../src/identity/users/user-rows.ts';
