// Serves the built elements at `/elements/<version>/…`: any page may load them, nobody may change them.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { SERVED_WHEN_BUSY } from '../../kernel/web/served-when-busy.ts';

export interface ElementFilesOptions {
  /** A folder with `pestle.js`, what it loads, their `.br` and `.gz`, `integrity.json` and `licenses.txt`. Read once. */
  readonly directory: string;
  readonly version: string;
  /**
   * Whether the files of this version can never change again. In the sandbox they are built from sources that do: then what has no
   * hash in its name is asked for anew each time.
   */
  readonly released: boolean;
}

interface ServedFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_ANEW = 'public, no-cache';

/** The plugin; rejects when the folder cannot be read. */
export function elementFiles(options: ElementFilesOptions): FastifyPluginAsync {
  return async (app) => {
    const files = readFiles(options);
    app.get('/elements/:version/:file', SERVED_WHEN_BUSY, (request, reply) => {
      const { version, file } = request.params as { readonly version: string; readonly file: string };
      const found = version === options.version ? files.get(file) : undefined;
      if (found === undefined) return reply.callNotFound();
      return send(found, request, reply);
    });
  };
}

function send(file: ServedFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
    // Code for anybody's page; `integrity` wants CORS.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.type(file.type);
  if (file.br !== undefined && /\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip !== undefined && /\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}

function readFiles({ directory, released }: ElementFilesOptions): ReadonlyMap<string, ServedFile> {
  const names = globSync('**/*.{js,json}', { cwd: directory })
    .concat(globSync('licenses.txt', { cwd: directory }))
    .map((name) => name.split(sep).join('/'));
  if (!names.includes('pestle.js')) throw new Error(`there are no built elements in ${directory}`);
  return new Map(names.map((name) => [name, readServed(directory, name, released)]));
}

function readServed(directory: string, name: string, released: boolean): ServedFile {
  const path = join(directory, name);
  const plain = readFileSync(path);
  const isScript = name.endsWith('.js');
  const isHashed = /-[0-9a-f]{8}\.js$/.test(name);
  return {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: isHashed || released ? FOREVER : ASK_ANEW,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    br: isScript ? readFileSync(`${path}.br`) : undefined,
    gzip: isScript ? readFileSync(`${path}.gz`) : undefined,
  };
}
