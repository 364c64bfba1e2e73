// What other packages are offered of identity.

/** The table of applications: clients of the API (A3). */
export { selectApplication, updateApplication } from '../src/identity/applications/application-rows.ts';

/** Finds the application through which the portal signs people in: that of an organization whose callback the portal is. */
export { findPortalApplication } from '../src/identity/applications/portal-application.ts';

/** The one secret of identity: from it come the keys that seal what the store keeps, sign cookies and hide what is counted. */
export { createIdentityKey } from '../src/identity/identity-key.ts';

/** Brings what the store keeps under the identity key along when that key rotates, and says what still needs an earlier one. */
export { type KeyNeeds, keyNeeds } from '../src/identity/key-rotation.ts';

/** The one table of who may do what: role × action for people, scope × action for machines. */
export { PERSON_SCOPES } from '../src/identity/permissions.ts';

/** What those who run the network do to the users of an organization that cannot help itself. */
export type { ListedUser, Recovered, UserAdministration } from '../src/identity/users/user-administration.ts';

/** The table of users: a person's place in one organization, with the roles and the prescriber profile that signing rests on. */
export type { User } from '../src/identity/users/user-rows.ts';
