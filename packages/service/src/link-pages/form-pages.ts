// What pages behind a secret link share, a pharmacy's and a patient's: headers, forms only, and pages instead of problems.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { understand } from '../failures.ts';
import type { Failure } from '../kernel/errors.ts';

/** Nothing from elsewhere, no script at all, no frame, nothing kept, nothing indexed, no address passed on. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export interface FormPages {
  readonly formBytesMax: number;
  /** The page that says what went wrong; it may be shown to anybody. */
  readonly failurePage: (failure: Failure) => string;
}

/** Forms only, page headers on every answer, and pages instead of problems. */
export function prepareFormPages(app: FastifyInstance, { formBytesMax, failurePage }: FormPages): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  app.setErrorHandler((error, request, reply) => {
    const { failure, unexpected } = understand(error);
    if (unexpected) request.log.error({ err: error }, 'unexpected error');
    if (failure.detail.retryAfterSeconds !== undefined)
      reply.header('retry-after', failure.detail.retryAfterSeconds);
    return show(reply, failure.status, failurePage(failure));
  });
}

export function show(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** The fields of a form; none for another body. */
export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}
