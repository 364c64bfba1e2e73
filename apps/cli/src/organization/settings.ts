// The work of `pestle organization settings`: changes what an organization asks of its people, tells its patients, and when its office is open.
import { DESK_REMINDERS } from '@pestle/rules/desk-reminders';
import { PATIENT_TEXTS, type TextsAtNight } from '@pestle/rules/patient-texts';
import type { CoveragePolicy, DuplicatePolicy } from '@pestle/rules/practice-policies';
import type { Service } from '@pestle/service';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, UsageError } from '../output.ts';
import { withService } from '../with-service.ts';

export interface SettingsOptions extends JsonOption {
  readonly patientReentry?: 'on' | 'off';
  readonly staffChoosePharmacy?: 'on' | 'off';
  readonly staffSecondFactor?: 'on' | 'off';
  readonly sessionIdle?: string;
  readonly offCatalog?: 'on' | 'off';
  readonly writtenTreatments?: 'on' | 'off';
  readonly duplicates?: DuplicatePolicy;
  readonly coverage?: CoveragePolicy;
  readonly patientTexts?: string;
  readonly textsAtNight?: TextsAtNight;
  readonly officeHours?: string;
  readonly officeDays?: string;
  readonly officeHolidays?: string;
  readonly afterHoursOwner?: string;
  readonly deskMailTo?: string;
  readonly deskReminders?: string;
}

type Input = Parameters<Service['rooms']['organization']['administration']['changeSettings']>[1];

/** The options that a refusal may be of. */
const OPTIONS: Readonly<Record<string, string>> = {
  'office.opens': '--office-hours',
  office: '--office-hours',
  'office.days': '--office-days',
  'office.holidays': '--office-holidays',
  afterHoursOwnerId: '--after-hours-owner',
  deskMailTo: '--desk-mail-to',
  sessionIdleMinutes: '--session-idle',
};

/** What is not named stays. Stop a service on the embedded store first. */
export async function changeSettings(
  env: NodeJS.ProcessEnv,
  id: string,
  options: SettingsOptions,
): Promise<void> {
  const { json: _json, ...named } = options;
  if (Object.keys(named).length === 0)
    throw new UsageError(
      'Name a setting: --patient-reentry, --staff-choose-pharmacy, --staff-second-factor, --session-idle, --off-catalog, --written-treatments, --duplicates, --coverage, --patient-texts, --texts-at-night, --office-hours, --office-days, --office-holidays, --after-hours-owner, --desk-mail-to or --desk-reminders.',
    );
  const input = inputOf(options);
  await withService(
    env,
    async ({ rooms }) => {
      await rooms.organization.administration.changeSettings(id, input, operator());
      const { patientTexts, deskReminders } = input;
      const said = {
        ...named,
        ...(patientTexts !== undefined && { patientTexts }),
        ...(deskReminders !== undefined && { deskReminders }),
      };
      answer(options, { organization: id, ...said }, linesOf(id, options, input));
    },
    OPTIONS,
  );
}

function inputOf(options: SettingsOptions): Input {
  const { patientReentry, staffChoosePharmacy, staffSecondFactor, sessionIdle, patientTexts } = options;
  const { offCatalog, duplicates, coverage, textsAtNight } = options;
  return {
    ...(textsAtNight !== undefined && { textsAtNight }),
    ...(patientReentry !== undefined && { patientReentry: patientReentry === 'on' }),
    ...(staffChoosePharmacy !== undefined && { staffMayChoosePharmacy: staffChoosePharmacy === 'on' }),
    ...(staffSecondFactor !== undefined && { staffSecondFactor: staffSecondFactor === 'on' }),
    ...(sessionIdle !== undefined && { sessionIdleMinutes: Number(sessionIdle) }),
    ...(offCatalog !== undefined && { offCatalog: offCatalog === 'on' }),
    ...(options.writtenTreatments !== undefined && { writtenTreatments: options.writtenTreatments === 'on' }),
    ...(duplicates !== undefined && { duplicates }),
    ...(coverage !== undefined && { coverage }),
    ...(patientTexts !== undefined && {
      patientTexts: wordsOf('--patient-texts', patientTexts, PATIENT_TEXTS),
    }),
    ...officeOf(options),
    ...deskOf(options),
  };
}

