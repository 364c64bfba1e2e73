// The two bundles: the self-contained one that the service serves, and the one of the npm package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { fileOf, nameOfChunk } from './chunks.ts';
import { lazyFiles } from './lazy-files.ts';
import { licences } from './licences.ts';
import { shortTemplates } from './templates.ts';

export interface Bundle {
  readonly outDir: string;
  /** Entry names and their sources. */
  readonly entries: Readonly<Record<string, string>>;
  /** The service's own build knows where it was loaded from. */
  readonly served: boolean;
  /** What the page's own bundler brings. */
  readonly external: readonly string[];
  /** An application imports parts of the elements itself: which modules travel together is left to the bundler then. */
  readonly application?: boolean;
}

/** Current browsers of the last two years; nothing is polyfilled. */
const TARGET = 'es2022';

export async function bundle(
  packageFolder: string,
  { outDir, entries, served, external, application = false }: Bundle,
): Promise<void> {
  const config: InlineConfig = {
    configFile: false,
    envDir: false,
    root: packageFolder,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    define: { __PESTLE_SERVED__: String(served), 'process.env.NODE_ENV': '"production"' },
    plugins: [shortTemplates, ownKeysOnly, ...(served && !application ? [lazyFiles, licences] : [])],
    build: {
      outDir,
      emptyOutDir: true,
      target: TARGET,
      minify: true,
      reportCompressedSize: false,
      // A library, also as the service serves it: for an application, a helper that preloads would come into the entry.
      lib: {
        entry: Object.fromEntries(
          Object.entries(entries).map(([name, source]) => [name, join(packageFolder, source)]),
        ),
        formats: ['es'],
      },
      rolldownOptions: {
        external: external.map((name) => new RegExp(`^${name}(?:/|$)`)),
        // Else what the bodies share with the entry would become a file of its own, and the entry an empty one.
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'es',
          // Libraries keep their blanks otherwise.
          minify: true,
          entryFileNames: '[name].js',
          chunkFileNames: ({ name, facadeModuleId }) => `${nameOfChunk(name, facadeModuleId)}-[hash].js`,
          ...(application ? {} : { codeSplitting: PACKED }),
          hashCharacters: 'hex',
          // What tells a bundler that a call can go: nobody bundles what is served.
          ...(served ? { comments: { annotation: false } } : {}),
          banner: (chunk) => (chunk.isEntry ? LICENCE(versionOf(packageFolder)) : ''),
        },
      },
    },
  };
  await build(config);
}

type Output = NonNullable<NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>['output']>;

const PACKED: NonNullable<Exclude<Output, readonly unknown[]>['codeSplitting']> = {
  includeDependenciesRecursively: false,
  groups: [
    {
      debugName: 'files',
      name: (id, context) => fileOf(id, (module) => context.getModuleInfo(module)),
    },
  ],
};

const LICENCE = (version: string): string => `/*! @pestle/elements ${version} | Apache-2.0 */`;

export function versionOf(packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/**
 * The bundler's helper makes namespace objects with `for (… in …)`, which also walks what a page has put on `Object.prototype`, and
 * fails on it. Only this helper is changed: what libraries do stays theirs.
 */
const ownKeysOnly: Plugin = {
  name: 'own-keys-only',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /for\(var (\w+) in (\w+)\)(?=\w+\(\w+,\1,\{get:)/g,
          'for(var $1 of Object.keys($2))',
        );
    }
  },
};
