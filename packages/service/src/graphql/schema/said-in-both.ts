// GraphQL of a sentence that people read, in both languages.
import type { InBothLanguages } from '@pestle/rules/order-acts';
import { builder } from './builder.ts';

export const SaidInBoth = builder.objectRef<InBothLanguages>('SaidInBothLanguages').implement({
  description: 'A sentence in both languages.',
  fields: (t) => ({ en: t.exposeString('en'), es: t.exposeString('es') }),
});
