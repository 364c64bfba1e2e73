// Where a sign-in returns to, and what is left of its address afterwards (contract section 2: redirect-uri, redirect-path).
import { ClientError } from './errors.ts';

export interface ReturnWishes {
  readonly redirectUri?: string | undefined;
  readonly redirectPath?: string | undefined;
}

export interface ReturnPlan {
  /** Sent to the provider: origin and path, which must equal a callback URL of the application. */
  readonly redirectUri: string;
  /** The address to restore, with its own query and fragment. */
  readonly returnTo: string;
  /** Where to go after a sign-in that succeeded. */
  readonly goTo: string | null;
  readonly warnings: readonly string[];
}

/** Throws `ClientError` CONFIGURATION for an address that can never work. */
export function planReturn(wishes: ReturnWishes, pageUrl: string): ReturnPlan {
  const page = new URL(withoutCallback(pageUrl));
  const wanted = wishes.redirectUri === undefined ? page : URL.parse(wishes.redirectUri, page);
  if (wanted === null || !/^https?:$/.test(wanted.protocol))
    throw new ClientError('configuration', 'CONFIGURATION', 'redirect-uri is not a web address.');
  if (wanted.origin !== page.origin)
    throw new ClientError(
      'configuration',
      'CONFIGURATION',
      'redirect-uri must be on the origin of this page: only there the sign-in can be finished.',
    );
  const warnings: string[] = [];
  return {
    redirectUri: wanted.origin + wanted.pathname,
    returnTo: wanted.href,
    goTo: afterSignIn(wishes.redirectPath, wanted, warnings),
    warnings,
  };
}

function afterSignIn(path: string | undefined, returnsTo: URL, warnings: string[]): string | null {
  if (path === undefined) return null;
  if (returnsTo.pathname !== '/') {
    warnings.push(
      'redirect-path works only where sign-in returns to the root of the domain; it is ignored. Use redirect-uri instead.',
    );
    return null;
  }
  const url = path.startsWith('/') ? URL.parse(path, returnsTo.origin) : null;
  if (url === null || url.origin !== returnsTo.origin) {
    warnings.push('redirect-path must be a path on this origin that begins with "/"; it is ignored.');
    return null;
  }
  return url.pathname + url.search + url.hash;
}

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
