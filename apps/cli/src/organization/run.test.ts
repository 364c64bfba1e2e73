// Goal: an operator makes a first organization whose administrator can sign in, and learns clearly what is wrong otherwise.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOrganization } from '@pestle/service/for-tests/organization';
import { openEmbeddedStore } from '@pestle/service/store';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const run = promisify(execFile);
const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

interface Made {
  readonly organization: string;
  readonly application: string;
  readonly portal: { readonly url: string; readonly application: string };
  readonly password: string;
}

test('pestle organization: one is made, with a password that is shown once, and its settings are changed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-organization-'));
  await layMigratedStore(directory);
  const env = {
    ...process.env,
    PESTLE_DATA_DIR: directory,
    IDENTITY_KEY: key(1),
    LINK_KEY: key(2),
    DATA_KEY: key(3),
  };
  const create = (...args: string[]) =>
    run(process.execPath, [main, 'organization', 'create', ...args], { env });
  const complete = ['--name', 'Elm Clinic', '--admin-email', 'ann@elm.example', '--admin-name', 'Ann Elm'];
  try {
    const { stdout, stderr } = await create(
      ...complete,
      '--callback',
      'https://elm.example/back',
      '--origin',
      'https://elm.example',
      '--json',
    );
    assert.equal(stderr, '');
    const { organization: id, application, portal, password, ...others } = JSON.parse(stdout) as Made;
    assert.match(id, /^org_[0-9A-Z]{26}$/);
    assert.match(application, /^app_[0-9A-Z]{26}$/);
    assert.match(portal.application, /^app_[0-9A-Z]{26}$/);
    assert.match(portal.url, /\/portal\/$/);
    assert.match(password, /^\S{20}$/);
    assert.deepEqual(others, { administrator: 'ann@elm.example' });
    const settings = (...args: string[]) =>
      run(process.execPath, [main, 'organization', 'settings', ...args], { env });
    assert.deepEqual(JSON.parse((await settings(id, '--patient-reentry', 'on', '--json')).stdout), {
      organization: id,
      patientReentry: 'on',
    });
    assert.match(
      (await settings(id, '--staff-choose-pharmacy', 'off')).stdout,
      /: the choice of a pharmacy by staff is off\.\n$/,
    );
    const store = await openEmbeddedStore(directory);
    try {
      const { name, settings: kept } = await store.asKeeper((tx) => findOrganization(tx, id));
      assert.deepEqual([name, kept], ['Elm Clinic', { patientReentry: true, staffMayChoosePharmacy: false }]);
    } finally {
      await store.close();
    }
    await assert.rejects(settings(id), ({ stdout: out, stderr: err }) => {
      assert.match(String(out) + String(err), /Name a setting: --patient-reentry or --staff-choose-pharmacy/);
      return true;
    });
    await assert.rejects(
      settings('org_unknown', '--patient-reentry', 'off'),
      ({ stdout: out, stderr: err }) => {
        assert.match(String(out) + String(err), /There is no organization with this id/);
        return true;
      },
    );
    const organizations = async (): Promise<number> => {
      const opened = await openEmbeddedStore(directory);
      const { rows } = await opened.asOwner((owner) => sql`select 1 from organization`.execute(owner));
      await opened.close();
      return rows.length;
    };
    const refusal = async (...args: string[]): Promise<string> => {
      try {
        await create(...args);
        return 'accepted';
      } catch (error) {
        const { stdout: out, stderr: err } = error as { stdout: string; stderr: string };
        return out + err;
      }
    };
    const nameless = ['--name', 'X', '--admin-email', 'x@example.org', '--admin-name', 'Prince'];
    assert.match(await refusal(...nameless), /write a first and a last name/);
    assert.match(
      await refusal(...complete, '--time-zone', 'Mars/Olympus'),
      /--time-zone: write an IANA name/,
    );
    assert.match(await refusal('--name', 'Elm'), /required option '--admin-email/);
    assert.match(
      await refusal(...complete, '--callback', 'https://elm.example/#x'),
      /--callback: A callback/,
    );
    assert.match(await refusal(...complete, '--origin', 'https://elm.example'), /--callback: name the page/);
    assert.equal(await organizations(), 1, 'what was refused left nothing half made');
    const network = await create('--name', 'Network', ...complete.slice(2));
    assert.match(network.stdout, /^Application {3}none \(a page [^]*^Password {6}the one that this person/m);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
