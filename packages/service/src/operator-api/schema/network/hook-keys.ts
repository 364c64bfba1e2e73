// GraphQL of the keys by which pharmacies and partners report to the status hook: listed by fingerprint, shown once, ended.
import type { HookKey, HookKeyAdministration } from '../../../directory/inside.ts';
import { byOf, given, requestOf } from '../../context.ts';
import { builder } from '../builder.ts';

const KEYS_EXPECTED = 5;

const Kind = builder.enumType('HookKeyKind', {
  description: 'How a report proves whose it is.',
  values: {
    BEARER: { value: 'bearer', description: 'The key itself, as `Authorization: Bearer`.' },
    STANDARD_WEBHOOKS: {
      value: 'standard-webhooks',
      description: 'A signature by a secret (Standard Webhooks).',
    },
  } as const,
});

const State = builder.enumType('HookKeyState', {
  description: 'Whether a key opens the hook.',
  values: {
    COMING: { value: 'coming', description: 'Not yet.' },
    VALID: { value: 'valid', description: 'It does.' },
    OVER: { value: 'over', description: 'Not any more.' },
  } as const,
});

const HookKeyType = builder.objectRef<HookKey>('HookKey').implement({
  description: 'A key as operators see it. The key itself cannot be shown again.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`hkc_…`' }),
    kind: t.expose('kind', { type: Kind, description: 'How reports prove whose they are by it.' }),
    keyId: t.exposeString('keyId', {
      nullable: true,
      description: 'What a signed report names its secret by (`webhook-key-id`); null for a bearer key.',
    }),
    fingerprint: t.exposeString('fingerprint', {
      description: 'The first characters of its SHA-256, in hexadecimal digits: enough to tell keys apart.',
    }),
    from: t.expose('from', { type: 'DateTime', description: 'From when it opens the hook.' }),
    until: t.expose('until', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when; null: without end.',
    }),
    state: t.expose('state', { type: State, description: 'Whether it opens the hook now.' }),
  }),
});

type Added = Awaited<ReturnType<HookKeyAdministration['add']>>;

const AddedHookKey = builder.objectRef<Added>('AddedHookKey').implement({
  description: 'A key that was added.',
  fields: (t) => ({
    key: t.expose('key', { type: HookKeyType, description: 'As it is listed.' }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'The key itself, this once: bring it to the pharmacy by a way that nobody else reads. Null for a key that you gave, and when the mutation is repeated.',
    }),
    added: t.exposeBoolean('added', { description: 'False: it was there already, and nothing changed.' }),
  }),
});

type Ended = Awaited<ReturnType<HookKeyAdministration['end']>>;

const EndedHookKey = builder.objectRef<Ended>('EndedHookKey').implement({
  description: 'A key that was ended.',
  fields: (t) => ({
    key: t.expose('key', { type: HookKeyType, description: 'As it is now.' }),
    changed: t.exposeBoolean('changed', { description: 'False: it was so already.' }),
  }),
});

const OWNER = 'Of a pharmacy (`phr_…`) or of a partner (`ptn_…`), for all of its pharmacies.';

builder.queryFields((t) => ({
  hookKeys: t.field({
    type: [HookKeyType],
    description: 'The keys of a pharmacy or partner, the latest first; also those that are over.',
    extensions: { listSize: KEYS_EXPECTED },
    args: { ownerId: t.arg.id({ required: true, description: OWNER }) },
    resolve: async (_root, { ownerId }, { administrations }) => [
      ...(await administrations.hookKeys.list(ownerId)),
    ],
  }),
}));

builder.mutationFields((t) => ({
  addHookKey: t.field({
    type: AddedHookKey,
    description:
      'Adds a key; those that are there stay valid, so that it can be changed without a refused report. A key that is made here needs the header Idempotency-Key: sent again under it, the same key is answered without its secret, and no second one is made. If the answer with the secret was lost, end that key and add another.',
    args: {
      ownerId: t.arg.id({ required: true, description: OWNER }),
      kind: t.arg({ type: Kind, required: true, description: 'How reports prove whose they are.' }),
      key: t.arg.string({
        description:
          'A bearer key of your own, 16 to 512 visible characters. Left out, one is made by chance.',
      }),
    },
    resolve: (_root, { ownerId, kind, key }, context) =>
      context.administrations.hookKeys.add({
        ...given({ ownerId, kind, key }),
        by: byOf(context),
        ...(key === null || key === undefined ? { request: requestOf(context) } : {}),
      }),
  }),
  endHookKey: t.field({
    type: EndedHookKey,
    description: 'Ends a key, now or at a later moment. One that is over stays over.',
    args: {
      ownerId: t.arg.id({ required: true, description: OWNER }),
      id: t.arg.id({ required: true, description: '`hkc_…`' }),
      at: t.arg({ type: 'DateTime', description: 'When; now when left out.' }),
    },
    resolve: (_root, args, context) =>
      context.administrations.hookKeys.end({ ...given(args), by: byOf(context) }),
  }),
}));
