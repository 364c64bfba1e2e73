// Brings axe into a page and asks it there. A document keeps the axe that it was given: bringing its half megabyte again for every look costs the
// browser more than most of the looks themselves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

let source: string | undefined;

/**
 * What is wrong in the page, with nothing of what is in order. Throws for a page with frames of its own, into which this does not look; the viewer
 * that a browser puts in place of a PDF is the browser's, and is made of frames in some.
 */
export async function violationsIn(page: Page, runOnly: RunOptions['runOnly']): Promise<readonly Result[]> {
  const framed = await page.evaluate<boolean>("document.querySelector('iframe, frame') !== null");
  assert.equal(framed, false, 'axe would have to be brought into each frame');
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) {
    source ??= readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
    await page.evaluate(source);
  }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  return await page.evaluate<Result[]>(`axe.run(document, ${options}).then(({ violations }) => violations)`);
}
