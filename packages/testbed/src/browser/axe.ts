// Brings axe into a page and asks it there. A document keeps the axe that it was given: bringing its half megabyte again for every look costs the
// browser more than most of the looks themselves.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

let source: string | undefined;

/** What is wrong in the page, with nothing of what is in order. Throws for a page with frames, into which this does not look. */
export async function violationsIn(page: Page, runOnly: RunOptions['runOnly']): Promise<readonly Result[]> {
  assert.equal(page.frames().length, 1, 'axe would have to be brought into each frame');
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) {
    source ??= readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
    await page.evaluate(source);
  }
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  return await page.evaluate<Result[]>(`axe.run(document, ${options}).then(({ violations }) => violations)`);
}
