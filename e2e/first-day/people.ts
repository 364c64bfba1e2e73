// What people of the day do in their browsers: choose a password by the link of their e-mail, add a second factor, agree to what signing means.
import assert from 'node:assert/strict';
import { launchBrowser, openWatchedPage } from '@pestle/testbed/browser/browser';
import { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import { TOTP } from 'otpauth';
import type { Day } from './day.ts';

const PASSWORD = 'another good pass phrase';
const STEP_MS = 30_000;

export interface Person {
  readonly email: string;
  readonly password: string;
  /** The key of the app that was added at the first sign-in. */
  readonly key: string;
}

/** A code that was not used yet: that of the next half minute, because each counts once. */
export const nextCode = ({ key }: Person): string =>
  new TOTP({ secret: key }).generate({ timestamp: Date.now() + STEP_MS });

/** Follows the link of the invitation, and chooses a password. */
export async function accept(day: Day, email: string): Promise<Omit<Person, 'key'>> {
  const browser = new CookieBrowser(day.baseUrl);
  const page = await browser.get(await day.mailbox.linkFor(email));
  const done = await browser.submit(page, 'choose', { chosen: PASSWORD });
  assert.match(done.text, /Your password is set/);
  return { email, password: PASSWORD };
}

/** Opens the console for the first time; answers the browser, and the page where it ended. */
export async function openConsole(
  day: Day,
  { email, password }: Omit<Person, 'key'>,
): Promise<{ readonly browser: CookieBrowser; readonly page: string }> {
  const browser = new CookieBrowser(day.consoleUrl, day.baseUrl);
  const asked = await browser.submit(await browser.get('/'), 'password', { email, password });
  const key = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(asked.text)?.[1]?.replaceAll(' ', '');
  assert.ok(key !== undefined, 'the first sign-in asks for a second factor');
  const codes = await browser.submit(asked, 'enrol', { code: new TOTP({ secret: key }).generate() });
  return { browser, page: (await browser.submit(codes, 'recovery-codes')).text };
}

/** The prescriber on the practice's own page, in a real browser: signs in, adds an app, and agrees to the attestation. */
export async function setUpPrescriber(day: Day, email: string): Promise<Person> {
  const { password } = await accept(day, email);
  const running = await launchBrowser();
  try {
    const { page } = await openWatchedPage(running.browser, day.practiceUrl);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    const key = (await page.locator('.key').innerText()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: key }).generate());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('When I sign a prescription here').waitFor();
    await page.getByRole('button', { name: 'I agree' }).click();
    await page.getByRole('button', { name: 'I agree' }).waitFor({ state: 'detached' });
    return { email, password, key };
  } finally {
    await running.close();
  }
}
