// A Failure as `application/problem+json` (RFC 9457), for every face that is not GraphQL.
import type { FastifyReply } from 'fastify';
import type { ErrorCode, Failure } from '../errors.ts';
import { ERRORS } from '../errors.ts';
import { publishAnswered } from '../failures/answered.ts';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

export interface Problem {
  /** Where the code is explained; relative to the service's address. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly request_id: string;
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
  readonly current_status?: string;
  readonly allowed?: readonly string[];
  readonly order_id?: string;
  readonly missing?: readonly string[];
  readonly reason?: string;
}

/** `ILLEGAL_TRANSITION` → `illegal-transition`: the last part of a problem's type. */
export function problemSlug(code: ErrorCode): string {
  return code.toLowerCase().replaceAll('_', '-');
}

/** The body that the caller gets. */
export function problemOf(failure: Failure, requestId: string): Problem {
  publishAnswered(failure);
  const { fields, currentStatus, allowed, orderId, missing, reason } = failure.detail;
  return {
    type: `/problems/${problemSlug(failure.code)}`,
    title: ERRORS[failure.code].title,
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    retryable: failure.retryable,
    request_id: requestId,
    ...(fields === undefined
      ? {}
      : {
          errors: fields.map(({ path, code, message }) => ({
            pointer: pointerOf(path),
            code,
            detail: message,
          })),
        }),
    ...(currentStatus === undefined ? {} : { current_status: currentStatus }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(orderId === undefined ? {} : { order_id: orderId }),
    ...(missing === undefined ? {} : { missing }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Sends the problem with the headers that its status needs. */
export function sendProblem(reply: FastifyReply, failure: Failure): FastifyReply {
  const { retryAfterSeconds } = failure.detail;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if (failure.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer realm="pestle"');
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_CONTENT_TYPE)
    .send(problemOf(failure, reply.request.id));
}

/** `drafts[0].notes` → `#/drafts/0/notes` (RFC 6901 in a fragment, as in RFC 9457's example). */
function pointerOf(path: string): string {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  return `#${parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
}
