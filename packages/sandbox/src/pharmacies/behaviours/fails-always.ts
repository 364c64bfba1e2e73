// Owns the pharmacy whose system is down: HTTP 500 each time.
import type { Behaviour } from './behaviour.ts';

export const failsAlways: Behaviour = {
  name: 'fails-always',
  react: () => ({
    does: 'answers-http',
    status: 500,
    contentType: 'text/plain; charset=utf-8',
    body: 'Internal server error\n',
  }),
};
