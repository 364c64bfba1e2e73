// Measures what the library weighs in a browser: bundled with all that it needs, minified and compressed.

import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const codes = fileURLToPath(new URL('../src/codes/meanings.ts', import.meta.url));

/** What the whole library may weigh, compressed. */
export const MAX_GZIP_BYTES = 30_000;

export interface Size {
  readonly minifiedBytes: number;
  readonly gzipBytes: number;
  readonly code: string;
}

/** Bundles `source`, which imports from `@pestle/script`, for a browser: the default is everything the library exports. */
export async function sizeOf(source = `export * from ${JSON.stringify(entry)};`): Promise<Size> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    resolve: {
      alias: [
        { find: /^@pestle\/script$/, replacement: entry },
        { find: /^@pestle\/script\/codes$/, replacement: codes },
      ],
    },
    plugins: [
      {
        name: 'source',
        enforce: 'pre',
        // An entry of a library is made a path before it comes here.
        resolveId: (id) => (id.endsWith('virtual:source') ? 'virtual:source' : undefined),
        load: (id) => (id === 'virtual:source' ? source : undefined),
      },
    ],
    // Not as a library: vite leaves the blanks in those.
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: 'virtual:source', preserveEntrySignatures: 'strict' },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (bundle === undefined || !('output' in bundle)) throw new Error('nothing was built');
  const code = bundle.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
  return { minifiedBytes: Buffer.byteLength(code), gzipBytes: gzipSync(code, { level: 9 }).length, code };
}
