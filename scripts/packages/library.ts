// Builds a library for npm: TypeScript's own output as ES modules with their types. Inside the workspace it stays unbuilt.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceManifest, writePublished } from './published.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that are libraries; the elements are built by a bundler of their own. */
export const LIBRARIES: readonly string[] = ['packages/rules', 'packages/script', 'packages/client'];

/** Writes the package into `outDir`, which is emptied. */
export function buildLibrary(folder: string, outDir: string): void {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const { exports, publishConfig, dependencies, sideEffects } = sourceManifest(folder);
  // `publishConfig` names what others may depend on, where the workspace has more entries; none with a star is published.
  const entries = Object.entries(publishConfig?.exports ?? exports).filter(([name]) => !name.includes('*'));
  compile(
    folder,
    entries.map(([, file]) => file),
    join(outDir, 'lib'),
  );
  writePublished(folder, outDir, {
    sideEffects,
    exports: {
      ...Object.fromEntries(entries.map(([name, file]) => [name, builtEntry(file)])),
      './package.json': './package.json',
    },
    dependencies,
  });
}

function builtEntry(file: string): object {
  const stem = file.replace(/^\.\/src\//, './lib/').replace(/\.ts$/, '');
  return { types: `${stem}.d.ts`, default: `${stem}.js` };
}

function compile(folder: string, files: readonly string[], outDir: string): void {
  const package_ = join(ROOT, folder);
  mkdirSync(join(package_, 'dist'), { recursive: true });
  // Of its own, because two builds may run at once; here, because the paths in it are relative.
  const settings = mkdtempSync(join(package_, 'dist', 'library-'));
  try {
    writeFileSync(
      join(settings, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../../../tsconfig.json',
        compilerOptions: {
          noEmit: false,
          allowImportingTsExtensions: false,
          rewriteRelativeImportExtensions: true,
          declaration: true,
          stripInternal: true,
          rootDir: '../../src',
          outDir,
          // What the oldest supported Node has, and browsers of its age. Nothing newer can be used by mistake.
          lib: ['es2023', 'es2024.string', 'dom', 'dom.iterable', 'dom.asynciterable'],
          types: [],
        },
        files: files.map((file) => join('../..', file)),
        include: [],
        exclude: [],
      }),
    );
    const { status, stdout } = spawnSync('tsc', ['-p', settings], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`${folder} could not be built:\n${stdout}`);
  } finally {
    rmSync(settings, { recursive: true });
  }
  for (const name of globSync('**/*.d.ts', { cwd: outDir })) {
    const path = join(outDir, name);
    writeFileSync(path, withJsEndings(readFileSync(path, 'utf8')));
  }
  const stems = files.map((file) => join(outDir, file.replace(/^\.\/src\//, '').replace(/\.ts$/, '')));
  for (const ending of ['.js', '.d.ts'] as const) removeUnreached(outDir, stems, ending);
}

/** The compiler also writes what is imported for types that only the sources have. */
function removeUnreached(outDir: string, stems: readonly string[], ending: '.js' | '.d.ts'): void {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, , target = ''] of text.matchAll(/(?:from|import|import\() ?(['"])(\.{1,2}\/[^'"]+)\.js\1/g))
      visit(join(dirname(path), target) + ending);
  };
  for (const stem of stems) visit(stem + ending);
  for (const name of globSync(`**/*${ending}`, { cwd: outDir }))
    if (!reached.has(join(outDir, name))) rmSync(join(outDir, name));
}

/** The compiler leaves the endings of sources in declarations; a reader of the package has no sources. */
export function withJsEndings(declarations: string): string {
  return declarations.replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1');
}
