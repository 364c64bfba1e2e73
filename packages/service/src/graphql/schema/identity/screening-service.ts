// GraphQL of the organization's own screening service: what it is, what to register with it, and its setting by administrators.
import type { CdsService, ScreeningService, ScreeningServiceInput } from '../../../screening/screening.ts';
import { checkedByRoom, write } from '../../context.ts';
import { builder } from '../builder.ts';

const HookService = builder.objectRef<CdsService>('ScreeningHook').implement({
  description: 'A CDS Hooks service that is asked.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Its own name for it.' }),
    hook: t.exposeString('hook', { description: '`order-select` or `order-sign`.' }),
    title: t.exposeString('title', { nullable: true }),
  }),
});

const Service = builder.objectRef<ScreeningService>('ScreeningService').implement({
  description: "The organization's own CDS Hooks 2.0 service, asked in place of the imported data.",
  fields: (t) => ({
    url: t.exposeString('url'),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'From the question to the end of waiting.' }),
    services: t.field({
      type: [HookService],
      description: 'As they were discovered when it was set; setting it again discovers them anew.',
      extensions: { listSize: 2 },
      resolve: ({ services }) => [...services],
    }),
    issuer: t.exposeString('issuer', { description: 'The `iss` of the tokens by which we prove ourselves.' }),
    publicKeys: t.field({
      type: 'JSON',
      description: 'The JWK Set to register with it: the key that signs, and one that will or did.',
      resolve: ({ publicKeys }) => publicKeys,
    }),
    keySetUrl: t.exposeString('keySetUrl', {
      description: 'Where this JWK Set is read by anybody; the tokens name it as `jku`.',
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
  }),
});

builder.queryField('screeningService', (t) =>
  t.field({
    type: Service,
    nullable: true,
    description: 'Null where the organization has none. For administrators.',
    resolve: (_root, _args, { actor, rooms }) => rooms.screening.service(actor),
  }),
);

const Algorithm = builder.enumType('ScreeningProof', {
  description: 'How the tokens are signed.',
  values: ['ES384', 'RS384'] as const,
});

const KeyStep = builder.enumType('ScreeningKeyStep', {
  description: 'How a key gives way to a new one, so that the other side knows both meanwhile.',
  values: {
    PREPARE: { value: 'prepare', description: 'A new key is in the JWK Set; the old one signs.' },
    USE: {
      value: 'use',
      description: 'The new key signs, once the service takes it; the old one is in the set still.',
    },
    END: { value: 'end', description: 'Only the key that signs is in the set.' },
  } as const,
});

builder.mutationFields((t) => ({
  setScreeningService: t.field({
    type: Service,
    description:
      'Sets the CDS Hooks service at a public address, after asking it what it offers. A private address is set by those who run the deployment.',
    args: {
      url: t.arg.string({ required: true, description: 'Without `/cds-services`.' }),
      timeoutMs: t.arg.int({ description: '500 to 20,000; 5,000 when left out.' }),
      algorithm: t.arg({
        type: Algorithm,
        description: 'ES384 when left out; another makes a new key, which signs at once.',
      }),
      key: t.arg({ type: KeyStep, description: 'Left out, the key stays.' }),
    },
    resolve: (_root, args, context) =>
      write(context, 'setScreeningService', args, (actor, key) =>
        context.rooms.screening.setService(actor, checkedByRoom<ScreeningServiceInput>(args), key),
      ),
  }),
  removeScreeningService: t.field({
    type: 'Boolean',
    description: 'From then on the imported data are asked again. True, also where there was none.',
    resolve: (_root, args, context) =>
      write(context, 'removeScreeningService', args, async (actor, key) => {
        await context.rooms.screening.removeService(actor, key);
        return true;
      }),
  }),
}));
