// Who browses on the testbed: contexts that are watched, and people who sign in through the real pages.
import assert from 'node:assert/strict';
import { users } from '@pestle/sandbox/seed';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

export type SeedPerson = (typeof users)[number];

/** The seed's user with this role; the first prescriber unless told. */
export function personOf(role: SeedPerson['role'] = 'prescriber', index = 0): SeedPerson {
  const person = users.filter((one) => one.role === role)[index];
  assert.ok(person !== undefined, `the seed has no ${role} ${index}`);
  return person;
}

/** What pages did that none of ours may do. */
export interface Watch {
  readonly foreign: string[];
  readonly complaints: string[];
}

/** Makes contexts whose pages are watched. `own` are the hosts that may be asked. */
export function watchedContexts(
  browser: Browser,
  own: ReadonlySet<string>,
  { foreign, complaints }: Watch,
): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  const watch = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (/^(?:https?|wss?):$/.test(protocol) && !own.has(host)) foreign.push(request.url());
    });
  };
  return async (options = {}) => {
    const made = await browser.newContext({ locale: 'en-US', ...options });
    made.on('page', watch);
    await made.addInitScript(COUNT_READY_CLIENTS);
    return made;
  };
}

/** The service's own session of a person, got on its own pages; the application's callback is `redirectUri`. */
export async function signInAtService(
  page: Page,
  person: SeedPerson,
  about: { readonly baseUrl: string; readonly clientId: string; readonly redirectUri: string },
): Promise<void> {
  const query = new URLSearchParams({
    client_id: about.clientId,
    redirect_uri: about.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'testbed',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  await page.goto(`${about.baseUrl}/oidc/auth?${query.toString()}`);
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.href.startsWith(about.redirectUri));
}

/** Signs in through the page's own button, in a popup; does nothing when somebody is signed in. */
export async function signInOn(page: Page, person: SeedPerson): Promise<void> {
  const button = page.getByRole('button', { name: /^(?:Sign in|Iniciar sesión)/ }).first();
  const first = await Promise.race([
    isReady(page).then(() => 'ready' as const),
    button.waitFor().then(() => 'signed-out' as const),
  ]).catch(async (error: unknown) => {
    const shown = await page.locator('body').ariaSnapshot();
    throw new Error(`nobody is signed in, and nobody is asked to; the page shows:\n${shown}`, {
      cause: error,
    });
  });
  if (first === 'ready') return;
  const opened = page.waitForEvent('popup');
  await button.click();
  const popup = await opened;
  const asksPassword = await Promise.race([
    popup.waitForEvent('close').then(() => false),
    popup
      .getByLabel('Password')
      .waitFor()
      .then(
        () => true,
        () => false,
      ),
  ]);
  if (asksPassword) await fillSignIn(popup, person);
  await isReady(page);
}

/** Types the person's name and password into the service's page. */
export async function fillSignIn(page: Page, { email, password }: SeedPerson): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until a client on the page has told that somebody is signed in. */
export async function isReady(page: Page): Promise<void> {
  await page.waitForFunction(() => (globalThis as { clientsReady?: number }).clientsReady !== undefined);
}

/** Runs in the page: counts the clients that have told that they are ready. */
const COUNT_READY_CLIENTS = `document.addEventListener('svc-ready', ({ target }) => {
  if (!(target instanceof HTMLElement) || !target.localName.endsWith('-client')) return;
  globalThis.clientsReady = (globalThis.clientsReady ?? 0) + 1;
});`;

/** The button with exactly this name, in whatever shadow root it is. */
export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** For the head of a page: remembers what `svc-error` reported. */
export const KEEP_ERRORS = `<script>
  window.reported = [];
  document.addEventListener('svc-error', (event) => window.reported.push(...event.detail.errors));
</script>`;

/** What `svc-error` reported on a page with `KEEP_ERRORS`. */
export function reported(page: Page): Promise<{ message: string; extensions: { code: string } }[]> {
  return page.evaluate('window.reported');
}

const EXPIRED = { message: 'The access token has expired.', extensions: { code: 'TOKEN_EXPIRED' } };

/** Makes the next answer of the API in this page say that the token has ended; where `ready` is given, not before it. */
export async function expireToken(
  page: Page,
  { baseUrl, host }: { readonly baseUrl: string; readonly host: { readonly origin: string } },
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.route(
    `${baseUrl}/graphql`,
    async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      await ready();
      return await route.fulfill({
        status: 401,
        headers: { 'access-control-allow-origin': host.origin },
        contentType: 'application/json',
        body: JSON.stringify({ errors: [EXPIRED] }),
      });
    },
    { times: 1 },
  );
}

/** Answers a wait that ends for everybody when `count` have come to it. */
export function meetingOf(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  return () => {
    waiting += 1;
    if (waiting === count) all.resolve();
    return all.promise;
  };
}

/** Signs in through a popup that asks for the password. */
export async function signInByPopup(page: Page, name = 'Sign in', person = personOf()): Promise<void> {
  const opened = page.waitForEvent('popup');
  await button(page, name).click();
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await fillSignIn(popup, person);
  await closed;
}

/**
 * Ends the session of this page: whatever asks with its token hears that this has expired, and its refresh token is refused. Whoever
 * signs in after that has others.
 */
export async function endSession(
  page: Page,
  { baseUrl, host }: Parameters<typeof expireToken>[1],
): Promise<void> {
  const answer = (status: number, body: unknown) => ({
    status,
    headers: { 'access-control-allow-origin': host.origin },
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  let token: string | undefined;
  await page.route(`${baseUrl}/graphql`, async (route) => {
    const { authorization } = route.request().headers();
    token ??= authorization;
    if (route.request().method() !== 'POST' || authorization !== token) return await route.fallback();
    return await route.fulfill(answer(401, { errors: [EXPIRED] }));
  });
  let refreshToken: string | null = null;
  await page.route(`${baseUrl}/oidc/token`, async (route) => {
    const given = new URLSearchParams(route.request().postData() ?? '').get('refresh_token');
    refreshToken ??= given;
    if (given === null || given !== refreshToken) return await route.fallback();
    return await route.fulfill(answer(400, { error: 'invalid_grant' }));
  });
}
