// What the workflow asks of the browser itself: to wait, to keep something, and to ask before a page is left.

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

/** Resolves after this time, or as soon as the signal ends it. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
