// Second factor in a real browser: a passkey by a virtual authenticator, and an app, from 320 px, axe clean.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessible, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import { authorizationUrl } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

let running: RunningBrowser;
let testbed: IdentityTestbed;
before(async () => {
  running = await launchBrowser();
  // Browsers make passkeys for names, not for addresses.
  testbed = await openIdentityTestbed({ requireSecondFactor: true }, undefined, 'localhost');
});
after(async () => {
  await running.close();
  await testbed.close();
});

/** A device that always verifies its person, as a phone with a fingerprint would. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function password(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

const isSignedIn = (page: Page): Promise<void> => page.waitForURL((at) => at.pathname === '/callback');

test('a prescriber makes a passkey and signs in with it', async () => {
  const { page, complaints } = await openWatchedPage(running.browser, authorizationUrl(testbed).url, {
    width: 320,
  });
  await addAuthenticator(page);
  await password(page, testbed.prescriber.email);
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  await assertAccessible(page, 'enrolment');
  await page.getByLabel('Name of this passkey').fill('My phone');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  await assertAccessible(page, 'recovery codes');
  assert.equal(await page.locator('.codes li').count(), 10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await isSignedIn(page);

  await page.goto(authorizationUrl(testbed, { prompt: 'login' }).url);
  await password(page, testbed.prescriber.email);
  await page.getByRole('heading', { name: 'Prove it is you' }).waitFor();
  await assertAccessible(page, 'second factor');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await isSignedIn(page);
  const code = new URL(page.url()).searchParams.get('code');
  assert.ok(code !== null);
  assert.deepEqual(
    complaints.filter((text) => !text.includes('404')),
    [],
  );
  await page.context().close();
});

test('without script a passkey is not offered, and a recovery code or an app still works', async () => {
  const context = await running.browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const page = await context.newPage();
  const email = 'no.script@clinic.example';
  await testbed.identity.createUser(testbed.riverside, {
    email,
    password: PASSWORD,
    firstName: 'No',
    lastName: 'Script',
    roles: ['prescriber'],
  });
  await page.goto(authorizationUrl(testbed).url);
  await password(page, email);
  assert.equal(await page.getByRole('button', { name: 'Make a passkey' }).count(), 0);
  const secret = (await page.locator('.key').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await isSignedIn(page);
  await context.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`E7: axe finds nothing on the enrolment page, ${scheme}, in Spanish`, async () => {
    const url = authorizationUrl(testbed, {
      ui_locales: 'es',
      acr_values: 'urn:pestle:acr:second-factor',
    }).url;
    const { page } = await openWatchedPage(running.browser, url, { width: 768, scheme });
    await page.getByLabel('Correo electrónico').fill(testbed.staff.email);
    await page.getByLabel('Contraseña').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Añada un segundo factor' }).waitFor();
    await assertAccessible(page, 'enrolment', { colorsOnly: scheme === 'dark' });
    await page.getByLabel('Código', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('alert').waitFor();
    await assertAccessible(page, 'wrong code', { colorsOnly: scheme === 'dark' });
    await page.context().close();
  });
}
