// The routes that pages open, for tests that try each of them: a route that is added later is tried as well.
import type { FastifyInstance } from 'fastify';

export interface PageRoute {
  readonly method: string;
  /** The template, such as `/p/:token`. */
  readonly url: string;
}

/** From now on each route of the app is added to `routes`; those that answer HEAD are the ones that answer GET. */
export function noteRoutes(app: FastifyInstance, routes: PageRoute[]): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one, url });
  });
}
