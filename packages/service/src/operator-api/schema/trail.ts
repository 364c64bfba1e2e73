// GraphQL of the network's trail: what operators did, one act after another.
import type { NetworkAuditEntry } from '../../audit/inside.ts';
import { builder } from './builder.ts';

const ACTS_EXPECTED = 20;

export const Act = builder.objectRef<NetworkAuditEntry>('Act').implement({
  description: 'One act of an operator, as the trail keeps it: ids, codes and times.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`aud_…`' }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => new Date(at).toISOString() }),
    operator: t.exposeString('operator', { description: 'Who did it.' }),
    subjectId: t.id({
      description: 'To what: its id, or the name of a lane.',
      resolve: ({ subject }) => subject.id,
    }),
    action: t.exposeString('action', { description: 'What, such as `pharmacy.stage`.' }),
    detail: t.field({
      type: 'JSON',
      description: 'What else the trail says of it, such as the names of the fields that changed.',
      resolve: ({ detail }) => detail,
    }),
  }),
});

/** For lists of acts: how many the cost of a document counts. */
export const ACTS = { listSize: ACTS_EXPECTED } as const;
