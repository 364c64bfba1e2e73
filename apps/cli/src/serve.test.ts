// Runs `pestle serve` as an operator would: refused without configuration, on loopback with it, stopped by a signal.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pestle-serve-'));
const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  /** Resolves when the output has this text. */
  readonly says: (text: string) => Promise<void>;
}

const PATIENCE_MS = 60_000;

function pestle(args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: { PATH, HOME, ...env },
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return {
    child,
    output: () => text,
    exited,
    says: async (wanted) => {
      const deadline = Date.now() + PATIENCE_MS;
      while (!text.includes(wanted)) {
        assert.ok(child.exitCode === null && Date.now() < deadline, `it did not say "${wanted}": ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  server.close();
  assert.ok(typeof address === 'object' && address !== null);
  return String(address.port);
}

test('serve without its keys says what is missing and how to make it', async () => {
  const run = pestle(['serve'], {});
  assert.equal(await run.exited, 1);
  assert.match(run.output(), /IDENTITY_KEY is missing.*openssl rand/);
  assert.match(run.output(), /LINK_KEY is missing/);
  assert.match(run.output(), /DATA_KEY is missing/);
  assert.doesNotMatch(run.output(), /at .*\.ts:\d+/, 'no stack for what the operator can mend');
});

test('Exposure: serve listens on loopback, says what is not hardened, and finishes on SIGTERM', async () => {
  const port = await freePort();
  const adminPort = await freePort();
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

test('doctor exits 1 when there is a problem, 0 when there is none', async () => {
  const bad = pestle(['doctor'], { PORT: 'x' });
  assert.equal(await bad.exited, 1);
  assert.match(bad.output(), /PROBLEM .*PORT is not usable/);
  const good = pestle(['doctor'], {
    IDENTITY_KEY: randomBytes(32).toString('base64'),
    LINK_KEY: randomBytes(32).toString('base64'),
    DATA_KEY: randomBytes(32).toString('base64'),
    PESTLE_DATA_DIR: join(folder, 'not-there-yet'),
  });
  assert.equal(await good.exited, 0);
  assert.match(good.output(), /No problem found/);
});
