// The door of the room `organization` for other rooms' transactions.

/** When its office is open, and opens next. */
export { isOfficeOpen, officeOpensAt } from './office-hours.ts';
/** What other rooms' statements read of an organization, as SQL. */
export {
  offCatalogSql,
  organizationNameSql,
  organizationTimeZoneSql,
  refusesSameSql,
  reviewPoliciesSql,
  sessionIdleMinutesSql,
  staffSecondFactorSql,
  writtenTreatmentsSql,
} from './organization-sql.ts';

/** The row of an organization, its table for a join, its name alone, and whether its staff may choose pharmacies, how it prescribes, and what its patients are told. */
export {
  coveragePolicyOf,
  deskRemindersOf,
  duplicatePolicyOf,
  findOrganization,
  type OrganizationRow,
  type OrganizationTables,
  offCatalogOf,
  organizationName,
  patientTextsOf,
  reviewPoliciesOf,
  screeningPolicyOf,
  sessionIdleMinutesOf,
  staffMayChoosePharmacy,
  staffSecondFactorOf,
  textsAtNightOf,
  textsAtNightSql,
  writtenTreatmentsOf,
} from './organizations.ts';
