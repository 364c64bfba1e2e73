// Owns the English words of the kit: what every part says.

export const kit = {
  /** The language of these words, for what depends on it. */
  language: 'en',
  optional: '(optional)',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  ended: 'Your session has ended.',
  signInAgain: 'Sign in again',
  loading: 'Loading…',
  undo: 'Undo',
  undoOf: (what: string) => `Undo: ${what}`,
  dismiss: 'Dismiss',
  dismissOf: (what: string) => `Dismiss: ${what}`,
  undoList: 'Recently deleted',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  noResults: 'No results',
  offline: 'No connection. What you typed is kept.',
  reload: 'A part of this form could not be loaded. Reload the page; the pending order is kept.',
  failed: 'It did not work. What you typed is kept.',
  problems: (count: number) => (count === 1 ? 'One thing to mend:' : `${count} things to mend:`),
};
export type KitText = typeof kit;
