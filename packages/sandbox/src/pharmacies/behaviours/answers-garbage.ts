// Owns the pharmacy behind a broken proxy: HTTP 200 with a page for people instead of a SCRIPT answer.
import type { Behaviour } from './behaviour.ts';

const PAGE = '<!doctype html><title>Welcome</title><h1>It works!</h1><p>This is the default page.</p>\n';

export const answersGarbage: Behaviour = {
  name: 'answers-garbage',
  react: () => ({ does: 'answers-http', status: 200, contentType: 'text/html; charset=utf-8', body: PAGE }),
};
