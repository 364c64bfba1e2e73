// Proves what somebody finds who has just started the sandbox: two weeks of work in every state, doors that open without a password, and a guide.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ApiClient, createApiClient, machineToken } from '@pestle/cli/sandbox/api-client';
import { type Sandbox, startSandbox } from '@pestle/cli/sandbox/start';
import { applications } from '@pestle/sandbox/seed';
import {
  assertAccessibleInEveryLook,
  launchBrowser,
  openWatchedPage,
  type RunningBrowser,
} from '@pestle/testbed/browser/browser';
import { freePort } from '@pestle/testbed/network/free-port';

const folder = mkdtempSync(join(tmpdir(), 'pestle-front-'));
let sandbox: Sandbox;
let api: ApiClient;
let browser: RunningBrowser;

before(async () => {
  sandbox = await startSandbox({
    directory: join(folder, 'sandbox'),
    port: await freePort(),
    fresh: false,
    clinicPort: 0,
    history: true,
  });
  const { baseUrl } = sandbox;
  api = createApiClient(
    baseUrl,
    machineToken(baseUrl, {
      ...applications.machine,
      scope: 'read:order read:patient read:pharmacy read:prescription read:user',
    }),
  );
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

interface Told {
  readonly createdAt: string;
  readonly situation: string;
  readonly fills: readonly { readonly events: readonly { readonly at: string }[] }[];
}

test('a new sandbox holds two weeks of orders in every state, each with its own time', async () => {
  const { orders } = await api.ask<{ orders: { nodes: readonly Told[] } }>(
    '{ orders(first: 50) { nodes { createdAt situation fills { events { at } } } } }',
  );
  const situations = new Set(orders.nodes.map(({ situation }) => situation));
  for (const situation of [
    'CANCELED',
    'CANCEL_ASKED',
    'CANCEL_REFUSED',
    'CANCEL_SENT',
    'CHOOSE',
    'DELIVERED',
    'DISPENSED_AFTER_CANCEL',
    'ENDED',
    'FAXED',
    'FILLING',
    'PICKED_UP',
    'PROBLEM',
    'READY',
    'RECEIVED',
    'SENT',
    'SHIPPED',
    'STUCK',
    'UNCONFIRMED',
  ])
    assert.ok(situations.has(situation), `no order is ${situation}`);
  const now = Date.now();
  const days = orders.nodes.map(({ createdAt }) => (now - Date.parse(createdAt)) / 86_400_000);
  assert.ok(Math.max(...days) > 13 && Math.max(...days) < 15, 'the first order is two weeks old');
  assert.ok(Math.min(...days) >= 0, 'nothing happens in the future');
  for (const { createdAt, fills } of orders.nodes)
    for (const { events } of fills) {
      const times = events.map(({ at }) => Date.parse(at));
      // What waited for another to let go of the order may have begun some milliseconds before it.
      times.forEach((at, index) =>
        assert.ok(at >= (times[index - 1] ?? at) - 1_000, `${index} of ${times.join(', ')}`),
      );
      assert.ok((times[0] ?? 0) >= Date.parse(createdAt) - 1_000 && (times.at(-1) ?? 0) <= now);
    }
});

test('drafts that staff prepared wait for the prescriber', async () => {
  const { draftsWaiting } = await api.ask<{ draftsWaiting: { nodes: readonly { id: string }[] } }>(
    '{ draftsWaiting(first: 10) { nodes { id } } }',
  );
  assert.equal(draftsWaiting.nodes.length, 2);
});

test('a door signs in with one click, and another person behind the next door works at once', async () => {
  const { page, complaints } = await openWatchedPage(browser.browser, `${sandbox.baseUrl}/`);
  for (const [name, can] of [
    [/Elena Rivera/, 'Search medication, template or past prescription'],
    [/Sam Whitfield/, 'Prescriber who will sign'],
  ] as const) {
    await page.goto(`${sandbox.baseUrl}/`);
    await page.locator('.door', { hasText: 'Clinic' }).getByRole('button', { name }).click();
    await page.getByRole('link', { name: /Tester/ }).click();
    await page.locator('svc-prescribe-workflow').getByLabel(can).waitFor();
  }
  await page.goto(`${sandbox.baseUrl}/`);
  await page
    .locator('.door', { hasText: 'Portal' })
    .getByRole('button', { name: /Elena Rivera/ })
    .click();
  await page.getByRole('navigation', { name: 'Portal' }).getByText('Elena Rivera').waitFor();
  await page.goto(`${sandbox.baseUrl}/`);
  await page.getByText('1 of 5 done').waitFor();
  // The clinic has an origin of its own.
  assert.deepEqual(
    complaints.filter((one) => !one.startsWith(`${sandbox.clinicUrl}/`)),
    [],
  );
  await page.context().close();
});

test('the guide ticks what has been done, and the small control room follows', async () => {
  const { page, complaints } = await openWatchedPage(browser.browser, `${sandbox.baseUrl}/`);
  await page.getByText(/\d+ orders in two weeks: \d+ under way, \d+ need a person/).waitFor();
  await page
    .locator('.door', { hasText: 'Portal' })
    .getByText(/\d+ orders need a person, 2 drafts wait for a signature/)
    .waitFor();
  assert.equal(await page.locator('.mini li').count(), 7);
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await page.goBack();
  await page.getByText('1 of 5 done').waitFor();
  assert.equal(await page.locator('[data-step-of="watch"]').getAttribute('data-state'), 'done');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('E7: the front page is axe clean and fits, in every look', async () => {
  const { page, complaints } = await openWatchedPage(browser.browser, `${sandbox.baseUrl}/`);
  await page.locator('.mini li').first().waitFor();
  await assertAccessibleInEveryLook(page, 'front page');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('a door opens for nobody else: another site, an unknown person, another host name', async () => {
  const open = (form: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${sandbox.baseUrl}/open`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers,
    });
  const elena = 'usr_0DR0R1VERA0000000000000000';
  const own = { 'sec-fetch-site': 'same-origin' };
  for (const site of ['cross-site', 'same-site', 'none'])
    assert.equal((await open({ to: 'portal', as: elena }, { 'sec-fetch-site': site })).status, 403);
  assert.equal((await open({ to: 'portal', as: elena }, {})).status, 403);
  assert.equal((await open({ to: 'portal', as: 'usr_nobody' }, own)).status, 404);
  assert.equal((await open({ to: 'console', as: elena }, own)).status, 404);
  assert.equal((await open({ to: 'clinic', as: elena, patient: '"><script>' }, own)).status, 404);
  const opened = await open({ to: 'portal', as: elena }, own);
  assert.equal(opened.status, 303);
  assert.ok(opened.headers.getSetCookie().some((line) => /httponly/i.test(line)));
});
