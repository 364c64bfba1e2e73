// The one table of errors: what each code means, its HTTP status and whether trying again can help (X1).

interface ErrorDefinition {
  readonly status: number;
  readonly retryable: boolean;
  readonly title: string;
}

export const ERRORS = {
  MALFORMED: { status: 400, retryable: false, title: 'The request cannot be read' },
  INVALID_INPUT: { status: 422, retryable: false, title: 'A value is not acceptable' },
  UNAUTHENTICATED: { status: 401, retryable: false, title: 'Sign in, or send valid credentials' },
  TOKEN_EXPIRED: { status: 401, retryable: false, title: 'The access token has expired; refresh it' },
  STEP_UP_REQUIRED: {
    status: 401,
    retryable: false,
    title: 'Signing needs a fresh or stronger proof of who you are',
  },
  FORBIDDEN: { status: 403, retryable: false, title: 'This user or client may not do this' },
  NOT_AUTHORIZED_TO_PRESCRIBE: {
    status: 403,
    retryable: false,
    title: 'Only an authorized prescriber can sign',
  },
  NOT_FOUND: { status: 404, retryable: false, title: 'There is no such record' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, title: 'The method is not allowed here' },
  REQUEST_TIMEOUT: { status: 408, retryable: true, title: 'The request took too long to arrive' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, title: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, title: 'The content type is not supported' },
  RATE_LIMITED: { status: 429, retryable: true, title: 'Too many requests' },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    title: 'The service cannot take this now; repeat a write with the same Idempotency-Key',
  },
  MAINTENANCE: {
    status: 503,
    retryable: true,
    title: 'The service is in announced maintenance; nothing was kept',
  },
  DEADLINE_EXCEEDED: {
    status: 504,
    retryable: true,
    title: 'The service did not finish in time; repeat a write with the same Idempotency-Key',
  },
  INTERNAL: { status: 500, retryable: true, title: 'Something went wrong in the service; nothing was kept' },

  RECORD_DAMAGED: {
    status: 500,
    retryable: false,
    title: 'What is stored of this record cannot be read; its bytes were changed',
  },

  QUERY_TOO_COMPLEX: {
    status: 400,
    retryable: false,
    title: 'The query is too deep, too wide or too costly',
  },
  UNKNOWN_DOCUMENT: {
    status: 400,
    retryable: false,
    title: 'No document is kept under this id',
  },
  ONE_MUTATION_PER_REQUEST: { status: 400, retryable: false, title: 'A request may hold one mutation' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, retryable: false, title: 'Every write needs an Idempotency-Key' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    retryable: false,
    title: 'This Idempotency-Key was used for another request',
  },

  EXTERNAL_ID_TAKEN: { status: 409, retryable: false, title: 'Another record has this external id' },
  NAME_TAKEN: { status: 409, retryable: false, title: 'Another record has this name' },
  REVISION_CONFLICT: { status: 409, retryable: false, title: 'The record was changed by somebody else' },
  SAME_TREATMENT_TWICE: {
    status: 422,
    retryable: false,
    title: 'The same treatment twice needs a stated reason',
  },
  SCREENING_REASON_REQUIRED: {
    status: 422,
    retryable: false,
    title: 'What speaks against a drug, or was not checked, needs a stated reason',
  },
  SIGNATURE_INVALIDATED: {
    status: 409,
    retryable: false,
    title: 'What was reviewed is no longer what would be signed',
  },
  CONTROLLED_SUBSTANCE: {
    status: 422,
    retryable: false,
    title: 'Controlled substances cannot be prescribed here',
  },
  CONTROL_UNKNOWN: {
    status: 422,
    retryable: false,
    title: 'It cannot be shown that this drug is uncontrolled',
  },
  TREATMENT_DISABLED: { status: 422, retryable: false, title: 'This treatment must not be prescribed here' },
  PATIENT_DECEASED: { status: 422, retryable: false, title: 'Nothing is prescribed for a deceased patient' },
  PRESCRIPTION_DISPENSED: {
    status: 409,
    retryable: false,
    title: 'What was dispensed is not sent again; prescribe it again',
  },
  PRESCRIPTION_CANCELED: {
    status: 409,
    retryable: false,
    title: 'A canceled prescription is not sent; prescribe it again',
  },
  PRESCRIPTION_EXPIRED: {
    status: 409,
    retryable: false,
    title: 'An expired prescription is not sent; prescribe it again',
  },
  PRESCRIPTION_ON_OPEN_ORDER: {
    status: 409,
    retryable: false,
    title: 'The prescription is already on an open order',
  },
  PRESCRIPTION_TOO_OLD: {
    status: 409,
    retryable: false,
    title: 'A prescription is sent within 72 hours; it must be signed anew',
  },
  SIGNER_NOT_AUTHORIZED: {
    status: 409,
    retryable: false,
    title: 'Who signed it is not an authorized prescriber now; nothing more leaves in that name',
  },
  PHARMACY_NOT_SELECTABLE: { status: 422, retryable: false, title: 'This pharmacy cannot take the order' },
  ORDER_NOT_ROUTING: { status: 409, retryable: false, title: 'The order already has a pharmacy' },
  ORDER_TAKES_NO_MORE: {
    status: 409,
    retryable: false,
    title: 'The order can take no more prescriptions; send them as a new order',
  },
  CANCEL_REFUSED: {
    status: 409,
    retryable: false,
    title: 'The medication has already been shipped or dispensed',
  },
  REQUEST_ANSWERED: {
    status: 409,
    retryable: false,
    title: 'The request of the pharmacy has been answered before',
  },
  DESK_ITEM_TAKEN: {
    status: 409,
    retryable: false,
    title: 'Somebody else of the practice has taken it',
  },
  DESK_ITEM_GONE: {
    status: 409,
    retryable: false,
    title: 'It lies on the desk no more, or something new has happened to it',
  },
  PHONED_IN_REFUSED: {
    status: 409,
    retryable: false,
    title: 'There is nothing of this order that a call would bring to its pharmacy',
  },
  REMINDER_REFUSED: {
    status: 409,
    retryable: false,
    title: 'The patient cannot be texted now',
  },
  QUESTION_ANSWERED: {
    status: 409,
    retryable: false,
    title: 'The question has been answered before',
  },
  QUESTION_LIMIT: {
    status: 409,
    retryable: false,
    title: 'So many questions wait for an answer already',
  },
  RESEND_REFUSED: {
    status: 409,
    retryable: false,
    title: 'There is nothing of this fill that could be sent again',
  },
  ILLEGAL_TRANSITION: { status: 409, retryable: false, title: 'The report contradicts the current state' },
  UNKNOWN_STATUS: { status: 422, retryable: false, title: 'The status is not one of the accepted set' },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** One field's problem, for forms and for `errors[].extensions.fields`. */
