// Each request as a piece of work for traces, from its arrival to its answer: by method and route's template, never by address.
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { traced, traceFacts, WORK } from '../kernel/traced/traced.ts';

type RunIn = ReturnType<typeof AsyncLocalStorage.snapshot>;

/** Before any other hook, so that the work of all is part of it. */
export function traceRequests(app: FastifyInstance): void {
  const inside = new WeakMap<object, RunIn>();
  app.addHook('onRequest', (request, reply, done) => {
    if (!WORK.start.hasSubscribers) {
      done();
      return;
    }
    const { method, id, routeOptions, headers } = request;
    const route = routeOptions.url ?? 'unmatched';
    const facts = { 'http.request.method': method, 'http.route': route, 'pestle.request_id': id };
    const { traceparent } = headers;
    const work = {
      name: `${method} ${route}`,
      facts,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    };
    void traced(work, async () => {
      inside.set(request, AsyncLocalStorage.snapshot());
      const ended = once(reply.raw, 'close').catch(() => undefined);
      done();
      await ended;
      traceFacts({ 'http.response.status_code': reply.statusCode });
    });
  });
  // A body arrives from outside of the work: what follows is inside again.
  app.addHook('preValidation', (request, _reply, done) => {
    const run = inside.get(request);
    if (run === undefined) done();
    else run(done);
  });
}
