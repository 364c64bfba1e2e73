// A browser of long ago for pages that must work there: it runs no script and knows nothing of CSS that came after 2014.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';

/** Elements that browsers had by then, or show as plain text around their content. */
const KNOWN = new Set(
  `html head meta title link script body header main footer nav section h1 h2 h3 p a span strong mark br img ul ol li dl dt dd div time code
  table thead tbody tr th td form fieldset legend label input select option button details summary`.split(
    /\s+/,
  ),
);

/** Selectors and values that such a browser does not read: it drops the whole rule, or the declaration. */
const UNREAD_SELECTOR = /:is\(|:has\(|:not\([^)]*,|:focus-visible|:where\(/;
const UNREAD_VALUE = /var\(|\bmin\(|\bmax\(|\bgrid\b|fit-content|\bdvh\b|inset\(|^--/;

/** What is left of a style sheet there. */
export function oldStyle(css: string): string {
  return css
    .replaceAll(/@media[^{]*(?:prefers-|forced-colors)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replaceAll(/([^{}]*)\{([^{}]*)\}/g, (_rule, selector: string, body: string) => {
      if (UNREAD_SELECTOR.test(selector)) return '';
      const kept = body.split(';').filter((one) => !UNREAD_VALUE.test(one.replace(/^\s+/, '')));
      return `${selector}{${kept.join(';')}}`;
    });
}

/** A page in it. `look` judges the page that is shown now: nothing in it is unknown, dead or out of sight. */
export async function openOldBrowser(
  browser: Browser,
  url: string,
  width = 1_024,
): Promise<{ readonly page: Page; readonly look: () => Promise<void>; readonly close: () => Promise<void> }> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 768 } });
  const page = await context.newPage();
  await page.route('**/*.css', async (route) => {
    // A page that is closed meanwhile needs no style.
    const response = await route.fetch().catch(() => undefined);
    if (response === undefined) return;
    await route.fulfill({ response, body: oldStyle(await response.text()) }).catch(() => undefined);
  });
  await page.goto(url);
  return { page, look: () => judge(page), close: () => context.close() };
}

async function judge(page: Page): Promise<void> {
  const names = await page.locator('*').evaluateAll((all) => all.map(({ localName }) => localName));
  assert.deepEqual(
    [...new Set(names)].filter((name) => !KNOWN.has(name)),
    [],
    page.url(),
  );
  for (const script of await page.locator('script').all())
    assert.equal(await script.getAttribute('type'), 'module', 'it would try to read a script of today');
  // What only a script could make do something is not there.
  const dead = await page
    .locator('button:visible')
    .evaluateAll((all) =>
      all.flatMap((one) =>
        one.closest('form') === null || one.getAttribute('type') === 'button' ? [one.outerHTML] : [],
      ),
    );
  assert.deepEqual(dead, [], page.url());
  const unnamed = await page
    .locator('input:visible, select:visible')
    .evaluateAll((all) =>
      all.flatMap((one) =>
        'labels' in one && (one.labels as { length: number }).length === 0 ? [one.outerHTML] : [],
      ),
    );
  assert.deepEqual(unnamed, [], page.url());
}
