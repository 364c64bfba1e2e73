// GraphQL of the plans on file: what a patient's benefits may name.
import type { PlanRow } from '../../../coverage/coverage.ts';
import { present } from '../../context.ts';
import { builder } from '../builder.ts';

const CoveragePlan = builder.objectRef<PlanRow>('CoveragePlan').implement({
  description: 'A plan whose list of covered drugs is on file.',
  fields: (t) => ({
    id: t.exposeID('id', { description: "The publisher's own id: `planId` of a patient's benefits." }),
    name: t.exposeString('name'),
    kind: t.exposeString('kind', { nullable: true, description: "The publisher's word, such as `hmo`." }),
    startsOn: t.expose('starts_on', { type: 'Date' }),
    endsOn: t.expose('ends_on', { type: 'Date', description: 'The last day.' }),
  }),
});

builder.queryFields((t) => ({
  coveragePlans: t.field({
    type: [CoveragePlan],
    description: 'The plans on file in the order of their names, also those that have ended.',
    extensions: { listSize: 10 },
    args: {
      search: t.arg.string({ description: 'Parts of the name, or the beginning of the id.' }),
      first: t.arg.int({ defaultValue: 10, required: true, description: 'How many, 1 to 50.' }),
    },
    resolve: async (_root, args, { actor, rooms }) => [...(await rooms.coverage.plans(actor, present(args)))],
  }),
}));
