// What statements of other rooms read of an organization, as SQL: the table is this room's.
import { ORGANIZATION_LIMITS } from './limits.ts';

/** The name of the organization that an expression names, as an expression. */
export function organizationNameSql(orgId: string): string {
  return `(select organization.name from organization where organization.org_id = ${orgId})`;
}

/** Whether the staff of the organization that an expression names need a second factor, as an expression. */
export function staffSecondFactorSql(orgId: string): string {
  return `coalesce(${settingSql(orgId, 'staffSecondFactor')} = 'true', false)`;
}

/** Whether the organization that an expression names prescribes what is in no catalog and no template, as an expression. */
export function offCatalogSql(orgId: string): string {
  return `coalesce(${settingSql(orgId, 'offCatalog')} = 'true', true)`;
}

/** Whether the people of the organization that an expression names may prescribe what they wrote themselves, as an expression. */
export function writtenTreatmentsSql(orgId: string): string {
  return `coalesce(${settingSql(orgId, 'writtenTreatments')} = 'true', false)`;
}

/** Whether the organization that an expression names refuses the very same again while an earlier prescription of it lasts, as an expression. */
export function refusesSameSql(orgId: string): string {
  return `coalesce(${settingSql(orgId, 'duplicates')} = 'refuse-same', false)`;
}

/** What `reviewPoliciesOf` says of the organization that an expression names, as an expression. */
export function reviewPoliciesSql(orgId: string): string {
  return `(select concat_ws(' ',
    case organization.settings ->> 'duplicates' when 'refuse-same' then 'refuse-same' else 'reason' end,
    case when organization.screening_off_at is null then 'required' else 'not-used' end)
    from organization where organization.org_id = ${orgId})`;
}

/** Minutes after which a session that nobody uses ends in the organization that an expression names, as an expression. */
export function sessionIdleMinutesSql(orgId: string): string {
  return `coalesce(${settingSql(orgId, 'sessionIdleMinutes')}::integer, ${ORGANIZATION_LIMITS.sessionIdleMinutesDefault})`;
}

const settingSql = (orgId: string, setting: string): string =>
  `(select organization.settings ->> '${setting}' from organization where organization.org_id = ${orgId})`;

/** The time zone of the organization that an expression names, as an expression. */
export function organizationTimeZoneSql(orgId: string): string {
  return `(select organization.time_zone from organization where organization.org_id = ${orgId})`;
}
