// GraphQL of the message that a pharmacy would get, with its settings as they are or as a change would make them.
import type { LineDifference, Preview, PreviewRequest } from '../../../conformance/conformance.ts';
import { given } from '../../context.ts';
import { builder } from '../builder.ts';
import { ChannelType } from './pharmacies.ts';

const Line = builder.objectRef<LineDifference>('ComparedLine').implement({
  description: 'One line of two messages that are compared.',
  fields: (t) => ({
    sign: t.exposeString('sign', {
      description: '`+`: only in this message. `-`: only in the other. A blank: in both.',
    }),
    text: t.exposeString('text', { description: 'The line.' }),
  }),
});

const Against = builder.enumType('ComparedAgainst', {
  description: 'What a message is compared with.',
  values: {
    UNMODIFIED: { value: 'unmodified', description: 'The message that no settings change.' },
    STORED: { value: 'stored', description: 'The message that the stored settings make.' },
  } as const,
});

const Difference = builder.objectRef<Preview['differences'][number]>('MessageDifference').implement({
  description: 'What the settings change in a message.',
  fields: (t) => ({
    against: t.expose('against', { type: Against, description: 'What it is compared with.' }),
    lines: t.field({ type: [Line], description: 'Line by line.', resolve: ({ lines }) => [...lines] }),
  }),
});

const PreviewType = builder.objectRef<Preview>('MessagePreview').implement({
  description: 'The very message that would leave for an invented prescription.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the pharmacy (`phr_…`).' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    kind: t.exposeString('kind', { description: '`NewRx` or `CancelRx`.' }),
    channel: t.expose('channel', { type: ChannelType, description: 'How it would leave.' }),
    method: t.string({ description: 'Of the HTTP request.', resolve: ({ request }) => request.method }),
    url: t.string({ description: 'Where it would go.', resolve: ({ request }) => request.url }),
    headers: t.field({
      type: 'JSON',
      description: 'By name; secrets are `(sealed)`.',
      resolve: ({ request }) => request.headers,
    }),
    auth: t.string({
      description: 'Of what kind the credentials are.',
      resolve: ({ request }) => request.auth,
    }),
    message: t.exposeString('message', { description: 'The text as it would leave.' }),
    lines: t.stringList({
      description: 'The same, a line for each part, to read.',
      resolve: ({ lines }) => [...lines],
    }),
    differences: t.field({
      type: [Difference],
      description: 'What the settings change in it.',
      resolve: ({ differences }) => [...differences],
    }),
  }),
});

builder.queryFields((t) => ({
  messagePreview: t.field({
    type: PreviewType,
    description:
      'The very message that a pharmacy would get, with the stored settings or with a change of them, which is not written.',
    args: {
      id: t.arg.id({ required: true, description: '`phr_…`' }),
      change: t.arg({
        type: 'JSON',
        description: 'Of the record what would change, as `setPharmacy` takes it.',
      }),
      cancel: t.arg.boolean({
        defaultValue: false,
        required: true,
        description: 'A CancelRx instead of a NewRx.',
      }),
    },
    resolve: (_root, args, { administrations }) =>
      administrations.network.previewPharmacy(given(args) as PreviewRequest),
  }),
}));
