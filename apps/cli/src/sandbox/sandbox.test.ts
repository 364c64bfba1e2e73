// Runs `pestle sandbox` as a person would: a process that says it is ready, takes an order, stops on Ctrl-C and keeps its data.
import assert from 'node:assert/strict';
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { applications, users } from '@pestle/sandbox/seed';
import { createApiClient } from './api-client.ts';
import { openSandboxDirectory } from './data-directory.ts';
import { signIn } from './sign-in.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pestle-sandbox-'));
const data = join(folder, 'data');
const running = new Set<ChildProcessByStdio<null, Readable, Readable>>();
const READY_TIMEOUT_MS = 90_000;

after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly output: () => string;
  readonly ready: Promise<string>;
  readonly exited: Promise<number | null>;
  readonly interrupt: () => void;
}

function pestle(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder });
  running.add(child);
  let text = '';
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const ready = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready: ${text}`)), READY_TIMEOUT_MS);
    const look = (chunk: Buffer): void => {
      text += String(chunk);
      const address = /ready in [\d.]+ s at (http:\/\/\S+)/.exec(text)?.[1];
      // The line that closes the banner: everything was said.
      if (address !== undefined && text.includes('Ctrl-C stops it')) resolve(address);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void exited.then(() => reject(new Error(`it ended: ${text}`))).finally(() => clearTimeout(timer));
  });
  ready.catch(() => undefined);
  return { output: () => text, ready, exited, interrupt: () => child.kill('SIGINT') };
}

async function asPrescriber(baseUrl: string) {
  const prescriber = users.find(({ role }) => role === 'prescriber');
  assert.ok(prescriber !== undefined);
  const token = await signIn(
    {
      baseUrl,
      clientId: applications.public.id,
      redirectUri: `${baseUrl}/callback`,
      scope: 'openid read:order',
    },
    prescriber,
  );
  return createApiClient(baseUrl, async () => token);
}

const orderIds = async (baseUrl: string): Promise<string[]> => {
  const api = await asPrescriber(baseUrl);
  const { orders } = await api.ask<{ orders: { nodes: { id: string }[] } }>('{ orders { nodes { id } } }');
  return orders.nodes.map(({ id }) => id);
};

test('pestle sandbox: ready, an order, Ctrl-C, and after a restart the order is still there', async () => {
  const first = pestle('sandbox', '--port', '0', '--data', data);
  const baseUrl = await first.ready;
  for (const line of [
    '/control-room/',
    'rivera@riverside.example',
    'sam@',
    'ada@',
    'Things to try',
    applications.public.id,
  ])
    assert.ok(first.output().includes(line), line);
  const consoleUrl = /Operators' console +(\S+)\//.exec(first.output())?.[1] ?? '';
  assert.match(first.output(), /otto@network\.example {2}sandbox-otto-2026/);
  const signIn = await fetch(`${consoleUrl}/sign-in`, { redirect: 'manual' });
  assert.ok(signIn.headers.get('location')?.startsWith(`${baseUrl}/oidc/auth?client_id=pestle-console&`));
  const page = await fetch(baseUrl);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Your first order/);
  const tried = pestle('try', '--port', new URL(baseUrl).port, '--json');
  assert.equal(await tried.exited, 0, tried.output());
  const { order, pharmacy } = JSON.parse(tried.output()) as { order: string; pharmacy: { name: string } };
  assert.match(pharmacy.name, /Beacon Hill/);
  const before = await orderIds(baseUrl);
  assert.equal(before[0], order, 'the newest of all, behind two weeks of others');
  first.interrupt();
  assert.equal(await first.exited, 0);
  assert.match(first.output(), /Stopped\. The data stay/);

  const second = pestle('sandbox', '--port', '0', '--data', data);
  assert.deepEqual(await orderIds(await second.ready), before);
  const third = pestle('sandbox', '--port', '0', '--data', data);
  assert.equal(await third.exited, 1);
  assert.match(third.output(), /is in use by another Pestle process/);
  second.interrupt();
  assert.equal(await second.exited, 0);
});

test('a port that is taken is said at once and clearly', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  assert.ok(typeof address === 'object' && address !== null);
  const run = pestle('sandbox', '--port', String(address.port), '--data', join(folder, 'other'));
  assert.equal(await run.exited, 1);
  assert.match(run.output(), new RegExp(`Port ${address.port} is in use by another program.*--port`));
  other.close();
});

test('the data directory: secrets are made once, readable by their owner only; --fresh removes only what a sandbox made', () => {
  const path = join(folder, 'directory');
  const made = openSandboxDirectory(path, false);
  assert.equal(made.identityKey.length, 32);
  assert.deepEqual(openSandboxDirectory(path, false).identityKey, made.identityKey);
  assert.equal(statSync(join(path, 'secrets.json')).mode & 0o077, 0);
  assert.equal(statSync(path).mode & 0o077, 0);
  assert.notDeepEqual(openSandboxDirectory(path, true).identityKey, made.identityKey);

  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'thesis.txt'), 'years of work');
  for (const fresh of [false, true])
    assert.throws(() => openSandboxDirectory(foreign, fresh), /was not made by the sandbox/);
});
