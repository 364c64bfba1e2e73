// Holds doctor to its word: each thing that is wrong is a problem with its mend, and a sound service has none.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Config, readConfig } from '@pestle/service/config';
import { holdToEnvironment } from '@pestle/service/for-tests/store';
import { lockDirectory, openEmbeddedStore, withPostgresOwner } from '@pestle/service/store';
import type { PostgresServer } from '@pestle/testbed/stores/postgres-server';
import { skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { BUILD_REMEDY } from '../browser-files.ts';
import { migrateStore } from '../migrate.ts';
import { CommandError } from '../output.ts';
import { checkBrowserFiles } from './browser-files.ts';
import { checkCarriers } from './carriers.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';
import { checkPayers } from './payers.ts';
import { checkStore } from './store.ts';
import { checkExposure, checkNode, checkSecrets } from './surroundings.ts';

const keys = {
  IDENTITY_KEY: randomBytes(32).toString('base64'),
  LINK_KEY: randomBytes(32).toString('base64'),
  DATA_KEY: randomBytes(32).toString('base64'),
};
const problems = (findings: readonly Finding[]): string[] =>
  findings.filter(({ level }) => level === 'problem').map(({ text }) => text);
const configured = (more: Record<string, string>): Config => readConfig({ ...keys, ...more });

describe('outside the store', () => {
  test('a Node that is too old is a problem', () => {
    assert.equal(checkNode('24.12.0').level, 'ok');
    assert.equal(checkNode('26.1.0').level, 'ok');
    assert.equal(checkNode('24.11.9').level, 'problem');
    assert.equal(checkNode('20.19.0').level, 'problem');
  });

  test('configuration problems are all said, each with where to read on', async () => {
    const findings = await examine({ PORT: 'x' });
    assert.equal(problems(findings).length, 4);
    assert.ok(findings.every(({ level, mend }) => level !== 'problem' || mend !== undefined));
  });

  test('a key that is not random is a problem', () => {
    assert.deepEqual(problems(checkSecrets(configured({}))), []);
    const weak = configured({ IDENTITY_KEY: 'ab'.repeat(32) });
    assert.match(problems(checkSecrets(weak)).join(), /IDENTITY_KEY does not look random/);
  });

  test('a production service on loopback, or behind an unknown proxy, is worth a note', () => {
    const texts = (config: Config): string => JSON.stringify(checkExposure(config));
    assert.match(texts(configured({})), /work on this machine only/);
    assert.match(texts(configured({ BASE_URL: 'https://rx.example' })), /no proxy is trusted/);
    const usable = configured({ BASE_URL: 'https://rx.example', TRUSTED_PROXIES: '10.0.0.1' });
    assert.doesNotMatch(texts(usable), /"note"/);
  });

  test('a portal or elements that are not built are a problem where nothing can build them, with what mends it', () => {
    const state = { elements: true, portal: true, canBuild: false };
    assert.equal(checkBrowserFiles(state).level, 'ok');
    const bare = checkBrowserFiles({ ...state, elements: false, portal: false });
    assert.deepEqual([bare.level, bare.mend], ['problem', `Run: ${BUILD_REMEDY}`]);
    assert.match(bare.text, /the elements and the portal/);
    assert.match(checkBrowserFiles({ ...state, portal: false }).text, /^Not built: the portal,/);
    assert.equal(checkBrowserFiles({ ...state, portal: false, canBuild: true }).level, 'note');
  });

  test('a carrier that does not answer is a problem, one that is not named a note', async () => {
    const levels = async (carriers: Pick<Config, 'fax' | 'text'>) =>
      (await checkCarriers({ ...carriers, baseUrl: 'https://rx.example.com' })).map(({ level }) => level);
    const away = { url: 'http://127.0.0.1:1/messages', key: 'k' };
    assert.deepEqual(await levels({ fax: { ...away, from: '6175550151' }, text: away }), [
      'problem',
      'problem',
      // Nobody would hear of a STOP.
      'note',
    ]);
    assert.deepEqual(await levels({ fax: null, text: null }), ['note', 'note']);
  });

  test('what a carrier takes is heard of, or it is said what is not: receipts without a key, at no public address, and mail', async () => {
    const peer = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    const port = (peer.address() as AddressInfo).port;
    const texts = async (fax: NonNullable<Config['fax']>, baseUrl = 'https://rx.example.com') =>
      (await checkCarriers({ fax, text: null, baseUrl })).map(({ level, text }) => `${level}: ${text}`);
    const telnyx = {
      url: `http://127.0.0.1:${port}`,
      key: 'k',
      from: '6175550151',
      carrier: 'telnyx',
      account: '1',
    };
    const withKey = { ...telnyx, receiptKeys: ['k'] };
    assert.match((await texts(telnyx))[1] ?? '', /^note: no receipts of the fax carrier are taken/);
    assert.deepEqual((await texts(withKey)).slice(0, 2), [
      'ok: the fax carrier answers',
      'ok: receipts of the fax carrier are known by their signature',
    ]);
    const here = await texts(withKey, 'http://127.0.0.1:8080');
    assert.match(here[1] ?? '', /^problem: The fax carrier cannot post receipts to/);
    const smtp = { ...telnyx, url: `smtp://127.0.0.1:${port}`, carrier: 'smtp' };
    assert.match(
      (await texts(smtp)).join(),
      /^ok: the fax carrier answers,note: faxes by e-mail: nothing tells/,
    );
    await new Promise((resolve) => peer.close(resolve));
    assert.match((await texts(smtp))[0] ?? '', /^problem: The fax carrier at FAX_URL does not answer/);
  });
});

test('payers: none is no problem; two of one BIN are, unless their PCNs tell them apart, and so is one that does not answer', async () => {
  const payer = {
    name: 'A',
    bins: ['610014'],
    url: 'http://127.0.0.1:1/fhir',
    auth: { kind: 'none' as const },
  };
  const look = async (...payers: Config['payers'] & {}) => problems(await checkPayers({ payers })).join('\n');
  assert.equal(await look(), '');
  assert.match(await look(payer), /^The payer A at PAYERS does not answer\.$/);
  const twice = await look(payer, { ...payer, name: 'B', bins: ['610020', '610014'] });
  assert.match(twice, /^BIN 610014 is of two payers/);
  const apart = await look({ ...payer, pcns: ['X'] }, { ...payer, name: 'B', pcns: ['Y'] });
  assert.doesNotMatch(apart, /two payers/);
});

describe('the embedded store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-doctor-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('it is opened and found durable; a directory that others can read, and one in use, are said', async () => {
    const directory = join(folder, 'data');
    const embedded = {
      environment: 'production',
      deliveryAllow: [],
      store: { kind: 'embedded', directory },
    } as const;
    assert.equal((await checkStore(embedded))[0]?.level, 'note');
    await layMigratedStore(directory);
    assert.match(JSON.stringify(await checkStore(embedded)), /a commit reaches the disk/);
    chmodSync(directory, 0o755);
    assert.match(problems(await checkStore(embedded)).join(), /Others on this machine/);
    chmodSync(directory, 0o700);
    const lock = lockDirectory(directory);
    assert.match(JSON.stringify(await checkStore(embedded)), /in use by a running service/);
    lock.release();
    assert.deepEqual(problems(await checkStore(embedded)), []);
  });

  test('one that was served as something else is a problem, and so are damaged files', async () => {
    const directory = join(folder, 'data');
    const store = await openEmbeddedStore(directory);
    await holdToEnvironment(store, 'production');
    const endpoint = { url: 'https://net.internal/', auth: { kind: 'none' }, privateNetwork: '10.9.0.0/16' };
    await store.asKeeper((tx) =>
      sql`insert into partner (id, name, endpoint) values ('ptn_01TEST00000000000000000PRV', 'Net',
        ${JSON.stringify(endpoint)}::jsonb)`.execute(tx),
    );
    await store.close();
    const look = (environment: 'production' | 'sandbox', deliveryAllow: readonly string[] = []) =>
      checkStore({ environment, deliveryAllow, store: { kind: 'embedded', directory } });
    assert.deepEqual(problems(await look('production', ['10.0.0.0/8'])), []);
    const closed = (await look('production', ['10.1.0.0/16'])).find(({ level }) => level === 'problem');
    assert.match(
      closed?.text ?? '',
      /^ptn_01TEST\w+PRV lives in 10\.9\.0\.0\/16, which DELIVERY_ALLOW does not open/,
    );
    assert.match(closed?.mend ?? '', /^DELIVERY_ALLOW=10\.1\.0\.0\/16,10\.9\.0\.0\/16/);
    assert.match(
      problems(await look('sandbox')).join(),
      /is a production store, and ENVIRONMENT says sandbox/,
    );
    truncateSync(join(directory, 'cluster', 'global', 'pg_control'), 100);
    assert.match(JSON.stringify(await look('production')), /its files are damaged/);
  });
});

