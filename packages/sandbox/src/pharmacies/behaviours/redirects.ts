// Owns the pharmacy that moved and left a forwarding address: HTTP 307, which a careful sender never follows.
import type { Behaviour } from './behaviour.ts';

export const redirects: Behaviour = {
  name: 'redirects',
  react: () => ({
    does: 'answers-http',
    status: 307,
    headers: { location: 'script-moved' },
    contentType: 'text/plain; charset=utf-8',
    body: 'This endpoint has moved.\n',
  }),
};
