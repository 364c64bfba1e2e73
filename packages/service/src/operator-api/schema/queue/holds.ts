// GraphQL of what nodes hold because errors of their own met one after another.
import type { NodeHold } from '../../../delivery/inside.ts';
import { builder } from '../builder.ts';

const HOLDS_EXPECTED = 3;

const HeldLanes = builder.enumType('HeldLanes', {
  description: 'What a node holds together.',
  values: {
    ELECTRONIC: { value: 'electronic', description: 'Messages to pharmacies and partners.' },
    FAX: { value: 'fax', description: 'Faxes.' },
    TEXT: { value: 'text', description: 'Text messages to patients.' },
  } as const,
});

const NodeHoldType = builder.objectRef<NodeHold>('NodeHold').implement({
  description:
    'One kind of lanes that one node holds, because errors of its own met one after another. What waits is left to other nodes; after a quarter of an hour at most it goes on.',
  fields: (t) => ({
    node: t.exposeString('node', { description: "The node's process." }),
    lanes: t.expose('lanes', { type: HeldLanes, description: 'What it holds.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when.' }),
    seenAt: t.expose('seenAt', { type: 'DateTime', description: 'When the node was seen last.' }),
  }),
});

builder.queryFields((t) => ({
  holds: t.field({
    type: [NodeHoldType],
    description:
      'What nodes hold because errors of their own met one after another, the one that has held longest first; empty while all is well. What operators hold stands with its lane.',
    extensions: { listSize: HOLDS_EXPECTED },
    resolve: async (_root, _args, { administrations }) => [...(await administrations.queue.holds())],
  }),
}));
