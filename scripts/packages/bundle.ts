// Bundles what somebody imports from an installed package, as vite does for a page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

export interface Bundled {
  /** What is loaded at once, without what is loaded on demand. */
  readonly code: string;
  readonly gzipBytes: number;
  /** All files by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** `source` stands in the consumer's folder, and finds packages from there. */
export async function bundled(folder: string, source: string): Promise<Bundled> {
  const input = join(folder, 'bundled.js');
  writeFileSync(input, source);
  const result = await build({
    configFile: false,
    envDir: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict' },
    },
  });
  const [made] = Array.isArray(result) ? result : [result];
  if (made === undefined || !('output' in made)) throw new Error('nothing was bundled');
  const chunks = made.output.filter((file) => file.type === 'chunk');
  const files = Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code]));
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) need(imported);
  };
  for (const { fileName, isEntry } of chunks) if (isEntry) need(fileName);
  const code = [...needed].map((name) => files[name] ?? '').join('\n');
  return { code, gzipBytes: gzipSync(code, { level: 9 }).length, files };
}
