// Owns the pharmacy that works: it takes every order and says so as the ultimate receiver (Status 010).
import type { Behaviour } from './behaviour.ts';

export const accepts: Behaviour = {
  name: 'accepts',
  react: () => ({ does: 'accepts', code: '010' }),
};
