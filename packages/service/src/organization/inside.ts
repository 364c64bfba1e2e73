// The door of the room `organization` for other rooms' transactions.

/** What other rooms' statements read of an organization, as SQL. */
export { organizationNameSql, organizationTimeZoneSql } from './organization-sql.ts';

/** The row of an organization, its table for a join, its name alone, and whether its staff may choose pharmacies. */
export {
  findOrganization,
  type OrganizationRow,
  type OrganizationTables,
  organizationName,
  staffMayChoosePharmacy,
} from './organizations.ts';
