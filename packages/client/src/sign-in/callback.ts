// The answer of a sign-in in the address of a page, told apart from what is the host's own.

const OURS = /^pestle\.(popup|page)\.[\w-]{20,}$/;
const PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state'];
/** In the address of a page that another origin of the same application sent the person to, to sign in there. */
const ASKED = 'pestle-sign-in';

export interface Callback {
  readonly state: string;
  readonly kind: 'popup' | 'page';
  readonly parameters: string;
}

/** The answer of a sign-in that we began, in the address of a page; null when the address is the host's own business. */
export function readCallback(pageUrl: string): Callback | null {
  const { searchParams } = new URL(pageUrl);
  const state = searchParams.get('state');
  const kind = state === null ? undefined : OURS.exec(state)?.[1];
  if (state === null || kind === undefined) return null;
  if (!searchParams.has('code') && !searchParams.has('error')) return null;
  const ours = new URLSearchParams();
  for (const name of PARAMETERS) for (const value of searchParams.getAll(name)) ours.append(name, value);
  return { state, kind: kind === 'popup' ? 'popup' : 'page', parameters: ours.toString() };
}

/** The address without the answer of a sign-in; the host's own parameters stay. */
export function withoutCallback(pageUrl: string): string {
  if (readCallback(pageUrl) === null) return pageUrl;
  const url = new URL(pageUrl);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  return url.href;
}

/** The address of a page that is to begin a sign-in as soon as it is opened. */
export function askingToSignIn(pageUrl: string): string {
  const url = new URL(pageUrl);
  url.searchParams.set(ASKED, '');
  return url.href;
}

/** The address without that; null where nothing asks. */
export function withoutAsking(pageUrl: string): string | null {
  const url = new URL(pageUrl);
  if (!url.searchParams.has(ASKED)) return null;
  url.searchParams.delete(ASKED);
  return url.href;
}
