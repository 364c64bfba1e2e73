// Runs `pestle serve` as an operator would: refused without configuration, on loopback with it, stopped by a signal.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '@pestle/testbed/network/free-port';
import type { PestleProcess } from '@pestle/testbed/processes/pestle-process';
import { runPestle } from '@pestle/testbed/processes/pestle-process';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';

const folder = mkdtempSync(join(tmpdir(), 'pestle-serve-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const pestle = (args: readonly string[], env: Readonly<Record<string, string>>): PestleProcess =>
  runPestle(folder, args, env);

test('serve without its keys says what is missing and how to make it', async () => {
  const run = pestle(['serve'], {});
  assert.equal(await run.exited, 1);
  assert.match(run.output(), /IDENTITY_KEY is missing.*openssl rand/);
  assert.match(run.output(), /LINK_KEY is missing/);
  assert.match(run.output(), /DATA_KEY is missing/);
  assert.doesNotMatch(run.output(), /at .*\.ts:\d+/, 'no stack for what the operator can mend');
});

test('Exposure: serve listens on loopback, says what is not hardened, and finishes on SIGTERM', async () => {
  const port = String(await freePort());
  const adminPort = String(await freePort());
  const run = pestle(['serve'], {
    IDENTITY_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    DATA_KEY: randomBytes(32).toString('base64'),
    PESTLE_DATA_DIR: join(folder, 'data'),
    PORT: port,
    ADMIN_PORT: adminPort,
    LOG_LEVEL: 'warn',
  });
  await run.says('Not hardened yet');
  assert.match(run.output(), new RegExp(`listens at http://127\\.0\\.0\\.1:${port}`));
  const base = `http://127.0.0.1:${port}`;
  assert.equal((await fetch(`${base}/readyz`)).status, 200);
  assert.equal((await fetch(`${base}/metrics`)).status, 404);
  assert.equal((await fetch(`http://127.0.0.1:${adminPort}/metrics`)).status, 200);
  const discovery = (await (await fetch(`${base}/.well-known/pestle`)).json()) as Record<string, unknown>;
  assert.equal(discovery['environment'], 'production');
  const asked = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __schema { types { name } } }' }),
  });
  assert.equal(asked.status, 401);
  run.child.kill('SIGTERM');
  assert.equal(await run.exited, 0);
});

test('serve names the port that is taken, and the setting that chooses another', async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port: inUse } = taken.address() as AddressInfo;
  try {
    for (const [setting, other] of [
      ['PORT', 'ADMIN_PORT'],
      ['ADMIN_PORT', 'PORT'],
    ] as const) {
      const data = join(folder, `data-${setting}`);
      await layMigratedStore(data);
      const run = pestle(['serve'], {
        IDENTITY_KEY: randomBytes(32).toString('base64'),
        LINK_KEY: randomBytes(32).toString('base64'),
        DATA_KEY: randomBytes(32).toString('base64'),
        PESTLE_DATA_DIR: data,
        [setting]: String(inUse),
        [other]: String(await freePort()),
        LOG_LEVEL: 'silent',
      });
      assert.equal(await run.exited, 1);
      assert.match(
        run.output(),
        new RegExp(`Port ${inUse} is in use by another program\\..* choose another port with ${setting}\\.`),
      );
    }
  } finally {
    taken.close();
  }
});

test('serve on a PostgreSQL that is away says so and ends', async () => {
  const run = pestle(['serve'], {
    IDENTITY_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    DATA_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: 'postgresql://service:canary-password@127.0.0.1:1/pestle',
  });
  assert.equal(await run.exited, 1);
  assert.match(run.output(), /PostgreSQL does not answer.*pestle doctor/);
  assert.doesNotMatch(run.output(), /canary-password|at .*\.ts:\d+/);
});

interface Found {
  readonly problems: number;
  readonly findings: readonly { readonly level: string; readonly text: string; readonly mend?: string }[];
}

test('doctor exits 1 when there is a problem, 0 when there is none', async () => {
  const bad = pestle(['doctor', '--json'], { PORT: 'x' });
  assert.equal(await bad.exited, 1);
  const { problems, findings } = JSON.parse(bad.output()) as Found;
  assert.equal(problems, findings.filter(({ level }) => level === 'problem').length);
  assert.ok(findings.some(({ text, mend }) => text.startsWith('PORT is not usable') && mend !== undefined));
  const good = pestle(['doctor'], {
    IDENTITY_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    DATA_KEY: randomBytes(32).toString('base64'),
    PESTLE_DATA_DIR: join(folder, 'not-there-yet'),
  });
  assert.equal(await good.exited, 0);
  assert.match(good.output(), /No problem found/);
});
