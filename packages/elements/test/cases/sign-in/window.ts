// Signing in from a page in a window of its own, in a real browser against the real service (A1, A3).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { button, fillSignIn, isReady, personOf, signInByPopup } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openFresh } from '../../support/fresh-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

describe('A1: in a window of its own', () => {
  test('the page stays as it is, the window closes, and a reload keeps the session', async () => {
    const page = await openFresh(`<input id="note">${testbed.client()}`, { query: '?ward=3' });
    await page.fill('#note', 'typed');
    await signInByPopup(page);
    await isReady(page);
    assert.equal(await page.inputValue('#note'), 'typed');
    assert.equal(page.url(), `${testbed.host.origin}/?ward=3`);
    await page.reload();
    await isReady(page);
    assert.equal(await button(page, 'Sign in').count(), 0);
    await page.context().close();
  });

  test('no token is in the storage, in the address, or in reach of a script; the key cannot be exported', async () => {
    const tokens: string[] = [];
    const context = await testbed.contextOf();
    context.on('response', async (response) => {
      if (response.url().endsWith('/oidc/token') && response.ok())
        tokens.push(
          ...Object.values((await response.json()) as Record<string, unknown>)
            .filter((value) => typeof value === 'string')
            .filter((text) => text.length > 30),
        );
    });
    const page = await testbed.open(testbed.client(), { context });
    assert.ok(tokens.length >= 3, 'access, id and refresh token');
    const kept = await page.evaluate(async () => {
      const opening = indexedDB.open('pestle');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const rows = await Promise.all(
        [...opening.result.objectStoreNames].map(
          (name) =>
            new Promise<unknown[]>((resolve) => {
              const request = opening.result.transaction(name).objectStore(name).getAll();
              request.addEventListener('success', () => resolve(request.result));
            }),
        ),
      );
      const [row] = rows.flat() as {
        keys: CryptoKeyPair;
        seal: CryptoKey;
        refreshToken: { data: ArrayBuffer };
      }[];
      const bytes = rows
        .flat()
        .map((one) => new TextDecoder().decode((one as typeof row)?.refreshToken?.data));
      return {
        text: JSON.stringify([
          rows,
          bytes,
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          location.href,
          document.cookie,
        ]),
        exportable: [row?.keys.privateKey.extractable, row?.seal.extractable],
      };
    });
    assert.deepEqual(kept.exportable, [false, false]);
    for (const token of tokens) assert.equal(kept.text.includes(token.slice(0, 30)), false);
    await context.close();
  });

  test('a window that was given up can be opened again', async () => {
    const page = await openFresh(testbed.client());
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in').click();
    await (await opened).close();
    await button(page, 'Cancel').click();
    await signInByPopup(page);
    await isReady(page);
    await page.context().close();
  });

  test('“Back to the application” in the window is told, and nothing is signed in', async () => {
    const page = await openFresh(testbed.client());
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in').click();
    await (await opened).getByRole('button', { name: 'Back to the application' }).click();
    await page.getByText('The sign-in was not finished.').waitFor();
    await button(page, 'Sign in').waitFor();
    await page.context().close();
  });

  test('a window that the browser blocks is told, with the way through this window', async () => {
    const page = await openFresh(testbed.client());
    await page.evaluate('window.open = () => null');
    await button(page, 'Sign in').click();
    await page.getByText('The browser blocked the window').waitFor();
    await button(page, 'Sign in in this window').click();
    await fillSignIn(page, personOf());
    await isReady(page);
    await page.context().close();
  });
});
