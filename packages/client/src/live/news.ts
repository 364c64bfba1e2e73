// What is told of changes, and to whom.

/** `live`: changes are told as they happen. `reconnecting`: the stream broke a moment ago. `off`: there is none, so that one asks now and again. */
export type LiveState = 'live' | 'reconnecting' | 'off';

/** What changed, by kind and ids; ask for what it is now. Pass over kinds that are not known. */
export interface LiveChange {
  readonly kind: string;
  readonly id: string;
  readonly orderId?: string;
  readonly patientId?: string;
}

/** `anew`: what changed is not known, so that all that is shown is asked for again. `state`: `state` is another one. */
export type LiveNews = readonly LiveChange[] | 'anew' | 'state';

/** The stream of one person of one organization, for all who follow on a page. */
export interface Live {
  readonly state: LiveState;
  /** Calls the listener with what happens from now on; the answer stops it. The stream is open while anybody listens. */
  subscribe(listener: (news: LiveNews) => void): () => void;
}
