// GraphQL of how often rules of screening were shown and overridden in the organization.
import type { CountedRule } from '../../../screening/screening.ts';
import { builder } from '../builder.ts';

const ScreeningRuleCount = builder.objectRef<CountedRule>('ScreeningRuleCount').implement({
  description: 'How often a rule of screening was shown, and how often somebody went on all the same.',
  fields: (t) => ({
    rule: t.exposeString('rule', {
      description:
        'The rule, such as `interaction:ketoconazole+simvastatin`, or `not-checked`. It names no patient.',
    }),
    severity: t.exposeString('severity', { description: '`HIGH` or `MODERATE`.' }),
    shown: t.exposeInt('shown', { description: 'Drafts about which it was shown.' }),
    overridden: t.exposeInt('overridden', { description: 'Those of them that were answered by a reason.' }),
  }),
});

builder.queryField('screeningCounts', (t) =>
  t.field({
    type: [ScreeningRuleCount],
    description:
      "The organization's counts, the rule that was shown most often first, 200 at most. For administrators.",
    extensions: { listSize: 30 },
    resolve: async (_root, _args, { actor, rooms }) => [...(await rooms.screening.countedRules(actor))],
  }),
);
