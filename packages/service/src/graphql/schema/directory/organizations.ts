// GraphQL of the caller's organization, and of what its administrators set.
import type { DeskReminder as DeskReminderKind } from '@pestle/rules/desk-reminders';
import type {
  PatientText as PatientTextKind,
  TextsAtNight as TextsAtNightKind,
} from '@pestle/rules/patient-texts';
import type {
  CoveragePolicy as CoveragePolicyKind,
  DuplicatePolicy as DuplicatePolicyKind,
  ScreeningPolicy as ScreeningPolicyKind,
} from '@pestle/rules/practice-policies';
import type { OrganizationRow } from '../../../organization/inside.ts';
import {
  coveragePolicyOf,
  deskRemindersOf,
  duplicatePolicyOf,
  offCatalogOf,
  patientTextsOf,
  screeningPolicyOf,
  sessionIdleMinutesOf,
  staffMayChoosePharmacy,
  staffSecondFactorOf,
  textsAtNightOf,
  writtenTreatmentsOf,
} from '../../../organization/inside.ts';
import type { SettingsInput } from '../../../organization/organization.ts';
import { checkedByRoom, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { User, userOf } from '../identity/users.ts';

const PatientText = builder.enumType('PatientText', {
  description: 'A text that tells a patient what became of their order.',
  values: {
    SENT: { value: 'sent', description: 'It is with the pharmacy.' },
    READY: { value: 'ready', description: 'It can be picked up.' },
    SHIPPED: { value: 'shipped', description: 'It is on its way.' },
    DELIVERED: { value: 'delivered', description: 'It was handed out, or brought.' },
    PROBLEM: { value: 'problem', description: 'It is delayed, for more than ten minutes.' },
    CANCELED: { value: 'canceled', description: 'It was canceled.' },
  } satisfies Record<Uppercase<PatientTextKind>, unknown>,
} as const);

const TextsAtNight = builder.enumType('TextsAtNight', {
  description: 'Which texts leave at night where the patient is, between 9 PM and 8 AM.',
  values: {
    NONE: { value: 'none', description: 'Every text waits for the morning.' },
    FIRST: {
      value: 'first',
      description: 'The one that asks a patient to choose a pharmacy leaves at once.',
    },
    ALL: { value: 'all', description: 'No text waits.' },
  } satisfies Record<Uppercase<TextsAtNightKind>, unknown>,
} as const);

const DeskReminder = builder.enumType('DeskReminder', {
  description: 'A reminder by mail of what lies on the desk.',
  values: {
    ENTERED: { value: 'entered', description: 'Something has come to lie there: to its owner.' },
    LATE: { value: 'late', description: 'It is late: to its owner.' },
    LATE_TO_PRACTICE: { value: 'late-to-practice', description: 'It is late: to the practice.' },
    AFTER_HOURS: {
      value: 'after-hours',
      description: 'Either, of what cannot wait, outside of office hours: to the after-hours owner.',
    },
  } satisfies Record<Uppercase<Underscored<DeskReminderKind>>, unknown>,
} as const);

const DuplicatePolicy = builder.enumType('DuplicatePolicy', {
  description: 'What happens to a likely duplicate of what a patient has. The notice is shown either way.',
  values: {
    REASON: { value: 'reason', description: 'A reason is asked.' },
    REFUSE_SAME: {
      value: 'refuse-same',
      description:
        'A reason is asked; the very same treatment is refused while an earlier prescription of it lasts.',
    },
  } satisfies Record<Uppercase<Underscored<DuplicatePolicyKind>>, unknown>,
} as const);

const CoveragePolicy = builder.enumType('CoveragePolicy', {
  description: "Whether payers are asked what a patient's plan pays.",
  values: {
    PAGE: { value: 'page', description: 'Where the page that prescribes asks for it.' },
    NEVER: { value: 'never', description: 'Nowhere: `coverageCheck` answers that it has no data.' },
  } satisfies Record<Uppercase<CoveragePolicyKind>, unknown>,
} as const);

const ScreeningPolicy = builder.enumType('ScreeningPolicy', {
  description: 'Whether what is prescribed is compared with what harms beside it.',
  values: {
    REQUIRED: {
      value: 'required',
      description: 'At every review; what could not be checked, also for want of data, needs a reason.',
    },
    NOT_USED: {
      value: 'not-used',
      description: 'Nowhere: the practice has stated so, and what is signed says that it was not checked.',
    },
  } satisfies Record<Uppercase<Underscored<ScreeningPolicyKind>>, unknown>,
} as const);

type Underscored<Text extends string> = Text extends `${infer One}-${infer Rest}`
  ? `${One}_${Underscored<Rest>}`
  : Text;

const OfficeType = builder.objectRef<OrganizationRow>('Office').implement({
  description: "When somebody is in the office, by the organization's own clock and calendar.",
  fields: (t) => ({
    opens: t.exposeString('office_opens', { description: '`08:00`, in the time zone of the organization.' }),
    closes: t.exposeString('office_closes'),
    days: t.intList({
      description: 'Days of the week: Monday is 1, Sunday 7.',
      resolve: ({ office_days: days }) => [...days],
    }),
    holidays: t.field({
      type: ['Date'],
      description: 'Days on which it is closed all the same.',
      resolve: ({ office_holidays: days }) => [...days],
    }),
  }),
});

const Organization = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'The practice or company that embeds Pestle.',
  fields: (t) => ({
    id: t.exposeID('org_id'),
    name: t.exposeString('name'),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    timeZone: t.exposeString('time_zone', {
      description: 'IANA name; today, where a patient has no address.',
    }),
    patientReentry: t.boolean({
      description:
        'Whether its prescribers enter the initials and the year of birth of the patient again before they sign. The element asks for it.',
      resolve: ({ settings }) => settings['patientReentry'] === true,
    }),
    staffMayChoosePharmacy: t.boolean({
      description:
        'Whether its staff may choose the pharmacy of an order, and another one later; otherwise prescribers do.',
      resolve: staffMayChoosePharmacy,
    }),
    staffSecondFactor: t.boolean({
      description:
        'Whether its staff need a second factor; its prescribers and administrators do in any case, but in a sandbox.',
      resolve: staffSecondFactorOf,
    }),
    sessionIdleMinutes: t.int({
      description: 'Minutes after which a session that nobody uses ends.',
      resolve: sessionIdleMinutesOf,
    }),
    offCatalog: t.boolean({
      description:
        'Whether what is in no catalog and no template may be prescribed where a page allows it; otherwise nowhere.',
      resolve: offCatalogOf,
    }),
    duplicates: t.field({
      type: DuplicatePolicy,
      description: 'What happens to a likely duplicate.',
      resolve: duplicatePolicyOf,
    }),
    coverage: t.field({
      type: CoveragePolicy,
      description: 'Whether payers are asked.',
      resolve: coveragePolicyOf,
    }),
    office: t.field({ type: OfficeType, resolve: (organization) => organization }),
    afterHoursOwner: t.field({
      type: User,
      nullable: true,
      description:
        'Who is told of what lies on the desk outside of office hours, and owns it in place of somebody who has left; null: nobody.',
      resolve: ({ after_hours_owner_id: id }, _args, context) => (id === null ? null : userOf(context, id)),
    }),
    deskMailTo: t.exposeString('desk_mail_to', {
      nullable: true,
      description: 'Where the practice itself reads mails; null: everybody who works on its desk.',
    }),
    deskReminders: t.field({
      type: [DeskReminder],
      description: 'Which reminders of the desk are sent by mail, where the deployment sends mails.',
      resolve: (organization) => [...deskRemindersOf(organization)],
    }),
    revision: t.exposeInt('revision', { description: 'Grows with every change of a setting.' }),
    environment: t.exposeString('environment', { description: '`production`, `staging` or `sandbox`.' }),
  }),
});