export interface FieldProblem {
  /** Where: the input's path, such as `instructions` or `drafts[0].dispenseQuantity`. */
  readonly path: string;
  readonly code: string;
  /** What to do, in a sentence; never with health information. */
  readonly message: string;
}

/** Members of the error answer besides code and message; ids and codes only. */
export interface FailureDetail {
  readonly fields?: readonly FieldProblem[];
  readonly currentStatus?: string;
  readonly allowed?: readonly string[];
  readonly retryAfterSeconds?: number;
  readonly missing?: readonly string[];
  /** What to ask the OpenID provider for: `max_age` and `acr_values`. */
  readonly stepUp?: { readonly maxAgeSeconds?: number; readonly acrValues?: string };
  readonly orderId?: string;
  /** What lies on the desk, and who was faster: a person of the caller's own organization. */
  readonly itemId?: string;
  readonly by?: { readonly id: string; readonly name: string };
  readonly at?: string;
  /** Why the service cannot take work, or an order no more prescriptions, as a code. */
  readonly reason?: string;
}

/** The one class that rooms throw for what a caller can understand. The message must say what to do and hold no health information. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: FailureDetail;

  constructor(code: ErrorCode, message: string, detail: FailureDetail = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}

/** The same answer for what does not exist and for what belongs to another organization. */
export function notFound(kind: string): Failure {
  return new Failure('NOT_FOUND', `There is no ${kind} with this id.`);
}

export function invalidInput(fields: readonly FieldProblem[]): Failure {
  const [first] = fields;
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  return new Failure(
    'INVALID_INPUT',
    `${first === undefined ? 'A value is not acceptable' : `${first.path}: ${first.message}`}${more}`,
    {
      fields,
    },
  );
}
