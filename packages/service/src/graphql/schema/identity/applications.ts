// GraphQL of the organization's applications: the settings page that `id` and `org` of the elements come from (A3).
import type {
  ApplicationInput,
  Application as ApplicationRecord,
  ApplicationSecret,
  WithSecret,
} from '../../../identity/identity.ts';
import { checkedByRoom, loadOne, write } from '../../context.ts';
import { builder } from '../builder.ts';

const Kind = builder.enumType('ApplicationKind', {
  description: 'Where an application runs, and so how it proves itself.',
  values: {
    PUBLIC: { value: 'public', description: 'Runs in browsers and has no secret.' },
    CONFIDENTIAL: { value: 'confidential', description: 'A machine with a secret; it never signs.' },
  } as const,
});

const Secret = builder.objectRef<ApplicationSecret>('ApplicationSecret').implement({
  description: 'A secret without its value, which nobody can read again.',
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null while it is the newest.',
    }),
  }),
});

const Application = builder.objectRef<ApplicationRecord>('Application').implement({
  description: 'A client of the API: the elements on a page, or a machine.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`id` of `svc-client`, and `client_id` at the sign-in.' }),
    organizationId: t.exposeID('orgId', { description: '`org` of `svc-client`.' }),
    name: t.exposeString('name'),
    kind: t.field({ type: Kind, resolve: ({ kind }) => kind }),
    callbackUrls: t.field({
      type: ['String'],
      description: 'Where a sign-in may return to, exactly.',
      resolve: ({ callbackUrls }) => [...callbackUrls],
    }),
    origins: t.field({
      type: ['String'],
      description: 'Web origins whose pages may call the token endpoint and the API.',
      resolve: ({ origins }) => [...origins],
    }),
    scopes: t.field({ type: ['String'], resolve: ({ scopes }) => [...scopes] }),
    active: t.exposeBoolean('active'),
    secrets: t.field({
      type: [Secret],
      description: 'Newest first; none for a public application.',
      extensions: { listSize: 5 },
      resolve: async ({ id }, _args, { actor, rooms }) => [
        ...(await rooms.identity.applications.secrets(actor, id)),
      ],
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When somebody last signed in through it; null when nobody did within 31 days, and for whoever may not read the audit trail.',
      resolve: ({ id }, _args, context) =>
        loadOne(context, 'applicationUse', id, () => context.rooms.audit.applicationUses(context.actor)),
    }),
    revision: t.exposeInt('revision', { description: 'Send it back with a change.' }),
  }),
});

const ApplicationWithSecret = builder.objectRef<WithSecret>('ApplicationWithSecret').implement({
  description: 'An application, with the secret that was just made for it.',
  fields: (t) => ({
    application: t.field({ type: Application, resolve: ({ application }) => application }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'Shown this once; null for a public application, and when the write is repeated.',
    }),
  }),
});

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

function settingFields(t: InputFields) {
  return {
    name: t.string({ required: true, description: 'At most 100 characters.' }),
    callbackUrls: t.stringList({ description: 'Exact; https, or http on loopback.' }),
    origins: t.stringList({ description: 'Such as `https://clinic.example`.' }),
    scopes: t.stringList({ description: 'All that its kind may have when left out.' }),
  };
}

const CreateApplicationInput = builder.inputType('CreateApplicationInput', {
  description: 'A new application.',
  fields: (t) => ({ kind: t.field({ type: Kind, required: true }), ...settingFields(t) }),
});

const UpdateApplicationInput = builder.inputType('UpdateApplicationInput', {
  description:
    'All settings: lists that are left out are empty afterwards, scopes are all that its kind may have.',
  fields: (t) => ({
    id: t.id({ required: true }),
    revision: t.int({ required: true, description: 'The revision that was read.' }),
    active: t.boolean({ required: true }),
    ...settingFields(t),
  }),
});

builder.queryFields((t) => ({
  applications: t.field({
    type: [Application],
    description: 'The applications of the organization.',
    extensions: { listSize: 20 },
    resolve: async (_root, _args, { actor, rooms }) => [...(await rooms.identity.applications.list(actor))],
  }),
  application: t.field({
    type: Application,
    description: 'One application, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { actor, rooms }) => rooms.identity.applications.get(actor, id),
  }),
}));

type Change = Omit<ApplicationInput, 'kind'> & { readonly revision: number; readonly active: boolean };

builder.mutationFields((t) => ({
  createApplication: t.field({
    type: ApplicationWithSecret,
    description: 'Makes an application; a confidential one comes with its first secret.',
    args: { input: t.arg({ type: CreateApplicationInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'createApplication', args, (actor, key) =>
        context.rooms.identity.applications.create(actor, withoutNull<ApplicationInput>(args.input), key),
      ),
  }),
  updateApplication: t.field({
    type: Application,
    description: 'Replaces the settings of an application.',
    args: { input: t.arg({ type: UpdateApplicationInput, required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'updateApplication', args, (actor, key) => {
        const { id, ...change } = args.input;
        return context.rooms.identity.applications.change(actor, id, withoutNull<Change>(change), key);
      }),
  }),
  rotateApplicationSecret: t.field({
    type: ApplicationWithSecret,
    description: 'A new secret; the ones before it go on for a while, so that machines can be moved.',
    args: {
      id: t.arg.id({ required: true }),
      overlapSeconds: t.arg.int({ required: true, description: '0 ends the old ones now; 30 days at most.' }),
    },
    resolve: (_root, args, context) =>
      write(context, 'rotateApplicationSecret', args, (actor, key) =>
        context.rooms.identity.applications.rotateSecret(actor, args.id, args.overlapSeconds, key),
      ),
  }),
  endApplicationSecret: t.field({
    type: Application,
    description: 'Ends one secret now, such as one that leaked.',
    args: { id: t.arg.id({ required: true }), secretId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      write(context, 'endApplicationSecret', args, (actor, key) =>
        context.rooms.identity.applications.endSecret(actor, args.id, args.secretId, key),
      ),
  }),
}));

/** The room checks the input again; null means left out. */
function withoutNull<Input extends object>(input: { readonly [Key in keyof Input]?: unknown }): Input {
  const kept = Object.entries(input).filter(([, value]) => value !== null);
  return checkedByRoom<Input>(Object.fromEntries(kept) as { [Key in keyof Input]?: unknown });
}
