// The testbed of the browser tests: the whole service with the sandbox's practice and pharmacies, a host page on another origin,
// and a real browser in which people sign in through the real pages.

import type { Sandbox, SandboxOptions } from '@pestle/cli/sandbox/start';
import { VERSION } from '@pestle/elements/version';
import { organization } from '@pestle/sandbox/seed';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../browser/browser.ts';
import { startSeededSandbox } from '../sandbox/seeded-sandbox.ts';
import type { SeedPerson } from './browsing.ts';
import { personOf, signInAtService, signInOn, watchedContexts } from './browsing.ts';
import type { HostPage } from './host-page.ts';
import { startHostPage } from './host-page.ts';

/** Paths of the host page to which a sign-in may return. */
export const CALLBACK_PATHS = ['/', '/callback', '/a', '/b', '/app/start'] as const;

export interface Testbed {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly browser: Browser;
  /** An origin of the application. */
  readonly host: HostPage;
  /** Another origin of the application. */
  readonly other: HostPage;
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
  /**
   * A context in which this person has signed in at the service, once per person and file: sign-ins then need no password. The session
   * at the service is one: a test that signs out there, or signs another person in, takes a context of its own.
   */
  contextOf(person?: SeedPerson, options?: BrowserContextOptions): Promise<BrowserContext>;
  /**
   * A context in which the first prescriber stays signed in, where tests share one: for what is not about signing in. A test closes its
   * pages, not the context.
   */
  readonly shared?: () => Promise<BrowserContext>;
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
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

/** `people`: how people sign in and sign, where that is what is tested. */
export async function openTestbed(about: Pick<SandboxOptions, 'people'> = {}): Promise<Testbed> {
  const opening = [
    launchBrowser(),
    startSeededSandbox(about),
    startHostPage(),
    startHostPage(),
    startHostPage('localhost'),
  ] as const;
  // One that does not open (a build that fails) must not leave the others behind: the process would never end.
  const [running, sandbox, host, other, stranger] = await Promise.all(opening).catch(
    async (error: unknown) => {
      const opened = await Promise.allSettled(opening);
      for (const one of opened) if (one.status === 'fulfilled') await one.value.close();
      throw error;
    },
  );
  const { browser } = running;
  const { baseUrl } = sandbox;
  const { id: clientId } = await sandbox.service.rooms.identity.createApplication(organization.id as never, {
    name: 'Host page',
    kind: 'public',
    callbackUrls: [host, other].flatMap(({ origin }) => CALLBACK_PATHS.map((path) => origin + path)),
    origins: [host.origin, other.origin],
  });
  const watch = { foreign: [], complaints: [] };
  const own = new Set([baseUrl, host.origin, other.origin, stranger.origin].map((url) => new URL(url).host));
  const context = watchedContexts(browser, own, watch);
  const script = `${baseUrl}/elements/${VERSION}/pestle.js`;
  const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();
  const contextOf: Testbed['contextOf'] = async (person = personOf(), options = {}) => {
    const made = await context(options);
    if (!cookies.has(person.email)) {
      const page = await made.newPage();
      host.serve('/callback', EMPTY_PAGE);
      await signInAtService(page, person, { baseUrl, clientId, redirectUri: `${host.origin}/callback` });
      await page.close();
      cookies.set(person.email, await made.cookies(baseUrl));
    }
    await made.addCookies(cookies.get(person.email) ?? []);
    return made;
  };

  const testbed: Testbed = {
    sandbox,
    baseUrl,
    browser,
    host,
    other,
    stranger,
    clientId,
    orgId: organization.id,
    script,
    ...watch,
    context,
    contextOf,
    html: (body, head = '') => wholePage(script, body, head),
    client: (inside = '', extra = '') =>
      `<svc-client id="${clientId}" org="${organization.id}" ${extra}>${inside}</svc-client>`,
    open: async (body, options = {}) => {
      const { path = '/', query = '', person = personOf() } = options;
      host.serve(path, testbed.html(body, options.head), options.headers);
      const within = options.context ?? (await contextOf(person));
      const page = await within.newPage();
      if (options.width !== undefined) await page.setViewportSize({ width: options.width, height: 900 });
      if (options.scheme !== undefined) await page.emulateMedia({ colorScheme: options.scheme });
      await page.goto(host.origin + path + query);
      if (options.signIn !== false) await signInOn(page, person);
      return page;
    },
    signedIn: (page, person = personOf()) => signInOn(page, person),
    close: async () => {
      await running.close();
      await Promise.all([host.close(), other.close(), stranger.close(), sandbox.close()]);
    },
  };
  return testbed;
}

const EMPTY_PAGE = '<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">';

function wholePage(script: string, body: string, head: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">${head}<script type="module" src="${script}"></script></head><body>${body}</body></html>`;
}
