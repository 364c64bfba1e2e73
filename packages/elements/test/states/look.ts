// Holds a page to what every state must be, in every look: sound for axe, nothing cut or wider than the page, no number broken over two lines, focus in sight.
import assert from 'node:assert/strict';
import { brokenNumbers } from '@pestle/testbed/browser/broken-numbers';
import { assertAccessible, LOOKS_OF_RUN, show } from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

/** More stops than any state has: what still goes on then goes round in a trap. */
const PRESSES_MAX = 120;
/** Looks at what has the focus, two frames apart, until the browser must have scrolled to it. */
const SCROLL_LOOKS = 10;
/** The height of the window that a page is at least seen in. */
const MIN_HEIGHT = 800;
const NEXT_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Holds the page in all looks of this run, and presses Tab through it in the last. Throws an assertion that names the state and the look. */
export async function assertEveryLook(page: Page, name: string): Promise<void> {
  for (const look of LOOKS_OF_RUN) {
    const label = `${name}, ${look.scheme}, ${look.width} px`;
    await show(page, look);
    await showWhole(page, look.width);
    await assertAccessible(page, label, { colorsOnly: look.scheme === 'dark' });
    await show(page, look);
    assert.deepEqual(await cutTexts(page), [], `${label}: text is cut`);
    assert.deepEqual(await brokenNumbers(page), [], `${label}: a number is broken over two lines`);
  }
  await assertFocusInSight(page, `${name}, 320 px`);
}

/**
 * Makes the window as high as the page. The bar at the lower edge covers whatever part of a button happens to lie there, and
 * axe takes what is left of it for too small a target.
 */
async function showWhole(page: Page, width: number): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.max(height, MIN_HEIGHT) });
  await page.evaluate(NEXT_FRAMES);
}

/** Forced colors, and text of twice the size: nothing is lost, and every control still has an outline. */
export async function assertStrongLooks(page: Page, name: string): Promise<void> {
  await show(page, { scheme: 'light', width: 1024 });
  await page.emulateMedia({ forcedColors: 'active' });
  assert.deepEqual(await bareControls(page), [], `${name}, forced colors: a control without an edge`);
  await assertFocusInSight(page, `${name}, forced colors`);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  await show(page, { scheme: 'light', width: 1024 });
  assert.deepEqual(await cutTexts(page), [], `${name}, 200 % text: text is cut`);
  await assertAccessible(page, `${name}, 200 % text`);
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
}

/** Presses Tab through the page: each stop has a ring of at least 2 px, and something of it can be seen (WCAG 2.4.7, 2.4.11). */
async function assertFocusInSight(page: Page, label: string): Promise<void> {
  const seen = new Set<string>();
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(focusedStop);
    // The browser may scroll some frames later.
    for (let looks = 0; stop?.inSight === false && looks < SCROLL_LOOKS; looks += 1) {
      await page.evaluate(NEXT_FRAMES);
      stop = await page.evaluate(focusedStop);
    }
    // After the last stop comes the browser's own window, then the first one again.
    if (stop === null) continue;
    if (seen.has(stop.element)) return;
    seen.add(stop.element);
    assert.ok(stop.ring, `${label}: focus cannot be seen on ${stop.what}`);
    assert.ok(stop.inSight, `${label}: ${stop.what} has the focus and is hidden`);
  }
  // A page without anything to press has no stop at all.
  assert.equal(seen.size, 0, `${label}: Tab goes on after ${PRESSES_MAX} times`);
}

/** In the page: what has the focus, whether it has a ring, and whether any of it can be seen. Null on the page itself. */
function focusedStop(): { element: string; what: string; ring: boolean; inSight: boolean } | null {
  let root: Document | ShadowRoot = document;
  let focused = document.activeElement;
  const path: string[] = [];
  while (focused !== null && focused !== document.body) {
    path.push(`${[...root.querySelectorAll('*')].indexOf(focused)}`);
    const inner: ShadowRoot | null = focused.shadowRoot;
    if (inner === null || inner.activeElement === null) break;
    root = inner;
    focused = inner.activeElement;
  }
  if (focused === null || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const hits = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => root.elementFromPoint(box.left + box.width * x, box.top + box.height * y)),
  );
  // A choice of a list has the ring around the whole of it.
  const ringed = [focused, focused.closest('label')].some((node) => {
    if (node === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  return {
    element: path.join(' '),
    what: `${focused.localName} ${focused.getAttribute('aria-label') ?? focused.textContent.trim().slice(0, 40)}`,
    ring: ringed,
    inSight: hits.some((hit) => hit !== null && (focused.contains(hit) || hit.contains(focused))),
  };
}

/** In the page: elements that hide a part of their own text. What only screen readers are told is meant to be hidden. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const visit = (root: Document | ShadowRoot): void => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot !== null) visit(node.shadowRoot);
        if (
          !(node instanceof HTMLElement) ||
          node.clientWidth <= 1 ||
          node.matches('select, input, textarea')
        )
          continue;
        const { overflowX, textOverflow } = getComputedStyle(node);
        const hides = overflowX !== 'visible' || textOverflow !== 'clip';
        if (hides && node.scrollWidth > node.clientWidth + 1)
          found.push(`${node.localName}.${node.className}: ${node.textContent.trim().slice(0, 40)}`);
      }
    };
    visit(document);
    return found;
  });
}

/** In the page: controls that are told from the text around them by color alone, which forced colors take away. */
function bareControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const visit = (root: Document | ShadowRoot): void => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot !== null) visit(node.shadowRoot);
        if (!node.matches('button, input:not([type=radio], [type=checkbox]), select, textarea')) continue;
        if (!node.checkVisibility({ visibilityProperty: true })) continue;
        const style = getComputedStyle(node);
        const edged =
          style.borderBlockEndStyle !== 'none' && Number.parseFloat(style.borderBlockEndWidth) >= 1;
        const underlined = style.textDecorationLine.includes('underline');
        if (!edged && !underlined)
          found.push(
            `${node.localName} ${node.getAttribute('aria-label') ?? node.textContent.trim().slice(0, 40)}`,
          );
      }
    };
    visit(document);
    return found;
  });
}
