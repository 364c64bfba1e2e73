// Owns the list of behaviours: what an endpoint of the sandbox can be told to do.
import type { BehaviourName } from '../types.ts';
import { accepts } from './accepts.ts';
import { acceptsForOthers } from './accepts-for-others.ts';
import { acceptsThenDrops } from './accepts-then-drops.ts';
import { answersGarbage } from './answers-garbage.ts';
import { answersLate } from './answers-late.ts';
import { answersSlowly } from './answers-slowly.ts';
import { asksToWait } from './asks-to-wait.ts';
import type { Behaviour } from './behaviour.ts';
import { failsAlways } from './fails-always.ts';
import { failsTwice } from './fails-twice.ts';
import { neverAnswers } from './never-answers.ts';
import { redirects } from './redirects.ts';
import { rejects } from './rejects.ts';

/** Every behaviour by its name. */
export const behaviours: Readonly<Record<BehaviourName, Behaviour>> = {
  accepts,
  'accepts-for-others': acceptsForOthers,
  'accepts-then-drops': acceptsThenDrops,
  'answers-garbage': answersGarbage,
  'answers-late': answersLate,
  'answers-slowly': answersSlowly,
  'asks-to-wait': asksToWait,
  'fails-always': failsAlways,
  'fails-twice': failsTwice,
  'never-answers': neverAnswers,
  redirects,
  rejects,
};
