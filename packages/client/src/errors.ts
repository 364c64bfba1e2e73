// What can go wrong between a page and the service, as one class: the service's own codes, and those of the way to it.

/** One value to mend, as the service names it. */
export interface FieldProblem {
  /** Where: `instructions`, `drafts[0].dispenseQuantity`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What the service wants proven before it signs (docs/reference/sign-in.md). */
export interface StepUp {
  readonly maxAgeSeconds?: number;
  readonly acrValues?: string;
}

/** A plain GraphQL error, as hosts get it in events. */
export interface PlainGraphQLError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

/**
 * Where it went wrong. `api`: the service answered with a code of docs/reference/errors.md. `offline`: no answer, and
 * perhaps no request. `timeout`: no answer in time. `server`: an answer that is not the service's, or one that it could
 * not finish. `session`: nobody is signed in, or the person must prove who they are. `configuration`: the page or the
 * application is not set up. After `offline`, `timeout` and `server` a write may have happened: repeat it with the same key.
 */
export type ErrorKind = 'api' | 'offline' | 'timeout' | 'server' | 'session' | 'configuration';

export interface ClientErrorDetail {
  readonly fields?: readonly FieldProblem[];
  readonly missing?: readonly string[];
  readonly stepUp?: StepUp;
  readonly retryAfterSeconds?: number;
  readonly orderId?: string;
  readonly requestId?: string;
  /** Of a write of `createClient`: called again with it, what may have happened happens once. */
  readonly idempotencyKey?: string;
  /** All errors of the answer, when it was one. */
  readonly errors?: readonly PlainGraphQLError[];
}

/** Thrown by every call of a client and of a `Session`. The message is for people and holds nothing about a patient. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly kind: ErrorKind;
  /** A code of docs/reference/errors.md, or a `ClientCode`. */
  readonly code: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly detail: ClientErrorDetail;

  constructor(kind: ErrorKind, code: string, message: string, detail: ClientErrorDetail = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.retryable = kind === 'offline' || kind === 'timeout' || kind === 'server';
    this.detail = detail;
  }

  /** Whether a write that failed so may have been done: only the same Idempotency-Key tells. */
  get mayHaveHappened(): boolean {
    return this.retryable;
  }
}

/** Codes of our own, beside those of the service. */
export type ClientCode =
  | 'OFFLINE'
  | 'TIMEOUT'
  | 'SERVER'
  | 'SIGNED_OUT'
  | 'SIGN_IN_CANCELED'
  | 'SIGN_IN_REFUSED'
  | 'POPUP_BLOCKED'
  | 'WRONG_ORGANIZATION'
  | 'WRONG_USER'
  | 'CONFIGURATION';

/** The errors of a failed call as a host gets them. */
export function plainErrors(error: unknown): readonly PlainGraphQLError[] {
  if (error instanceof ClientError) {
    return error.detail.errors ?? [{ message: error.message, extensions: { code: error.code } }];
  }
  return [{ message: 'Something went wrong in the page.', extensions: { code: 'INTERNAL' } }];
}

/** True for the end of a request that its caller gave up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
