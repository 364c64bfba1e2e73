// Owns the network partner that works: it takes responsibility for the message (Status 000).
import type { Behaviour } from './behaviour.ts';

export const acceptsForOthers: Behaviour = {
  name: 'accepts-for-others',
  react: () => ({ does: 'accepts', code: '000' }),
};
