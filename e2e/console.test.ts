// Goal: an operator signs in, helps a user and makes a token in the console by keyboard, without scripts of ours, and every page is sound.
// Method: the real provider and console in a browser, in both languages, light and dark, from 320 px.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tokenSection, userSection } from '@pestle/service/console';
import { organizationPeople } from '@pestle/service/for-tests/identity';
import { createOrganizationAdministration } from '@pestle/service/for-tests/organization';
import { systemPorts } from '@pestle/service/kernel';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import {
  assertAccessibleInEveryLook,
  LOOKS,
  launchBrowser,
  openWatchedPage,
} from '@pestle/testbed/browser/browser';
import type { ConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { openConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import type { Page } from 'playwright-core';

let running: RunningBrowser;
let testbed: ConsoleTestbed;
let page: Page;
let complaints: string[];

before(async () => {
  running = await launchBrowser();
  testbed = await openConsoleTestbed({
    sections: ({ identity, store, ports }) => [
      userSection({
        users: identity.administration,
        organizations: createOrganizationAdministration({ store, ports: systemPorts, ...organizationPeople }),
      }),
      tokenSection({ tokens: identity.operators.tokens, ports, apiUrl: 'https://operators.example/graphql' }),
    ],
  });
  // The app is enrolled, so that the browser is asked for a code.
  await testbed.signIn(testbed.console(), testbed.operator);
  ({ page, complaints } = await openWatchedPage(running.browser, `${testbed.consoleUrl}/signed-out`));
});
after(async () => {
  await running.close();
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

/** Wide light and narrow dark: what differs otherwise is the palette, which other pages hold. */
const look = (label: string) => assertAccessibleInEveryLook(page, label, [LOOKS[0], LOOKS[2]]);
const go = (path: string) => page.goto(`${testbed.consoleUrl}${path}`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const follow = (name: string) => page.getByRole('link', { name }).first().press('Enter');

test('A2: the way in leads through password and code to the page that was asked for, and out again', async () => {
  await look('signed out');
  await go('/tokens?lang=es');
  await page.getByLabel('Correo').fill(testbed.operator.email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('button.main').press('Enter');
  await page.locator('input[name=code]').fill(testbed.code(testbed.operator));
  await page.locator('button.main').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Claves' }).waitFor();
  await look('tokens, in Spanish');
  await follow('English');
  await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.className'), 'skip', 'first of all the content');
  await look('the skip link shown');
  await follow('Home');
  await look('home');
});

test('a table of few columns is whole on a telephone: the organizations', async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await go('/users');
  const cut = await page
    .locator('.wide')
    .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  assert.deepEqual(cut, [0]);
});

test('a token is made, shown once and ended', async () => {
  await go('/tokens');
  await page.getByLabel('Name').fill('nightly report');
  await press('Make a token');
  await page.getByRole('heading', { name: 'Your new token' }).waitFor();
  assert.match(await page.locator('code.secret').innerText(), /^pestle_operator_[\w-]{43}$/);
  await look('a new token');
  await follow('Back to your tokens');
  await look('the list of tokens');
  await follow('End: nightly report');
  await look('before a token ends');
  await press('End the token');
  await page.getByText('The token was ended.').waitFor();
});

test('a user is found, invited, recovered and deactivated', async () => {
  await go('/users');
  await page.getByLabel('Name or id of an organization').fill('Riverside');
  await press('Find');
  await look('organizations');
  await follow('Riverside Family Medicine');
  await look('users of an organization');
  await follow('Invite somebody');
  await look('the form to invite with');
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByLabel('E-mail').fill('ann@clinic');
  await press('Invite');
  await page.getByRole('alert').waitFor();
  await look('an invitation that was refused');
  await page.getByLabel('E-mail').fill('ann@clinic.example');
  await press('Invite');
  await page.locator('code.secret').waitFor();
  await look('an invitation');
  await follow('Back');
  await look('a user');
  await follow('Recover the sign-in');
  await look('before a sign-in is recovered');
  await press('Recover');
  await page.locator('code.secret').waitFor();
  await look('a recovered sign-in');
  await follow('Back');
  await follow('Deactivate');
  await look('before a user is deactivated');
  await press('Deactivate');
  await page.getByText('The user was deactivated.').waitFor();
  await follow('Reactivate');
  await press('Reactivate');
  await page.getByText('The user was reactivated.').waitFor();
  await press('Sign out');
  await page.getByText('You are signed out of the console').waitFor();
});

test('A2: somebody without the role reads who gives it', async () => {
  const staff = await testbed.person(['staff']);
  await testbed.signIn(testbed.console(), staff);
  await go('/sign-in?another');
  await page.getByLabel('E-mail').fill(staff.email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('button.main').press('Enter');
  await page.locator('input[name=code]').fill(testbed.code(staff));
  await page.locator('button.main').press('Enter');
  await page.getByText('You are not an operator of this network').waitFor();
  await look('no operator');
  const elsewhere = new Set([testbed.baseUrl, testbed.consoleUrl]);
  assert.deepEqual(
    complaints.filter((text) => !/\b(403|422)\b/.test(text) && !elsewhere.has(originOf(text))),
    [],
  );
});

const originOf = (text: string): string => (URL.canParse(text) ? new URL(text).origin : '');
