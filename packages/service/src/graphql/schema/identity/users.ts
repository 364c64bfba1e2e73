// GraphQL of the caller and of the organization's users: profiles, roles, invitations, and what is missing to prescribe.

import type {
  Invited,
  NewUserInput,
  PracticeLocation,
  PrescriberNeed,
  ProfileInput,
  User as UserRecord,
} from '../../../identity/identity.ts';
import { PRESCRIBER_NEEDS } from '../../../identity/identity.ts';
import type { Role } from '../../../kernel/actor.ts';
import { checkedByRoom, type GraphContext, given, loadOne, write } from '../../context.ts';
import type { Me } from '../../who-is.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageType } from '../page.ts';

const RoleType = builder.enumType('Role', {
  description: 'What a person may do in the organization; one may have several.',
  values: {
    PRESCRIBER: { value: 'prescriber' },
    STAFF: { value: 'staff' },
    ADMIN: { value: 'admin' },
    OPERATOR: { value: 'operator' },
  } as const satisfies Record<string, { value: Role }>,
});

const Need = builder.objectRef<PrescriberNeed | 'person'>('PrescriberNeed').implement({
  description: 'Something that somebody lacks to be an authorized prescriber.',
  fields: (t) => ({
    code: t.string({ description: 'Such as `npi` or `second-factor`.', resolve: (need) => need }),
    text: t.string({
      description: 'What it is, in words.',
      resolve: (need) => (need === 'person' ? 'A person: machines never sign' : PRESCRIBER_NEEDS[need]),
    }),
  }),
});

const Practice = builder.objectRef<PracticeLocation>('PracticeLocation').implement({
  description: 'Where a prescriber practices, as prescriptions show it.',
  fields: (t) => ({
    name: t.exposeString('name'),
    street1: t.exposeString('street1'),
    street2: t.exposeString('street2', { nullable: true }),
    city: t.exposeString('city'),
    state: t.exposeString('state', { description: 'Two letters.' }),
    postalCode: t.exposeString('postalCode', { description: '`02139` or `02139-1234`.' }),
  }),
});

export const User = builder.objectRef<UserRecord>('User').implement({
  description: "A person's place in the organization.",
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    firstName: t.exposeString('firstName'),
    middleName: t.exposeString('middleName', { nullable: true }),
    lastName: t.exposeString('lastName'),
    nameSuffix: t.exposeString('nameSuffix', { nullable: true }),
    roles: t.field({ type: [RoleType], extensions: { listSize: 3 }, resolve: ({ roles }) => [...roles] }),
    active: t.exposeBoolean('active'),
    npi: t.exposeString('npi', { nullable: true }),
    credentials: t.exposeString('credentials', { nullable: true, description: 'Such as `MD`.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Ten digits.' }),
    phoneExtension: t.exposeString('phoneExtension', { nullable: true }),
    fax: t.exposeString('fax', { nullable: true, description: 'Ten digits.' }),
    practice: t.field({ type: Practice, nullable: true, resolve: ({ practice }) => practice }),
    licenceStates: t.field({ type: ['String'], resolve: ({ licenceStates }) => [...licenceStates] }),
    attestationVersion: t.string({
      nullable: true,
      description: 'Of the signature attestation agreed to last.',
      resolve: ({ attestation }) => attestation?.version ?? null,
    }),
    attestedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ attestation }) => attestation?.at ?? null,
    }),
    mayPrescribe: t.boolean({
      resolve: (user, _args, { rooms }) => rooms.identity.users.missingOf(user).length === 0,
    }),
    missing: t.field({
      type: [Need],
      description: 'What is missing to prescribe; empty for an authorized prescriber.',
      resolve: (user, _args, { rooms }) => [...rooms.identity.users.missingOf(user)],
    }),
    lastSignInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Null before the first one, and for whoever may not read the audit trail.',
      resolve: ({ id }, _args, context) =>
        loadOne(context, 'lastSignIn', id, (ids) => context.rooms.audit.lastSignIns(context.actor, ids)),
    }),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const MeType = builder.objectRef<Me>('Me').implement({
  description: 'The person or machine client behind the access token.',
  fields: (t) => ({
    id: t.id({ resolve: ({ actor }) => actor.id }),
    organizationId: t.id({ resolve: ({ actor }) => actor.orgId }),
    applicationId: t.id({ resolve: ({ actor }) => actor.clientId }),
    roles: t.field({
      type: [RoleType],
      resolve: ({ actor }) => (actor.kind === 'user' ? [...actor.roles] : []),
    }),
    scopes: t.field({ type: ['String'], resolve: ({ actor }) => [...actor.scopes].toSorted() }),
    firstName: t.string({ nullable: true, resolve: ({ user }) => user?.firstName ?? null }),
    lastName: t.string({ nullable: true, resolve: ({ user }) => user?.lastName ?? null }),
    email: t.string({ nullable: true, resolve: ({ user }) => user?.email ?? null }),
    npi: t.string({ nullable: true, resolve: ({ user }) => user?.npi ?? null }),
    user: t.field({
      type: User,
      nullable: true,
      description: "The caller's own profile; null for a machine client.",
      resolve: ({ user }) => user,
    }),
    mayPrescribe: t.boolean({
      description: 'Whether the caller may sign, from current data.',
      resolve: ({ missing }) => missing.length === 0,
    }),
    missingToPrescribe: t.field({
      type: ['String'],
      description: 'The codes of `missing`.',
      resolve: ({ missing }) => [...missing],
    }),
    missing: t.field({
      type: [Need],
      description: 'What is missing to prescribe; empty for an authorized prescriber.',
      resolve: ({ missing }) => [...missing],
    }),
  }),
});

