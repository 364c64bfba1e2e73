// Reads the row of an organization in the table `organization`, which every tenant has one of.

import type { DeskReminder } from '@pestle/rules/desk-reminders';
import { DESK_REMINDERS } from '@pestle/rules/desk-reminders';
import type { OrganizationId } from '@pestle/rules/ids';
import type { PatientText, TextsAtNight } from '@pestle/rules/patient-texts';
import { PATIENT_TEXTS, TEXTS_AT_NIGHT } from '@pestle/rules/patient-texts';
import type { CoveragePolicy, DuplicatePolicy, ScreeningPolicy } from '@pestle/rules/practice-policies';
import type { Generated } from 'kysely';
import { createAhead } from '../kernel/ahead.ts';
import { notFound } from '../kernel/errors.ts';
import type { Tx } from '../store/store.ts';
import { ORGANIZATION_LIMITS } from './limits.ts';

export type OrganizationRow = {
  org_id: OrganizationId;
  name: string;
  phone: string | null;
  time_zone: string;
  environment: 'production' | 'staging' | 'sandbox';
  settings: Readonly<Record<string, unknown>>;
  /** What its patients are not told of. */
  patient_texts_off: readonly string[];
  /** Who is told outside of office hours, and stands in for who has left; null: nobody. */
  after_hours_owner_id: string | null;
  /** `HH:MM` by the organization's own clock. */
  office_opens: string;
  office_closes: string;
  /** ISO: Monday is 1. */
  office_days: readonly number[];
  /** `YYYY-MM-DD`. */
  office_holidays: readonly string[];
  /** Where the practice itself reads mails; null: everybody who works on its desk. */
  desk_mail_to: string | null;
  /** Which reminders of the desk are not sent. */
  desk_reminders_off: readonly string[];
  /** When an administrator stated that it does not use screening, and who; null: it does. */
  screening_off_at: string | null;
  screening_off_by: string | null;
  /** Grows with every change of a setting. */
  revision: number;
  created_at: string;
};

/** What the database fills in when an organization is made. */
type FilledIn =
  | 'settings'
  | 'patient_texts_off'
  | 'after_hours_owner_id'
  | 'office_opens'
  | 'office_closes'
  | 'office_days'
  | 'office_holidays'
  | 'desk_mail_to'
  | 'desk_reminders_off'
  | 'screening_off_at'
  | 'screening_off_by'
  | 'revision'
  | 'created_at';

export type OrganizationTables = {
  organization: Omit<OrganizationRow, FilledIn> & {
    [Column in Exclude<FilledIn, 'settings'>]: Generated<OrganizationRow[Column]>;
  } & { settings: Generated<unknown> };
};

/** Whether its staff need a second factor, as its prescribers and administrators do. */
export function staffSecondFactorOf({ settings }: Pick<OrganizationRow, 'settings'>): boolean {
  return settings['staffSecondFactor'] === true;
}

/** Minutes after which a session that nobody uses ends. */
export function sessionIdleMinutesOf({ settings }: Pick<OrganizationRow, 'settings'>): number {
  const set = settings['sessionIdleMinutes'];
  return typeof set === 'number' ? set : ORGANIZATION_LIMITS.sessionIdleMinutesDefault;
}

/** Unless the organization says no, its staff may choose a pharmacy, and another one later (A2). */
export function staffMayChoosePharmacy({ settings }: Pick<OrganizationRow, 'settings'>): boolean {
  return settings['staffMayChoosePharmacy'] !== false;
}

/** Unless the organization says no, what is in no catalog and no template may be prescribed where a page allows it. */
export function offCatalogOf({ settings }: Pick<OrganizationRow, 'settings'>): boolean {
  return settings['offCatalog'] !== false;
}

/** Whether its people may write what no drug file holds, and prescribe that: not unless it says so. */
export function writtenTreatmentsOf({ settings }: Pick<OrganizationRow, 'settings'>): boolean {
  return settings['writtenTreatments'] === true;
}

/** What happens to a likely duplicate. */
export function duplicatePolicyOf({ settings }: Pick<OrganizationRow, 'settings'>): DuplicatePolicy {
  return settings['duplicates'] === 'refuse-same' ? 'refuse-same' : 'reason';
}

/** Whether payers are asked. */
export function coveragePolicyOf({ settings }: Pick<OrganizationRow, 'settings'>): CoveragePolicy {
  return settings['coverage'] === 'never' ? 'never' : 'page';
}

/** Whether what it prescribes is compared with what harms beside it: unless an administrator has stated that it is not. */
export function screeningPolicyOf({
  screening_off_at: offAt,
}: Pick<OrganizationRow, 'screening_off_at'>): ScreeningPolicy {
  return offAt === null ? 'required' : 'not-used';
}

/** The policies by which a review judges a draft, in one word each: those of a review are compared with those of the signature (`reviewPoliciesSql`). */
export function reviewPoliciesOf(
  organization: Pick<OrganizationRow, 'settings' | 'screening_off_at'>,
): string {
  return `${duplicatePolicyOf(organization)} ${screeningPolicyOf(organization)}`;
}

/** Those texts after sending that its patients get. */
export function patientTextsOf({
  patient_texts_off: off,
}: Pick<OrganizationRow, 'patient_texts_off'>): readonly PatientText[] {
  return PATIENT_TEXTS.filter((text) => !off.includes(text));
}

/** Which texts leave at night: none unless it says otherwise, and all of a sandbox, whose day has no end. */
export function textsAtNightOf({
  settings,
  environment,
}: Pick<OrganizationRow, 'settings' | 'environment'>): TextsAtNight {
  const set = TEXTS_AT_NIGHT.find((one) => one === settings['textsAtNight']);
  return set ?? (environment === 'sandbox' ? 'all' : 'none');
}

/** The same where the row of an organization is read in a statement, under this name. */
export function textsAtNightSql(organization: string): string {
  return `coalesce(${organization}.settings ->> 'textsAtNight', case ${organization}.environment when 'sandbox' then 'all' else 'none' end)`;
}

/** Those reminders of the desk that its people get. */
export function deskRemindersOf({
  desk_reminders_off: off,
}: Pick<OrganizationRow, 'desk_reminders_off'>): readonly DeskReminder[] {
  return DESK_REMINDERS.filter((reminder) => !off.includes(reminder));
}

/** The whole row, as role `app` within the organization, or as `keeper` or `door`. Throws NOT_FOUND. */
export async function findOrganization(tx: Tx, orgId: string): Promise<OrganizationRow> {
  const row = await organizations.once(tx, orgId, () =>
    tx
      .withTables<OrganizationTables>()
      .selectFrom('organization')
      .selectAll()
      .where('org_id', '=', orgId as OrganizationId)
      .executeTakeFirst(),
  );
  if (row === undefined) throw notFound('organization');
  return row as OrganizationRow;
}

const organizations = createAhead<object | undefined>();

/** Its name, or null when there is no such organization; in any role that may read it. */
export async function organizationName(tx: Tx, orgId: string): Promise<string | null> {
  const row = await tx
    .withTables<OrganizationTables>()
    .selectFrom('organization')
    .select('name')
    .where('org_id', '=', orgId as OrganizationId)
    .executeTakeFirst();
  return row?.name ?? null;
}
