// Reads the guides for production as an operator would: every program is saved, every command typed, and what they print has the form that is shown.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { skipWithoutPostgres, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { hereInsteadOf } from './support/docs-addresses.ts';
import { read } from './support/docs-page.ts';
import { createReader } from './support/docs-reader.ts';

describe('the guides for production', () => {
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
