// What an organization asks of its people, tells its patients, and when its office is open: read from hostile input, and written to its row.
import { isDate } from '@pestle/rules/dates';
import { DESK_REMINDERS } from '@pestle/rules/desk-reminders';
import type { OrganizationId } from '@pestle/rules/ids';
import { PATIENT_TEXTS, TEXTS_AT_NIGHT } from '@pestle/rules/patient-texts';
import { COVERAGE_POLICIES, DUPLICATE_POLICIES, SCREENING_POLICIES } from '@pestle/rules/practice-policies';
import type { Updateable, UpdateObject } from 'kysely';
import { sql } from 'kysely';
import * as v from 'valibot';
import { Failure, invalidInput, notFound } from '../kernel/errors.ts';
import { idInput, validate } from '../kernel/validate.ts';
import type { Tx } from '../store/store.ts';
import { ORGANIZATION_LIMITS as LIMITS } from './limits.ts';
import type { OrganizationTables } from './organizations.ts';

const DAYS_OF_WEEK = 7;
const CLOCK = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;
const clock = v.pipe(
  v.string(),
  v.regex(CLOCK, 'Write a time of day as 08:00, from 00:00 to 23:59, by the office’s own clock.'),
);

const officeSchema = v.pipe(
  v.strictObject({
    opens: v.optional(clock),
    closes: v.optional(clock),
    /** ISO: Monday is 1, Sunday 7. */
    days: v.optional(
      v.pipe(
        v.array(
          v.pipe(
            v.number(),
            v.check(
              (day) => Number.isInteger(day) && day >= 1 && day <= DAYS_OF_WEEK,
              'Days are numbers: Monday is 1, Sunday 7.',
            ),
          ),
        ),
        v.minLength(1, 'Name at least one day of the week.'),
        v.maxLength(DAYS_OF_WEEK, 'A week has 7 days.'),
        v.transform((days) => [...new Set(days)].toSorted((one, other) => one - other)),
      ),
    ),
    /** `YYYY-MM-DD`, by the office's own calendar. */
    holidays: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.check(isDate, 'Write a day as 2026-12-25.'))),
        v.maxLength(
          LIMITS.holidaysMax,
          `Name ${LIMITS.holidaysMax} days at most; leave out those that are over.`,
        ),
        v.transform((days) => [...new Set(days)].toSorted()),
      ),
    ),
  }),
  v.check(
    ({ opens, closes }) => (opens === undefined) === (closes === undefined),
    'Say when the office opens and when it closes.',
  ),
  v.check(
    ({ opens, closes }) => opens === undefined || closes === undefined || opens < closes,
    'The office closes after it opens, on the same day.',
  ),
);

/** What is left out stays. */
export const settingsSchema = v.strictObject({
  /** Prescribers enter whom they sign for once more; at first no. */
  patientReentry: v.optional(v.boolean()),
  /** Staff choose the pharmacy of an order, and another one later; at first they may. */
  staffMayChoosePharmacy: v.optional(v.boolean()),
  /** Staff need a second factor, as prescribers and administrators do; at first no. */
  staffSecondFactor: v.optional(v.boolean()),
  /** Minutes after which a session that nobody uses ends; at first 60. */
  sessionIdleMinutes: v.optional(
    v.pipe(
      v.number(),
      v.check(
        (minutes) =>
          Number.isInteger(minutes) &&
          minutes >= LIMITS.sessionIdleMinutesMin &&
          minutes <= LIMITS.sessionIdleMinutesMax,
        `Give whole minutes, from ${LIMITS.sessionIdleMinutesMin} to ${LIMITS.sessionIdleMinutesMax}.`,
      ),
    ),
  ),
  /** What is in no catalog and no template may be prescribed where a page allows it; at first it may. */
  offCatalog: v.optional(v.boolean()),
  /** Its people may write what no drug file holds, and prescribe that; at first they may not. */
  writtenTreatments: v.optional(v.boolean()),
  /** What happens to a likely duplicate; at first a reason is asked. */
  duplicates: v.optional(v.picklist(DUPLICATE_POLICIES)),
  /** Whether payers are asked; at first where a page asks for it. */
  coverage: v.optional(v.picklist(COVERAGE_POLICIES)),
  /** Whether what is prescribed is screened; at first it is. Only its own administrators state that it is not. */
  screening: v.optional(v.picklist(SCREENING_POLICIES)),
  /** What its patients are told of by text; at first all of it. */
  patientTexts: v.optional(v.array(v.picklist(PATIENT_TEXTS))),
  /** Which texts leave at night where the patient is; at first none, in a sandbox all. */
  textsAtNight: v.optional(v.picklist(TEXTS_AT_NIGHT)),
  /** When its office is open; at first Monday to Friday, 8:00 to 18:00. */
  office: v.optional(officeSchema),
  /** Who is told outside of office hours, and stands in for who has left; null: nobody. */
  afterHoursOwnerId: v.optional(v.nullable(idInput('usr'))),
  /** Where the practice itself reads mails; null: everybody who works on its desk. */
  deskMailTo: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(
          LIMITS.mailCharactersMax,
          `An e-mail address has at most ${LIMITS.mailCharactersMax} characters.`,
        ),
        v.email('This is not an e-mail address.'),
      ),
    ),
  ),
  /** Which reminders of the desk are sent; at first all. */
  deskReminders: v.optional(v.array(v.picklist(DESK_REMINDERS))),
});

