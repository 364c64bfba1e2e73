// GraphQL of the people of an organization that cannot help itself: listed, invited, recovered, deactivated by operators.
import type { Invited, Recovered, User } from '../../../identity/identity.ts';
import type { Role } from '../../../kernel/actor.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageBy, pageType } from '../page.ts';

const RoleType = builder.enumType('Role', {
  description: 'What a person may do in an organization; one may have several.',
  values: {
    PRESCRIBER: { value: 'prescriber', description: 'Signs and sends.' },
    STAFF: { value: 'staff', description: 'Prepares.' },
    ADMIN: { value: 'admin', description: 'Manages users and settings of the organization.' },
    OPERATOR: { value: 'operator', description: 'Runs the network.' },
  } as const satisfies Record<string, { value: Role; description: string }>,
});

const UserType = builder.objectRef<User>('User').implement({
  description: "A person's place in an organization.",
  fields: (t) => ({
    id: t.exposeID('id', { description: '`usr_…`' }),
    organizationId: t.id({ description: '`org_…`', resolve: ({ orgId }) => orgId }),
    email: t.exposeString('email', { description: 'By which the person signs in.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    roles: t.field({
      type: [RoleType],
      description: 'What the person may do there.',
      resolve: ({ roles }) => [...roles],
    }),
    active: t.exposeBoolean('active', { description: 'False: deactivated, and cannot sign in there.' }),
    secondFactor: t.exposeBoolean('secondFactor', { description: 'Whether a second factor is enrolled.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Since when.',
      resolve: ({ createdAt }) => new Date(createdAt).toISOString(),
    }),
  }),
});

const InvitedType = builder.objectRef<Invited>('InvitedUser').implement({
  description: 'A person who was invited.',
  fields: (t) => ({
    user: t.expose('user', { type: UserType, description: 'The user.' }),
    link: t.string({
      nullable: true,
      description:
        'Where the person chooses a password, once: pass it on to the person alone. Null where an e-mail brings it, and for somebody who has a password already.',
      resolve: ({ invitationUrl }) => invitationUrl,
    }),
  }),
});

const EndedIn = builder.objectRef<Recovered['endedIn'][number]>('EndedIn').implement({
  description: 'One organization of a person, in which sessions and tokens ended.',
  fields: (t) => ({
    organizationId: t.id({ description: '`org_…`', resolve: ({ orgId }) => orgId }),
    organizationName: t.exposeString('organizationName', { description: 'Its name.' }),
    userId: t.exposeID('userId', { description: 'The person there.' }),
  }),
});

const RecoveredType = builder.objectRef<Recovered>('RecoveredUser').implement({
  description: 'A person who could not sign in, and now chooses another password.',
  fields: (t) => ({
    user: t.expose('user', { type: UserType, description: 'The user.' }),
    link: t.string({
      description:
        'Where the person chooses a password, once: pass it on to the person alone, whom you know by voice or face.',
      resolve: ({ url }) => url,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the link is good.' }),
    secondFactor: t.exposeBoolean('secondFactor', {
      description: 'Whether the person still has a second factor, and needs it to sign in.',
    }),
    endedIn: t.field({
      type: [EndedIn],
      description: 'All organizations of the person: sessions and tokens ended in each of them.',
      resolve: ({ endedIn }) => [...endedIn],
    }),
  }),
});

const SetActive = builder
  .objectRef<{ readonly user: User; readonly changed: boolean }>('SetActive')
  .implement({
    description: 'A user who was deactivated or reactivated.',
    fields: (t) => ({
      user: t.expose('user', { type: UserType, description: 'As it is now.' }),
      changed: t.exposeBoolean('changed', { description: 'False: it was so already.' }),
    }),
  });

const UserPage = pageType('User', UserType);

builder.queryFields((t) => ({
  users: t.field({
    type: UserPage,
    description: 'The users of an organization, by last name.',
    args: { organizationId: t.arg.id({ required: true, description: '`org_…`' }), ...pageArgs(t.arg) },
    resolve: (_root, { organizationId, ...args }, { administrations }) =>
      pageBy(args, async (first, after) => {
        const users = await administrations.users.list(organizationId);
        const last = users.findIndex(({ id }) => id === after);
        if (after !== undefined && last === -1)
          throw invalidInput([
            { path: 'after', code: 'INVALID', message: 'This is no user of the organization.' },
          ]);
        return users.slice(last + 1, last + 1 + first);
      }),
  }),
}));

const ORGANIZATION = { required: true, description: '`org_…`' } as const;
const USER = { required: true, description: '`usr_…`' } as const;

builder.mutationFields((t) => ({
  inviteUser: t.field({
    type: InvitedType,
    description:
      'Makes a user, as an administrator of the organization would. Sent again for one who has chosen no password yet it makes a new link, and the one before it ends; for one who has, it is refused.',
    args: {
      organizationId: t.arg.id(ORGANIZATION),
      email: t.arg.string({ required: true, description: 'By which the person will sign in.' }),
      firstName: t.arg.string({ required: true, description: 'First name.' }),
      lastName: t.arg.string({ required: true, description: 'Last name.' }),
      roles: t.arg({ type: [RoleType], required: true, description: 'At least one.' }),
    },
    resolve: (_root, { organizationId, ...input }, context) =>
      context.administrations.users.invite({ organizationId, by: byOf(context) }, input),
  }),
  recoverUser: t.field({
    type: RecoveredType,
    description:
      'For a person who cannot sign in: ends the password and all sessions, tokens and links in all organizations, and makes a link to choose another password. Sent again it makes a new link, and the one before it ends.',
    args: {
      organizationId: t.arg.id(ORGANIZATION),
      userId: t.arg.id(USER),
      removeSecondFactor: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'For somebody who has lost it too.',
      }),
    },
    resolve: (_root, args, context) => context.administrations.users.recover({ ...args, by: byOf(context) }),
  }),
  deactivateUser: t.field({
    type: SetActive,
    description:
      'Deactivates a user: sessions and tokens in this organization end within a minute. Other organizations of the person are not touched.',
    args: { organizationId: t.arg.id(ORGANIZATION), userId: t.arg.id(USER) },
    resolve: (_root, args, context) =>
      context.administrations.users.setActive({ ...args, active: false, by: byOf(context) }),
  }),
  reactivateUser: t.field({
    type: SetActive,
    description: 'Lets a deactivated user sign in again.',
    args: { organizationId: t.arg.id(ORGANIZATION), userId: t.arg.id(USER) },
    resolve: (_root, args, context) =>
      context.administrations.users.setActive({ ...args, active: true, by: byOf(context) }),
  }),
}));
