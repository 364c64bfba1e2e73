// Owns the addresses of the portal: which page an address names, and moving between them without loading.

/** What a page of the portal shows. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'prescription'; readonly id: string }
  | { readonly page: 'settings'; readonly applicationId: string | null }
  | { readonly page: 'unknown' };

/** Where sign-ins return to: the one address that the portal's application has as its callback. */
export const CALLBACK_PATH = '/portal/';
const RETURN_PARAMETER = 'to';

export function routeOf(pathname: string): Route {
  const [, first, page, id, ...rest] = pathname.replace(/\/$/, '').split('/');
  if (first !== 'portal' || rest.length > 0) return { page: 'unknown' };
  if (page === undefined) return { page: 'home' };
  if (page === 'prescriptions' && id !== undefined) return { page: 'prescription', id: decoded(id) };
  if (page === 'settings') return { page: 'settings', applicationId: id === undefined ? null : decoded(id) };
  return { page: 'unknown' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address for `redirect-uri`: the callback, which takes the page that was asked for with it. */
export function returnAddress(origin: string, pathname: string): string {
  const url = new URL(CALLBACK_PATH, origin);
  if (pathname !== CALLBACK_PATH) url.searchParams.set(RETURN_PARAMETER, pathname);
  return url.href;
}

/** The page that a sign-in came back for; null when it is none of the portal's. */
export function returnedTo({ search, origin }: Pick<Location, 'search' | 'origin'>): string | null {
  const wanted = new URLSearchParams(search).get(RETURN_PARAMETER);
  if (wanted === null) return null;
  const url = URL.parse(wanted, origin);
  // Another origin's address would lead somebody away who trusts the portal.
  if (url === null || url.origin !== origin || routeOf(url.pathname).page === 'unknown') return null;
  return url.pathname;
}
