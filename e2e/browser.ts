// Owns the browser of the whole-system tests: the system's Chrome or Chromium where there is one, else the one from the registry.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A running browser, and what ends it and removes its files. */
export type RunningBrowser = {
  readonly browser: Browser;
  /** Which one it is, for the record of a test run. */
  readonly name: string;
  readonly close: () => Promise<void>;
};

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'msedge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Starts a browser without a window. `PESTLE_BROWSER` names another executable. */
export async function launchBrowser(): Promise<RunningBrowser> {
  const executable = process.env['PESTLE_BROWSER'] ?? systemBrowser();
  if (executable !== undefined) {
    const browser = await chromium.launch({ executablePath: executable, args: sandboxArguments() });
    return { browser, name: `${executable} ${browser.version()}`, close: () => browser.close() };
  }
  return launchFromRegistry();
}

/** The first browser of the search path or of the usual places. */
function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...PLACES].find((path) => existsSync(path));
}

/** Root cannot use the browser's own sandbox on Linux; small containers have no large shared memory. */
function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : ['--disable-dev-shm-usage'];
}

/**
 * The Chromium of `@sparticuz/chromium` (Linux x64). It unpacks itself into the temporary folder under a fixed name, so each start gets
 * a folder of its own; the variable must stand before the package is loaded, or it leaves out the libraries that it needs. Its own
 * default arguments are not used: they switch off the web security that the tests are about.
 */
async function launchFromRegistry(): Promise<RunningBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-browser-'));
  process.env['TMPDIR'] = folder;
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  process.env['FONTCONFIG_PATH'] = writeFontSettings(folder);
  const { default: packaged } = await import('@sparticuz/chromium');
  const browser = await chromium.launch({
    executablePath: await packaged.executablePath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return {
    browser,
    name: `@sparticuz/chromium ${browser.version()}`,
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The package's own font settings look into one fixed folder; ours find the system's fonts and the ones that it unpacked. */
function writeFontSettings(folder: string): string {
  const settings = join(folder, 'font-settings');
  const places = ['/usr/share/fonts', '/usr/local/share/fonts', join(folder, 'fonts')];
  mkdirSync(settings);
  writeFileSync(
    join(settings, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${places.map((place) => `  <dir>${place}</dir>`).join('\n')}
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family></prefer></alias>
${['sans-serif', 'system-ui'].map(sansAlias).join('\n')}
</fontconfig>
`,
  );
  return settings;
}

function sansAlias(family: string): string {
  return `  <alias><family>${family}</family><prefer><family>DejaVu Sans</family><family>Open Sans</family></prefer></alias>`;
}
