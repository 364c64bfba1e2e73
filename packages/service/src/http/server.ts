// Assembles the HTTP server: bounds, headers, request ids, errors in one form, health, and the rooms' routes.

import { getHeapStatistics } from 'node:v8';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import fastify, { LogController } from 'fastify';
import { Failure } from '../kernel/errors.ts';
import { unavailable, understand } from '../kernel/failures/failures.ts';
import type { Log } from '../kernel/log.ts';
import { pathOf, requireOneHost } from '../kernel/web/one-host.ts';
import { PROBLEM_CONTENT_TYPE, problemOf, sendProblem } from '../kernel/web/problem.ts';
import { apiPolicy, headersWithoutRequest } from '../kernel/web/security-headers.ts';
import { isLeftToWhoTells } from '../kernel/web/told.ts';
import { drainOnClose } from './drain.ts';
import { icons } from './files/icons.ts';
import { schemaFiles } from './files/schema-files.ts';
import { HTTP_LIMITS } from './limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import { problemPages } from './problem-pages.ts';
import { requestIdOf } from './request-id.ts';
import { traceRequests } from './trace-requests.ts';

export interface BoundedServerOptions {
  readonly log: Log;
  /** The public address; `https:` adds Strict-Transport-Security. */
  readonly baseUrl: string;
  /** Addresses of proxies whose X-Forwarded-For is believed; nobody's when empty. */
  readonly trustedProxies: readonly string[];
}

export interface HttpServerOptions extends BoundedServerOptions {
  /** Rejects with UNAVAILABLE when the service cannot take work (the store takes no write, or it is stopping). */
  readonly ready: () => Promise<void>;
  /** What `/readyz` says besides. */
  readonly readyDetails?: () => ReadyDetails;
  readonly metrics: Metrics;
  /** The rooms' routes, and what the sandbox adds. */
  readonly plugins: readonly FastifyPluginAsync[];
  /** Above this, new requests are answered UNAVAILABLE; a share of what the process may use when left out. */
  readonly heapBytesMax?: number;
}

/** The server, not yet listening. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = await createBoundedServer(options);
  traceRequests(app);
  options.metrics.observe(app);
  await app.register(underPressure, {
    maxEventLoopDelay: HTTP_LIMITS.eventLoopDelayMaxMs,
    maxHeapUsedBytes:
      options.heapBytesMax ?? Math.floor(getHeapStatistics().heap_size_limit * HTTP_LIMITS.heapShareMax),
    sampleInterval: HTTP_LIMITS.pressureSampleIntervalMs,
    pressureHandler: async (request) => {
      // A busy service is alive: restarting it would make it busier.
      if (request.routeOptions.url !== '/healthz') throw unavailable();
    },
  });
  await app.register(healthRoutes(options.ready, options.readyDetails));
  await app.register(icons);
  await app.register(schemaFiles);
  for (const plugin of options.plugins) await app.register(plugin);
  await app.register(problemPages);
  return app;
}

/** A listener without routes: bounds, headers, request ids, one host, errors in one form, a line for each request, an orderly end. */
export async function createBoundedServer({
  log,
  baseUrl,
  trustedProxies,
}: BoundedServerOptions): Promise<FastifyInstance> {
  const https = baseUrl.startsWith('https:');
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdOf(request.headers),
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: HTTP_LIMITS.bodyBytesMax,
    requestTimeout: HTTP_LIMITS.requestArrivalTimeoutMs,
    handlerTimeout: HTTP_LIMITS.answerTimeoutMs,
    keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
    http: {
      headersTimeout: HTTP_LIMITS.headersTimeoutMs,
      connectionsCheckingInterval: HTTP_LIMITS.slowRequestCheckIntervalMs,
    },
    routerOptions: { maxParamLength: HTTP_LIMITS.pathParameterCharactersMax },
    exposeHeadRoutes: false,
    rewriteUrl: pathOf,
    // A request that arrives on a kept connection while the service stops is still answered (rolling restarts, D12).
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) => {
      void sendProblem(reply, understand(error).failure);
    },
    clientErrorHandler: (error, socket) => answerNoRequest(error, socket, headersWithoutRequest(https)),
  });
  drainOnClose(app, log);
  app.server.maxConnections = HTTP_LIMITS.connectionsMax;
  app.removeContentTypeParser('text/plain');
  answerErrors(app);
  // What every answer carries; pages for people replace the policy with their own.
  await app.register(helmet, apiPolicy(https));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  requireOneHost(app);
  logRequests(app);
  return app;
}

/** Every error as a problem; what nobody foresaw is logged. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { failure, unexpected } = understand(error);
    if (unexpected) request.log.error({ err: error }, 'unexpected error');
    return sendProblem(reply, failure);
  });
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(
      reply,
      new Failure('NOT_FOUND', 'There is nothing at this address, or not with this method.'),
    ),
  );
}

/** One line per request, unless its room tells of it. The route's template stands for the address, which may hold tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (isLeftToWhoTells(request.raw)) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

const HOLDS_SEE =
  'Errors of this node keep messages from leaving: look at its log, and take its version or configuration back (PestleDeliveriesHeld in docs/runbook.md).';

/** What a node that can take work says of itself besides; nothing of it takes the node out of service. */
export interface ReadyDetails {
  /** What it holds because errors of its own met one after another. */
  readonly holds: readonly { readonly lanes: string; readonly since: string }[];
}

/** `/healthz`: the process answers. `/readyz`: it can take work. */
export function healthRoutes(ready: () => Promise<void>, details?: () => ReadyDetails): FastifyPluginAsync {
  return async (app) => {
    const options = { logLevel: 'warn' } as const;
    app.get('/healthz', options, async () => ({ status: 'alive' }));
    app.get('/readyz', options, async () => {
      await ready();
      const { holds = [] } = details?.() ?? {};
      return holds.length === 0 ? { status: 'ready' } : { status: 'ready', holds, see: HOLDS_SEE };
    });
  };
}

/** Answers what is not HTTP enough to become a request. */
function answerNoRequest(
  error: NodeJS.ErrnoException,
  socket: import('node:net').Socket,
  fixed: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new Failure('REQUEST_TIMEOUT', 'The request took too long to arrive.')
      : new Failure('MALFORMED', 'This is not an HTTP request that can be read.');
  const body = JSON.stringify(problemOf(failure, 'none'));
  const status = failure.code === 'REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  const headerLines = Object.entries({
    'content-type': PROBLEM_CONTENT_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...fixed,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n');
  socket.end(`HTTP/1.1 ${status}\r\n${headerLines}\r\n\r\n${body}`);
}
