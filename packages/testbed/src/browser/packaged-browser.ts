// Owns the Chromium of `@sparticuz/chromium` (Linux x64), unpacked once, and what it needs to find.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cacheFolder = join(root, 'node_modules', '.cache', 'pestle');
const packageManifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');

/** An executable, and the environment that it starts in. */
export interface PackagedBrowser {
  readonly executable: string;
  readonly environment: Record<string, string>;
}

/** Whether this machine can run it. */
export function packagedBrowserRuns(): boolean {
  return process.platform === 'linux' && process.arch === 'x64' && existsSync(packageManifest);
}

/** Unpacks it where that was not done before, which takes some seconds; throws when it cannot. */
export function unpackedBrowser(): PackagedBrowser {
  const folder = join(cacheFolder, `chromium-${version()}`);
  if (!existsSync(folder)) unpack(folder);
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    executable: join(folder, 'chromium'),
    environment: {
      ...Object.fromEntries(inherited),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: writeFontSettings(folder),
    },
  };
}

function version(): string {
  return (JSON.parse(readFileSync(packageManifest, 'utf8')) as { version: string }).version;
}

/**
 * The package unpacks itself into the temporary folder under fixed names, and leaves out the libraries that it needs unless
 * this variable stands: hence a process of its own. Published by rename, because test files start at the same time.
 */
function unpack(folder: string): void {
  mkdirSync(cacheFolder, { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  const code = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the browser could not be unpacked: ${stderr}`);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** The package's own font settings look into one fixed folder; ours find the system's fonts and the ones that it unpacked. */
function writeFontSettings(folder: string): string {
  const settings = join(folder, 'font-settings');
  const file = join(settings, 'fonts.conf');
  if (existsSync(file)) return settings;
  const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts')];
  mkdirSync(settings, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(
    unfinished,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${fontFolders.map((fontFolder) => `  <dir>${fontFolder}</dir>`).join('\n')}
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family></prefer></alias>
${['sans-serif', 'system-ui'].map(sansAlias).join('\n')}
</fontconfig>
`,
  );
  renameSync(unfinished, file);
  return settings;
}

function sansAlias(family: string): string {
  return `  <alias><family>${family}</family><prefer><family>DejaVu Sans</family><family>Open Sans</family></prefer></alias>`;
}
