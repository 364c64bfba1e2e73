// Owns the browser of the whole-system tests: the one from the registry where it runs, else the system's Chrome or Chromium; and what every
// page is held to.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunOnly } from 'axe-core';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { depthOf } from '../depth.ts';
import { PATIENCE_MS } from '../patience.ts';
import { violationsIn } from './axe.ts';
import { isLate } from './late.ts';
import { packagedBrowserRuns, unpackedBrowser } from './packaged-browser.ts';

/** A running browser, and what ends it and removes its files. */
export type RunningBrowser = {
  readonly browser: Browser;
  /** Which one it is, for the record of a test run. */
  readonly name: string;
  readonly close: () => Promise<void>;
};

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'msedge'];
const SYSTEM_BROWSERS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Starts a browser without a window: the registry's on Linux x64, because a browser that was built without windows needs a third of the
 * processor time for the same tests; elsewhere the system's. `PESTLE_BROWSER` says otherwise: `registry`, `system`, or another executable.
 */
export async function launchBrowser(): Promise<RunningBrowser> {
  const wanted = process.env['PESTLE_BROWSER'] ?? (packagedBrowserRuns() ? 'registry' : 'system');
  if (wanted !== 'registry') {
    const executable = wanted === 'system' ? systemBrowser() : wanted;
    const browser = await chromium.launch({
      executablePath: executable,
      args: sandboxArguments(),
      timeout: PATIENCE_MS,
    });
    return {
      browser: patient(browser),
      name: `${executable} ${browser.version()}`,
      close: () => browser.close(),
    };
  }
  const packaged = unpackedBrowser();
  const browser = await chromium.launch({
    executablePath: packaged.executable,
    env: packaged.environment,
    timeout: PATIENCE_MS,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  return {
    browser: patient(browser),
    name: `@sparticuz/chromium ${browser.version()}`,
    close: () => browser.close(),
  };
}

/** Every page of it waits as long as all tests do for something to appear. */
function patient(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** The first browser of the search path or of the usual places. */
function systemBrowser(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const first = [...found, ...SYSTEM_BROWSERS].find((path) => existsSync(path));
  if (first === undefined)
    throw new Error(`There is no browser: install Chrome or Chromium (${NAMES.join(', ')}).`);
  return first;
}

/** Root cannot use the browser's own sandbox on Linux; small containers have no large shared memory. */
function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : ['--disable-dev-shm-usage'];
}

/** How a page is looked at. */
export type Look = {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly forcedColors?: 'active';
  readonly reducedMotion?: 'reduce';
  /** It is touched, not pointed at. */
  readonly touch?: boolean;
  /** Where the device believes to be: an IANA time zone. */
  readonly timeZone?: string;
};

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
    hasTouch: look.touch ?? false,
    ...(look.timeZone === undefined ? {} : { timezoneId: look.timeZone }),
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    // The viewer that a browser brings for a PDF loads files of the browser's own.
    if (!protocol.startsWith('chrome') && host !== new URL(url).host) complaints.push(request.url());
  });
  await page.goto(url);
  return { page, complaints };
}

const OPENINGS_MAX = 6;

/** Opens the page until it shows this: a service on a busy machine may answer one of its requests with 503, and a person loads the page again. */
export async function openUntil(page: Page, url: string, shown: Locator): Promise<void> {
  for (let opening = 1; ; opening += 1) {
    await page.goto(url);
    try {
      return await shown.first().waitFor({ timeout: PATIENCE_MS / OPENINGS_MAX });
    } catch (error) {
      if (opening === OPENINGS_MAX || !isLate(error)) throw error;
    }
  }
}

const EVERYTHING: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * E7: no violation of WCAG 2.2 AA that axe can find, and nothing wider than the page. `colorsOnly` leaves out the rules about
 * structure, which is the same in another color scheme.
 */
export async function assertAccessible(
  page: Page,
  label: string,
  { colorsOnly = false } = {},
): Promise<void> {
  const violations = await violationsIn(page, colorsOnly ? COLORS : EVERYTHING);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  assert.deepEqual(found, [], label);
  const wider = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(wider, 0, `${label}: something is wider than the page`);
}

/** Every page is held in each of these; the last one stays. */
export const LOOKS = [
  { scheme: 'light', width: 1024 },
  { scheme: 'dark', width: 1024 },
  { scheme: 'dark', width: 320 },
  { scheme: 'light', width: 320 },
] as const;

/** Those in which this run holds it: a share of the tests takes each scheme and each width once, the narrow one last. */
export const LOOKS_OF_RUN = depthOf<readonly (typeof LOOKS)[number][]>({
  whole: LOOKS,
  share: [LOOKS[1], LOOKS[3]],
});

const HEIGHT = 800;
const NEXT_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Gives the page another look, and waits until it is drawn. */
export async function show(page: Page, { scheme, width }: (typeof LOOKS)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: HEIGHT });
  // Container queries and what they lead to are settled after a frame.
  await page.evaluate(NEXT_FRAMES);
}

/** E7: the page is sound in light and dark, wide and narrow, or in the given looks; a plain `npm test` takes two of the four. */
export async function assertAccessibleInEveryLook(
  page: Page,
  label: string,
  looks: readonly (typeof LOOKS)[number][] = LOOKS_OF_RUN,
): Promise<void> {
  for (const look of looks) {
    await show(page, look);
    await assertAccessible(page, `${label}, ${look.scheme}, ${look.width} px`, {
      colorsOnly: look.scheme === 'dark',
    });
  }
}
