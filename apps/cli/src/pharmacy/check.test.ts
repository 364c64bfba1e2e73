// `pestle pharmacy check`: what it prints, which report it writes, and its exit status, against the sandbox's pharmacies.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Peers, startPeers } from '@pestle/sandbox/peers';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
let peers: Peers;
let folder: string;

before(async () => {
  peers = await startPeers();
  folder = await mkdtemp(join(tmpdir(), 'pestle-check-'));
});
after(async () => {
  await peers.close();
  await rm(folder, { recursive: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

function check(...args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'pharmacy', 'check', ...args], (error, out, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, errors });
    });
  });
}

test('a pharmacy that works: its cases, a report, and 0', async () => {
  const token = join(folder, 'token');
  const page = join(folder, 'report.html');
  const beacon = peers.pharmacies[0];
  assert.ok(beacon?.integration?.endpoint.auth.kind === 'bearer');
  await writeFile(token, `${beacon.integration.endpoint.auth.token}\n`);
  const ran = await check(
    beacon.integration.endpoint.url,
    '--ncpdp-id',
    beacon.ncpdpId,
    '--token-file',
    token,
    '--report',
    page,
  );
  assert.equal(ran.code, 0, ran.out + ran.errors);
  assert.match(ran.out, /passed {2}A plain prescription: Taken after/);
  assert.match(ran.out, /Passed\. You should hold \d+ test prescriptions, 1 of them canceled\./);
  const html = await readFile(page, 'utf8');
  assert.match(html, /<title>Conformance of Pharmacy under test<\/title>/);
  assert.ok(!html.includes(beacon.integration.endpoint.auth.token));
});

test('one that is broken, by a profile, as JSON: 1', async () => {
  const broken = peers.pharmacies.find(({ behaviour }) => behaviour === 'rejects');
  assert.ok(broken);
  const profile = join(folder, 'profile.json');
  await writeFile(profile, JSON.stringify(broken));
  const ran = await check('--profile', profile, '--json');
  assert.equal(ran.code, 1);
  const report = JSON.parse(ran.out) as { passed: boolean; cases: { id: string; verdict: string }[] };
  assert.equal(report.passed, false);
  assert.equal(report.cases.find(({ id }) => id === 'new-rx')?.verdict, 'failed');
});

test('what cannot be tried is said with its place', async () => {
  assert.match((await check()).errors, /name the address to try, or a --profile/);
  const profile = join(folder, 'wrong.json');
  await writeFile(profile, '{"ncpdpId":"1234567","integration":{"channel":"post"}}');
  const wrong = await check('--profile', profile);
  assert.equal(wrong.code, 1);
  assert.match(wrong.errors, /integration\.channel: /);
  assert.match((await check('--profile', join(folder, 'none.json'))).errors, /cannot be read/);
  assert.equal((await check('http://127.0.0.1:1/', '--version', '9')).code, 2);
});
