// Goal: an operator gives a pharmacy its key and rotates it while it reports, and no report is refused; a key is shown once (H1).
// Method: the command in a process apart, beside a running service on PostgreSQL, and reports to its hook all the while.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';
import { BEACON } from '@pestle/testbed/network/pharmacies';
import { openCommandLine, type Ran } from '@pestle/testbed/processes/command-line';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

interface Added {
  readonly key: { readonly id: string; readonly fingerprint: string };
  readonly secret: string;
}

describe('pestle pharmacy keys', { skip: skipWithoutPostgres }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-keys-'));
  let opened: PostgresTestStore;
  let service: Service;
  let url: string;
  let pharmacy: string;
  let env: Readonly<Record<string, string>>;
  before(async () => {
    opened = await openPostgresTestStore();
    env = {
      IDENTITY_KEY: key(1),
      LINK_KEY: key(2),
      DATA_KEY: key(3),
      LOG_LEVEL: 'silent',
      DATABASE_URL: opened.url,
      PORT: '0',
    };
    service = await createService(readConfig(env), { log: createLog({ level: 'silent' }) });
    ({ url } = await service.listen());
    pharmacy = await service.rooms.directory.administration.upsertPharmacy(BEACON);
  });
  after(async () => {
    await service.close();
    await opened.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const commandLine = openCommandLine();
  after(() => commandLine.close());
  const keys = (...args: string[]): Promise<Ran> => commandLine.runWith(env, 'pharmacy', 'keys', ...args);
  let reported = 0;
  /** 404 where the key is taken: the order is of nobody. Each names another order, because one order has a pace of its own. */
  const report = async (secret: string): Promise<number> =>
    (
      await fetch(`${url}/v1/hooks/pharmacy`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({
          status: 'RECEIVED',
          order_id: `01JD${String((reported += 1)).padStart(22, '0')}-1`,
        }),
      })
    ).status;

  test('H1: a key is rotated while reports come in, and none is refused', async () => {
    const add = async (): Promise<Added> => {
      const { stdout, stderr } = await keys('add', pharmacy, '--by', 'Olga', '--json');
      assert.equal(stderr, '');
      return JSON.parse(stdout) as Added;
    };
    const first = await add();
    let current = first;
    const rotated = new AbortController();
    const seen = new Set<number>();
    const reports = (async () => {
      while (!rotated.signal.aborted) {
        seen.add(await report(current.secret));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const second = await add();
    assert.equal(await report(first.secret), 404, 'both are valid at once');
    current = second;
    const ended = await keys('end', pharmacy, first.key.id, '--by', 'Olga', '--json');
    assert.equal((JSON.parse(ended.stdout) as { valid: number }).valid, 1);
    seen.add(await report(second.secret));
    rotated.abort();
    await reports;
    assert.deepEqual([...seen], [404]);
    assert.equal(await report(first.secret), 401);
    const { stdout } = await keys('list', pharmacy);
    assert.match(
      stdout,
      new RegExp(
        `^${second.key.id}  bearer  ${second.key.fingerprint}…  valid  from \\S+Z without end\\n${first.key.id}  bearer  ${first.key.fingerprint}…  over  from \\S+Z until \\S+Z\\n$`,
      ),
    );
    assert.ok(!stdout.includes(first.secret) && !stdout.includes(second.secret));
  });

  test('a key that is known already comes from a file; what is refused says why, and exits with 1, or 2 for what was not understood', async () => {
    const file = join(directory, 'key');
    writeFileSync(file, 'a-key-that-the-pharmacy-chose\n');
    const added = await keys('add', pharmacy, '--key-file', file);
    assert.match(added.stdout, /^hkc_\w+ {2}bearer {2}[0-9a-f]{12}… {2}valid .*\n$/, 'the key is not shown');
    assert.equal(await report('a-key-that-the-pharmacy-chose'), 404);
    writeFileSync(join(directory, 'short'), 'short');
    const cases: readonly (readonly [number, readonly string[], RegExp])[] = [
      [
        1,
        ['add', pharmacy, '--key-file', join(directory, 'short')],
        /^error: --key-file: A key has at least 16/,
      ],
      [1, ['add', pharmacy, '--key-file', join(directory, 'none')], /none cannot be read/],
      [1, ['end', pharmacy, 'hkc_none'], /^error: There is no hook credential with this id\.\n$/],
      [2, ['add', pharmacy, '--kind', 'standard-webhooks', '--key-file', file], /holds a bearer key/],
    ];
    const ran = await Promise.all(cases.map(([, args]) => keys(...args)));
    for (const [index, [status, args, says]] of cases.entries()) {
      const { stdout, stderr, status: exit } = ran[index] as Ran;
      assert.deepEqual([exit, stdout], [status, ''], args.join(' '));
      assert.match(stderr, says);
    }
  });
});
