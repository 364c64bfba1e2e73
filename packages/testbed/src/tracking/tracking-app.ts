// The routes of `tracking` on an HTTP server of their own, with a delivery that only writes down what it was told.
import type { AddressInfo } from 'node:net';
import { createServiceMaintenance } from '@pestle/service/for-tests/directory';
import { icons } from '@pestle/service/for-tests/http';
import { sendProblem, understand } from '@pestle/service/for-tests/kernel';
import {
  createTracking,
  type ReportedFill,
  type ScriptAnswer,
  type TrackingDeps,
} from '@pestle/service/for-tests/tracking';
import { createLog, type Log, type Ports } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { BASE_URL, LINK_KEY } from '../delivery/open-delivery.ts';
import { noteRoutes, type PageRoute } from './page-routes.ts';

export interface TrackingApp {
  readonly app: FastifyInstance;
  readonly reported: Omit<ReportedFill, 'locked'>[];
  readonly answers: ScriptAnswer[];
  /** The errors that nobody foresaw, and every line of the log at level error. */
  readonly unexpected: unknown[];
  /** Every route, also those beside. */
  readonly routes: readonly PageRoute[];
  /** Listens on a free port of this machine and returns the address. */
  readonly listen: () => Promise<string>;
}

/** A log that keeps its lines at level error, and writes none. */
export function errorLog(lines: unknown[]): Log {
  return createLog({ level: 'error', destination: { write: (line) => void lines.push(line) } });
}

export async function trackingApp(
  store: Store,
  ports: Ports,
  over: Partial<TrackingDeps> = {},
  unexpected: unknown[] = [],
  beside: (delivery: TrackingDeps['delivery']) => readonly FastifyPluginAsync[] = () => [],
): Promise<TrackingApp> {
  const reported: Omit<ReportedFill, 'locked'>[] = [];
  const answers: ScriptAnswer[] = [];
  const delivery: TrackingDeps['delivery'] = {
    carrierReceipts: { types: () => undefined, take: async () => 'not-taken' },
    onReported: async (_tx, { locked: _locked, ...report }) => {
      reported.push(report);
    },
    onAnswer: async (_tx, answer) => {
      answers.push(answer);
    },
    lackOf: () => undefined,
    onRequest: async () => 'elsewhere',
    onResponseAnswer: async () => undefined,
  };
  const app = fastify({
    loggerInstance: errorLog(unexpected),
    trustProxy: ['127.0.0.1'],
    routerOptions: { maxParamLength: 300 },
  });
  const routes: PageRoute[] = [];
  noteRoutes(app, routes);
  app.setErrorHandler((error, _request, reply) => {
    const understood = understand(error);
    if (understood.unexpected) unexpected.push(error);
    return sendProblem(reply, understood.failure);
  });
  const tracking = createTracking({
    store,
    ports,
    baseUrl: BASE_URL,
    linkKey: LINK_KEY,
    scriptSender: { id: 'PESTLE01', softwareVersion: '0.1.0' },
    delivery,
    maintenance: createServiceMaintenance(store),
    operatorContact: 'operators@example.org',
    ...over,
  });
  await app.register(icons);
  await app.register(tracking.routes);
  for (const routes of beside(over.delivery ?? delivery)) await app.register(routes);
  await app.ready();
  return {
    app,
    reported,
    answers,
    unexpected,
    routes,
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
  };
}
