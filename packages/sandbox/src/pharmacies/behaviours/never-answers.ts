// Owns the pharmacy that reads the message and never answers.
import type { Behaviour } from './behaviour.ts';

export const neverAnswers: Behaviour = {
  name: 'never-answers',
  react: () => ({ does: 'holds' }),
};
