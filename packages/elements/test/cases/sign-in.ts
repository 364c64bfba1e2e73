// Signing in from a page, in a real browser against the real service (A1, A3, E3).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { organization } from '@pestle/sandbox/seed';
import {
  button,
  fillSignIn,
  isReady,
  KEEP_ERRORS,
  personOf,
  reported,
  signInByPopup,
} from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import { oneTestbed } from '../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

/** Opens a page in a fresh context; nobody is signed in anywhere. */
async function openFresh(body: string, options: Parameters<Testbed['open']>[1] = {}): Promise<Page> {
  return await testbed.open(body, {
    signIn: false,
    head: KEEP_ERRORS,
    context: await testbed.context(),
    ...options,
  });
}

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

describe('id, org, user-id, dev-mode, api-url', () => {
  test('id, org: what is missing or is no id is named, with where it stands (A3)', async () => {
    const page = await openFresh(`<svc-client id="clinic"></svc-client>`);
    await page.getByText('org: set the id of your organization').waitFor();
    const [error] = await reported(page);
    assert.match(error?.message ?? '', /id: set the id of your application.*settings/);
    assert.equal(error?.extensions.code, 'CONFIGURATION');
    await page.context().close();
  });

  test('id: an application that does not exist signs nobody in', async () => {
    const page = await openFresh(
      `<svc-client id="app_00000000000000000000000000" org="${testbed.orgId}"></svc-client>`,
    );
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in').click();
    const popup = await opened;
    await popup.getByRole('heading').waitFor();
    assert.equal(new URL(popup.url()).origin, testbed.baseUrl, 'the service’s own page tells why');
    await page.context().close();
  });

  test('org: a user of another organization is refused with a clear message, and signed out', async () => {
    const context = await testbed.context();
    const page = await testbed.open(testbed.client(), { context });
    const other = `<svc-client id="${testbed.clientId}" org="org_00000000000000000000000001"></svc-client>`;
    const wrong = await testbed.open(other, { context, signIn: false, path: '/b', head: KEEP_ERRORS });
    await wrong.getByText('This account belongs to another organization').waitFor();
    assert.equal((await reported(wrong)).at(-1)?.extensions.code, 'WRONG_ORGANIZATION');
    await button(wrong, 'Sign in as somebody else').waitFor();
    await page.context().close();
  });

  test('user-id: somebody else who is signed in is signed out, and must prove who they are', async () => {
    const context = await testbed.context();
    await testbed.open(testbed.client(), { context });
    const other = personOf('prescriber', 1);
    const page = await testbed.open(testbed.client('', `user-id="${other.email}"`), {
      context,
      signIn: false,
      path: '/b',
    });
    await page.getByText('Another person was signed in').waitFor();
    await signInByPopup(page, 'Sign in', other);
    await isReady(page);
    await context.close();
  });

  test('dev-mode: every host is the staging sibling’s, from the deployment’s own document', async () => {
    const asked: string[] = [];
    const context = await testbed.contextOf();
    const production = {
      environment: 'production',
      api_url: 'https://rx.example',
      graphql_url: 'https://rx.example/graphql',
      openid: { issuer: 'https://rx.example/oidc' },
      resource: 'https://rx.example',
    };
    const serve = (staging: string | null): void =>
      testbed.host.serveFile(
        '/rx/.well-known/pestle',
        'application/json',
        JSON.stringify({ ...production, staging_url: staging }),
      );
    context.on('request', (request) => asked.push(new URL(request.url()).host));
    serve(testbed.baseUrl);
    const attributes = `api-url="${testbed.host.origin}/rx" dev-mode`;
    const page = await testbed.open(testbed.client('', attributes), { context });
    await isReady(page);
    assert.equal(asked.includes('rx.example'), false);
    serve(null);
    const without = await openFresh(testbed.client('', attributes));
    await without.getByText('names no staging address').waitFor();
    await without.context().close();
    await context.close();
  });

  test('api-url: what is no Pestle service is told', async () => {
    const page = await openFresh(testbed.client('', `api-url="${testbed.host.origin}/nothing"`));
    await page.getByText('There is no Pestle service at this address').waitFor();
    await button(page, 'Try again').waitFor();
    await page.context().close();
  });

  test('a page of an origin that the application does not name is told which one to add', async () => {
    const { id } = await testbed.sandbox.service.rooms.identity.createApplication(organization.id as never, {
      name: 'Without origins',
      kind: 'public',
      callbackUrls: [`${testbed.host.origin}/`],
      origins: [],
    });
    const page = await openFresh(`<svc-client id="${id}" org="${testbed.orgId}"></svc-client>`, {
      context: await testbed.contextOf(),
    });
    await button(page, 'Sign in').click();
    await page.getByText(`add ${testbed.host.origin} to the origins of the application`).waitFor();
    assert.equal((await reported(page)).at(-1)?.extensions.code, 'CONFIGURATION');
    await page.context().close();
  });

  test('an address that is no callback URL is told on the service’s own page', async () => {
    const page = await openFresh(testbed.client(), { path: '/not-configured' });
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in').click();
    const popup = await opened;
    await popup.getByRole('heading').waitFor();
    assert.equal(new URL(popup.url()).origin, testbed.baseUrl);
    await page.context().close();
  });
});