interface AttestationRecord {
  readonly version: string;
  readonly text: string;
  readonly hash: string;
}

const AttestationType = builder.objectRef<AttestationRecord>('Attestation').implement({
  description: 'What a prescriber agrees to once before signing; asked again when its version changes.',
  fields: (t) => ({
    version: t.exposeString('version'),
    text: t.exposeString('text'),
    hash: t.exposeString('hash', { description: 'Send it back to agree to exactly this text.' }),
  }),
});

const InvitedType = builder.objectRef<Invited>('InvitedUser').implement({
  description: 'A person who was invited, with the link of the invitation.',
  fields: (t) => ({
    user: t.field({ type: User, resolve: ({ user }) => user }),
    invitationUrl: t.exposeString('invitationUrl', {
      nullable: true,
      description:
        'Where the person chooses a password: for the administrator to pass on where no e-mail can be sent. Null otherwise, and when the write is repeated.',
    }),
  }),
});

const PracticeInput = builder.inputType('PracticeLocationInput', {
  description: 'Where a prescriber practices, as prescriptions show it.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'At most 70 characters.' }),
    street1: t.string({ required: true }),
    street2: t.string(),
    city: t.string({ required: true }),
    state: t.string({ required: true }),
    postalCode: t.string({ required: true }),
  }),
});

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

function profileFields(t: InputFields) {
  return {
    firstName: t.string({ required: true, description: 'At most 35 characters, as every name.' }),
    middleName: t.string(),
    lastName: t.string({ required: true }),
    nameSuffix: t.string(),
    roles: t.field({
      type: [RoleType],
      required: true,
      description: '`OPERATOR` is given by the network only.',
    }),
    npi: t.string({ description: 'Ten digits with a check digit.' }),
    credentials: t.string({ description: 'Such as `MD`.' }),
    phone: t.string(),
    phoneExtension: t.string(),
    fax: t.string(),
    practice: t.field({ type: PracticeInput }),
    licenceStates: t.stringList(),
  };
}

const InviteUserInput = builder.inputType('InviteUserInput', {
  description: 'A new person of the organization.',
  fields: (t) => ({ email: t.string({ required: true }), ...profileFields(t) }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'The whole profile: what is left out is empty afterwards.',
  fields: (t) => ({
    id: t.id({ required: true }),
    revision: t.int({ required: true, description: 'The revision that was read.' }),
    ...profileFields(t),
  }),
});

const UserPage = pageType('User', User);

builder.queryFields((t) => ({
  me: t.field({
    type: MeType,
    description: 'Who asks: the person or the machine behind the access token.',
    resolve: (_root, _args, { rooms, actor }) => rooms.whoIs(actor),
  }),
  users: t.field({
    type: UserPage,
    description: 'The people of the organization, in the order of their names.',
    args: pageArgs(t.arg),
    resolve: (_root, args, { actor, rooms }) => rooms.identity.users.list(actor, given(args)),
  }),
  user: t.field({
    type: User,
    description: 'One person of the organization, by the id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, rooms }) => rooms.identity.users.get(actor, id),
  }),
  attestation: t.field({
    type: AttestationType,
    nullable: true,
    description: 'The signature attestation that is asked for now; null where none is.',
    resolve: (_root, _args, { rooms }) => rooms.identity.users.attestation,
  }),
}));

builder.mutationFields((t) => ({
  inviteUser: t.field({
    type: InvitedType,
    description: 'Makes a user and asks the person by e-mail to choose a password.',
    args: { input: t.arg({ type: InviteUserInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'inviteUser', args, (actor, key) =>
        context.rooms.identity.users.invite(actor, checkedByRoom<NewUserInput>(args.input), key),
      ),
  }),
  inviteUserAgain: t.field({
    type: InvitedType,
    description: 'A new invitation for somebody who has not chosen a password yet; the one before it ends.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'inviteUserAgain', args, (actor, key) =>
        context.rooms.identity.users.inviteAgain(actor, args.id, key),
      ),
  }),
  updateUser: t.field({
    type: User,
    description: 'Replaces name, roles and profile.',
    args: { input: t.arg({ type: UpdateUserInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'updateUser', args, (actor, key) => {
        const { id, ...profile } = args.input;
        const change = checkedByRoom<ProfileInput & { revision: number }>(profile);
        return context.rooms.identity.users.change(actor, id, change, key);
      }),
  }),
  deactivateUser: t.field({
    type: User,
    description: 'Ends their access: tokens and sessions die within a minute.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'deactivateUser', args, (actor, key) =>
        context.rooms.identity.users.setActive(actor, args.id, false, key),
      ),
  }),
  reactivateUser: t.field({
    type: User,
    description: 'Gives access back to somebody who was deactivated.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'reactivateUser', args, (actor, key) =>
        context.rooms.identity.users.setActive(actor, args.id, true, key),
      ),
  }),
  agreeToAttestation: t.field({
    type: User,
    description: 'The caller agrees to the signature attestation as it was shown; kept with hash and time.',
    args: { version: t.arg.string({ required: true }), hash: t.arg.string({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'agreeToAttestation', args, (actor, key) =>
        context.rooms.identity.users.attest(actor, args, key),
      ),
  }),
}));

/** Somebody of the organization by id, batched over a list. */
export function userOf(context: GraphContext, id: string): Promise<UserRecord | null> {
  return loadOne(context, 'user', id, (ids) => context.rooms.identity.users.byIds(context.actor, ids));
}
