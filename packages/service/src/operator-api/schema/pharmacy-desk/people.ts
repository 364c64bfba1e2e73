// GraphQL of the people who sign in for pharmacies: listed, invited, let in and out.
import type { PharmacyDeskAdministration, PharmacyPerson } from '../../../pharmacy-desk/inside.ts';
import { byOf } from '../../context.ts';
import { builder } from '../builder.ts';

const PEOPLE_EXPECTED = 5;

const State = builder.enumType('PharmacyPersonState', {
  description: 'Whether a person signs in for a pharmacy.',
  values: {
    INVITED: { value: 'invited', description: 'Has not proved anything yet.' },
    ACTIVE: { value: 'active', description: 'Signs in with password and app.' },
    INACTIVE: { value: 'inactive', description: 'An operator ended it.' },
  } as const,
});

const Person = builder.objectRef<PharmacyPerson>('PharmacyPerson').implement({
  description: 'A person who signs in for a pharmacy.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`pha_…`' }),
    pharmacyId: t.exposeID('pharmacyId', { description: '`phr_…`' }),
    email: t.exposeString('email', { description: 'What they sign in by.' }),
    name: t.exposeString('name', { description: 'As the operator who invited them wrote it.' }),
    state: t.expose('state', { type: State, description: 'Whether they sign in.' }),
    invitationUntil: t.expose('invitationUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when a link that is out holds; null: none is.',
    }),
    lastSignInAt: t.expose('lastSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they last signed in.',
    }),
  }),
});

type Invited = Awaited<ReturnType<PharmacyDeskAdministration['invite']>>;

const InvitedPerson = builder.objectRef<Invited>('InvitedPharmacyPerson').implement({
  description: 'A person of a pharmacy who was invited.',
  fields: (t) => ({
    account: t.expose('account', { type: Person, description: 'As it is listed.' }),
    url: t.exposeString('url', {
      description:
        'The link, this once: bring it to the person by a way that nobody else reads. It asks besides for the code of a fax or a key of the hook.',
    }),
  }),
});

type Switched = Awaited<ReturnType<PharmacyDeskAdministration['setActive']>>;

const SwitchedPerson = builder.objectRef<Switched>('SwitchedPharmacyPerson').implement({
  description: 'A person of a pharmacy who was let in or out.',
  fields: (t) => ({
    account: t.expose('account', { type: Person, description: 'As it is now.' }),
    changed: t.exposeBoolean('changed', { description: 'False: it was so already.' }),
  }),
});

builder.queryFields((t) => ({
  pharmacyPeople: t.field({
    type: [Person],
    description: 'The people who sign in for a pharmacy, the latest first.',
    extensions: { listSize: PEOPLE_EXPECTED },
    args: { pharmacyId: t.arg.id({ required: true, description: '`phr_…`' }) },
    resolve: async (_root, { pharmacyId }, { administrations }) => [
      ...(await administrations.pharmacyDesk.accounts(pharmacyId)),
    ],
  }),
}));

builder.mutationFields((t) => ({
  invitePharmacyPerson: t.field({
    type: InvitedPerson,
    description:
      'Makes a link by which a person of a pharmacy gets an account, good once and for three days. Again for the same address: a new link, and the one before ends; for somebody who signs in already it is the way back, and until it is used what they have stays.',
    args: {
      pharmacyId: t.arg.id({ required: true, description: '`phr_…`' }),
      email: t.arg.string({ required: true, description: 'What they will sign in by.' }),
      name: t.arg.string({ required: true, description: 'Who it is.' }),
    },
    resolve: (_root, args, context) =>
      context.administrations.pharmacyDesk.invite({ ...args, by: byOf(context) }),
  }),
  setPharmacyPersonActive: t.field({
    type: SwitchedPerson,
    description: 'Ends the access of a person, with every session and link, or gives it back.',
    args: {
      id: t.arg.id({ required: true, description: '`pha_…`' }),
      active: t.arg.boolean({ required: true, description: 'False ends it.' }),
    },
    resolve: (_root, args, context) =>
      context.administrations.pharmacyDesk.setActive({ ...args, by: byOf(context) }),
  }),
}));