describe('announced maintenance', () => {
  const by = 'Olga Operator';
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  /** Until the service's own document says so: what it knows may be two seconds old. */
  const known = async (count: number): Promise<void> => {
    for (;;) {
      const answer = await fetch(`${testbed.baseUrl}/.well-known/pestle`);
      const { maintenance } = (await answer.json()) as { maintenance: readonly unknown[] };
      if (maintenance.length === count) return;
      await sleep(50);
    }
  };

  test('D12: is told on the page to who is signed in and who is not, in their language, and no longer when it is taken back', async () => {
    const { windows } = testbed.sandbox.service.rooms.directory;
    const earlier = await testbed.contextOf();
    await earlier.clock.install();
    // A document that may be kept for a minute is asked for again, as it is after five.
    await earlier.route('**/.well-known/pestle', (route) => route.continue());
    const open = await testbed.open(testbed.client('<p>inside</p>'), { context: earlier });
    await isReady(open);
    const window = await windows.add({
      subject: { kind: 'service' },
      start: inHours(2),
      end: inHours(3),
      note: 'New <b>servers</b>',
      by,
    });
    await known(1);
    const stranger = await openFresh(testbed.client());
    await stranger
      .getByRole('status')
      .filter({ hasText: /^Maintenance from .+ until .+\. What is sent is kept, .+ New <b>servers<\/b>$/ })
      .waitFor();
    await button(stranger, 'Sign in').waitFor();
    await stranger.context().close();
    assert.match((await open.getByRole('status').allTextContents()).join(), /^$/);
    await open.clock.fastForward('05:01');
    await open.getByText(/^Maintenance from /).waitFor();
    await earlier.close();
    const context = await testbed.contextOf();
    const page = await testbed.open(`<div lang="es">${testbed.client('<p>inside</p>')}</div>`, { context });
    await isReady(page);
    await page.getByText(/^Mantenimiento desde el .+ hasta el /).waitFor();
    assert.equal(await button(page, 'Iniciar sesión').count(), 0);
    await page.close();
    await windows.end(window.id, { by });
    await known(0);
    const after = await openFresh(testbed.client());
    await button(after, 'Sign in').waitFor();
    assert.equal(await after.getByText('Maintenance').count(), 0);
    await after.context().close();
    await context.close();
  });
});

describe('faults on the way', () => {
  test('offline at the start: told, and tried again on demand', async () => {
    const context = await testbed.contextOf();
    const page = await testbed.open(testbed.client(), { context });
    await context.route('**/.well-known/pestle', (route) => route.abort());
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    await context.unroute('**/.well-known/pestle');
    await button(page, 'Try again').click();
    await isReady(page);
    await context.close();
  });

  test('E6: nothing was asked of any other host', () => {
    assert.deepEqual(testbed.foreign, []);
  });
});
