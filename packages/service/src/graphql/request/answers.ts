// The errors of a GraphQL answer: every one with a code of the table, none with the values that the caller sent.
import type { FastifyBaseLogger } from 'fastify';
import type { SourceLocation } from 'graphql';
import { GraphQLError } from 'graphql';
import type { ErrorCode, FailureDetail } from '../../kernel/errors.ts';
import { ERRORS, Failure } from '../../kernel/errors.ts';
import { publishAnswered } from '../../kernel/failures/answered.ts';
import { understand } from '../../kernel/failures/failures.ts';

/** One entry of `errors`, as elements and integrations see it. */
export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly SourceLocation[];
  readonly extensions: {
    readonly code: ErrorCode;
    readonly retryable: boolean;
    readonly requestId?: string;
  } & FailureDetail;
}

export interface ErrorContext {
  readonly requestId: string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Production gives no suggestions of names. */
  readonly suggestions: boolean;
}

/** The answer's error for anything thrown before or while a document ran. What nobody foresaw is logged here, once. */
export function answerError(error: unknown, context: ErrorContext): AnswerError {
  if (error instanceof GraphQLError) {
    const { originalError } = error;
    const thrown = originalError !== undefined && !(originalError instanceof GraphQLError);
    const failure = thrown
      ? understood(originalError, context)
      : (documentFailure(error, context) ?? undefined);
    const known = failure ?? understood(error, context);
    return { ...fromFailure(known, context), ...positionOf(error) };
  }
  return fromFailure(understood(error, context), context);
}

function understood(error: unknown, context: ErrorContext): Failure {
  const { failure, unexpected } = understand(error);
  if (unexpected) context.log.error({ err: error, requestId: context.requestId }, 'unexpected error');
  return failure;
}

function fromFailure(failure: Failure, context: ErrorContext): AnswerError {
  publishAnswered(failure);
  return {
    message: failure.message,
    extensions: {
      code: failure.code,
      retryable: failure.retryable,
      ...(failure.code === 'INTERNAL' ? { requestId: context.requestId } : {}),
      ...failure.detail,
    },
  };
}

function positionOf(error: GraphQLError): Pick<AnswerError, 'path' | 'locations'> {
  return {
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
  };
}

/**
 * GraphQL's own errors name values of the request (a date of birth that is none). What they say of names and types is
 * kept; sentences with values are replaced. Answers undefined for an error that is ours, such as a null in a field
 * that promises none.
 */
function documentFailure(error: GraphQLError, context: ErrorContext): Failure | undefined {
  const { message } = error;
  if (error.path !== undefined && !message.startsWith('Argument "')) return undefined;
  return new Failure('MALFORMED', withoutValues(message, context));
}

function withoutValues(message: string, context: ErrorContext): string {
  const syntax = message.startsWith('Syntax Error');
  if (syntax) return 'The document is not GraphQL: its syntax is wrong at the place given.';
  const variable = /^Variable "\$(\w+)" got invalid value .* at "([\w.[\]]+)"; (.*)$/s.exec(message);
  if (variable !== null) return variableSentence(variable[2] ?? '', variable[3] ?? '', context);
  const whole = /^Variable "\$(\w+)" got invalid value .*?; (.*)$/s.exec(message);
  if (whole !== null) return variableSentence(whole[1] ?? '', whole[2] ?? '', context);
  if (VALUE_SENTENCE.test(message)) return 'A value in the document does not fit its type.';
  return plain(message, context);
}

/** Sentences of GraphQL that repeat a value of the document or of its variables. */
const VALUE_SENTENCE =
  /cannot represent|^Expected value of type|^Value |^Enum |does not exist in|got invalid value/;
const SAFE_REASON =
  /^(?:Field "\w+" (?:of required type "[\w![\]]+" was not provided|is not defined by type "\w+")|Expected (?:non-nullable )?type "[\w![\]]+" (?:not to be null|to be an object))/;
const OWN_REASON = /A (?:DateTime|Date|Decimal) is [^"]*(?:"[^"]*")?[^"]*\.$/;

function variableSentence(path: string, reason: string, context: ErrorContext): string {
  const own = OWN_REASON.exec(reason)?.[0];
  if (own !== undefined) return `${path}: ${own}`;
  if (SAFE_REASON.test(reason)) return `${path}: ${plain(reason, context)}`;
  return `${path}: the value does not fit the schema's type.`;
}

function plain(message: string, context: ErrorContext): string {
  return context.suggestions ? message : message.replace(/ Did you mean .*$/s, '');
}

/**
 * The HTTP status of an answer (documented in docs/reference/errors.md): 200 when the document ran, whatever its
 * fields said; 4xx when it did not run; 503 and 504 when nothing of it could be done, so that balancers try elsewhere.
 */
export function statusOf(errors: readonly AnswerError[], ran: boolean): number {
  const statuses = errors.map(({ extensions }) => ERRORS[extensions.code].status);
  const [first = 200] = statuses;
  if (!ran) return first;
  return statuses.length > 0 && statuses.every((status) => status === 503 || status === 504) ? first : 200;
}
