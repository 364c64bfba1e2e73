// The icons that browsers ask for by themselves, on both listeners.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { createLog } from '../kernel/log.ts';
import { createAdminServer } from './admin.ts';
import { icons } from './files/icons.ts';
import { createMetrics } from './metrics.ts';

test('every origin has an icon: browsers ask for /favicon.ico even where a page names another', async () => {
  const service = fastify();
  await service.register(icons);
  const admin = await createAdminServer(
    createMetrics(),
    async () => undefined,
    createLog({ level: 'silent' }),
  );
  for (const server of [service, admin]) {
    const ico = await server.inject('/favicon.ico');
    assert.deepEqual([ico.statusCode, ico.headers['content-type']], [200, 'image/x-icon']);
    assert.deepEqual([...ico.rawPayload.subarray(0, 4)], [0, 0, 1, 0], 'an ICO file');
    const svg = await server.inject('/favicon.svg');
    assert.deepEqual([svg.statusCode, svg.headers['content-type']], [200, 'image/svg+xml']);
    assert.match(svg.body, /^<svg /);
    assert.match(String(svg.headers['cache-control']), /max-age/);
    await server.close();
  }
});
