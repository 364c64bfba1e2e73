// The stage of the browser tests: the whole service with the sandbox's practice and pharmacies, a host page on another origin,
// and a real browser in which people sign in through the real pages.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '@pestle/elements/version';
import { organization, users } from '@pestle/sandbox/seed';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Sandbox } from '../../../../apps/cli/src/sandbox/start.ts';
import { startSandbox } from '../../../../apps/cli/src/sandbox/start.ts';
import { launchBrowser } from '../../../../e2e/browser.ts';
import type { HostPage } from './host-page.ts';
import { startHostPage } from './host-page.ts';

/** Longest wait for something to appear on a page. */
const WAIT_MS = 15_000;
/** Paths of the host page to which a sign-in may return. */
export const CALLBACK_PATHS = ['/', '/callback', '/a', '/b', '/app/start'] as const;

export type SeedPerson = (typeof users)[number];

export interface Stage {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly browser: Browser;
  /** An origin of the application. */
  readonly host: HostPage;
  /** An origin that the application does not name. */
  readonly stranger: HostPage;
  readonly clientId: string;
  readonly orgId: string;
  /** The script that the service serves. */
  readonly script: string;
  /** A whole page around `body`; `head` comes before the elements' script. */
  html(body: string, head?: string): string;
  /** `<svc-client …>inside</svc-client>` with the application's attributes; `extra` are more of them. */
  client(inside?: string, extra?: string): string;
  /** A context with nothing in it. Requests of its pages to other hosts than the service's and the hosts' are kept in `foreign`. */
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A context in which this person has signed in at the service, once per person and file: sign-ins then need no password. */
  contextOf(person?: SeedPerson, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Serves the page at the path, opens it and waits for the person to be signed in, by a popup where that is needed. */
  open(body: string, options?: OpenOptions): Promise<Page>;
  /** Signs in through the page's own button and the real pages. */
  signedIn(page: Page, person?: SeedPerson): Promise<void>;
  /** Every address that was asked for outside the service and the hosts: must stay empty (E6). */
  readonly foreign: readonly string[];
  /** What pages wrote to the console as errors or warnings, and errors that nobody caught. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly path?: string;
  readonly query?: string;
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly context?: BrowserContext;
  readonly person?: SeedPerson;
  /** False: the page is only opened. */
  readonly signIn?: boolean;
}

/** The seed's user with this role; the first prescriber unless told. */
export function personOf(role: SeedPerson['role'] = 'prescriber', index = 0): SeedPerson {
  const person = users.filter((one) => one.role === role)[index];
  assert.ok(person !== undefined, `the seed has no ${role} ${index}`);
  return person;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-elements-'));
  const [running, sandbox, host, stranger] = await Promise.all([
    launchBrowser(),
    startSandbox({ directory: join(folder, 'sandbox'), port: 0, fresh: false }),
    startHostPage(),
    startHostPage('localhost'),
  ]);
  const { browser } = running;
  const { baseUrl } = sandbox;
  const { id: clientId } = await sandbox.service.rooms.identity.createApplication(organization.id as never, {
    name: 'Host page',
    kind: 'public',
    callbackUrls: CALLBACK_PATHS.map((path) => host.origin + path),
    origins: [host.origin],
  });
  const foreign: string[] = [];
  const complaints: string[] = [];
  const own = new Set([baseUrl, host.origin, stranger.origin].map((url) => new URL(url).host));
  const script = `${baseUrl}/elements/${VERSION}/pestle.js`;

  const watch = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const { protocol, host: asked } = new URL(request.url());
      if (/^(?:https?|wss?):$/.test(protocol) && !own.has(asked)) foreign.push(request.url());
    });
  };
  const context: Stage['context'] = async (options = {}) => {
    const made = await browser.newContext({ locale: 'en-US', ...options });
    made.setDefaultTimeout(WAIT_MS);
    made.on('page', watch);
    await made.addInitScript(countReadyClients);
    return made;
  };
  const signedInAtService = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
  const contextOf: Stage['contextOf'] = async (person = personOf(), options = {}) => {
    const made = await context(options);
    const kept = signedInAtService.get(person.email);
    if (kept !== undefined) {
      await made.addCookies(kept);
      return made;
    }
    const page = await made.newPage();
    host.serve(
      '/callback',
      '<!doctype html><html lang="en"><title>Signed in</title><link rel="icon" href="data:,">',
    );
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: `${host.origin}/callback`,
      response_type: 'code',
      scope: 'openid',
      state: 'stage',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    await page.goto(`${baseUrl}/oidc/auth?${query.toString()}`);
    await fillSignIn(page, person);
    await page.waitForURL((url) => url.pathname === '/callback');
    await page.close();
    signedInAtService.set(person.email, await made.cookies(baseUrl));
    return made;
  };

  const stage: Stage = {
    sandbox,
    baseUrl,
    browser,
    host,
    stranger,
    clientId,
    orgId: organization.id,
    script,
    foreign,
    complaints,
    context,
    contextOf,
    html: (body, head = '') =>
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${head}<script type="module" src="${script}"></script></head><body>${body}</body></html>`,
    client: (inside = '', extra = '') =>
      `<svc-client id="${clientId}" org="${organization.id}" ${extra}>${inside}</svc-client>`,
    open: async (body, options = {}) => {
      const { path = '/', query = '', person = personOf() } = options;
      host.serve(path, stage.html(body, options.head), options.headers);
      const within = options.context ?? (await contextOf(person));
      const page = await within.newPage();
      await page.goto(host.origin + path + query);
      if (options.signIn !== false) await stage.signedIn(page, person);
      return page;
    },
    signedIn: async (page, person = personOf()) => {
      const button = page.getByRole('button', { name: /^Sign in/ });
      const first = await Promise.race([
        isReady(page).then(() => 'ready' as const),
        button.waitFor().then(() => 'signed-out' as const),
      ]);
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
    },
    close: async () => {
      await running.close();
      await Promise.all([host.close(), stranger.close(), sandbox.close()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  return stage;
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

/** Counts, in the page, the clients that have told that they are ready. */
function countReadyClients(): void {
  document.addEventListener('svc-ready', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.localName.endsWith('-client')) return;
    const page = globalThis as { clientsReady?: number };
    page.clientsReady = (page.clientsReady ?? 0) + 1;
  });
}
