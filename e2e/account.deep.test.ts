// The account pages in a real browser: passkeys, recovery codes, password, forgotten password; from 320 px, axe clean.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { assertAccessible, launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';

let running: RunningBrowser;
let testbed: IdentityTestbed;
const mails: string[] = [];
before(async () => {
  running = await launchBrowser();
  testbed = await openIdentityTestbed({}, undefined, 'localhost', async (mail) => {
    mails.push(mail.text);
  });
});
after(async () => {
  await running.close();
  await testbed.close();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`a person looks after their own sign-in, 320 px, ${scheme}`, async () => {
    const { page, complaints } = await openWatchedPage(running.browser, `${testbed.baseUrl}/account`, {
      width: 320,
      scheme,
    });
    const check = (label: string) => assertAccessible(page, label, { colorsOnly: scheme === 'dark' });
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
    const person = scheme === 'light' ? testbed.staff : testbed.admin;
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your sign-in' }).waitFor();
    await check('account');
    await page.getByRole('button', { name: 'Add a second factor' }).click();
    await page.getByLabel('Name of this passkey').fill('Kitchen tablet');
    await check('add a factor');
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
    await check('recovery codes');
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Kitchen tablet').waitFor();
    await check('account with a passkey');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('another good pass phrase');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('alert').waitFor();
    await check('wrong password');
    await page.getByRole('button', { name: 'Remove: Kitchen tablet' }).click();
    await page.getByText('You have none yet.').waitFor();
    assert.deepEqual(
      complaints.filter((text) => !text.includes('401')),
      [],
    );
    await page.context().close();
  });
}

test('a forgotten password is replaced without script', async () => {
  const context = await running.browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const page = await context.newPage();
  await page.goto(`${testbed.baseUrl}/account/forgotten`);
  await page.getByLabel('E-mail').fill(testbed.prescriber.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { name: 'Look at your e-mail' }).waitFor();
  await testbed.identity.close();
  const link =
    /http:\S+/.exec(mails.find((text) => text.includes('asked for a new password')) ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill('another good pass phrase');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
  await context.close();
});

test('E7: axe finds nothing on the pages for a forgotten password', async () => {
  const { page } = await openWatchedPage(running.browser, `${testbed.baseUrl}/account/forgotten`, {
    width: 320,
  });
  await assertAccessible(page, 'forgotten');
  await page.getByLabel('E-mail').fill(testbed.stranger.email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Look at your e-mail' }).waitFor();
  await assertAccessible(page, 'sent');
  await testbed.identity.close();
  await page.goto(/http:\S+/.exec(mails.at(-1) ?? '')?.[0] ?? '');
  await assertAccessible(page, 'choose');
  await page.context().close();
});
