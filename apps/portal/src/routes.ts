// Owns the addresses of the portal: which page an address names, and what of it a sign-in takes along and brings back.

/** What a page of the portal shows. */
export type Route =
  | { readonly page: 'home' | (typeof LISTS)[number] | 'new-patient' | 'invite' | 'unknown' }
  | {
      readonly page:
        | 'order'
        | 'call-in'
        | 'prescription'
        | 'patient'
        | 'edit-patient'
        | 'prescribe'
        | 'sign'
        | 'person';
      readonly id: string;
    }
  | { readonly page: 'settings'; readonly applicationId: string | null };

/** Where sign-ins return to: the one address that the portal's application has as its callback. */
export const CALLBACK_PATH = '/portal/';
const RETURN_PARAMETER = 'to';

/** The pages of one patient or order, by the word before its id and the one after it. */
const OF_ONE: Readonly<Record<string, Extract<Route, { readonly id: string }>['page']>> = {
  'orders/': 'order',
  'orders/call-in': 'call-in',
  'prescriptions/': 'prescription',
  'patients/': 'patient',
  'patients/edit': 'edit-patient',
  'patients/prescribe': 'prescribe',
  'drafts/': 'sign',
  'team/': 'person',
};

const LISTS = [
  'desk',
  'orders',
  'patients',
  'drafts',
  'team',
  'catalog',
  'templates',
  'disabled',
  'pharmacies',
  'policies',
  'audit',
] as const;

export function routeOf(pathname: string): Route {
  const [, first, page, id, act = '', ...rest] = pathname.replace(/\/$/, '').split('/');
  if (first !== 'portal' || rest.length > 0) return { page: 'unknown' };
  if (page === undefined) return { page: 'home' };
  if (page === 'settings' && act === '')
    return { page: 'settings', applicationId: id === undefined ? null : decoded(id) };
  if (id === undefined) return { page: LISTS.find((name) => name === page) ?? 'unknown' };
  if (page === 'patients' && id === 'new' && act === '') return { page: 'new-patient' };
  if (page === 'team' && id === 'new' && act === '') return { page: 'invite' };
  const ofOne = OF_ONE[`${page}/${act}`];
  return ofOne === undefined ? { page: 'unknown' } : { page: ofOne, id: decoded(id) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address for `redirect-uri`: the callback, which takes the page that was asked for with it, and its filters. */
export function returnAddress(origin: string, path: string): string {
  const url = new URL(CALLBACK_PATH, origin);
  if (path !== CALLBACK_PATH) url.searchParams.set(RETURN_PARAMETER, path);
  return url.href;
}

/** The page that a sign-in came back for; null when it is none of the portal's. */
export function returnedTo({ search, origin }: Pick<Location, 'search' | 'origin'>): string | null {
  const wanted = new URLSearchParams(search).get(RETURN_PARAMETER);
  if (wanted === null) return null;
  const url = URL.parse(wanted, origin);
  // Another origin's address would lead somebody away who trusts the portal.
  if (url === null || url.origin !== origin || routeOf(url.pathname).page === 'unknown') return null;
  return url.pathname + url.search;
}
