// Serves the prescriber portal: one page at every address below `/portal/`, its files, and through which application it signs people in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Failure } from '../kernel/errors.ts';

/** Ids that the portal's page needs; neither is a secret. */
export interface PortalPractice {
  readonly applicationId: string;
  readonly organizationId: string;
}

export interface PortalFilesOptions {
  /** A folder with `index.html`, `page.css` and the built scripts. */
  readonly directory: string;
  /** The portal's application in an organization, or, without one, in the only organization that has one. */
  readonly practiceOf: (organizationId: string | null) => Promise<PortalPractice | null>;
}

/** Nothing but our own scripts, styles and addresses; no inline code; Lit's policy is the only one that makes HTML. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

export function portalFiles({ directory, practiceOf }: PortalFilesOptions): FastifyPluginAsync {
  return async (app) => {
    const page = readFileSync(join(directory, 'index.html'), 'utf8');
    const shown = (reply: FastifyReply): FastifyReply =>
      reply.headers(HEADERS).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
    app.get('/portal', (_request, reply) => reply.redirect('/portal/', 308));
    app.get('/portal/*', (_request, reply) => shown(reply));
    app.get<{ Querystring: { org?: unknown } }>('/portal/practice.json', async (request, reply) => {
      const { org } = request.query;
      const practice = await practiceOf(typeof org === 'string' && org !== '' ? org : null);
      if (practice === null) throw new Failure('NOT_FOUND', 'No portal is set up for this organization.');
      return reply.header('cache-control', 'no-store').send(practice);
    });
    app.get<{ Params: { file: string } }>('/portal/files/:file', (request, reply) => {
      const { file } = request.params;
      const type = TYPES[file.split('.').at(-1) ?? ''];
      // A name of ours and nothing of a path.
      if (type === undefined || !/^[\w-]+\.(?:js|css)$/.test(file)) return reply.callNotFound();
      let body: Buffer;
      try {
        body = readFileSync(join(directory, file));
      } catch {
        return reply.callNotFound();
      }
      return reply
        .headers(HEADERS)
        .header(
          'cache-control',
          /-[0-9a-f]{8}\.js$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .type(type)
        .send(body);
    });
  };
}
