// Owns the pharmacy that refuses: a SCRIPT Error 900 inside an HTTP 200.
import type { Behaviour } from './behaviour.ts';

export const rejects: Behaviour = {
  name: 'rejects',
  react: () => ({
    does: 'refuses',
    code: '900',
    descriptionCode: '2000',
    description: 'This location does not take electronic prescriptions any more.',
  }),
};
