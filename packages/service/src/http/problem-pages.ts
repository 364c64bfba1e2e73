// Explains each error code at the address that a problem's `type` names.
import { html } from '@remix-run/html-template';
import type { FastifyPluginAsync } from 'fastify';
import type { ErrorCode } from '../kernel/errors.ts';
import { ERRORS, notFound } from '../kernel/errors.ts';
import { page } from '../kernel/web/pages/frame.ts';
import { servePageStyle } from '../kernel/web/pages/style/style.ts';
import { problemSlug } from '../kernel/web/problem.ts';
import { protectPages, signInPolicy } from '../kernel/web/security-headers.ts';

const CODES = new Map(Object.keys(ERRORS).map((code) => [problemSlug(code as ErrorCode), code as ErrorCode]));

export const problemPages: FastifyPluginAsync = async (app) => {
  servePageStyle(app);
  await protectPages(app, signInPolicy(false));
  app.get<{ Params: { slug: string } }>('/problems/:slug', async (request, reply) => {
    const code = CODES.get(request.params.slug);
    if (code === undefined) throw notFound('problem type');
    const { title, status, retryable } = ERRORS[code];
    const explained = page(
      { look: 'card', language: 'en', title: code, header: html`Pestle` },
      html`<h1>${code}</h1>
<p>${title}.</p>
<p>HTTP status ${status}. ${retryable ? 'Trying again can help.' : 'Trying again the same way does not help.'}</p>`,
    );
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/html; charset=utf-8')
      .send(explained);
  });
};
