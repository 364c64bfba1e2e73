// How a nested element finds the client around it: an event that the nearest `svc-client` in the composed tree answers (E3).
import type { Session } from '@pestle/client';

// The number is the protocol's, not the build's: copies that speak the same one understand each other's announcements.
const FIND_CLIENT = 'svc-i-find-client-1';
const CLIENT_CONNECTED = 'svc-i-client-connected-1';

/** Called with the session, and again when the client is configured anew; null when the client leaves. */
export type Accept = (session: Session | null) => void;

/** What a client does with those who ask. */
export interface Answering {
  readonly add: (accept: Accept) => void;
  readonly delete: (accept: Accept) => void;
}

/**
 * Who may get a session. A script of the page can fire the event, but only the shells of this copy of the code are in
 * here: nothing else is handed a session with which to write (W4).
 */
const askers = new WeakMap<EventTarget, (client: Answering) => void>();

/** A search that goes on: `stop` ends it and leaves the client. */
export interface Search {
  readonly found: boolean;
  stop(): void;
}

/**
 * Looks for the nearest client of `element`, which must be connected. When none answers, `missing` is called, and the
 * search goes on for a client that is upgraded or inserted later.
 */
export function findClient(element: HTMLElement, accept: Accept, missing: () => void): Search {
  let client: Answering | undefined;
  const ask = (): void => {
    if (client !== undefined) return;
    element.dispatchEvent(new CustomEvent(FIND_CLIENT, { bubbles: true, composed: true, detail: element }));
  };
  askers.set(element, (answering) => {
    client = answering;
    answering.add(accept);
  });
  document.addEventListener(CLIENT_CONNECTED, ask);
  ask();
  if (client === undefined) missing();
  return {
    get found() {
      return client !== undefined;
    },
    stop: () => {
      document.removeEventListener(CLIENT_CONNECTED, ask);
      askers.delete(element);
      client?.delete(accept);
      client = undefined;
    },
  };
}

/** Answers those inside `client` who ask for it. Listens for as long as the element exists. */
export function answerSearches(client: HTMLElement, answering: Answering): void {
  client.addEventListener(FIND_CLIENT, (event) => {
    const asker: unknown = event instanceof CustomEvent ? event.detail : undefined;
    const answer = asker instanceof HTMLElement ? askers.get(asker) : undefined;
    if (answer === undefined) return;
    event.stopPropagation();
    answer(answering);
  });
}

/** Tells those who did not find a client before that there is one now. */
export function announceClient(): void {
  document.dispatchEvent(new Event(CLIENT_CONNECTED));
}
