// A listener of its own for operators: figures and health, never on the public address.
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import type { Log } from '../kernel/log.ts';
import { pathOf, requireOneHost } from '../kernel/web/one-host.ts';
import { apiPolicy } from '../kernel/web/security-headers.ts';
import { drainOnClose } from './drain.ts';
import { icons } from './files/icons.ts';
import type { Metrics } from './metrics/metrics.ts';
import { answerErrors, healthRoutes, type ReadyDetails } from './server.ts';

/** The operators' server, not yet listening: `/metrics`, `/healthz`, `/readyz`, and an icon for who opens them in a browser. */
export async function createAdminServer(
  metrics: Metrics,
  ready: () => Promise<void>,
  log: Pick<Log, 'error'>,
  readyDetails?: () => ReadyDetails,
): Promise<FastifyInstance> {
  const app = fastify({ logger: false, exposeHeadRoutes: false, rewriteUrl: pathOf });
  answerErrors(app);
  drainOnClose(app, log);
  await app.register(helmet, apiPolicy(false));
  requireOneHost(app);
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  await app.register(icons);
  await app.register(healthRoutes(ready, readyDetails));
  return app;
}
