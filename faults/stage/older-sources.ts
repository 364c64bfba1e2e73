// The sources as they were before the newest changes of the schema, from the repository's history, in a folder of their own that can be run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { seedStore } from '@pestle/testbed/processes/serve-environment';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS = 'packages/service/src/store/migrations';
const OWN = '@pestle';

export interface OlderSources {
  /** The file that is `pestle` there. */
  readonly program: string;
  readonly commit: string;
  /** Lays the seed as they did. */
  readonly seed: typeof seedStore;
  close(): void;
}

const git = (...args: readonly string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** Migrations that stand in a commit. */
const migrationsAt = (commit: string): readonly string[] =>
  git('ls-tree', '--name-only', `${commit}:${MIGRATIONS}`)?.split('\n') ?? [];

/** Commits that brought a migration, the newest first. What was renumbered before it was released was no version. */
const changes = (): readonly string[] => {
  const now = new Set(readdirSync(join(root, MIGRATIONS)));
  return brought().filter((commit) => migrationsAt(`${commit}^`).every((name) => now.has(name)));
};

const brought = (): readonly string[] =>
  [...new Set(git('log', '--format=%H', '--diff-filter=A', '--', MIGRATIONS)?.split('\n') ?? [])].filter(
    (commit) => commit !== '' && git('rev-parse', '--verify', '--quiet', `${commit}^`) !== undefined,
  );

/** For a fault's `cannotRun`. */
export function withoutHistory(): string | undefined {
  return changes().length > 0
    ? undefined
    : 'there is no history of the sources here from which to take older ones';
}

/** @param back How many changes of the schema they lack; all that the history has at most. */
export function olderSources(back: number): OlderSources {
  const known = changes();
  const commit = `${known[(back - 1) % known.length]}^`;
  const folder = mkdtempSync(join(tmpdir(), 'pestle-older-'));
  const { status } = spawnSync(
    'sh',
    [
      '-c',
      'git -C "$1" archive "$2" packages apps package.json tsconfig.json | tar -x -C "$3"',
      'sh',
      root,
      commit,
      folder,
    ],
    { stdio: 'ignore' },
  );
  if (status !== 0) throw new Error(`the sources of ${commit} cannot be unpacked`);
  linkModules(folder);
  return {
    program: join(folder, 'apps/cli/src/main.ts'),
    commit: git('log', '-1', '--format=%h', commit) ?? commit,
    seed: (config, peers) => seedThere(folder, config, peers),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The libraries of today, and the packages of then. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, OWN), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== OWN && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, group)))
      symlinkSync(join(folder, group, name), join(modules, OWN, name));
}

/** Bytes of keys cross as hex. */
const SEED = `
const { seedStore } = await import('@pestle/testbed/processes/serve-environment');
let text = '';
for await (const piece of process.stdin) text += piece;
const bytes = (_, value) => (typeof value?.hex === 'string' ? new Uint8Array(Buffer.from(value.hex, 'hex')) : value);
const { config, peers } = JSON.parse(text, bytes);
await seedStore(config, peers);
`;

async function seedThere(folder: string, ...[config, peers]: Parameters<typeof seedStore>): Promise<void> {
  const hex = (_: string, value: unknown): unknown =>
    value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value;
  const child = spawn(process.execPath, ['--input-type=module', '-e', SEED], {
    cwd: join(folder, 'packages/testbed'),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece) => (said += String(piece)));
  child.stdin.end(JSON.stringify({ config, peers: { ...peers } }, hex));
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) throw new Error(`the seed of then could not be laid: ${said}`);
}
