// Finds dates, times and telephone numbers that a page breaks over two lines, where the second half is read as another number.
import type { Page } from 'playwright-core';

/** `29-Nov-2026`, `29-nov-2026`, `617-555-0101`, `11:30 AM`, `11:30 a. m.`. */
const NUMBERS = String.raw`\d{2}-[A-Za-z]{3}-\d{4}|\d{3}-\d{3}-\d{4}|\d{1,2}:\d{2}\s[AaPp]\.?(?:\s?[Mm]\.?)`;

/** Each with the words around it, in the order of the page. What is only told to screen readers, or typed into a field, is left out. */
export function brokenNumbers(page: Page): Promise<readonly string[]> {
  return page.locator('html').evaluate((html, numbers) => {
    const page = html.ownerDocument;
    const isBroken = (range: ReturnType<typeof page.createRange>): boolean => {
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      // Parts of one line may stand a little higher or lower.
      return tops.length > 1 && Math.max(...tops) - Math.min(...tops) > 8;
    };
    const found: string[] = [];
    const roots: (typeof page | NonNullable<typeof html.shadowRoot>)[] = [page];
    for (const root of roots) {
      // 4: texts.
      const texts = page.createTreeWalker(root, 4);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const shown = node.parentElement;
        if (shown === null || shown.clientWidth === 1 || shown.closest('pre, textarea') !== null) continue;
        const text = node.nodeValue ?? '';
        for (const match of text.matchAll(new RegExp(numbers, 'g'))) {
          const range = page.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          if (isBroken(range)) found.push(`${match[0]} in "${text.trim().slice(0, 60)}"`);
        }
      }
      for (const { shadowRoot } of root.querySelectorAll('*'))
        if (shadowRoot !== null) roots.push(shadowRoot);
    }
    return found;
  }, NUMBERS);
}
