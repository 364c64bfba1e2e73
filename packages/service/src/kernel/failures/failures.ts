// Turns whatever was thrown into one Failure of the table, so that every face of the service answers alike.
import { ERRORS, Failure } from '../errors.ts';
import { ANSWER_LIMITS } from '../limits.ts';
import { DamagedError } from './damaged.ts';
import { isRetryable, isUnavailable } from './sql-errors.ts';

export interface Understood {
  readonly failure: Failure;
  /** True when the cause is ours and nobody foresaw it: it must be logged with the request's id. */
  readonly unexpected: boolean;
}

/** The Failure to answer with. What the caller cannot understand becomes INTERNAL without a word of the cause. */
export function understand(error: unknown): Understood {
  if (error instanceof Failure) return { failure: error, unexpected: false };
  if (isUnavailable(error) || isRetryable(error)) return { failure: unavailable(), unexpected: false };
  if (error instanceof DamagedError) {
    const message =
      'What is stored of this record cannot be read: its bytes were changed. Nothing was done with it. Tell whoever runs the service; it has to come from a backup.';
    return { failure: new Failure('RECORD_DAMAGED', message), unexpected: true };
  }
  const transport = transportFailure(error);
  if (transport !== undefined) return { failure: transport, unexpected: false };
  return {
    failure: new Failure(
      'INTERNAL',
      'Something went wrong in the service. Try again; if it stays, report the request id.',
    ),
    unexpected: true,
  };
}

/** `reason`: a code for whoever watches the service. */
export function unavailable(reason?: string): Failure {
  return new Failure(
    'UNAVAILABLE',
    'The service cannot take this now. Try again shortly; a write with the same Idempotency-Key.',
    { retryAfterSeconds: ANSWER_LIMITS.retryAfterSeconds, ...(reason === undefined ? {} : { reason }) },
  );
}

/** What the HTTP server refuses before any route runs, by its code. */
function transportFailure(error: unknown): Failure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure('PAYLOAD_TOO_LARGE', 'The body is larger than this address takes.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Failure(
        'UNSUPPORTED_MEDIA_TYPE',
        'Send a Content-Type that this address takes, such as application/json.',
      );
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Failure('MALFORMED', 'The body is not JSON.');
    case 'FST_ERR_HANDLER_TIMEOUT':
      return new Failure(
        'DEADLINE_EXCEEDED',
        'The service did not finish in time. Ask again; repeat a write with the same Idempotency-Key.',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Failure('MALFORMED', 'The body does not have the length that its header states.');
    default:
      return byStatus(error);
  }
}

function byStatus(error: object): Failure | undefined {
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 408) return new Failure('REQUEST_TIMEOUT', ERRORS.REQUEST_TIMEOUT.title);
  if (status === 404) return new Failure('NOT_FOUND', ERRORS.NOT_FOUND.title);
  if (status === 405) return new Failure('METHOD_NOT_ALLOWED', ERRORS.METHOD_NOT_ALLOWED.title);
  if (status === 429) return new Failure('RATE_LIMITED', ERRORS.RATE_LIMITED.title);
  if (status >= 400 && status < 500) return new Failure('MALFORMED', 'The request cannot be read.');
  return undefined;
}
