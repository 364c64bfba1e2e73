// What the workflow asks of the browser itself: to keep something, and to ask before a page is left.

/** The browser asks whether to leave; its own words, which no page can change. */
export function holdPage(event: Event): void {
  event.preventDefault();
}

/** Null where a browser forbids it: reading the property throws. */
export function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
