// `pestle user recover` as its person sees it: every factor is lost, the command gives a link, and a browser comes in again by a new password and a new app.
// Method: a running service on its own store, the command in a process apart that asks it, and browsers of 320 px.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { createLog, makeId, systemPorts } from '@pestle/service/kernel';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessible, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import { freePort } from '@pestle/testbed/network/free-port';
import { openCommandLine } from '@pestle/testbed/processes/command-line';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

const EMAIL = 'ann@elm.example';
const LOST_PASSWORD = 'velvet otter carries nine lanterns';
const NEW_PASSWORD = 'jovial tundra kettle 91';
const STEP_MS = 30_000;

const directory = mkdtempSync(join(tmpdir(), 'pestle-recover-'));
const commandLine = openCommandLine();
let running: RunningBrowser;
let service: Service;
let baseUrl: string;
let organization: string;
let user: (...args: string[]) => Promise<{ readonly user: { readonly id: string }; readonly link: string }>;

before(async () => {
  running = await launchBrowser();
  await layMigratedStore(directory);
  const port = String(await freePort());
  baseUrl = `http://127.0.0.1:${port}`;
  const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
  const env = {
    IDENTITY_KEY: key(1),
    LINK_KEY: key(2),
    DATA_KEY: key(3),
    LOG_LEVEL: 'silent',
    PESTLE_DATA_DIR: directory,
    PORT: port,
    BASE_URL: baseUrl,
    REQUIRE_SECOND_FACTOR: 'true',
  };
  service = await createService(readConfig(env), { log: createLog({ level: 'silent' }) });
  const id = makeId(systemPorts, 'org');
  organization = id;
  await service.rooms.organization.administration.upsert({
    id,
    name: 'Elm Clinic',
    timeZone: 'America/New_York',
    environment: 'production',
  });
  await service.listen();
  user = async (...args) => {
    const { status, stdout, stderr } = await commandLine.runWith(env, 'user', ...args, '--json');
    assert.deepEqual([status, stderr], [0, '']);
    return JSON.parse(stdout);
  };
});
after(async () => {
  await running.close();
  await service.close();
  await commandLine.close();
  rmSync(directory, { recursive: true, force: true });
});

const at = async (url: string): Promise<Page> =>
  (await openWatchedPage(running.browser, url, { width: 320 })).page;

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
}

async function prove(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Adds an app where it is asked for, and answers its key. */
async function enrol(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  const secret = (await page.locator('.key').first().innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('heading', { name: 'Your sign-in' }).waitFor();
  return secret;
}

/** Each code counts once, so that this is the one after the last that counted. */
const nextCode = (secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + STEP_MS });

test('who lost password and every factor is recovered by an operator, comes in by the link, and enrols a new factor', async () => {
  const ann = ['--email', EMAIL, '--name', 'Ann Elm', '--role', 'admin', '--by', 'Olga'];
  const person = await user('invite', organization, ...ann);
  const before = await at(person.link);
  await choose(before, LOST_PASSWORD);
  await before.goto(`${baseUrl}/account`);
  await prove(before, LOST_PASSWORD);
  const lostKey = await enrol(before);

  const { link } = await user('recover', organization, person.user.id, '--second-factor', '--by', 'Olga');
  // Whoever has the telephone that was lost is out.
  await before.reload();
  await before.getByLabel('Password').waitFor();
  await prove(before, LOST_PASSWORD);
  await before.getByRole('alert').waitFor();

  const own = await at(link);
  await assertAccessible(own, 'the link of a recovery');
  await choose(own, NEW_PASSWORD);
  await own.goto(`${baseUrl}/account`);
  await prove(own, NEW_PASSWORD);
  const newKey = await enrol(own);
  assert.notEqual(newKey, lostKey);

  // The next time the new factor is asked for, and the lost one opens nothing.
  const again = await at(`${baseUrl}/account`);
  await prove(again, NEW_PASSWORD);
  await again.getByRole('heading', { name: 'Prove it is you' }).waitFor();
  const code = again.getByLabel('Code', { exact: true });
  await code.fill(nextCode(lostKey));
  await again.keyboard.press('Enter');
  await again.getByRole('alert').waitFor();
  await code.fill(nextCode(newKey));
  await again.keyboard.press('Enter');
  await again.getByRole('heading', { name: 'Your sign-in' }).waitFor();
  await again.goto(link);
  assert.equal(await again.getByLabel('New password').count(), 0, 'the link works once');
  for (const page of [before, own, again]) await page.context().close();
});
