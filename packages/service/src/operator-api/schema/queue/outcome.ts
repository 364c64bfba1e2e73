// GraphQL of how an attempt ended.
import { builder } from '../builder.ts';

export const Outcome = builder.enumType('AttemptOutcome', {
  description: 'How an attempt ended.',
  values: {
    ACCEPTED: { description: 'The other side took it.' },
    REJECTED: { description: 'The other side refused it for good.' },
    RETRY: { description: 'It failed, and may be tried again.' },
    UNKNOWN: { description: 'All of it was written and nothing sure came back: it may have arrived.' },
  } as const,
});
