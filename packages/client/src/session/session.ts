// What bodies know of the client around them: who is signed in, and one way to ask the service.
import type { DataOf, Persisted } from '../document.ts';
import type { Me as MeDocument } from '../documents/generated/people.ts';
import type { ClientError, StepUp } from '../errors.ts';
import type { Live } from '../live/news.ts';

/** Who is signed in, from current data. */
export type Me = DataOf<typeof MeDocument>['me'];
export type Organization = DataOf<typeof MeDocument>['organization'];

/**
 * `loading`: looking for a session. `signed-out`: nobody is signed in, or the session ended; in the second case `me` is
 * still the person whose session it was, so that a body keeps what was typed and only asks to sign in again.
 * `signing-in`: a popup is open, or a code is being exchanged. `ready`: requests can be made.
 * `wrong-organization`, `failed`: see `problem`.
 */
export type SessionState =
  | 'loading'
  | 'signed-out'
  | 'signing-in'
  | 'ready'
  | 'wrong-organization'
  | 'failed';

export interface QueryOptions {
  /** Gives the request up; the promise rejects with an `AbortError`. */
  readonly signal?: AbortSignal;
}

export interface MutateOptions extends QueryOptions {
  /** The Idempotency-Key: made once per intent of the person (`newKey()`) and used again for every repetition of it. */
  readonly key: string;
}

export interface SignInOptions {
  /** A window of its own keeps the page as it is; without it, the page leaves and comes back. Default: true. */
  readonly popup?: boolean;
}

/**
 * One per `svc-client`. A body that was ready never loses its content because of a change of `state`: it disables what
 * needs the service. When `me.id` changes to another person, everything of the former one must go.
 */
export interface Session {
  readonly state: SessionState;
  /** The person who is or was signed in; undefined until the first sign-in. */
  readonly me: Me | undefined;
  readonly organization: Organization | undefined;
  /** Why `state` is `wrong-organization` or `failed`, or why the last sign-in did not work. */
  readonly problem: ClientError | undefined;
  /** Where the service is, without a trailing slash; undefined until it is found. For links to the portal. */
  readonly apiUrl: string | undefined;

  /** Calls the listener after every change of the above; answers how to stop. */
  subscribe(listener: () => void): () => void;

  /**
   * Asks the service. Repeats by itself what could not be delivered, a few times within some seconds. Throws
   * `ClientError`; an answer with errors throws, too, even when a part of the data came.
   */
  query<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options?: QueryOptions,
  ): Promise<Data>;

  /**
   * While `state` is `loading`: the same `query` will be asked as soon as it is `ready`, so that the service is asked now. The answer
   * is kept for that query for a few seconds, and for nobody else than whoever may be signed in here.
   */
  ahead<Data, Variables>(document: Persisted<Data, Variables>, variables: Variables): void;
  /**
   * The same for what a workflow of this patient asks first: its code need not be there for that. `patientId` is as the page has set it, whatever
   * that is; with `ownApplication` only drafts of this application are asked for.
   */
  aheadOfWorkflow(patientId: unknown, shown: { readonly ownApplication: boolean }): void;

  /**
   * Writes once per key: repeats by itself with the same key only. Throws `ClientError`; after one that
   * `mayHaveHappened`, call again with the same key and the same variables.
   */
  mutate<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options: MutateOptions,
  ): Promise<Data>;

  /** The stream of what changes, for whoever is signed in: one for a page, however many elements follow it. Loaded when it is asked for. */
  live(): Promise<Live>;

  /** Resolves with true when somebody is signed in. With a popup, call it within a gesture of the person. */
  signIn(options?: SignInOptions): Promise<boolean>;
  /** Ends the session here, and with `everywhere` at the service (the page leaves for a moment). */
  signOut(options?: { readonly everywhere?: boolean }): Promise<void>;
  /**
   * After STEP_UP_REQUIRED: the same person proves who they are on the service's own page, in a popup. Call it within a
   * gesture. True when they did; somebody else's proof is refused and changes nothing.
   */
  proveAgain(demand?: StepUp): Promise<boolean>;
}
