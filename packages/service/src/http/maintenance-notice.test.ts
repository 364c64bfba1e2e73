// Goal: maintenance of the whole service is readable: in the discovery document, and on every page for people in its language (D12).
// Method: the whole service on a store in memory, asked for pages of each room before, during and after a window.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { readConfig } from '../config/config.ts';
import { createLog } from '../kernel/log.ts';
import type { Service } from '../main.ts';
import { createService } from '../main.ts';

const by = 'Olga Operator';
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
/** A page of each room, and the page of an application beside them. */
const PAGES: readonly (readonly [string, Readonly<Record<string, string>>, 'en' | 'es'])[] = [
  ['/rx', {}, 'en'],
  ['/p/unknown', {}, 'en'],
  ['/sign-in/unknown', {}, 'en'],
  ['/sign-in/unknown', { 'accept-language': 'es' }, 'es'],
  ['/problems/maintenance', {}, 'en'],
  ['/page-of-an-extension', {}, 'en'],
  ['/page-of-an-extension?lang=es', {}, 'es'],
];

describe('announced maintenance', () => {
  const nodes: Service[] = [];
  let first: Service;
  /** Another node on the same store, which has not asked it before: what is known may be two seconds old. */
  const node = async (): Promise<Service> => {
    const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
    const config = readConfig({
      ENVIRONMENT: 'sandbox',
      IDENTITY_KEY: key(1),
      LINK_KEY: key(2),
      DATA_KEY: Buffer.from(TEST_DATA_KEYS.current).toString('base64'),
    });
    const service = await createService(config, {
      store: nodes[0]?.store ?? (await openTestStore()),
      log: createLog({ level: 'silent' }),
      extensions: [
        async (app) => {
          app.get<{ Querystring: { lang?: string } }>('/page-of-an-extension', (request, reply) =>
            reply
              .type('text/html; charset=utf-8')
              .send(
                `<!doctype html><html lang="${request.query.lang ?? 'en'}"><head><title>x</title></head><body class="a"><main>x</main></body></html>`,
              ),
          );
        },
      ],
    });
    nodes.push(service);
    return service;
  };
  before(async () => {
    first = await node();
  });
  after(async () => {
    for (const service of nodes) await service.app.close();
    await first.close();
  });
  const page = async ({ app }: Service, [url, headers]: (typeof PAGES)[number]) => {
    const { body, headers: answered } = await app.inject({ url, headers: { ...headers } });
    return {
      body,
      type: answered['content-type'],
      policy: answered['content-security-policy'] ?? '',
    };
  };

  test('nothing is shown while there is none', async () => {
    for (const asked of PAGES) {
      const { body, type } = await page(first, asked);
      assert.match(String(type), /^text\/html/, asked[0]);
      assert.doesNotMatch(body, /pestle-maintenance/, asked[0]);
    }
    const { maintenance } = (await first.app.inject('/.well-known/pestle')).json();
    assert.deepEqual(maintenance, []);
  });

  test('the discovery document lists what is current and announced, without who set it', async () => {
    const { windows } = first.rooms.directory;
    const subject = { kind: 'service' } as const;
    const current = await windows.add({ subject, end: inHours(1), note: 'New <servers>', by });
    const later = await windows.add({ subject, start: inHours(30), end: inHours(31), by });
    const answer = await (await node()).app.inject('/.well-known/pestle');
    assert.deepEqual(answer.json().maintenance, [
      { start: current.start, end: current.end, note: 'New <servers>', current: true },
      { start: later.start, end: later.end, note: null, current: false },
    ]);
    assert.equal(answer.headers['cache-control'], 'public, max-age=60');
    await windows.end(later.id, { by });
  });

  test('every page for people shows it in its language, and keeps its policy', async () => {
    const other = await node();
    for (const asked of PAGES) {
      const { body, policy } = await page(other, asked);
      const words =
        asked[2] === 'es' ? /Mantenimiento hasta .*\d:\d\d/ : /Maintenance until .*\d:\d\d [AP]M E[SD]T \(/;
      const [notice = ''] = /<aside id="pestle-maintenance".*?<\/aside>/.exec(body) ?? [];
      assert.match(notice, words, asked[0]);
      assert.match(notice, / New &lt;servers&gt;</, 'the note is text');
      assert.ok(body.indexOf('<aside') < body.indexOf('<main'), asked[0]);
      assert.match(body, /<link rel="stylesheet" href="\/maintenance-notice\.css">\s*<\/head>/, asked[0]);
      if (policy !== '') assert.doesNotMatch(policy, /unsafe/);
    }
    assert.equal((await other.app.inject('/maintenance-notice.css')).statusCode, 200);
    assert.doesNotMatch((await other.app.inject('/readyz')).body, /aintenance/);
  });

  test('it is told a day ahead, and not when it is over', async () => {
    const { windows } = first.rooms.directory;
    for (const { id } of await windows.list()) await windows.end(id, { by });
    const subject = { kind: 'service' } as const;
    const far = await windows.add({ subject, start: inHours(25), end: inHours(26), by });
    assert.doesNotMatch((await page(await node(), PAGES[0] as never)).body, /pestle-maintenance/);
    await windows.change(far.id, { start: inHours(23), end: inHours(24), by });
    assert.match((await page(await node(), PAGES[0] as never)).body, /Maintenance from .* until /);
    assert.match((await page(await node(), PAGES[3] as never)).body, /Mantenimiento desde .* hasta /);
    await windows.end(far.id, { by });
    assert.doesNotMatch((await page(await node(), PAGES[0] as never)).body, /pestle-maintenance/);
  });
});
