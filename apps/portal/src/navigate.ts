// Owns moving between the addresses of the portal without loading it anew. An address holds ids and filters, never what tells of a patient:
// what is typed into a search stands in the entry of the browser's history, which no server and no log sees.

/** Fired on the window after every move, also by the browser's own buttons. */
export const MOVED = 'pestle-moved';

/** Leads to another page of the portal. */
export function goTo(path: string): void {
  history.pushState(null, '', path);
  scrollTo(0, 0);
  dispatchEvent(new Event(MOVED));
}

/** Sets or removes filters of this page; each change is a step back for the browser's button. */
export function setFilters(changes: Readonly<Record<string, string | null>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  if (url.href === location.href) return;
  history.pushState(history.state, '', url.pathname + url.search);
  dispatchEvent(new Event(MOVED));
}

/** What was typed into the search of this entry of the history; '' where nothing was. */
export function typedSearch(): string {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('search' in state)) return '';
  return typeof state.search === 'string' ? state.search : '';
}

/** Keeps what is typed with this entry, so that going back and loading again find it. */
export function keepSearch(search: string): void {
  history.replaceState({ search }, '', location.href);
  dispatchEvent(new Event(MOVED));
}
