// What a page may set once for all its clients.

/** What `configure` takes; what is left out stays. */
export interface Configuration {
  /** The service's address, for every `svc-client` without `api-url`. */
  readonly apiUrl?: string;
}

let current: Configuration = {};
let moreScopes: string | undefined;

/** For the portal, whose pages do more than the elements. What its application may not have it does not get. */
export function askForScopes(scopes: string): void {
  moreScopes = scopes;
}

/**
 * Whose drafts 'Pending Order' shows. The portal sets it to false: in it a prescriber signs whatever was prepared, in whichever
 * application.
 */
export const draftsShown = { ownApplication: true };

/** The scopes that are asked for beside those of the elements, with spaces between them. */
export function configuredScopes(): string | undefined {
  return moreScopes;
}

/**
 * Sets what all clients of the page share: `configure({ apiUrl: 'https://rx.example' })`. Call it before the elements are connected. An
 * attribute of a client counts more. It never throws: an address that cannot be used fires `svc-error` on the clients.
 */
export function configure(configuration: Configuration): void {
  current = { ...current, ...configuration };
}

/** What was configured, else where this build was loaded from when the service itself served it. */
export function configuredApiUrl(): string | undefined {
  return current.apiUrl ?? servedFrom();
}

declare const __PESTLE_SERVED__: boolean;

/** The build that the service serves lies two folders below the service's address, with all its files: `/elements/<version>/`. */
function servedFrom(): string | undefined {
  if (typeof __PESTLE_SERVED__ === 'undefined' || !__PESTLE_SERVED__) return undefined;
  const { url } = import.meta;
  return new URL('../..', url).href.replace(/\/$/, '');
}
