// Owns the pharmacy whose answer is lost: it takes the order, then the connection ends before the answer.
import type { Behaviour } from './behaviour.ts';

export const acceptsThenDrops: Behaviour = {
  name: 'accepts-then-drops',
  react: () => ({ does: 'accepts', code: '010', drops: true }),
};
