// Serves the icon of every page on this origin. Browsers ask for `/favicon.ico` by themselves, also of pages that name another icon.
import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import { SERVED_WHEN_BUSY } from '../../kernel/web/served-when-busy.ts';

const TYPES: Readonly<Record<string, string>> = {
  'favicon.ico': 'image/x-icon',
  'favicon.svg': 'image/svg+xml',
};

/** `/favicon.ico` and `/favicon.svg`, which a browser may keep for a day. */
export const icons: FastifyPluginAsync = async (app) => {
  for (const [name, type] of Object.entries(TYPES)) {
    const bytes = readFileSync(new URL(`icons/${name}`, import.meta.url));
    app.get(`/${name}`, { ...SERVED_WHEN_BUSY, logLevel: 'warn' }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes),
    );
  }
};
