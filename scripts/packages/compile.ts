// Checks a package's types as its users' compilers do, and compiles the samples of its README as they would.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.ts';
import type { Sample } from './samples.ts';

const RESOLUTIONS = {
  node16: { module: 'node16', moduleResolution: 'node16' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
} as const;

/** What a compiler knows beside the language: a page's names, Node's, or nothing. */
export type Surroundings = 'dom' | 'node' | 'nothing';

const KNOWN = {
  dom: { lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  node: { lib: ['es2023'], types: ['node'] },
  nothing: { lib: ['es2023'], types: [] },
} as const;

/** Every entry, strictly and with the libraries' own declarations, in both ways of resolving. Throws what the compiler says. */
export async function checkTypes(
  folder: string,
  entries: readonly string[],
  surroundings: readonly Surroundings[],
): Promise<void> {
  const source = entries.map((entry, index) => `export type * as e${index} from '${entry}';\n`).join('');
  writeFileSync(join(folder, 'entries.ts'), source);
  for (const around of surroundings)
    for (const resolution of ['node16', 'bundler'] as const)
      await compile(folder, ['entries.ts'], { ...RESOLUTIONS[resolution], ...KNOWN[around], noEmit: true });
}

/** Writes the samples, checks them in both ways, and answers the folder with what they are in JavaScript. */
export async function compileSamples(
  folder: string,
  samples: readonly Sample[],
  around: Surroundings,
): Promise<string> {
  const names = samples.map(({ file }) => file);
  for (const { file, code } of samples) writeFileSync(join(folder, file), code);
  const bundled = { ...RESOLUTIONS.bundler, ...KNOWN[around], noEmit: true };
  await compile(folder, names, { ...bundled, allowImportingTsExtensions: true });
  const outDir = join(folder, 'compiled');
  mkdirSync(outDir, { recursive: true });
  const plain = { ...RESOLUTIONS.node16, ...KNOWN[around], rewriteRelativeImportExtensions: true };
  await compile(folder, names, { ...plain, outDir, rootDir: '.' });
  return outDir;
}

async function compile(folder: string, files: readonly string[], options: object): Promise<void> {
  const settings = join(folder, 'tsconfig.json');
  const compilerOptions = { target: 'es2023', strict: true, skipLibCheck: false, ...options };
  writeFileSync(settings, JSON.stringify({ compilerOptions, files }));
  const { status, stdout } = await run('tsc', ['-p', settings], folder);
  if (status !== 0) throw new Error(`a compiler with ${JSON.stringify(options)} says:\n${stdout}`);
}
