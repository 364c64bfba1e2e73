// What statements of other rooms read of an organization, as SQL: the table is this room's.

/** The name of the organization that an expression names, as an expression. */
export function organizationNameSql(orgId: string): string {
  return `(select organization.name from organization where organization.org_id = ${orgId})`;
}

/** The time zone of the organization that an expression names, as an expression. */
export function organizationTimeZoneSql(orgId: string): string {
  return `(select organization.time_zone from organization where organization.org_id = ${orgId})`;
}
