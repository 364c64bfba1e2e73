// The npm package: ES modules, types, descriptions and a package.json of its own, ready to publish from `dist/npm`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withJsEndings } from '../../../scripts/packages/library.ts';
import { sourceManifest, writePublished } from '../../../scripts/packages/published.ts';
import { bundle } from './bundle.ts';
import { writeDescriptions } from './manifest.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What others import, and the file of `src` that it is: what the manifest publishes of the workspace's entries. */
const ENTRIES = Object.entries(sourceManifest('packages/elements').publishConfig?.exports ?? {}).map(
  ([name, file]) => [name, file.replace(/^\.\/src\/|\.ts$/g, '')] as const,
);

/** Writes the package into `outDir`, which is emptied. */
export async function buildPackage(outDir: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  await bundle(PACKAGE, {
    outDir,
    entries: Object.fromEntries(ENTRIES.map(([, stem]) => [stem, `src/${stem}.ts`])),
    served: false,
    external: ['lit', 'lit-html', '@lit/reactive-element', 'oauth4webapi'],
  });
  writeTypes(join(outDir, 'types'));
  writeDescriptions(PACKAGE, outDir);
  writePublished('packages/elements', outDir, shape());
}

function shape(): Readonly<Record<string, unknown>> {
  const versionOf = (folder: string, name: string): string | undefined =>
    sourceManifest(folder).dependencies?.[name];
  const entry = (file: string): object => ({ types: `./types/${file}.d.ts`, default: `./${file}.js` });
  return {
    // Importing registers the elements.
    sideEffects: ['./index.js', './aliases.js'],
    exports: {
      ...Object.fromEntries(ENTRIES.map(([name, stem]) => [name, entry(stem)])),
      './jsx': { types: './jsx.d.ts' },
      './react': { types: './react.d.ts' },
      './vue': { types: './vue.d.ts' },
      './svelte': { types: './svelte.d.ts' },
      './angular': { types: './angular.d.ts' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    types: './types/index.d.ts',
    customElements: './custom-elements.json',
    dependencies: {
      lit: versionOf('packages/elements', 'lit'),
      oauth4webapi: versionOf('packages/client', 'oauth4webapi'),
    },
  };
}

/** The public classes, without what is marked `@internal`. */
function writeTypes(outDir: string): void {
  mkdirSync(join(PACKAGE, 'dist'), { recursive: true });
  // Of its own, because two builds may run at once; here, because the paths in it are relative.
  const folder = mkdtempSync(join(PACKAGE, 'dist', 'types-'));
  try {
    compileTypes(join(folder, 'tsconfig.json'), outDir);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compileTypes(settings: string, outDir: string): void {
  writeFileSync(
    settings,
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: {
        noEmit: false,
        emitDeclarationOnly: true,
        declaration: true,
        stripInternal: true,
        rootDir: '../../src',
        outDir,
      },
      include: [],
      files: ENTRIES.map(([, stem]) => `../../src/${stem}.ts`),
    }),
  );
  const made = `${outDir}.all`;
  const { status, stdout } = spawnSync('tsc', ['-p', settings, '--outDir', made, '--rootDir', ROOT], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`the types could not be made:\n${stdout}`);
  copyPublic(join(made, 'packages/elements/src'), outDir);
  rmSync(made, { recursive: true });
}

/** From the entries on, only what a consumer's compiler reads. */
function copyPublic(from: string, outDir: string): void {
  const pending = ENTRIES.map(([, stem]) => `${stem}.d.ts`);
  const copied = new Set<string>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (copied.has(name)) continue;
    copied.add(name);
    const text = withJsEndings(readFileSync(join(from, name), 'utf8'));
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
    mkdirSync(join(outDir, folder), { recursive: true });
    writeFileSync(join(outDir, name), text);
    for (const [, , path = ''] of text.matchAll(/from (['"])(\.{1,2}\/[^'"]+)\.js\1/g))
      pending.push(`${join(folder, path).replaceAll('\\', '/')}.d.ts`);
  }
}
