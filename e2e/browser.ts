// Owns the browser of the whole-system tests: the system's Chrome or Chromium where there is one, else the one from the registry;
// and what every page is held to.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';

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

/** How a page is looked at. */
export type Look = {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly forcedColors?: 'active';
  readonly reducedMotion?: 'reduce';
};

/** Longest wait for something to appear on a page. */
const WAIT_MS = 20_000;

/**
 * Opens a page in a context of its own. `complaints` fills with what no page may do: errors and warnings in the console, and requests
 * to another host than its own.
 */
export async function openWatchedPage(
  browser: Browser,
  url: string,
  look: Look = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1_024, height: look.height ?? 800 },
    colorScheme: look.scheme ?? 'light',
    forcedColors: look.forcedColors ?? 'none',
    reducedMotion: look.reducedMotion ?? 'no-preference',
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(url).host) complaints.push(request.url());
  });
  await page.goto(url);
  return { page, complaints };
}

/**
 * E7: no violation of WCAG 2.2 AA that axe can find, and nothing wider than the page. `colorsOnly` leaves out the rules about
 * structure, which is the same in another color scheme.
 */
export async function assertSound(page: Page, label: string, { colorsOnly = false } = {}): Promise<void> {
  // Without frames on the page the legacy mode finds the same and spares a second page for each run.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (colorsOnly
    ? axe.withRules(['color-contrast', 'link-in-text-block'])
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  assert.deepEqual(found, [], label);
  const wider = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(wider, 0, `${label}: something is wider than the page`);
}