describe('PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
    await server.createDatabase('pestle');
  });
  after(() => server.stop());

  const look = (url: string) =>
    checkStore({
      environment: 'production',
      deliveryAllow: [],
      store: { kind: 'postgres', url, connectionsMax: null },
    });
  const asOwner = (text: string) =>
    withPostgresOwner(server.ownerUrl('pestle'), async (owner) => {
      await sql.raw(text).execute(owner);
    });

  test('before `pestle migrate` the login cannot serve; after it doctor finds nothing wrong', async () => {
    assert.match(problems(await look(server.serviceUrl('pestle'))).join(), /does not answer|not a member/);
    await migrateStore(server.ownerUrl('pestle'), { servingLogin: 'service' });
    await migrateStore(server.ownerUrl('pestle'), { servingLogin: 'service' });
    const findings = await look(server.serviceUrl('pestle'));
    assert.deepEqual(problems(findings), []);
    assert.match(JSON.stringify(findings), /row-level security binds it/);
    assert.match(JSON.stringify(findings), /the schema is current/);
  });

  test('a serving login that is superuser, has BYPASSRLS, owns tables or lacks a role is refused', async () => {
    assert.match(problems(await look(server.ownerUrl('pestle'))).join(), /superuser/);
    await asOwner('alter role service bypassrls');
    assert.match(problems(await look(server.serviceUrl('pestle'))).join(), /BYPASSRLS/);
    await assert.rejects(
      migrateStore(server.ownerUrl('pestle'), { servingLogin: 'service' }),
      /may not serve/,
    );
    await asOwner('alter role service nobypassrls');
    await asOwner('create table mine (id text)');
    await asOwner('alter table mine owner to service');
    assert.match(problems(await look(server.serviceUrl('pestle'))).join(), /owns tables/);
    await asOwner('drop table mine');
    await asOwner('revoke courier from service');
    assert.match(problems(await look(server.serviceUrl('pestle'))).join(), /not a member of courier/);
    await asOwner('grant courier to service');
  });

  test('a schema that lacks a migration is a problem; an unknown login is named', async () => {
    await asOwner('delete from schema_migration where name = (select max(name) from schema_migration)');
    assert.match(problems(await look(server.serviceUrl('pestle'))).join(), /The schema lacks/);
    await assert.rejects(migrateStore(undefined, {}), /MIGRATE_DATABASE_URL is missing/);
    for (const [url, words] of [
      ['postgresql://owner:canary@127.0.0.1:port/pestle', /is no address of a database/],
      ['postgresql://owner:canary@127.0.0.1:1/pestle', /PostgreSQL does not answer/],
      [server.ownerUrl('no_such_database'), /does not let this login in/],
    ] as const)
      await assert.rejects(migrateStore(url, {}), (error: unknown) => {
        assert.ok(error instanceof CommandError);
        assert.match(error.message, words);
        assert.doesNotMatch(error.message, /canary/);
        return true;
      });
  });

  test('a server that is away is a problem, not a crash', async () => {
    assert.match(problems(await look('postgresql://service@127.0.0.1:1/pestle')).join(), /does not answer/);
  });
});
