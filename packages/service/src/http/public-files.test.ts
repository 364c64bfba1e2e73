// The files that anybody may have: icons that browsers ask for by themselves, on both listeners, and the JSON Schemas of operators' files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { createLog } from '../kernel/log.ts';
import { createAdminServer } from './admin.ts';
import { icons } from './files/icons.ts';
import { schemaFiles } from './files/schema-files.ts';
import { createMetrics } from './metrics/metrics.ts';

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

test("editors read the JSON Schemas of operators' files from any origin", async () => {
  const service = fastify();
  await service.register(schemaFiles);
  for (const [name, title] of [
    ['pharmacies', 'Pharmacies and partners'],
    ['pharmacy', 'A pharmacy'],
    ['partner', 'A partner'],
  ]) {
    const answer = await service.inject(`/schemas/${name}.json`);
    assert.equal(answer.json<{ title: string }>().title, title);
    assert.match(String(answer.headers['content-type']), /^application\/schema\+json/);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  }
  await service.close();
});
