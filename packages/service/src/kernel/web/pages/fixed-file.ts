// Files of pages whose address changes with their content, so that browsers may keep them for good.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SERVED_WHEN_BUSY } from '../served-when-busy.ts';

const TYPES = { css: 'text/css', js: 'text/javascript' } as const;

export interface FixedFile {
  readonly path: string;
  readonly type: string;
  readonly content: string;
}

/** `/pages`, `css` → `/pages.0123456789ab.css`. */
export function fixedFile(name: string, kind: keyof typeof TYPES, content: string): FixedFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `${name}.${hash}.${kind}`, type: `${TYPES[kind]}; charset=utf-8`, content };
}

export function serveFixed(app: FastifyInstance, { path, type, content }: FixedFile): void {
  app.get(path, SERVED_WHEN_BUSY, (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .type(type)
      .send(content),
  );
}
