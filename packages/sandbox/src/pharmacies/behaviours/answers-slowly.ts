// Owns the pharmacy with an old computer: it accepts, and takes a few seconds to say so.
import type { Behaviour } from './behaviour.ts';

export const answersSlowly: Behaviour = {
  name: 'answers-slowly',
  react: (_arrival, pace) => ({ does: 'accepts', code: '010', waitsMs: pace.slowAnswerMs }),
};
