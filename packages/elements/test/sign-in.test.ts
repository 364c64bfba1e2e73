// Signing in from a page, in a real browser against the real service (contract section 2, A1, A2).
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fillSignIn, isReady, personOf } from './support/browsing.ts';
import type { Stage } from './support/stage.ts';
import { openStage } from './support/stage.ts';

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

describe('A1: in a window of its own', () => {
  test('the page stays as it is, the window closes, and a reload keeps the session', async () => {
    const context = await stage.context();
    const page = await stage.open(`<input id="note">${stage.client()}`, {
      context,
      signIn: false,
      query: '?ward=3',
    });
    await page.fill('#note', 'typed');
    const opened = page.waitForEvent('popup');
    await signInButton(page).click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await fillSignIn(popup, personOf());
    await isReady(page);
    await closed;
    assert.equal(await page.inputValue('#note'), 'typed');
    assert.equal(page.url(), `${stage.host.origin}/?ward=3`);
    await page.reload();
    await isReady(page);
    assert.equal(await signInButton(page).count(), 0);
    await context.close();
  });
});
