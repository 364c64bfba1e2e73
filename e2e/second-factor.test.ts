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

/** Proves the password on the page of the sign-in, and adds an app as second factor. */
async function enrolWithApp(page: Page, email: string, secretWord = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(secretWord);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  const secret = (await page.locator('.key').first().innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
}

test('who lost every factor comes back by two administrators: one asks, another confirms, and the link begins anew', async () => {
  const newPerson = async (name: string, roles: ('admin' | 'prescriber')[]): Promise<string> => {
    const email = `${name.toLowerCase()}.recovery@clinic.example`;
    const names = { firstName: name, lastName: 'Test' };
    await testbed.identity.createUser(testbed.riverside, { email, password: PASSWORD, ...names, roles });
    return email;
  };
  const at = async (path: string): Promise<Page> =>
    (await openWatchedPage(running.browser, `${testbed.baseUrl}${path}`, { width: 320 })).page;
  const [asks, confirms, lost] = [
    await newPerson('Alba', ['admin']),
    await newPerson('Bruno', ['admin']),
    await newPerson('Lou', ['prescriber']),
  ];
  const before = await at('/account');
  await enrolWithApp(before, lost);
  await before.getByRole('heading', { name: 'Your sign-in' }).waitFor();

  const alba = await at('/account/recovery');
  await enrolWithApp(alba, asks);
  await alba.getByRole('heading', { name: 'Recover somebody’s sign-in' }).waitFor();
  await assertAccessible(alba, 'recovery, nothing asked for');
  await alba.getByLabel('E-mail of the person').fill(lost);
  await alba.getByRole('button', { name: 'Ask another administrator to confirm' }).click();
  await alba.getByText('Another administrator confirms it.').waitFor();
  await assertAccessible(alba, 'recovery, asked for');
  assert.equal(await alba.getByRole('button', { name: /^Confirm: / }).count(), 0, 'whoever asks cannot');

  const bruno = await at('/account/recovery');
  await enrolWithApp(bruno, confirms);
  await bruno.getByRole('button', { name: 'Confirm: Lou Test' }).click();
  await bruno.getByRole('heading', { name: 'The sign-in was recovered' }).waitFor();
  await assertAccessible(bruno, 'recovery, confirmed');
  const link = (await bruno.locator('.key').innerText()).trim();
  await before.reload();
  await before.getByLabel('Password').waitFor();

  const own = await at(new URL(link).pathname);
  await own.getByLabel('New password').fill('jovial tundra kettle 91');
  await own.getByRole('button', { name: 'Change the password' }).click();
  await own.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await own.goto(`${testbed.baseUrl}/account`);
  await enrolWithApp(own, lost, 'jovial tundra kettle 91');
  await own.getByRole('heading', { name: 'Your sign-in' }).waitFor();
  await own.goto(link);
  assert.equal(await own.getByLabel('New password').count(), 0, 'the link works once');
  for (const page of [before, alba, bruno, own]) await page.context().close();
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
