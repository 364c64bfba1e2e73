// Goal: an operator sets, sees and removes the screening service of an organization, learns what to register there, and imports a patient's context from a file.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openCommandLine, type Ran } from '@pestle/testbed/processes/command-line';
import { startCdsPeer } from '@pestle/testbed/screening/cds-peer';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

test('pestle organization screening-service and patient import: set, shown, removed; what is wrong is said by its option', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-screening-service-'));
  await layMigratedStore(directory);
  const peer = await startCdsPeer();
  const commandLine = openCommandLine();
  after(async () => {
    commandLine.close();
    await peer.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const env = {
    PESTLE_DATA_DIR: directory,
    IDENTITY_KEY: key(1),
    LINK_KEY: key(2),
    DATA_KEY: key(3),
    ENVIRONMENT: 'sandbox',
  };
  const run = (...args: string[]): Promise<Ran> => commandLine.runWith(env, ...args);
  const made = await run(
    'organization',
    'create',
    '--name',
    'Elm Clinic',
    '--admin-email',
    'ann@elm.example',
    '--admin-name',
    'Ann Elm',
    '--json',
  );
  assert.equal(made.status, 0, made.stderr);
  const { organization: id } = JSON.parse(made.stdout) as { organization: string };
  const service = (...args: string[]): Promise<Ran> => run('organization', 'screening-service', id, ...args);

  assert.match((await service()).stdout, /has no service of its own/);
  const set = await service('--url', `${peer.url}/`, '--timeout', '900', '--json');
  assert.equal(set.status, 0, set.stderr);
  const { service: known } = JSON.parse(set.stdout) as {
    service: { url: string; timeoutMs: number; services: { id: string }[]; publicKeys: { keys: object[] } };
  };
  assert.deepEqual(
    [known.url, known.timeoutMs, known.services.map((one) => one.id), known.publicKeys.keys.length],
    [peer.url, 900, ['drug-check'], 1],
  );
  assert.doesNotMatch(set.stdout, /"d":/);
  assert.match((await service()).stdout, /order-sign: drug-check \(Drug check\)\nRegister there: issuer /);
  for (const [args, said] of [
    [['--url', 'nonsense'], /--url: Write an address/],
    [['--url', 'http://127.0.0.1:1'], /--url: It did not answer/],
    [['--url', peer.url, '--timeout', '5'], /--timeout: At least 500/],
    [['--url', peer.url, '--private-network', '8.8.8.0/24'], /--private-network: Write a private range/],
    [['--timeout', '900'], /Name the service with --url/],
    [['--off', '--url', peer.url], /give it alone/],
  ] as const) {
    const { status, stderr } = await service(...args);
    assert.notEqual(status, 0, args.join(' '));
    assert.match(stderr, said);
  }
  const prepared = await service('--key', 'prepare', '--json');
  assert.equal(prepared.status, 0, prepared.stderr);
  const { service: both } = JSON.parse(prepared.stdout) as { service: typeof known };
  assert.deepEqual([both.timeoutMs, both.publicKeys.keys.length], [900, 2]);
  assert.equal((await service('--key', 'use')).status, 0);
  assert.match((await service('--key', 'prepare')).stderr, /--key: The old key is known there still/);
  assert.equal((await service('--key', 'end')).status, 0);
  assert.match((await service('--off')).stdout, /the imported data are asked again/);
  assert.match((await service()).stdout, /has no service of its own/);

  const file = join(directory, 'bundle.json');
  writeFileSync(file, '{"resourceType":"Bundle"}');
  const patient = await run('patient', 'import', id, 'MRN-1', file);
  assert.notEqual(patient.status, 0);
  assert.match(patient.stderr, /no patient/i);
  assert.match((await run('patient', 'import', id, 'MRN-1', `${file}.not`)).stderr, /cannot be read/);
});
