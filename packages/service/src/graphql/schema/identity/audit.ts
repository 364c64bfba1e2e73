// GraphQL of the audit trail: who saw and did what in the organization, for its administrators.
import type { AuditEntry } from '../../../audit/audit.ts';
import { loadOne, present } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageType } from '../page.ts';

const ActorKind = builder.enumType('AuditActorKind', {
  description:
    'Who acted: a person of the organization, a machine, an operator, a pharmacy, a patient, or the service itself.',
  values: {
    USER: { value: 'user' },
    MACHINE: { value: 'machine', description: 'An application by itself.' },
    PHARMACY: { value: 'pharmacy' },
    PATIENT: { value: 'patient' },
    SERVICE: { value: 'service', description: 'The service itself.' },
    OPERATOR: { value: 'operator', description: 'Somebody who runs the network.' },
  } as const,
});

const Outcome = builder.enumType('AuditOutcome', {
  description: 'What became of it.',
  values: {
    SUCCESS: { value: 'success' },
    REFUSED: { value: 'refused' },
    FAILED: { value: 'failed' },
  } as const,
});

const Entry = builder.objectRef<AuditEntry>('AuditEntry').implement({
  description: 'One entry of the audit trail: ids and codes, no health information.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actorKind: t.field({ type: ActorKind, resolve: ({ actor_kind: kind }) => kind }),
    actorId: t.exposeString('actor_id', { nullable: true }),
    actorName: t.string({
      nullable: true,
      description: 'Of a user of the organization, as the name is now.',
      resolve: async ({ actor_kind: kind, actor_id: id }, _args, context) => {
        if (kind !== 'user' || id === null) return null;
        const user = await loadOne(context, 'user', id, (ids) =>
          context.rooms.identity.users.byIds(context.actor, ids),
        );
        return user === null ? null : `${user.firstName} ${user.lastName}`;
      },
    }),
    applicationId: t.exposeString('client_id', { nullable: true }),
    action: t.exposeString('action', { description: '`room.verb`, such as `order.read`.' }),
    subjectKind: t.exposeString('subject_kind'),
    subjectId: t.exposeString('subject_id'),
    outcome: t.field({ type: Outcome, resolve: ({ outcome }) => outcome }),
    purpose: t.exposeString('purpose', { description: 'HL7 PurposeOfUse: `TREAT`, `HOPERAT`, `HSYSADMIN`.' }),
    sourceAddress: t.exposeString('source_ip', { nullable: true }),
    requestId: t.exposeString('request_id', { nullable: true }),
    detail: t.field({ type: 'JSON', description: 'Ids and codes by name.', resolve: ({ detail }) => detail }),
  }),
});

const EntryPage = pageType('AuditEntry', Entry);

builder.queryField('auditEntries', (t) =>
  t.field({
    type: EntryPage,
    description:
      "The organization's audit trail, the latest first; reading it leaves an entry. At most 92 days at once, unless one patient is asked about.",
    args: {
      actorId: t.arg.id({ description: 'Only what this user or application did.' }),
      patientId: t.arg.id({
        description:
          'Only what concerns this patient: the record, drafts, prescriptions, orders, and the messages and links of these.',
      }),
      actions: t.arg.stringList({ description: 'Only these, such as `order.read`; 20 at most.' }),
      from: t.arg({ type: 'DateTime', description: '31 days before `to` when left out without a patient.' }),
      to: t.arg({ type: 'DateTime', description: 'Before this; now when left out.' }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, { actor, rooms }) => rooms.audit.entries(actor, present(args)),
  }),
);
