// Signs a person of the sandbox in as a browser would: authorization code with PKCE, through the service's own pages.
import { createHash, randomBytes } from 'node:crypto';
import { COMMAND_LIMITS } from '../limits.ts';
import { ApiError } from './api-client.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

export interface SignInOptions {
  readonly baseUrl: string;
  /** The public application's id. */
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
}

/** The access token of the person. Throws ApiError when the service does not let them in. */
export async function signIn(options: SignInOptions, person: Person): Promise<string> {
  const { code, verifier } = await signInBy(createBrowser(options), options, person);
  return await exchange(options, code, verifier);
}

/** The `Set-Cookie` lines after which a browser is signed in as the person at the service. Throws ApiError as `signIn` does. */
export async function signInCookies(options: SignInOptions, person: Person): Promise<readonly string[]> {
  const browser = createBrowser(options);
  await signInBy(browser, options, person);
  return browser.cookieLines();
}

async function signInBy(
  browser: Browser,
  options: SignInOptions,
  person: Person,
): Promise<{ readonly code: string; readonly verifier: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const url = new URL('/oidc/auth', options.baseUrl);
  url.search = new URLSearchParams({
    client_id: options.clientId,
    response_type: 'code',
    redirect_uri: options.redirectUri,
    scope: options.scope,
    resource: options.baseUrl,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const page = await browser.open({ url: url.href });
  const end = page.code === undefined ? await browser.open(passwordForm(page, person)) : page;
  if (end.code === undefined || end.state !== state)
    throw new ApiError('UNAUTHENTICATED', 'The service did not let this person in.');
  return { code: end.code, verifier };
}

interface Ask {
  readonly url: string;
  readonly form?: URLSearchParams;
}

interface Page {
  readonly url: string;
  readonly text: string;
  /** Set when the sign-in has ended at the application's address. */
  readonly code?: string;
  readonly state?: string;
}

interface Browser {
  open(ask: Ask): Promise<Page>;
  /** What it keeps, as the service set it. */
  cookieLines(): readonly string[];
}

/** Keeps cookies and follows redirects until a page or the application's address comes. */
function createBrowser({ baseUrl, redirectUri }: SignInOptions): Browser {
  const cookies = new Map<string, Cookie>();
  return {
    cookieLines: () => [...cookies.values()].map(({ line }) => line),
    open: async (first) => {
      let ask = first;
      for (let hop = 0; hop < COMMAND_LIMITS.signInHopsMax; hop += 1) {
        const response = await fetch(ask.url, {
          redirect: 'manual',
          signal: AbortSignal.timeout(COMMAND_LIMITS.sandboxCallTimeoutMs),
          headers: {
            cookie: [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
            ...(ask.form === undefined
              ? {}
              : { origin: new URL(baseUrl).origin, 'sec-fetch-site': 'same-origin' }),
          },
          ...(ask.form === undefined ? {} : { method: 'POST', body: ask.form }),
        });
        keepCookies(cookies, response);
        const location = response.headers.get('location');
        if (location === null) return { url: ask.url, text: await response.text() };
        await response.arrayBuffer();
        const next = new URL(location, ask.url);
        if (next.href.startsWith(redirectUri)) return ended(next);
        ask = { url: next.href };
      }
      throw new ApiError('UNKNOWN', 'The sign-in goes round in circles.');
    },
  };
}

interface Cookie {
  readonly value: string;
  readonly line: string;
}

function keepCookies(cookies: Map<string, Cookie>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1);
    const expires = attributes
      .find((one) => one.toLowerCase().startsWith('expires='))
      ?.slice('expires='.length);
    const expired = value === '' || (expires !== undefined && Date.parse(expires) < Date.now());
    if (expired) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), { value, line });
  }
}

function ended(url: URL): Page {
  const code = url.searchParams.get('code');
  const state = url.searchParams.get('state');
  if (code === null)
    throw new ApiError(url.searchParams.get('error') ?? 'UNKNOWN', 'The sign-in was refused.');
  return { url: url.href, text: '', code, state: state ?? '' };
}

/** The page's form with its hidden fields, filled in. */
function passwordForm(page: Page, person: Person): Ask {
  const form = [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
    ([, , body]) => body?.includes('name="password"'),
  );
  if (form === undefined) throw new ApiError('UNKNOWN', 'The sign-in page has no place for a password.');
  const [, action = '', body = ''] = form;
  const fields = new URLSearchParams({ email: person.email, password: person.password });
  for (const [, name = '', value = ''] of body.matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  ))
    fields.set(name, unescapeHtml(value));
  return { url: new URL(unescapeHtml(action), page.url).href, form: fields };
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

async function exchange(options: SignInOptions, code: string, verifier: string): Promise<string> {
  const response = await fetch(new URL('/oidc/token', options.baseUrl), {
    method: 'POST',
    signal: AbortSignal.timeout(COMMAND_LIMITS.sandboxCallTimeoutMs),
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: options.clientId,
      redirect_uri: options.redirectUri,
      code,
      code_verifier: verifier,
      resource: options.baseUrl,
    }),
  });
  const answer = (await response.json()) as { access_token?: string; error?: string };
  if (answer.access_token === undefined)
    throw new ApiError(answer.error ?? 'UNKNOWN', 'The sign-in gave no token.');
  return answer.access_token;
}
