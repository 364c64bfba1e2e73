// Owns the pharmacy that is busy: 429 with Retry-After for the first try, then it accepts.
import type { Behaviour } from './behaviour.ts';

const WAIT_SECONDS = 3;

export const asksToWait: Behaviour = {
  name: 'asks-to-wait',
  react: ({ attempt }) =>
    attempt > 1
      ? { does: 'accepts', code: '010' }
      : {
          does: 'answers-http',
          status: 429,
          headers: { 'retry-after': String(WAIT_SECONDS) },
          contentType: 'text/plain; charset=utf-8',
          body: `Too many requests. Try again in ${WAIT_SECONDS} seconds.\n`,
        },
};