/** Whether somebody is an active prescriber or staff person of the organization; undefined for nobody of it. */
export type WorksOnDesk = (tx: Tx, orgId: string, userId: string) => Promise<boolean | undefined>;

export type SettingsInput = v.InferInput<typeof settingsSchema>;
export type Settings = v.InferOutput<typeof settingsSchema>;

/** Throws INVALID_INPUT, also when nothing is named. */
export function readSettings(input: unknown): Settings {
  const settings = validate(settingsSchema, input);
  if (Object.keys(settings).length === 0)
    throw new Failure('INVALID_INPUT', 'Name at least one setting that changes.');
  return settings;
}

/** Which settings are named, for the trail: never what they are set to, which may be a person’s address. */
export function namesOf(settings: Settings): string {
  return Object.keys(settings).toSorted().join(' ');
}

/** Throws NOT_FOUND for nobody of the organization, INVALID_INPUT for who could do nothing about what lies on the desk. */
export async function requireOwner(
  tx: Tx,
  orgId: OrganizationId,
  { afterHoursOwnerId: owner = null }: Settings,
  worksOnDesk: WorksOnDesk,
): Promise<void> {
  if (owner === null) return;
  const works = await worksOnDesk(tx, orgId, owner);
  if (works === undefined) throw notFound('user');
  if (works) return;
  throw invalidInput([
    {
      path: 'afterHoursOwnerId',
      code: 'NOT_ACCEPTED',
      message: 'This must be an active person of the practice, a prescriber or staff.',
    },
  ]);
}

/** The administrator who states something for the organization, and when. */
export interface Stated {
  readonly by: string;
  readonly at: string;
}

/**
 * Throws INVALID_INPUT for what an organization states about itself, in the hands of those who run the service: that nothing is screened is
 * the practice's own word.
 */
export function refuseStatements({ screening }: Settings): void {
  if (screening === undefined) return;
  throw invalidInput([
    {
      path: 'screening',
      code: 'NOT_ACCEPTED',
      message:
        'Only an administrator of the organization states this, in the portal or by updateOrganization.',
    },
  ]);
}

/**
 * Writes what is named. Throws NOT_FOUND, and REVISION_CONFLICT when somebody else has changed a setting since `revision` was
 * read; null writes whatever was there.
 */
export async function writeSettings(
  tx: Tx,
  orgId: OrganizationId,
  settings: Settings,
  revision: number | null,
  stated?: Stated,
): Promise<void> {
  const changed = await tx
    .withTables<OrganizationTables>()
    .updateTable('organization')
    .set(columnsOf(settings))
    .set(statementOf(settings, stated))
    .set('revision', sql<number>`organization.revision + 1`)
    .where('org_id', '=', orgId)
    .$if(revision !== null, (query) => query.where('revision', '=', revision))
    .returning('org_id')
    .executeTakeFirst();
  if (changed !== undefined) return;
  const isThere = await tx
    .withTables<OrganizationTables>()
    .selectFrom('organization')
    .select('org_id')
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  if (isThere === undefined) throw notFound('organization');
  throw new Failure(
    'REVISION_CONFLICT',
    'Somebody else changed the settings. Look at them again and repeat.',
  );
}

function columnsOf({
  patientReentry,
  staffMayChoosePharmacy,
  staffSecondFactor,
  sessionIdleMinutes,
  offCatalog,
  writtenTreatments,
  duplicates,
  coverage,
  patientTexts,
  textsAtNight,
  office,
  afterHoursOwnerId,
  deskMailTo,
  deskReminders,
}: Settings): Updateable<OrganizationTables['organization']> {
  const plain = JSON.stringify({
    textsAtNight,
    patientReentry,
    staffMayChoosePharmacy,
    staffSecondFactor,
    sessionIdleMinutes,
    offCatalog,
    writtenTreatments,
    duplicates,
    coverage,
  });
  return {
    settings: sql`settings || ${plain}::jsonb`,
    ...(patientTexts !== undefined && {
      patient_texts_off: PATIENT_TEXTS.filter((text) => !patientTexts.includes(text)),
    }),
    ...(office?.opens !== undefined && { office_opens: office.opens }),
    ...(office?.closes !== undefined && { office_closes: office.closes }),
    ...(office?.days !== undefined && { office_days: office.days }),
    ...(office?.holidays !== undefined && { office_holidays: office.holidays }),
    ...(afterHoursOwnerId !== undefined && { after_hours_owner_id: afterHoursOwnerId }),
    ...(deskMailTo !== undefined && { desk_mail_to: deskMailTo }),
    ...(deskReminders !== undefined && {
      desk_reminders_off: DESK_REMINDERS.filter((reminder) => !deskReminders.includes(reminder)),
    }),
  };
}

/** Whoever stated it first stays on record while it holds: others save the same form. */
function statementOf(
  { screening }: Settings,
  stated?: Stated,
): UpdateObject<OrganizationTables, 'organization'> {
  if (screening === undefined) return {};
  if (screening === 'required') return { screening_off_at: null, screening_off_by: null };
  if (stated === undefined) throw new Error('what an organization states has somebody who states it');
  return {
    screening_off_at: sql<string>`coalesce(organization.screening_off_at, ${stated.at})`,
    screening_off_by: sql<string>`coalesce(organization.screening_off_by, ${stated.by})`,
  };
}
