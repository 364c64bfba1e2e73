// Where a sign-in returns to, and where it goes on (redirect-uri, redirect-path).

import { ClientError } from '../errors.ts';
import { askingToSignIn, withoutCallback } from './callback.ts';

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
  /**
   * The page on another origin that must begin the sign-in itself, because it can be finished only in the browser's storage of the origin
   * where it began; null: this one can.
   */
  readonly elsewhere: string | null;
  readonly warnings: readonly string[];
}

/** Throws `ClientError` CONFIGURATION for an address that can never work. */
export function planReturn(wishes: ReturnWishes, pageUrl: string): ReturnPlan {
  const page = new URL(withoutCallback(pageUrl));
  const wanted = wishes.redirectUri === undefined ? page : URL.parse(wishes.redirectUri, page);
  if (wanted === null || !/^https?:$/.test(wanted.protocol))
    throw new ClientError('configuration', 'CONFIGURATION', 'redirect-uri is not a web address.');
  const warnings: string[] = [];
  return {
    redirectUri: wanted.origin + wanted.pathname,
    returnTo: wanted.href,
    goTo: afterSignIn(wishes.redirectPath, wanted, warnings),
    elsewhere: wanted.origin === page.origin ? null : askingToSignIn(wanted.href),
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
