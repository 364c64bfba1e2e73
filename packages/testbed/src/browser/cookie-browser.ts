// A browser without a screen for tests: keeps cookies by path, follows redirects of our own host, fills in forms.

export interface PageAnswer {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

export class CookieBrowser {
  readonly #origin: string;
  readonly #followed: ReadonlySet<string>;
  #cookies: Cookie[] = [];

  /** `others` are further origins of the same host: as in browsers, its ports share the cookies. */
  constructor(origin: string, ...others: readonly string[]) {
    this.#origin = origin;
    this.#followed = new Set([origin, ...others]);
  }

  get cookies(): readonly Cookie[] {
    return this.#cookies;
  }

  setCookie(cookie: Cookie): void {
    this.#cookies = [...this.#cookies.filter((other) => !same(other, cookie)), cookie];
  }

  /** Follows redirects while they stay with us; the answer of another host is the redirect to it. */
  async get(url: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return await this.#follow(new URL(url, this.#origin), { method: 'GET', headers });
  }

  async post(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const target = new URL(url, this.#origin);
    return await this.#follow(target, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: target.origin,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });
  }

  /** Sends the form of a page whose `step` is this, with its hidden fields and these. */
  async submit(
    page: PageAnswer,
    step: string,
    fields: Readonly<Record<string, string>> = {},
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const form = formsOf(page.text).find((candidate) => candidate.fields['step'] === step);
    if (form === undefined) throw new Error(`the page has no form ${step}: ${page.text.slice(0, 500)}`);
    return await this.post(new URL(form.action, page.url).href, { ...form.fields, ...fields }, headers);
  }

  async #follow(
    start: URL,
    init: { method: string; body?: string; headers: Record<string, string> },
  ): Promise<PageAnswer> {
    let url = start;
    let request = init;
    for (let hop = 0; hop < 10; hop += 1) {
      const cookie = this.#cookies
        .filter(
          ({ path }) =>
            url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
        )
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
      const response = await fetch(url, {
        ...request,
        headers: { ...request.headers, ...(cookie === '' ? {} : { cookie }) },
        redirect: 'manual',
      });
      for (const line of response.headers.getSetCookie()) this.#keep(line, url);
      const location = response.headers.get('location');
      if (location === null)
        return {
          status: response.status,
          url: url.href,
          text: await response.text(),
          headers: response.headers,
        };
      await response.arrayBuffer();
      const next = new URL(location, url);
      if (!this.#followed.has(next.origin) || next.pathname.startsWith('/callback'))
        return { status: response.status, url: next.href, text: '', headers: response.headers };
      url = next;
      request = { method: 'GET', headers: { ...request.headers } };
      delete request.headers['content-type'];
    }
    throw new Error('too many redirects');
  }

  #keep(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const at = pair.indexOf('=');
    const attribute = (name: string): string | undefined =>
      attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      path: attribute('path') ?? url.pathname.replace(/\/[^/]*$/, '/'),
    };
    const expires = attribute('expires');
    const expired =
      attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now());
    this.#cookies = this.#cookies.filter((other) => !same(other, cookie));
    if (!expired && cookie.value !== '') this.#cookies.push(cookie);
  }
}

const same = (a: Cookie, b: Cookie): boolean => a.name === b.name && a.path === b.path;

/** The forms of a page with their hidden fields. */
export function formsOf(text: string): { action: string; fields: Record<string, string> }[] {
  return [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', body = '']) => ({
      action: unescapeHtml(action),
      fields: Object.fromEntries(
        [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name = '', value = '']) => [name, unescapeHtml(value)],
        ),
      ),
    }),
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
