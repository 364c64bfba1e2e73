// GraphQL of people's second factors and sessions, and what administrators do about them.
import type { SecondFactorState } from '../../../identity/identity.ts';
import { loadOne, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { User } from './users.ts';

const SecondFactorStateType = builder.enumType('SecondFactorState', {
  description: 'What there is of a second factor of a person.',
  values: {
    ENROLLED: { value: 'enrolled', description: 'One is enrolled; no sign-in goes without it.' },
    REQUIRED: { value: 'required', description: 'None is there, and the next sign-in asks for one.' },
    NONE: { value: 'none', description: 'None is there, and none is asked for.' },
  } as const satisfies Record<string, { value: SecondFactorState; description: string }>,
});

builder.objectFields(User, (t) => ({
  secondFactor: t.field({
    type: SecondFactorStateType,
    description: 'Whether one is enrolled, or asked for at the next sign-in.',
    resolve: (user, _args, { rooms }) => rooms.identity.users.secondFactorOf(user),
  }),
  sessions: t.int({
    nullable: true,
    description:
      'Sign-ins that are open, in this organization; null for who is neither an administrator nor this person.',
    resolve: ({ id }, _args, context) =>
      loadOne(context, 'sessions', id, (ids) =>
        context.rooms.identity.users.countSessions(context.actor, ids),
      ),
  }),
}));

builder.mutationFields((t) => ({
  resetSecondFactor: t.field({
    type: User,
    description:
      'Takes the second factors and recovery codes of somebody else away, and ends their sessions: for a lost phone. They are told by e-mail, and add another one at the next sign-in. Needs a fresh proof with your own second factor. Whoever belongs to another organization, too, is helped by those who run the network.',
    args: { userId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'resetSecondFactor', args, (actor, key) =>
        context.rooms.identity.users.resetSecondFactor(actor, args.userId, key),
      ),
  }),
  endSessions: t.field({
    type: User,
    description:
      'Ends every sign-in of a person in this organization: access tokens, refresh tokens and streams.',
    args: { userId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'endSessions', args, (actor, key) =>
        context.rooms.identity.users.endSessions(actor, args.userId, key),
      ),
  }),
}));
