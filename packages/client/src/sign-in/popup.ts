// Owns the window of a sign-in: opening it within the gesture.
//
// The provider's pages cut the tie between the two windows (Cross-Origin-Opener-Policy), so neither can look at the other: the
// window comes back to a page of this origin and tells it through the tabs' channel.

const FEATURES = 'popup,width=480,height=760';

export interface Popup {
  /** Leads the window to the provider. */
  go(url: string): void;
  close(): void;
}

/** Call it before anything is awaited: browsers open windows only within a gesture. Null when it was blocked. */
export function openPopup(): Popup | null {
  const opened = window.open('', 'pestle-sign-in', FEATURES);
  if (opened === null) return null;
  return { go: (url) => opened.location.replace(url), close: () => opened.close() };
}
