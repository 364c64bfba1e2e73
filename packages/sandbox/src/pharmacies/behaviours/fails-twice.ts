// Owns the pharmacy that recovers: HTTP 500 for the first two tries of a message, then it accepts.

import type { Behaviour } from './behaviour.ts';
import { failsAlways } from './fails-always.ts';

const FAILURES = 2;

export const failsTwice: Behaviour = {
  name: 'fails-twice',
  react: (arrival, pace) =>
    arrival.attempt > FAILURES ? { does: 'accepts', code: '010' } : failsAlways.react(arrival, pace),
};
