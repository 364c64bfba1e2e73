// Runs `pestle vault` against an embedded store: rotation is repeatable, and a lost master key is said, not worked around.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { openStore } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { keysFor } from '@pestle/service/for-tests/vault';
import { sealStore } from '@pestle/service/vault';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { CommandError } from '../output.ts';
import { rotateSigning } from './rotate-signing.ts';
import { rewrap, rotate } from './run.ts';

const directory = mkdtempSync(join(tmpdir(), 'pestle-vault-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const key = () => randomBytes(32).toString('base64');
const env = { IDENTITY_KEY: key(), LINK_KEY: key(), DATA_KEY: key(), PESTLE_DATA_DIR: directory };
const ORGANIZATION = 'org_01TEST0000000000000000000A' as OrganizationId;

async function opened<T>(
  environment: NodeJS.ProcessEnv,
  work: (store: ReturnType<typeof sealStore>) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment);
  const store = sealStore(await openStore(config), config.dataKeys);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

test('rotate gives a new key; rewrap moves all keys to a new master; without the right master nothing is done; the keys of tokens rotate with an entry', async () => {
  await layMigratedStore(directory);
  await opened(env, async (store) => {
    await store.asKeeper((tx) =>
      sql`insert into organization (org_id, name) values (${ORGANIZATION}, 'Riverside')`.execute(tx),
    );
    await keysFor(store, ORGANIZATION);
  });
  await rotate(env);
  const anew = { ...env, DATA_KEY: key() };
  await assert.rejects(rewrap(anew), CommandError);
  await rewrap({ ...anew, DATA_KEYS_PREVIOUS: env.DATA_KEY });
  await assert.rejects(rotate(env), /no configured master key opens/);
  const versions = await opened(anew, (store) =>
    store.asKeeper(async (tx) => {
      const { rows } = await sql<{ n: number }>`select count(distinct master_id) * 10 + count(*) as n
        from data_key`.execute(tx);
      return rows[0]?.n;
    }),
  );
  await rotateSigning({ ...anew, LOG_LEVEL: 'silent' }, { by: 'Olga', json: true });
  const { rows } = await opened(anew, (store) =>
    store.asKeeper((tx) => sql`select operator, action from network_audit_entry`.execute(tx)),
  );
  assert.deepEqual(rows, [{ operator: 'Olga', action: 'identity.rotate-keys' }]);
  assert.equal(versions, 13, 'two data keys and an index key, one master');
});