// What its people may write, and what its patients are told.
builder.objectFields(Organization, (t) => ({
  writtenTreatments: t.boolean({
    description:
      'Whether its people may write what no drug file holds, and prescribe that (`writeTreatment`); at first they may not.',
    resolve: writtenTreatmentsOf,
  }),
  screening: t.field({
    type: ScreeningPolicy,
    description: 'Whether what is prescribed is screened; at first it is.',
    resolve: screeningPolicyOf,
  }),
  screeningStatedBy: t.field({
    type: User,
    nullable: true,
    description: 'The administrator who stated that it is not.',
    resolve: ({ screening_off_by: id }, _args, context) => (id === null ? null : userOf(context, id)),
  }),
  screeningStatedAt: t.field({
    type: 'DateTime',
    nullable: true,
    resolve: ({ screening_off_at: at }) => at,
  }),
  patientTexts: t.field({
    type: [PatientText],
    description: 'What its patients are told of by text after sending, besides what they are asked.',
    resolve: (organization) => [...patientTextsOf(organization)],
  }),
  textsAtNight: t.field({
    type: TextsAtNight,
    description: 'What of that, and of what they are asked, leaves at night.',
    resolve: textsAtNightOf,
  }),
}));

builder.queryFields((t) => ({
  organization: t.field({
    type: Organization,
    description: "The caller's own organization.",
    resolve: (_root, _args, { actor, rooms }) => rooms.organization.own(actor),
  }),
}));

