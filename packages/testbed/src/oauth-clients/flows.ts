// The flows that every client library runs against the provider, and the person at the browser, who is the same for each.
import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import type { CookieBrowser, PageAnswer } from '../browser/cookie-browser.ts';
import type { IdentityTestbed, Person } from '../identity/identity-testbed.ts';
import { PASSWORD } from '../identity/identity-testbed.ts';
import type { SmallIssuer } from '../identity/small-issuer.ts';

/** Every flow that the provider offers, and what it says of those that it does not. */
export const FLOWS = [
  'discovery',
  'code with PKCE',
  'iss in the answer',
  'state and nonce',
  'code with PKCE and DPoP',
  'refresh: rotation',
  'refresh: reuse ends the family',
  'client credentials',
  'step-up: max_age',
  'step-up: acr_values',
  'step-up: prompt=login',
  'prompt=none',
  'organization',
  'an issuer of the organization’s own',
  'sign-out',
  'revocation',
  'userinfo is not offered',
] as const;

export type Flow = (typeof FLOWS)[number];

export interface ClientTestbed {
  readonly service: IdentityTestbed;
  /** Stands for the hospital's own provider. */
  readonly hospital: SmallIssuer;
}

/** A library's way through each flow: a cell that is missing does not compile. */
export type ClientLibrary = Readonly<Record<Flow, (testbed: ClientTestbed) => Promise<void>>>;

export const SCOPE = 'openid read:patient write:prescription';

/** The person signs in at the address that the client made; answers where the browser ended. */
export async function signInAs(
  person: Person,
  address: URL,
  browser: CookieBrowser,
): Promise<{ readonly end: URL; readonly page: PageAnswer }> {
  let page = await browser.get(address.href);
  if (page.text.includes('name="password"'))
    page = await browser.submit(page, 'password', { email: person.email, password: PASSWORD });
  return { end: new URL(page.url), page };
}

/** The person adds an app as a second factor, on the page that asks for one. */
export async function enrolApp(page: PageAnswer, browser: CookieBrowser): Promise<URL> {
  const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)?.[1] ?? assert.fail(page.text);
  const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate();
  const codes = await browser.submit(page, 'enrol', { code });
  return new URL((await browser.submit(codes, 'recovery-codes')).url);
}

/** The person takes the way over the hospital, which says when they proved who they are. */
export async function signInAtHospital(
  { service, hospital }: ClientTestbed,
  address: URL,
  browser: CookieBrowser,
): Promise<URL> {
  const page = await browser.get(address.href);
  const link = /href="(\/sign-in\/[\w-]+\/external\/hospital)"/.exec(page.text)?.[1] ?? '';
  const away = await browser.get(link);
  const { email } = service.prescriber;
  const claims = { sub: 'doctor', email, email_verified: true, auth_time: Math.floor(Date.now() / 1000) };
  return new URL((await browser.get(hospital.answer(away.url, claims))).url);
}

/** The person confirms the sign-out; answers where the browser ended. */
export async function confirmSignOut(address: URL, browser: CookieBrowser): Promise<URL> {
  const page = await browser.get(address.href);
  assert.match(page.text, /Sign out\?/);
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? [];
  return new URL((await browser.post('/oidc/session/end/confirm', { xsrf, logout: 'yes' })).url);
}

/** The address of the API, which answers who asked. */
export const apiOf = ({ service }: ClientTestbed): URL => new URL('/graphql', service.baseUrl);
