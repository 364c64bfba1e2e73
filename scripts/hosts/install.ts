// Takes an example out of the repository and installs it there as a user would: nothing of ours is in reach but the package.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
/** Where the examples' locks find the package, from the folder that holds `examples`. */
const PACKAGE = 'packages/elements/dist/npm';

/** An install from the registry, or a build, that takes longer has failed. */
const COMMAND_MS = 300_000;

export function exampleNames(): string[] {
  return readdirSync(EXAMPLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(EXAMPLES, entry.name, 'package.json')))
    .map(({ name }) => name)
    .toSorted();
}

/** Copies the examples and the package into `folder`, as they lie in the repository. */
export function copyExamples(folder: string, packageFolder: string): void {
  cpSync(packageFolder, join(folder, PACKAGE), { recursive: true });
  cpSync(EXAMPLES, join(folder, 'examples'), {
    recursive: true,
    filter: (source) => !['node_modules', 'dist'].includes(basename(source)),
  });
}

/** Installs from the lock; rejects what the lock does not hold, and a lock that is tied to one machine or registry. */
export async function install(example: string): Promise<void> {
  checkLock(example);
  await npm(example, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
}

function checkLock(example: string): void {
  const { packages } = JSON.parse(readFileSync(join(example, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; resolved?: string }>;
  };
  for (const [path, { version, integrity, resolved }] of Object.entries(packages)) {
    if (path === '') continue;
    const own = path === 'node_modules/@pestle/elements';
    const wrong = own
      ? resolved !== `file:../../${PACKAGE}`
      : resolved !== undefined || integrity === undefined;
    if (wrong || version === undefined)
      throw new Error(`the lock's entry ${path} is not whole, or has an address`);
  }
}

/** Checks types where the example does so, and builds where it needs a build. */
export async function buildExample(
  example: string,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['check', 'build'])
    if (scripts[name] !== undefined) await npm(example, ['run', '--silent', name], variables);
}

/** Beside the service, which answers in this process meanwhile. */
async function npm(
  cwd: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const options = {
    cwd,
    env: { ...cleanEnvironment(), NO_COLOR: '1', ...variables },
    timeout: COMMAND_MS,
    shell: process.platform === 'win32',
  };
  try {
    await promisify(execFile)('npm', args, options);
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}

/** What `npm run` and the bundler have set for this process would hold for the example too. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        name !== 'NODE_ENV' && !/^npm_(?:config_(?:local_prefix|prefix)|package|lifecycle)/.test(name),
    ),
  );
}
