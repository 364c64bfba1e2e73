// The portal's files: one page at every address below /portal/, under a strict policy, nothing outside its folder, and the right practice.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openPractice } from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { insertApplication } from '../../identity/applications/application-rows.ts';
import { findPortalApplication } from '../../identity/applications/portal-application.ts';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';
import { portalFiles } from './portal-files.ts';

const CALLBACK = 'https://rx.example/portal/';
const folder = mkdtempSync(join(tmpdir(), 'pestle-portal-'));
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><title>Portal</title><pestle-portal><a href="?sign-in">Sign in</a></pestle-portal>',
);
writeFileSync(join(folder, 'portal.js'), 'export {};');
writeFileSync(join(folder, 'part-0123abcd.js'), 'export {};');
writeFileSync(join(folder, 'secret.json'), '{}');

describe('the portal as it is served', () => {
  let store: EmbeddedStore;
  let app: FastifyInstance;
  before(async () => {
    store = await openTestStore();
    await openPractice(store);
    app = fastify();
    await app.register(
      portalFiles({ directory: folder, practiceOf: (org) => findPortalApplication(store, CALLBACK, org) }),
    );
  });
  after(async () => {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const addPortal = (orgId: string, id: string, callbackUrls: string[]) =>
    store.withOrg(orgId as typeof TEST_ORGANIZATION, (tx) =>
      insertApplication(
        tx,
        { orgId, id },
        { name: 'Portal', kind: 'public', callbackUrls, origins: [], scopes: [] },
      ),
    );
  const practice = async (query = '') => {
    const { statusCode, body } = await app.inject(`/portal/practice.json${query}`);
    return statusCode === 200 ? (JSON.parse(body) as { applicationId: string }).applicationId : statusCode;
  };

  test('the same page at every address, without inline code, never kept', async () => {
    for (const path of ['/portal/', '/portal/prescriptions/rx_1', '/portal/settings/app_1']) {
      const { statusCode, headers, body } = await app.inject(path);
      assert.equal(statusCode, 200, path);
      assert.match(body, /Portal/);
      assert.equal(headers['cache-control'], 'no-store');
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /require-trusted-types-for 'script'/);
      assert.doesNotMatch(policy, /unsafe/);
    }
    assert.equal((await app.inject('/portal')).headers.location, '/portal/');
  });

  test('a link that signs in stands in the page itself, for the address that was asked for; not where a session has begun', async () => {
    const linkIn = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      /<a href="([^"]*)">([^<]*)</.exec((await app.inject({ url: path, headers })).body)?.slice(1);
    assert.deepEqual(await linkIn('/portal/orders?status=STUCK'), [
      '/portal/orders?status=STUCK&amp;sign-in=',
      'Sign in',
    ]);
    assert.deepEqual(await linkIn('/portal/', { 'accept-language': 'es-MX,en;q=0.5' }), [
      '/portal/?sign-in=',
      'Iniciar sesión',
    ]);
    for (const name of ['pestle_session', '__Host-pestle_session'])
      assert.equal(await linkIn('/portal/', { cookie: `a=b; ${name}=x` }), undefined);
    assert.doesNotMatch((await app.inject('/portal/x"><b>?"><i>=$&')).body, /<b>|<i>/);
  });

  test('its files, and nothing else of the machine', async () => {
    const entry = await app.inject('/portal/files/portal.js');
    assert.equal(entry.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(entry.headers['cache-control'], 'no-cache');
    assert.match(
      String((await app.inject('/portal/files/part-0123abcd.js')).headers['cache-control']),
      /immutable/,
    );
    for (const path of [
      'secret.json',
      'missing.js',
      '..%2findex.html',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%5cx.js',
    ])
      assert.equal((await app.inject(`/portal/files/${path}`)).statusCode, 404, path);
  });

  test('the practice: the only one that has a portal, else the one that is named', async () => {
    assert.equal(await practice(), 404, 'nobody has one');
    await addPortal(OTHER_ORGANIZATION, 'app_01TEST0000000000000000000X', ['https://elsewhere.example/']);
    assert.equal(await practice(), 404, 'an application with another callback is no portal');
    await addPortal(TEST_ORGANIZATION, 'app_01TEST0000000000000000000A', [CALLBACK]);
    assert.equal(await practice(), 'app_01TEST0000000000000000000A');
    const named = async (query = ''): Promise<string> =>
      /data-application="([^"]*)"/.exec((await app.inject(`/portal/${query}`)).body)?.[1] ?? 'none';
    assert.equal(await named(), 'app_01TEST0000000000000000000A', 'in the page itself, too');
    await addPortal(OTHER_ORGANIZATION, 'app_01TEST0000000000000000000B', [CALLBACK]);
    assert.deepEqual(
      [await named(), await named(`?org=${OTHER_ORGANIZATION}`)],
      ['none', 'app_01TEST0000000000000000000B'],
    );
    assert.equal(await practice(), 404, 'no telling which');
    assert.equal(await practice(`?org=${OTHER_ORGANIZATION}`), 'app_01TEST0000000000000000000B');
    for (const org of ['org_01ABSENT000000000000000000', 'x', '%00', "org_'"])
      assert.equal(await practice(`?org=${org}`), 404, org);
  });
});
