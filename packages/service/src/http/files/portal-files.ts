// Serves the prescriber portal: one page at every address below `/portal/`, its files, and through which application it signs people in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { Failure } from '../../kernel/errors.ts';
import { PORTAL_POLICY, protectPages } from '../../kernel/web/security-headers.ts';

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

export function portalFiles({ directory, practiceOf }: PortalFilesOptions): FastifyPluginAsync {
  return async (app) => {
    await protectPages(app, PORTAL_POLICY);
    const page = readFileSync(join(directory, 'index.html'), 'utf8');
    const shown = (reply: FastifyReply): FastifyReply => reply.type('text/html; charset=utf-8').send(page);
    app.get('/portal', (_request, reply) => reply.redirect('/portal/', 308));
    app.get('/portal/*', (_request, reply) => shown(reply));
    app.get<{ Querystring: { org?: unknown } }>('/portal/practice.json', async (request, reply) => {
      const { org } = request.query;
      const practice = await practiceOf(typeof org === 'string' && org !== '' ? org : null);
      if (practice === null) throw new Failure('NOT_FOUND', 'No portal is set up for this organization.');
      return reply.send(practice);
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
        .header(
          'cache-control',
          /-[0-9a-f]{8}\.js$/.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .type(type)
        .send(body);
    });
  };
}
