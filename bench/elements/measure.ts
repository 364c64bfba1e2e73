// Loads a page in a slow browser on a slow line, and tells when its elements were there, what came over the wire, and what stays in memory.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { slowDown } from '../support/slow-line.ts';

/** A page that is not there by then never will be. */
const LOAD_MS = 60_000;

export interface Load {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Milliseconds from the navigation on. */
  readonly definedMs: number;
  /** Null where the page was not asked to become usable. */
  readonly usableMs: number | null;
  /** Scripts as they came over the wire, compressed, with their headers. */
  readonly scriptBytes: number;
  /** Everything that came until then. */
  readonly allBytes: number;
  /** What the page's scripts hold after a garbage collection. */
  readonly heapBytes: number;
}

export interface Awaited {
  /** The tag that must be defined; without one the page is only loaded. */
  readonly tag?: string;
  /** The event that says that it can be used. */
  readonly ready?: string;
}

/** Opens the page with an empty cache. The caller closes it. */
export async function load(
  context: BrowserContext,
  url: string,
  { tag = '', ready = '' }: Awaited,
): Promise<Load> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const bytes = await countBytes(cdp);
  await slowDown(cdp);
  await page.addInitScript(markTimes, { tag, ready });
  await page.goto(url, { timeout: LOAD_MS, waitUntil: 'commit' });
  await page.waitForLoadState('load', { timeout: LOAD_MS });
  const times = await withTimeout(
    page.evaluate(() => (globalThis as unknown as { times: Promise<Times> }).times),
    `${tag} of ${url}`,
  );
  const came = { scriptBytes: bytes.script(), allBytes: bytes.all() };
  return { page, cdp, ...times, ...came, heapBytes: await heap(cdp) };
}

interface Times {
  readonly definedMs: number;
  readonly usableMs: number | null;
}

/** Runs in the page before its own scripts. */
function markTimes({ tag, ready }: { tag: string; ready: string }): void {
  const defined = tag === '' ? Promise.resolve() : customElements.whenDefined(tag).then(() => undefined);
  const usable = new Promise<number | null>((resolve) => {
    if (ready === '') return resolve(null);
    document.addEventListener(ready, ({ target }) => {
      if (target instanceof HTMLElement && target.localName === tag) resolve(performance.now());
    });
  });
  const times = Promise.all([defined.then(() => performance.now()), usable]).then(
    ([definedMs, usableMs]) => ({ definedMs, usableMs }),
  );
  Object.assign(globalThis, { times });
}

/** Counts what ends from now on. */
async function countBytes(cdp: CDPSession): Promise<{ script: () => number; all: () => number }> {
  const scripts = new Set<string>();
  const sums = { script: 0, all: 0 };
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sums.all += encodedDataLength;
    if (scripts.has(requestId)) sums.script += encodedDataLength;
  });
  return { script: () => sums.script, all: () => sums.all };
}

async function heap(cdp: CDPSession): Promise<number> {
  // Twice: what the first one finalizes only the second one frees.
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

async function withTimeout<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not there after ${LOAD_MS} ms: ${what}`)), LOAD_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
