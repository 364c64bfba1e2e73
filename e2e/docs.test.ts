// Reads the docs as a newcomer would: every program is saved, every command typed, and what they print has the form that is shown.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { freePort } from '@pestle/testbed/network/free-port';
import { openOperatorApi } from '@pestle/testbed/operator-api/operator-api-testbed';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore, openTestStore } from '@pestle/testbed/stores/test-store';
import { hereInsteadOf } from './support/docs-addresses.ts';
import { isInstallation, stepsOf } from './support/docs-blocks.ts';
import type { Reader } from './support/docs-reader.ts';
import { createReader } from './support/docs-reader.ts';

const page = (path: string): URL => new URL(`../docs/${path}`, import.meta.url);

/** All but the installation: the repository that the tests run in is installed (`npm run test:install` reads that, elsewhere). */
async function read(reader: Reader, path: string): Promise<void> {
  for (const step of stepsOf(page(path))) if (!isInstallation(step)) await reader.follow(step);
}

describe('the docs', () => {
  test('the sandbox: getting started from npm start to a canceled order, then the examples of the API', {
    skip: skipWithout('sh', 'curl'),
  }, async () => {
    const port = await freePort();
    const reader = createReader((text, folder) =>
      text
        .replaceAll('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
        .replace(/^npm start$/m, `npm start -- --port ${port} --data ${folder}/sandbox`)
        .replaceAll('pestle -- try', `pestle -- try --port ${port}`)
        .replaceAll('../first-order', folder),
    );
    try {
      await read(reader, 'getting-started.md');
      await read(reader, 'reference/api.md');
    } finally {
      await reader.close();
    }
  });

  test('operators: the examples of what scripts do', { skip: skipWithout('sh', 'curl') }, async () => {
    const store = await openTestStore();
    after(() => store.close());
    const api = await openOperatorApi(store);
    const { consoleUrl } = api.operators;
    const env = { PATH: process.env['PATH'] ?? '', CONSOLE_URL: consoleUrl, TOKEN: api.token };
    const reader = createReader((text) => text, { root: process.cwd(), env, patienceMs: 60_000 });
    try {
      const steps = stepsOf(page('guides/operating.md'), 'From scripts');
      for (const step of steps) await reader.follow(step);
      assert.equal(steps.length, 3);
    } finally {
      await reader.close();
      await api.close();
    }
  });

  test('production: roles, migration, doctor, serving, backup and restore on PostgreSQL', {
    skip: skipWithoutPostgres || skipWithout('sh', 'curl', 'openssl', 'psql', 'pg_dump', 'pg_restore'),
  }, async () => {
    const server = await startPostgres();
    after(() => server.stop());
    const { adapt } = await hereInsteadOf(server);
    const reader = createReader(adapt);
    try {
      await read(reader, 'guides/running.md');
    } finally {
      await reader.close();
    }
  });

  test('the move from the embedded store to PostgreSQL, with an organization in it', {
    skip: skipWithoutPostgres || skipWithout('sh', 'openssl', 'psql'),
  }, async () => {
    const server = await startPostgres();
    after(() => server.stop());
    const { adapt } = await hereInsteadOf(server);
    const reader = createReader(adapt);
    const data = join(reader.folder, 'data');
    try {
      // What an installation on the embedded store has: a configuration and its directory.
      const key = (): string => randomBytes(32).toString('base64');
      const secrets = ['IDENTITY_KEY', 'LINK_KEY', 'DATA_KEY'].map((name) => `${name}=${key()}`);
      const settings = ['BASE_URL=https://rx.example.com', 'PORT=8080', 'ADMIN_PORT=9090'];
      const lines = ['ENVIRONMENT=production', ...settings, ...secrets, `PESTLE_DATA_DIR=${data}`];
      writeFileSync(join(reader.folder, 'pestle.env'), `${adapt(lines.join('\n'), reader.folder)}\n`);
      await layMigratedStore(data);
      const script = `set -a; . /etc/pestle/pestle.env; set +a
npm run --silent pestle -- organization create --name "Elm Street Clinic" --admin-email ann@elm.example --admin-name "Ann Elm" --callback https://ehr.elm.example/prescribe --origin https://ehr.elm.example`;
      await reader.follow({ kind: 'command', line: 0, script, shown: null });
      await read(reader, 'guides/moving.md');
    } finally {
      await reader.close();
    }
  });
});
