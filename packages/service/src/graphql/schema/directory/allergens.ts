// GraphQL of what people do not tolerate, found while it is typed.
import type { OfferedAllergen } from '../../../screening/screening.ts';
import { builder } from '../builder.ts';

const Allergen = builder.objectRef<OfferedAllergen>('Allergen').implement({
  description: 'Something that a patient may not tolerate: an ingredient of a drug, a class, or a substance.',
  fields: (t) => ({
    name: t.exposeString('name'),
    code: t.exposeString('code', { nullable: true, description: 'For `AllergyInput.code`.' }),
    codeSystem: t.exposeString('codeSystem', {
      nullable: true,
      description: '`RXNORM` or `VUID` (of the imported list); null without a code. There may be more.',
    }),
  }),
});

builder.queryField('allergens', (t) =>
  t.field({
    type: [Allergen],
    description:
      'Allergens of the imported data and ingredients of the drug files of which a name begins with `text`, twelve at most. An allergy that names one carries its code; any other words are an allergy as well.',
    args: { text: t.arg.string({ required: true }) },
    extensions: { listSize: 12 },
    resolve: async (_root, { text }, { actor, rooms }) => [...(await rooms.screening.allergens(actor, text))],
  }),
);
