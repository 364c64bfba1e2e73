// That a page is really judged: what axe must find it finds, also in a page that was judged before and has changed since.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import {
  assertAccessible,
  assertAccessibleInEveryLook,
  launchBrowser,
} from '@pestle/testbed/browser/browser';
import type { Page } from 'playwright-core';

let running: RunningBrowser;
before(async () => {
  running = await launchBrowser();
});
after(() => running.close());

/** A page of this, which would be sound otherwise. */
async function pageOf(content: string): Promise<Page> {
  const page = await (await running.browser.newContext()).newPage();
  await page.setContent(
    `<!doctype html><html lang="en"><head><title>Sound</title></head><body><main><h1>Sound</h1>${content}</main></body></html>`,
  );
  return page;
}

test('E7: what is wrong is found each time, and nothing in what is sound', async () => {
  const page = await pageOf('<p id="text">Lisinopril</p>');
  await assertAccessibleInEveryLook(page, 'sound');
  await page.evaluate("document.querySelector('main').append(document.createElement('img'))");
  await assert.rejects(assertAccessible(page, 'an image'), /image-alt: <img>/);
  // Only colors are asked about, and these are sound.
  await assertAccessible(page, 'colors', { colorsOnly: true });
  await page.evaluate("document.getElementById('text').style.color = '#bbb'");
  await assert.rejects(assertAccessible(page, 'pale', { colorsOnly: true }), /color-contrast: <p id="text"/);
  await page.context().close();
});

test('E7: what only one look shows is found by looking at each, and whatever is wider than the page', async () => {
  const page = await pageOf(
    '<style>@media (prefers-color-scheme: dark) { body { background: #000; color: #222 } }</style><p>Lisinopril</p>',
  );
  await assert.rejects(assertAccessibleInEveryLook(page, 'dark'), /dark, dark, 1024 px[^]*color-contrast/);
  const wide = await pageOf('<p style="inline-size: 2000px">Lisinopril</p>');
  await assert.rejects(assertAccessible(wide, 'wide'), /something is wider than the page/);
  await page.context().close();
  await wide.context().close();
});

test('E7: a new document is judged anew, and one with frames not at all', async () => {
  const page = await pageOf('<p>Lisinopril</p>');
  await assertAccessible(page, 'first');
  await page.goto('data:text/html,<title>Second</title><h1>Second</h1>');
  await assert.rejects(assertAccessible(page, 'second'), /html-has-lang/);
  await page.context().close();
  const framed = await pageOf('<iframe title="A fax" srcdoc="&lt;p&gt;Lisinopril"></iframe>');
  await assert.rejects(assertAccessible(framed, 'framed'), /into each frame/);
  await framed.context().close();
});
