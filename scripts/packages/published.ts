// What every published package says of itself, and what lies in it beside its code: one description, readme, licence and notice.
import { copyFileSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where a built package lies in its folder: `npm publish` runs there. */
export const BUILT = join('dist', 'npm');

/** A package.json of the workspace, as far as it is published. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly sideEffects?: boolean;
  readonly exports: Readonly<Record<string, string>>;
  /** Where the workspace has more entries than others may depend on. */
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, string>> };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Where the project lives in public. Each deployment of the sources says it once, in the root's package.json. */
interface PublicAddresses {
  readonly repository?: { readonly type: string; readonly url: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
}

type Shape = Readonly<Record<string, unknown>>;

export function sourceManifest(folder: string): SourceManifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as SourceManifest;
}

/** Completes what was built into `outDir` to a package that can be published from there. `shape` is what only this package has. */
export function writePublished(folder: string, outDir: string, shape: Shape): void {
  for (const paper of ['LICENSE', 'NOTICE']) copyFileSync(join(ROOT, paper), join(outDir, paper));
  const addresses = publicAddresses();
  writeFileSync(join(outDir, 'README.md'), readmeOf(folder, outDir, addresses));
  writeFileSync(
    join(outDir, 'package.json'),
    `${JSON.stringify({ ...described(folder, addresses), ...shape, files: filesIn(outDir) }, null, 2)}\n`,
  );
}

function described(folder: string, { repository, homepage, bugs }: PublicAddresses): Shape {
  const { name, version, description, keywords, license } = sourceManifest(folder);
  return {
    name,
    version,
    description,
    keywords,
    license,
    // No address is made up: without one npm shows none, and refuses to publish with provenance.
    ...(repository === undefined ? {} : { repository: { ...repository, directory: folder } }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(bugs === undefined ? {} : { bugs }),
    type: 'module',
    engines: { node: enginesOf() },
    publishConfig: { access: 'public', provenance: true },
  };
}

function publicAddresses(): PublicAddresses {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PublicAddresses;
}

/** Of the root: what people who install a package need is what people who install the service need. */
function enginesOf(): string {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  return engines.node;
}

function filesIn(outDir: string): readonly string[] {
  return globSync('*', { cwd: outDir })
    .filter((name) => name !== 'package.json')
    .toSorted();
}

/** A link that leaves the package would lead nowhere on the registry's page: it goes to the repository, or becomes the path there. */
function readmeOf(folder: string, outDir: string, { homepage }: PublicAddresses): string {
  const source = join(ROOT, folder);
  const text = readFileSync(join(source, 'README.md'), 'utf8');
  return text.replaceAll(
    /\[([^\]]+)\]\(((?!https?:|#)[^)\s]+)\)/g,
    (whole, label: string, target: string) => {
      if (existsSync(join(outDir, target))) return whole;
      const path = relative(ROOT, resolve(source, target)).replaceAll('\\', '/');
      return homepage === undefined
        ? `${label} (\`${path}\` in the repository)`
        : `[${label}](${homepage}/blob/main/${path})`;
    },
  );
}
