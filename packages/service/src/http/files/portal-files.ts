// Serves the prescriber portal: one page at every address below `/portal/`, its files, and through which application it signs people in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '@remix-run/html-template';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { Failure } from '../../kernel/errors.ts';
import { PORTAL_POLICY, protectPages } from '../../kernel/web/security-headers.ts';
import { SERVED_WHEN_BUSY } from '../../kernel/web/served-when-busy.ts';

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

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/**
 * The page as it is sent: with the practice that it is for, so that nothing asks for it, and a link that signs in before any script has come.
 * Whoever has begun a session in this browser is signed in by the page itself: no link flashes by.
 */
function firstPage(page: string, request: FastifyRequest, practice: PortalPractice | null): string {
  const { cookie = '', 'accept-language': languages = '' } = request.headers;
  const wanted = new URL(request.url, 'http://portal');
  wanted.searchParams.set('sign-in', '');
  const inSpanish = /^es\b/i.test(languages);
  const link = /(?:^|;\s*)(?:__Host-)?pestle_session=/.test(cookie)
    ? ''
    : html`<a href="${wanted.pathname}${wanted.search}">${inSpanish ? 'Iniciar sesión' : 'Sign in'}</a>`;
  const opened =
    practice === null
      ? html`<pestle-portal`
      : html`<pestle-portal data-application="${practice.applicationId}" data-organization="${practice.organizationId}"`;
  const spoken = inSpanish
    ? page
        .replace('<html lang="en">', '<html lang="es">')
        .replace('Pestle portal</h1>', 'Portal de Pestle</h1>')
    : page;
  return spoken
    .replace('<a href="?sign-in">Sign in</a>', () => String(link))
    .replace('<pestle-portal', () => String(opened));
}

export function portalFiles({ directory, practiceOf }: PortalFilesOptions): FastifyPluginAsync {
  return async (app) => {
    await protectPages(app, PORTAL_POLICY);
    const page = readFileSync(join(directory, 'index.html'), 'utf8');
    app.get('/portal', (_request, reply) => reply.redirect('/portal/', 308));
    app.get('/portal/*', SERVED_WHEN_BUSY, async (request, reply) => {
      const { org } = request.query as { readonly org?: unknown };
      // The page finds it by itself where the store does not answer now.
      const practice = await practiceOf(typeof org === 'string' && org !== '' ? org : null).catch(() => null);
      return reply.type('text/html; charset=utf-8').send(firstPage(page, request, practice));
    });
    app.get<{ Querystring: { org?: unknown } }>('/portal/practice.json', async (request, reply) => {
      const { org } = request.query;
      const practice = await practiceOf(typeof org === 'string' && org !== '' ? org : null);
      if (practice === null) throw new Failure('NOT_FOUND', 'No portal is set up for this organization.');
      return reply.send(practice);
    });
    app.get<{ Params: { file: string } }>('/portal/files/:file', SERVED_WHEN_BUSY, (request, reply) => {
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
        .header(
          'cache-control',
          /-[0-9a-f]{8}\.js$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .type(type)
        .send(body);
    });
  };
}
