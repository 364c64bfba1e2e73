// What tests and benches take from the inside of organization, beyond what other packages are offered: no product code may import it.

/** The door of the room `organization` for callers: each one's own organization, and what those who run the service write of organizations. */
export {
  createOrganizationAdministration,
  createOrganizations,
} from '../../src/organization/organization.ts';

/** Reads the row of an organization in the table `organization`, which every tenant has one of. */
export { findOrganization } from '../../src/organization/organizations.ts';
