// The bench of the portal: how soon somebody who is not signed in can press on a slow machine and line, with an empty cache.

import { openPractice } from '@pestle/testbed/api/api-practice';
import { launchBrowser } from '@pestle/testbed/browser/browser';
import type { Browser } from 'playwright-core';
import type { BenchOptions } from '../support/options.ts';
import { slowDown } from '../support/slow-line.ts';
import { median } from '../support/statistics.ts';

const AIM_MS = 1_200;

export async function run({ quick }: BenchOptions): Promise<void> {
  const practice = await openPractice();
  const { browser, close } = await launchBrowser();
  try {
    const runs: Times[] = [];
    // One run more than is counted: the first fills the caches of the server.
    for (let index = 0; index <= (quick ? 3 : 9); index += 1) {
      const times = await open(browser, `${practice.sandbox.baseUrl}/portal/`);
      if (index > 0) runs.push(times);
    }
    console.log(`processor 4 times slower, 1.6 Mbit/s, 150 ms; empty cache; medians of ${runs.length}`);
    const of = (name: keyof Times): number => median(runs.map((one) => one[name]));
    console.log(`the elements' own button stands after ${of('buttonMs').toFixed(0)} ms`);
    for (const name of ['paintMs', 'linkMs'] as const) {
      const met = of(name) <= AIM_MS;
      const what = name === 'paintMs' ? 'first content' : 'a link that signs in';
      console.log(
        `${met ? 'met   ' : 'MISSED'} ms until ${what}: ${of(name).toFixed(0)} (needed ≤ ${AIM_MS})`,
      );
      if (!met) process.exitCode = 1;
    }
  } finally {
    await close();
    await practice.close();
  }
}

/** Milliseconds from the navigation on. */
interface Times {
  readonly paintMs: number;
  readonly linkMs: number;
  readonly buttonMs: number;
}

/** In the page: a frame in which the link stands has been drawn when the next one begins. */
const LOOK = `
  const look = () => {
    const link = document.querySelector('.sign-in a');
    if (link === null || link.getBoundingClientRect().height === 0) requestAnimationFrame(look);
    else requestAnimationFrame(() => { globalThis.linkMs = performance.now(); });
  };
  requestAnimationFrame(look);`;
const TIMES = `({
  buttonMs: performance.now(),
  paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  linkMs: globalThis.linkMs ?? NaN,
})`;

async function open(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await page.addInitScript({ content: LOOK });
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  await page
    .locator('svc-client')
    .getByRole('button', { name: /^Sign in/ })
    .waitFor({ timeout: 60_000 });
  const times = await page.evaluate<Times>(TIMES);
  await context.close();
  return times;
}