function officeOf({ officeHours, officeDays, officeHolidays }: SettingsOptions): Pick<Input, 'office'> {
  const office = {
    ...(officeHours !== undefined && hoursOf(officeHours)),
    ...(officeDays !== undefined && { days: listOf(officeDays).map(Number) }),
    ...(officeHolidays !== undefined && { holidays: listOf(officeHolidays) }),
  };
  return Object.keys(office).length > 0 ? { office } : {};
}

function deskOf({
  afterHoursOwner,
  deskMailTo,
  deskReminders,
}: SettingsOptions): Pick<Input, 'afterHoursOwnerId' | 'deskMailTo' | 'deskReminders'> {
  return {
    ...(afterHoursOwner !== undefined && {
      afterHoursOwnerId: afterHoursOwner === 'none' ? null : (afterHoursOwner as `usr_${string}`),
    }),
    ...(deskMailTo !== undefined && { deskMailTo: deskMailTo === 'none' ? null : deskMailTo }),
    ...(deskReminders !== undefined && {
      deskReminders: wordsOf('--desk-reminders', deskReminders, DESK_REMINDERS),
    }),
  };
}

/** Throws UsageError for what is not two times of day. */
function hoursOf(text: string): { readonly opens: string; readonly closes: string } {
  const [opens, closes, ...rest] = text.split('-').map((time) => time.trim());
  if (opens === undefined || closes === undefined || rest.length > 0)
    throw new UsageError('--office-hours: write two times of day, such as 08:00-18:00.');
  return { opens, closes };
}

function listOf(list: string): string[] {
  return list === 'none' ? [] : list.split(',').map((word) => word.trim());
}

/** Throws UsageError for a word that is none of them. */
function wordsOf<const Word extends string>(option: string, list: string, words: readonly Word[]): Word[] {
  return listOf(list).map((word) => {
    const found = words.find((one) => one === word);
    if (found === undefined) throw new UsageError(`${option}: “${word}” is none of ${words.join(', ')}.`);
    return found;
  });
}

const DUPLICATES_SAID: Readonly<Record<DuplicatePolicy, string>> = {
  reason: 'a reason is asked',
  'refuse-same': 'a reason is asked, and the very same treatment is refused',
};

function linesOf(id: string, options: SettingsOptions, input: Input): readonly string[] {
  const { patientReentry, staffChoosePharmacy, staffSecondFactor, sessionIdle } = options;
  const { officeHours, officeDays, officeHolidays, offCatalog, duplicates, coverage } = options;
  const { patientTexts, deskReminders, afterHoursOwnerId, deskMailTo } = input;
  const lines: readonly (readonly [said: boolean, line: string])[] = [
    [patientReentry !== undefined, `patient re-entry is ${patientReentry}`],
    [staffChoosePharmacy !== undefined, `the choice of a pharmacy by staff is ${staffChoosePharmacy}`],
    [staffSecondFactor !== undefined, `the second factor of staff is ${staffSecondFactor}`],
    [sessionIdle !== undefined, `a session that nobody uses ends after ${sessionIdle} minutes`],
    [offCatalog !== undefined, `prescribing outside of catalog and templates is ${offCatalog}`],
    [
      options.writtenTreatments !== undefined,
      `prescribing what is in no drug file is ${options.writtenTreatments}`,
    ],
    [duplicates !== undefined, `of likely duplicates: ${DUPLICATES_SAID[duplicates ?? 'reason']}`],
    [
      coverage !== undefined,
      `payers are asked ${coverage === 'never' ? 'nowhere' : 'where a page asks for it'}`,
    ],
    [
      patientTexts !== undefined,
      `after sending, patients are told of: ${patientTexts?.join(', ') || 'nothing'}`,
    ],
    [options.textsAtNight !== undefined, `texts that leave at night: ${options.textsAtNight}`],
    [officeHours !== undefined, `the office is open ${officeHours}`],
    [officeDays !== undefined, `the office is open on the days ${officeDays} of the week`],
    [officeHolidays !== undefined, `the office is closed besides on: ${officeHolidays}`],
    [
      afterHoursOwnerId !== undefined,
      `outside of office hours ${afterHoursOwnerId ?? 'nobody'} looks after the desk`,
    ],
    [deskMailTo !== undefined, `the practice reads reminders at ${deskMailTo ?? 'its people’s addresses'}`],
    [deskReminders !== undefined, `reminders of the desk: ${deskReminders?.join(', ') || 'none'}`],
  ];
  return lines.filter(([said]) => said).map(([, line]) => `${id}: ${line}.`);
}
