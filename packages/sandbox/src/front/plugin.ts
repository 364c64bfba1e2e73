// Owns the sandbox's front page as a Fastify plugin: the page, the documents it leads to, and the doors that sign somebody in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS, requireOwnHost } from '../own-host.ts';
import { type FrontPage, frontHtml } from './page.ts';

/** Where a door leads. */
export type Door = {
  readonly to: 'clinic' | 'portal';
  /** The id of the person in whose name it opens. */
  readonly as: string;
  /** The clinic's id of the patient whose chart opens; null for the clinic's list. */
  readonly patient: string | null;
};

/** What the browser is given when a door opens. */
export type OpenDoor = {
  readonly url: string;
  /** `Set-Cookie` lines of the sign-in. */
  readonly cookies: readonly string[];
};

export type FrontOptions = {
  readonly page: () => FrontPage;
  /** By path. */
  readonly documents: ReadonlyMap<string, () => Promise<string>>;
  /** Signs the person in as a browser would. Null for somebody or something that the sandbox has not. */
  readonly open: (door: Door) => Promise<OpenDoor | null>;
};

/** A form of three short fields. */
const FORM_BYTES_MAX = 1_024;

/**
 * The front page of a sandbox, at `/`. It signs people in without a password, which is public in a sandbox anyway: never register it in
 * production.
 */
export async function frontPage(app: FastifyInstance, options: FrontOptions): Promise<void> {
  const { page, documents, open } = options;
  app.addHook('onRequest', requireOwnHost);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.get('/', (_request, reply) =>
    reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': policy() })
      .type('text/html; charset=utf-8')
      .send(frontHtml(page())),
  );
  for (const [path, read] of documents)
    app.get(path, async (_request, reply) =>
      reply
        .headers(PAGE_HEADERS)
        .type('text/plain; charset=utf-8')
        .send(await read()),
    );
  app.post('/open', (request, reply) => openDoor(open, request, reply));
}

async function openDoor(
  open: FrontOptions['open'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers(PAGE_HEADERS).type('text/plain; charset=utf-8');
  // Another page must not choose as whom somebody works here.
  if (request.headers['sec-fetch-site'] !== 'same-origin')
    return reply.code(403).send('Open doors on the front page itself.\n');
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const to = form.get('to');
  if (to !== 'clinic' && to !== 'portal') return reply.code(404).send('There is no such door.\n');
  const opened = await open({ to, as: form.get('as') ?? '', patient: form.get('patient') });
  if (opened === null) return reply.code(404).send('There is no such door.\n');
  return reply.header('set-cookie', [...opened.cookies]).redirect(opened.url, 303);
}

/** Forms lead to the clinic too, which has an origin of its own: browsers hold a redirect to this rule as well. */
function policy(): string {
  return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self' http://127.0.0.1:* http://localhost:*; frame-ancestors 'none'";
}
