// Where a sign-in leaves the page and where it returns to, in a real browser.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { button, fillSignIn, isReady, personOf } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openFresh } from '../../support/fresh-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

describe('auto-login, redirect-uri, redirect-path', () => {
  test('auto-login: the page leaves for the sign-in at once and comes back as it was, with its own query', async () => {
    const page = await openFresh(testbed.client('', 'auto-login="true"'), { query: '?ward=3&code=own' });
    await fillSignIn(page, personOf());
    await isReady(page);
    assert.equal(page.url(), `${testbed.host.origin}/?ward=3&code=own`);
    await page.context().close();
  });

  test('auto-login: not by default', async () => {
    const page = await openFresh(testbed.client());
    await button(page, 'Sign in').waitFor();
    assert.equal(new URL(page.url()).origin, testbed.host.origin);
    await page.context().close();
  });

  test('redirect-uri: the sign-in returns there, and its own query and fragment are restored', async () => {
    testbed.host.serve('/a', testbed.html(testbed.client('', 'redirect-uri="/a?visit=7#top"')));
    const page = await openFresh(testbed.client('', `redirect-uri="${testbed.host.origin}/a?visit=7#top"`));
    const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth'));
    await button(page, 'Sign in').click();
    const { searchParams } = new URL((await asked).url());
    assert.equal(searchParams.get('redirect_uri'), `${testbed.host.origin}/a`);
    await fillSignIn(page, personOf());
    await isReady(page);
    assert.equal(page.url(), `${testbed.host.origin}/a?visit=7#top`);
    await page.context().close();
  });

  test('redirect-uri: on another origin of the application, the sign-in begins and ends there, with its own query', async () => {
    const wish = `redirect-uri="${testbed.other.origin}/a?visit=7"`;
    testbed.other.serve('/a', testbed.html(testbed.client('', wish)));
    // The page there may name the first one in turn; nobody is sent back and forth.
    for (const there of [wish, `redirect-uri="${testbed.host.origin}/a"`]) {
      testbed.other.serve('/a', testbed.html(testbed.client('', there)));
      const page = await openFresh(testbed.client('', wish));
      const asked = page.waitForRequest((request) => request.url().includes('/oidc/auth'));
      await button(page, 'Sign in').click();
      assert.equal(
        new URL((await asked).url()).searchParams.get('redirect_uri'),
        `${testbed.other.origin}/a`,
      );
      await fillSignIn(page, personOf());
      await isReady(page);
      assert.equal(page.url(), `${testbed.other.origin}/a?visit=7`);
      await page.context().close();
    }
  });

  test('redirect-uri: on an origin that the application does not name, the service signs nobody in', async () => {
    testbed.stranger.serve('/', testbed.html(testbed.client()));
    const page = await openFresh(testbed.client('', `redirect-uri="${testbed.stranger.origin}/"`));
    await button(page, 'Sign in').click();
    await page.waitForURL((url) => url.href.startsWith(`${testbed.baseUrl}/oidc/auth`));
    await page.getByRole('heading').first().waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    await page.context().close();
  });

  test('redirect-path: where the sign-in returns to the root, the person goes on there after it succeeded', async () => {
    testbed.host.serve('/app/start', testbed.html(testbed.client()));
    const page = await openFresh(testbed.client('', 'redirect-path="/app/start?tab=1" auto-login'));
    await fillSignIn(page, personOf());
    await page.waitForURL(`${testbed.host.origin}/app/start?tab=1`);
    await isReady(page);
    await page.context().close();
  });

  test('redirect-path: after a sign-in that failed, the person stays', async () => {
    const page = await openFresh(testbed.client('', 'redirect-path="/app/start"'));
    await button(page, 'Sign in').click();
    await page.getByRole('button', { name: 'Back to the application' }).click();
    await page.getByText('The sign-in was not finished.').waitFor();
    assert.equal(page.url(), `${testbed.host.origin}/`);
    await page.context().close();
  });

  for (const [path, uri, warns] of [
    ['/app/start', '/a', /redirect-uri/],
    ['//elsewhere.example/x', '/', /redirect-path must be a path/],
    ['https://elsewhere.example/', '/', /redirect-path must be a path/],
  ] as const) {
    test(`redirect-path: ${path} with a return to ${uri} is ignored, with a warning`, async () => {
      const markup = testbed.client('', `redirect-path="${path}" redirect-uri="${uri}"`);
      testbed.host.serve('/a', testbed.html(markup));
      const page = await openFresh(markup, { path: uri, context: await testbed.contextOf() });
      const warned = page.waitForEvent('console', (message) => warns.test(message.text()));
      await button(page, 'Sign in').click();
      await warned;
      await isReady(page);
      assert.equal(page.url(), testbed.host.origin + uri);
      await page.context().close();
    });
  }
});
