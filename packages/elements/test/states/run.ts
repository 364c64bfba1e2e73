// `npm run test:a11y`: brings a page to every state of the elements and holds it in every look. `--pictures` writes the pictures of
// docs/elements instead of judging; other words choose states by their names.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOOKS, show } from '@pestle/testbed/browser/browser';
import { retryIfLate } from '@pestle/testbed/browser/late';
import { openTestbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import { STATES } from './all.ts';
import { assertEveryLook, assertStrongLooks } from './look.ts';
import { openScene } from './scene.ts';
import type { State } from './state.ts';

const PICTURES = fileURLToPath(new URL('../../../../docs/elements/pictures', import.meta.url));
/** A state that takes longer than this hangs. */
const STATE_MS = 120_000;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wantsPictures = process.argv.includes('--pictures');
const chosen = STATES.filter(
  ({ name, picture }) =>
    (words.length === 0 || words.some((word) => name.includes(word))) &&
    (!wantsPictures || picture !== undefined),
);

async function judge(page: Page, { name, main }: State): Promise<void> {
  await assertEveryLook(page, name);
  if (main) await assertStrongLooks(page, name);
}

async function picture(page: Page, { name, dark, screen }: State): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  for (const look of LOOKS) {
    if (look.scheme === 'dark' && !dark) continue;
    await show(page, look);
    const path = join(PICTURES, `${name}-${look.scheme}-${look.width}.png`);
    // A window as high as the page: what stays at the lower edge is then below everything.
    const height = screen ? 800 : await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width: look.width, height });
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path, animations: 'disabled' });
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not done after ${STATE_MS / 1000} s`)), STATE_MS);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const begun = performance.now();
const testbed = await openTestbed();
const failed: string[] = [];
try {
  const scene = await openScene(testbed);
  for (const state of chosen) {
    let page: Page | undefined;
    try {
      await retryIfLate(state.name, async () => {
        await page?.close();
        await inTime(
          (async () => {
            page = await state.reach(scene);
            await (wantsPictures ? picture(page, state) : judge(page, state));
          })(),
        );
      });
      console.log(`ok     ${state.name}`);
    } catch (error) {
      failed.push(state.name);
      console.log(`FAILED ${state.name}\n${error instanceof Error ? error.message : String(error)}`);
    }
    await page?.close();
  }
  if (testbed.foreign.length > 0) failed.push(`requests to other hosts: ${testbed.foreign.join(', ')}`);
} finally {
  await testbed.close();
}
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
console.log(`${chosen.length - failed.length} of ${chosen.length} states are sound (${seconds} s).`);
for (const name of failed) console.log(`  failed: ${name}`);
process.exitCode = failed.length === 0 && chosen.length > 0 ? 0 : 1;
