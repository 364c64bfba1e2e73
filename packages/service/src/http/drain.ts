// Ends a server's connections in order when it closes: every answer says that it is the connection's last, idle connections end at once.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../kernel/log.ts';
import { HTTP_LIMITS } from './limits.ts';

/**
 * A proxy keeps its connections for as long as it may: a server that waits for them never closes. What is under way is
 * still answered, and so is a request on a connection that was opened before; `drainTimeoutMs` ends the rest.
 */
export function drainOnClose(app: FastifyInstance, log: Pick<Log, 'error'>): void {
  const { server } = app;
  const connections = new Set<Socket>();
  const underWay = new Map<ServerResponse, Socket>();
  let draining = false;
  // A listener that cannot take one connection (no descriptors left) takes the next.
  server.on('error', (error) => log.error({ err: error }, 'a connection could not be taken'));
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    underWay.set(response, request.socket);
    response.once('close', () => underWay.delete(response));
    if (draining) sayLast(response);
  });
  app.addHook('preClose', async () => {
    // What has arrived is read first, so that its connection is not taken for an idle one.
    await nextEventLoopRound();
    await nextEventLoopRound();
    draining = true;
    for (const response of underWay.keys()) sayLast(response);
    const timers = [
      // Those that had begun to answer before do not say that they end, and become idle.
      setInterval(() => server.closeIdleConnections(), HTTP_LIMITS.drainSweepIntervalMs),
      setTimeout(() => {
        const busy = new Set(underWay.values());
        for (const socket of connections) if (!busy.has(socket)) socket.destroy();
      }, HTTP_LIMITS.headersTimeoutMs),
      setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, HTTP_LIMITS.drainTimeoutMs),
    ];
    for (const timer of timers) timer.unref();
    server.once('close', () => {
      for (const timer of timers) clearTimeout(timer);
    });
  });
}

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

function nextEventLoopRound(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
