// Owns the short session behind the second fact: a signed cookie bound to one link's path, and the token of its forms.

import type { Clock } from '../../kernel/ports.ts';
import { createKeyedCookie, isSame } from '../../kernel/web/pages/keyed-cookie.ts';
import { TRACKING_LIMITS } from '../limits.ts';

export interface LinkSession {
  readonly linkId: string;
  readonly expiresAtSeconds: number;
  /** Goes into every form: a page of another site cannot know it. */
  readonly formToken: string;
}

export interface LinkSessions {
  /** The Set-Cookie value that begins a session for this link's path. */
  begin(linkId: string, path: string): string;
  /** The Set-Cookie value that ends it. */
  end(path: string): string;
  /** The session in a Cookie header, if it is this link's and still holds. */
  read(cookieHeader: string | undefined, linkId: string): LinkSession | undefined;
  /** True when a form was made for this session. */
  owns(session: LinkSession, formToken: string): boolean;
}

/**
 * `linkKey` is the deployment's secret for links; sessions use a key of their own derived from it. Sessions that a
 * `previous` one began go on.
 */
export function createLinkSessions(
  linkKey: Uint8Array,
  clock: Clock,
  secure: boolean,
  previous: readonly Uint8Array[] = [],
): LinkSessions {
  const cookie = createKeyedCookie({
    linkKey,
    previous,
    purpose: 'pestle link sessions',
    name: 'pestle-rx',
    secure,
    sameSite: 'Strict',
    seconds: TRACKING_LIMITS.linkSessionSeconds,
    clock,
  });
  return {
    begin: (linkId, path) => cookie.begin(linkId, path, 1),
    end: (path) => cookie.end(path),
    read: (cookieHeader, linkId) => {
      const visit = cookie.read(cookieHeader, linkId);
      return visit === undefined
        ? undefined
        : { linkId, expiresAtSeconds: visit.expiresAtSeconds, formToken: visit.formToken };
    },
    owns: (session, formToken) => isSame(formToken, session.formToken),
  };
}
