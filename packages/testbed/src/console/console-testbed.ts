// A running console of operators for tests, beside the provider that signs them in: both over real HTTP on this machine.
import type { OrganizationId } from '@pestle/rules/ids';
import {
  type ConsoleOptions,
  type ConsoleSection,
  createConsole,
  exchangeWithin,
} from '@pestle/service/console';
import { createLog } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { TOTP } from 'otpauth';
import type { PageAnswer } from '../browser/cookie-browser.ts';
import { CookieBrowser, formsOf } from '../browser/cookie-browser.ts';
import type { IdentityTestbed } from '../identity/identity-testbed.ts';
import { openIdentityTestbed, PASSWORD, type Person } from '../identity/identity-testbed.ts';
import { freePort } from '../network/free-port.ts';

/** A person with an authenticator app. */
export interface PersonWithApp extends Person {
  /** The key of the app; empty until the person has enrolled it at a first sign-in. */
  key: string;
}

export interface ConsoleTestbed extends IdentityTestbed {
  readonly consoleUrl: string;
  /** Has the role, and enrols the app at the first sign-in. */
  readonly operator: PersonWithApp;
  /** A browser that follows from the console to the sign-in and back. */
  console(): CookieBrowser;
  /** A person of Riverside. */
  person(roles: readonly ('admin' | 'staff' | 'operator')[]): Promise<PersonWithApp>;
  /** Goes to a page of the console and signs in when asked; answers the page where it ended. */
  signIn(browser: CookieBrowser, person: PersonWithApp, path?: string): Promise<PageAnswer>;
  /** The current code of a person's app; time goes on by a step, because each code counts once. */
  code(person: PersonWithApp): string;
  /** Sends the form of a console's page that leads to `action`. */
  send(
    browser: CookieBrowser,
    page: PageAnswer,
    action: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<PageAnswer>;
}

export interface ConsoleTestbedOptions {
  /** The sections of the console, given the identity that runs. */
  readonly sections?: (testbed: IdentityTestbed) => readonly ConsoleSection[];
  readonly store?: Store;
  /** The API for operators, given the identity that runs. */
  readonly api?: (testbed: IdentityTestbed) => NonNullable<ConsoleOptions['api']>;
}

const STEP_MS = 30_000;

export async function openConsoleTestbed({
  sections = () => [],
  store,
  api,
}: ConsoleTestbedOptions = {}): Promise<ConsoleTestbed> {
  const port = await freePort();
  const consoleUrl = `http://127.0.0.1:${port}`;
  const testbed = await openIdentityTestbed({ consoleUrl }, store);
  // Behind the machine's clock, so that each code can be followed by the next one without being of the future.
  testbed.ports.clock.aheadMs = -20 * STEP_MS;
  const { identity, app, baseUrl, ports } = testbed;
  const server = await createConsole({
    url: consoleUrl,
    log: createLog({ level: 'silent' }),
    trustedProxies: [],
    operators: identity.operators,
    issuer: identity.issuer,
    random: ports.random,
    exchange: exchangeWithin(app, identity.issuer),
    sections: sections(testbed),
    ...(api === undefined ? {} : { api: api(testbed) }),
  });
  await server.listen({ port, host: '127.0.0.1' });
  let people = 0;
  const person: ConsoleTestbed['person'] = async (roles) => {
    people += 1;
    const email = `operator${people}.${ports.random.bytes(4).join('')}@network.example`;
    const names = { firstName: 'Olga', lastName: `Number${people}` };
    const orgId: OrganizationId = testbed.riverside;
    const id = await identity.createUser(orgId, { email, password: PASSWORD, ...names, roles: [...roles] });
    return { id, email, key: '' };
  };
  const code = (one: PersonWithApp): string => {
    ports.clock.aheadMs += STEP_MS;
    return new TOTP({ secret: one.key }).generate({ timestamp: ports.clock.now() });
  };
  const signIn: ConsoleTestbed['signIn'] = async (browser, one, path = '/') => {
    let page = await browser.get(path);
    if (page.text.includes('name="password"'))
      page = await browser.submit(page, 'password', { email: one.email, password: PASSWORD });
    const key = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)?.[1];
    if (key !== undefined) {
      one.key = key.replaceAll(' ', '');
      page = await browser.submit(page, 'enrol', { code: code(one) });
      return await browser.submit(page, 'recovery-codes');
    }
    return page.text.includes('name="code"')
      ? await browser.submit(page, 'second-factor', { code: code(one) })
      : page;
  };
  return {
    ...testbed,
    consoleUrl,
    operator: await person(['operator']),
    console: () => new CookieBrowser(consoleUrl, baseUrl),
    person,
    signIn,
    code,
    send: async (browser, page, action, fields = {}) => {
      const form = formsOf(page.text).find((one) => one.action === action);
      if (form === undefined)
        throw new Error(`the page has no form to ${action}: ${page.text.slice(0, 800)}`);
      return await browser.post(new URL(action, page.url).href, { ...form.fields, ...fields });
    },
    close: async () => {
      await server.close();
      await testbed.close();
    },
  };
}
