// The answer of a sign-in in the address of a page, told apart from what is the host's own.

const OURS = /^pestle\.(popup|page)\.[\w-]{20,}$/;
const PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state'];

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
