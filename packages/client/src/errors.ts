// What can go wrong between a page and the service, as one class: the service's own codes, and those of the way to it.

/** One value to mend, as the service names it. */
export interface FieldProblem {
  /** Where: `instructions`, `drafts[0].dispenseQuantity`. */
  readonly path: string;
  /** What is wrong, for programs. */
  readonly code: string;
  /** What is wrong, for people. */
  readonly message: string;
}

/** What the service wants proven before it signs, for the request of a sign-in (OpenID Connect Core, section 3.1.2.1): docs/reference/sign-in.md. */
export interface StepUp {
  /** How old the person's sign-in may be. */
  readonly maxAgeSeconds?: number;
  /** The ways of signing in that count, with spaces between them. */
  readonly acrValues?: string;
}

/** An error as GraphQL writes it (GraphQL of October 2021, section 7.1.2), as hosts get it in events. */
export interface PlainGraphQLError {
  /** What is wrong, for people. */
  readonly message: string;
  /** Where: names of fields, and numbers within lists. */
  readonly path?: readonly (string | number)[];
  /** `code` is one of docs/reference/errors.md, or a `ClientCode`. */
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

/**
 * Where it went wrong. `api`: the service answered with a code of docs/reference/errors.md. `offline`: no answer, and
 * perhaps no request. `timeout`: no answer in time. `server`: an answer that is not the service's, or one that it could
 * not finish. `session`: nobody is signed in, or the person must prove who they are. `configuration`: the page or the
 * application is not set up. After `offline`, `timeout` and `server` a write may have happened: repeat it with the same key.
 */
export type ErrorKind = 'api' | 'offline' | 'timeout' | 'server' | 'session' | 'configuration';

/** What the service said of an error, as far as it said it. */
export interface ClientErrorDetail {
  /** Of `INVALID_INPUT`: each value to mend. */
  readonly fields?: readonly FieldProblem[];
  /** What somebody lacks to prescribe. */
  readonly missing?: readonly string[];
  /** Of `STEP_UP_REQUIRED`: what must be proven. */
  readonly stepUp?: StepUp;
  /** When to ask again, from now. */
  readonly retryAfterSeconds?: number;
  /** The order that it is about. */
  readonly orderId?: string;
  /** By which the operators of the service find the request. */
  readonly requestId?: string;
  /** Of a write of `createClient`: called again with it, what may have happened happens once. */
  readonly idempotencyKey?: string;
  /** All errors of the answer, when it was one. */
  readonly errors?: readonly PlainGraphQLError[];
}

/** Thrown by every call of a client and of a `Session`. The message is for people and holds nothing about a patient. */
export class ClientError extends Error {
  /** Always this, for where the class itself is not at hand. */
  override readonly name = 'ClientError';
  /** Where it went wrong. */
  readonly kind: ErrorKind;
  /** A code of docs/reference/errors.md, or a `ClientCode`. */
  readonly code: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** What the service said besides. */
  readonly detail: ClientErrorDetail;

  /** For the client's own use, and for tests of what a program does with one. */
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

/** The codes of what went wrong on the way, beside those of the service: docs/reference/errors.md. */
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

/** The errors of a failed call as a host gets them: those that the service named, else one. Never throws, whatever it is given. */
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