const OfficeInput = builder.inputType('OfficeInput', {
  description: 'When somebody is in the office.',
  fields: (t) => ({
    opens: t.string({ required: true, description: '`08:00`, in the time zone of the organization.' }),
    closes: t.string({ required: true, description: 'Later, on the same day: `23:59` at the latest.' }),
    days: t.intList({ required: true, description: 'Days of the week: Monday is 1, Sunday 7.' }),
    holidays: t.field({
      type: ['Date'],
      required: true,
      description: 'Days on which it is closed all the same, 100 at most.',
    }),
  }),
});

const UpdateOrganizationInput = builder.inputType('UpdateOrganizationInput', {
  description: 'What is left out stays.',
  fields: (t) => ({
    revision: t.int({ required: true, description: 'The revision that was read.' }),
    patientReentry: t.boolean(),
    staffMayChoosePharmacy: t.boolean(),
    staffSecondFactor: t.boolean(),
    sessionIdleMinutes: t.int({ description: 'From 5 to 720.' }),
    offCatalog: t.boolean(),
    writtenTreatments: t.boolean(),
    duplicates: t.field({ type: DuplicatePolicy }),
    coverage: t.field({ type: CoveragePolicy }),
    screening: t.field({
      type: ScreeningPolicy,
      description: 'What is stated stays with who stated it first, and when.',
    }),
    patientTexts: t.field({ type: [PatientText], description: 'All that are sent; none when it is empty.' }),
    textsAtNight: t.field({ type: TextsAtNight }),
    office: t.field({ type: OfficeInput }),
    afterHoursOwnerId: t.id({ description: 'An active prescriber or staff person; null: nobody.' }),
    deskMailTo: t.string({ description: 'An e-mail address; null: everybody who works on the desk.' }),
    deskReminders: t.field({
      type: [DeskReminder],
      description: 'All that are sent; none when it is empty.',
    }),
  }),
});

builder.mutationFields((t) => ({
  updateOrganization: t.field({
    type: Organization,
    description:
      'Changes settings of the organization. Somebody else’s change since `revision` is REVISION_CONFLICT.',
    args: { input: t.arg({ type: UpdateOrganizationInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'updateOrganization', args, (actor, key) =>
        context.rooms.organization.change(
          actor,
          checkedByRoom<SettingsInput & { revision: number }>(args.input),
          key,
        ),
      ),
  }),
}));
