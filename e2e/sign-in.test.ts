// The sign-in pages in a real browser: by keyboard, from 320 px, in light and dark, in two languages, without script, axe clean.
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import {
  assertAccessible,
  assertAccessibleInEveryLook,
  launchBrowser,
  openWatchedPage,
} from '@pestle/testbed/browser/browser';
import { authorizationUrl, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';

let running: RunningBrowser;
let testbed: IdentityTestbed;
let clinic: Server;
/** The application's own page, on another origin than the service. */
let callback: string;
let clientId: string;

before(async () => {
  clinic = createServer((request, response) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><html lang="en"><title>Clinic</title><link rel="icon" href="data:,"><h1>Clinic</h1>',
    );
  });
  await new Promise<void>((resolve) => clinic.listen(0, '127.0.0.1', resolve));
  const address = clinic.address();
  assert.ok(address !== null && typeof address === 'object');
  callback = `http://127.0.0.1:${address.port}/callback?ward=3`;
  running = await launchBrowser();
  testbed = await openIdentityTestbed();
  const application = await testbed.identity.createApplication(testbed.riverside, {
    name: 'Ward page',
    kind: 'public',
    callbackUrls: [callback],
  });
  clientId = application.id;
});
after(async () => {
  await running.close();
  await testbed.close();
  clinic.close();
  clinic.closeAllConnections();
});

const start = (parameters: Record<string, string> = {}): { url: string; verifier: string } =>
  authorizationUrl(testbed, { client_id: clientId, redirect_uri: callback, ...parameters });

test('a prescriber signs in by keyboard alone and comes back to the application, on another origin, with a code that works', async () => {
  const { url, verifier } = start();
  const { page } = await openWatchedPage(running.browser, url);
  // The first field has the focus as soon as the page is drawn.
  await page.locator('#email:focus').waitFor();
  await page.keyboard.type(testbed.prescriber.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((at) => at.pathname === '/callback');
  const end = new URL(page.url());
  assert.equal(end.searchParams.get('ward'), '3', 'the application’s own query is kept');
  const code = end.searchParams.get('code') ?? '';
  const tokens = await exchange(testbed, { code, verifier, clientId, redirectUri: callback });
  assert.equal(tokens.status, 200);
  await page.context().close();
});

test('the way back without signing in tells the application', async () => {
  const { page } = await openWatchedPage(running.browser, start().url);
  await page.getByRole('button', { name: 'Back to the application' }).click();
  await page.waitForURL((at) => at.pathname === '/callback');
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
  await page.context().close();
});

test('it works without script', async () => {
  const context = await running.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(start().url);
  await page.getByLabel('E-mail').fill(testbed.staff.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((at) => at.pathname === '/callback');
  await context.close();
});

test('E7: axe finds nothing in any look: form, refusal, no place, error', async () => {
  const { page, complaints } = await openWatchedPage(running.browser, start().url);
  await assertAccessibleInEveryLook(page, 'form');
  await page.getByLabel('E-mail').fill(testbed.stranger.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await assertAccessibleInEveryLook(page, 'refusal');
  assert.equal(
    await page.getByLabel('E-mail').inputValue(),
    testbed.stranger.email,
    'what was typed is kept',
  );
  assert.equal(await page.evaluate('document.activeElement.id'), 'password');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'This account has no access here' }).waitFor();
  await assertAccessibleInEveryLook(page, 'no place');
  await page.goto(start({ redirect_uri: 'https://evil.example/' }).url);
  await assertAccessibleInEveryLook(page, 'error');
  const refusals = complaints.filter((text) => !/status of 40[013]/.test(text));
  assert.deepEqual(refusals, []);
  await page.context().close();
});

test('signing out asks, ends the session and returns', async () => {
  const { page } = await openWatchedPage(running.browser, start().url);
  await page.getByLabel('E-mail').fill(testbed.prescriber.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL((at) => at.pathname === '/callback');
  const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: callback });
  await page.goto(`${testbed.identity.issuer}/session/end?${query.toString()}`);
  await assertAccessible(page, 'sign-out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((at) => at.pathname === '/callback');
  await page.goto(start().url);
  assert.ok(await page.getByLabel('Password').isVisible(), 'the password is asked for again');
  await page.context().close();
});

test('E6: in Spanish, by the browser’s language, the application’s wish, or the link', async () => {
  const spanish = await running.browser.newContext({ locale: 'es-MX' });
  const page = await spanish.newPage();
  await page.goto(start().url);
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
  await assertAccessible(page, 'Spanish');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(start({ ui_locales: 'es' }).url);
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
  await page.getByLabel('Contraseña').fill('mala contraseña');
  await page.getByLabel('Correo electrónico').fill('nadie@clinic.example');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('no son correctos').waitFor();
  await spanish.close();
});

test('E7: forced colors and 200 % text keep everything readable', async () => {
  const { page } = await openWatchedPage(running.browser, start().url, {
    width: 320,
    forcedColors: 'active',
  });
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  await assertAccessible(page, 'forced colors');
  const heights = (await page.evaluate(
    '[...document.querySelectorAll("button, input:not([type=hidden])")].map((part) => part.getBoundingClientRect().height)',
  )) as number[];
  assert.ok(
    heights.every((height) => height >= 44),
    `targets of at least 44 px: ${heights.join()}`,
  );
  await page.context().close();
});
