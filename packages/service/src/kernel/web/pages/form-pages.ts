// What pages behind a secret link share, a pharmacy's and a patient's, and those of the console: headers, forms only, and pages instead of problems.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import type { Failure } from '../../errors.ts';
import { publishAnswered } from '../../failures/answered.ts';
import { understand } from '../../failures/failures.ts';
import type { Policy } from '../security-headers.ts';
import { LINK_POLICY, protectPages } from '../security-headers.ts';

export interface FormPages {
  readonly formBytesMax: number;
  /** The page that says what went wrong; it may be shown to anybody. */
  readonly failurePage: (failure: Failure, request: FastifyRequest) => string;
  /** Headers of the pages; those of pages behind a secret link when left out. */
  readonly policy?: Policy;
}

/** Forms only, page headers on every answer, and pages instead of problems. */
export async function prepareFormPages(
  app: FastifyInstance,
  { formBytesMax, failurePage, policy = LINK_POLICY }: FormPages,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  await protectPages(app, policy);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow, noarchive');
  });
  app.setErrorHandler((error, request, reply) => {
    const { failure, unexpected } = understand(error);
    if (unexpected) request.log.error({ err: error }, 'unexpected error');
    publishAnswered(failure);
    return send(
      reply,
      showing(failure.status, failurePage(failure, request), failure.detail.retryAfterSeconds),
    );
  });
}

/**
 * What a page's route answers, as a value that is sent last. Not the reply itself: that has a `then`, so whoever awaits a
 * function that returns one waits for the answer to be sent and gets nothing back.
 */
export type Answer = {
  readonly status: number;
  readonly setCookie?: string | readonly string[];
  readonly retryAfterSeconds?: number;
} & ({ readonly page: string } | { readonly location: string });

/** What a visit works with, or the answer that ends it. */
export type Opening<Visit> = { readonly opened: Visit } | { readonly ended: Answer };

export function showing(status: number, page: string, retryAfterSeconds?: number): Answer {
  return { status, page, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

export function goingTo(location: string, setCookie?: string | readonly string[]): Answer {
  return { status: 303, location, ...(setCookie !== undefined && { setCookie }) };
}

/** A route's handler: the answer is worked out first, and sent last. */
export function answering<Pages, Route extends RouteGenericInterface>(
  pages: Pages,
  answer: (pages: Pages, request: FastifyRequest<Route>) => Promise<Answer>,
): (request: FastifyRequest<Route>, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => send(reply, await answer(pages, request));
}

/** Sends it. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, setCookie, retryAfterSeconds } = answer;
  if (setCookie !== undefined)
    reply.header('set-cookie', typeof setCookie === 'string' ? setCookie : [...setCookie]);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  if ('location' in answer) return reply.redirect(answer.location, status);
  return reply.code(status).type('text/html; charset=utf-8').send(answer.page);
}

/** The fields of a form; none for another body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
