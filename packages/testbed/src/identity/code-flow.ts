// The whole authorization code flow in one call, for tests that need a token and not the way to it.
import { createHash, randomBytes } from 'node:crypto';
import type { CookieBrowser } from '../browser/cookie-browser.ts';
import type { IdentityTestbed, Person } from './identity-testbed.ts';
import { PASSWORD } from './identity-testbed.ts';

export interface FlowTokens {
  readonly code: string;
  readonly access_token: string;
  readonly id_token?: string;
  readonly refresh_token?: string;
}

export interface FlowOptions {
  readonly clientId?: string;
  readonly browser?: CookieBrowser;
  readonly scope?: string;
}

/** The address of a sign-in with PKCE, and the verifier that belongs to it. */
export function authorizationUrl(
  testbed: IdentityTestbed,
  parameters: Readonly<Record<string, string>> = {},
): { readonly url: string; readonly verifier: string } {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: testbed.publicApp,
    redirect_uri: testbed.callback,
    response_type: 'code',
    scope: 'openid read:patient write:prescription',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'abc',
    ...parameters,
  });
  for (const [name, value] of Object.entries(parameters)) if (value === '') query.delete(name);
  return { url: `${testbed.identity.issuer}/auth?${query.toString()}`, verifier };
}

/** Signs a person in and exchanges the code. */
export async function codeFlow(
  testbed: IdentityTestbed,
  person: Person,
  options: FlowOptions = {},
): Promise<FlowTokens> {
  const { clientId = testbed.publicApp, browser = testbed.browser(), scope } = options;
  const { url, verifier } = authorizationUrl(testbed, {
    client_id: clientId,
    ...(scope === undefined ? {} : { scope }),
  });
  let page = await browser.get(url);
  if (page.text.includes('name="password"'))
    page = await browser.submit(page, 'password', { email: person.email, password: PASSWORD });
  const code = new URL(page.url).searchParams.get('code');
  if (code === null) throw new Error(`no code: ${page.url} ${page.text.slice(0, 500)}`);
  const tokens = await exchange(testbed, { code, verifier, clientId });
  return { ...((await tokens.json()) as Omit<FlowTokens, 'code'>), code };
}

/** Sends a code to the token endpoint. */
export async function exchange(
  testbed: IdentityTestbed,
  given: {
    readonly code: string;
    readonly verifier: string;
    readonly clientId?: string;
    readonly redirectUri?: string;
    /** Where the node listens that is asked. */
    readonly at?: string;
  },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(`${given.at ?? testbed.baseUrl}/oidc/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: given.code,
      redirect_uri: given.redirectUri ?? testbed.callback,
      client_id: given.clientId ?? testbed.publicApp,
      code_verifier: given.verifier,
    }),
  });
}
