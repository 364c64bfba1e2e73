// Goal: nobody but an operator of now, who proved a second factor, sees a page of the console; and a session ends when it should.
// Method: the real provider and the real console over HTTP, with a clock of the test's own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import { formsOf } from '@pestle/testbed/browser/cookie-browser';
import type { ConsoleTestbed, PersonWithApp } from '@pestle/testbed/console/console-testbed';
import { openConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import { consoleCookies } from './cookies.ts';
import { pathWithin } from './return-path.ts';

let testbed: ConsoleTestbed;
before(async () => {
  testbed = await openConsoleTestbed();
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

describe('A2: the way in', () => {
  test('every page leads to the sign-in, which comes back to it with code, PKCE, state and nonce', async () => {
    const answer = await fetch(`${testbed.consoleUrl}/?lang=es`, { redirect: 'manual' });
    assert.equal(answer.status, 303);
    const signIn = new URL(answer.headers.get('location') ?? '', testbed.consoleUrl);
    assert.deepEqual([signIn.pathname, signIn.searchParams.get('to')], ['/sign-in', '/?lang=es']);
    const toProvider = await fetch(signIn, { redirect: 'manual' });
    const asked = new URL(toProvider.headers.get('location') ?? '').searchParams;
    assert.equal(asked.get('code_challenge_method'), 'S256');
    assert.equal(asked.get('acr_values'), 'urn:pestle:acr:second-factor');
    assert.ok((asked.get('state')?.length ?? 0) >= 43 && (asked.get('nonce')?.length ?? 0) >= 43);
    assert.match(toProvider.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/);
  });

  test('an operator signs in with password and second factor, and is named on every page', async () => {
    const browser = testbed.console();
    const home = await testbed.signIn(browser, testbed.operator);
    assert.equal(home.status, 200);
    assert.match(home.text, new RegExp(`Olga Number1 \\(${testbed.operator.id}\\)`));
    assert.match(home.headers.get('content-security-policy') ?? '', /default-src 'none'.*script-src 'none'/);
    assert.equal(home.headers.get('cache-control'), 'no-store');
  });

  test('the password alone does not do', async () => {
    const browser = testbed.console();
    const page = await browser.submit(await browser.get('/'), 'password', {
      email: testbed.operator.email,
      password: PASSWORD,
    });
    assert.match(page.text, /name="code"/);
    const wrong = await browser.submit(page, 'second-factor', { code: '000000' });
    assert.equal(wrong.status, 401);
    assert.match((await browser.get('/')).url, /\/sign-in\//, 'no page without the code');
  });

  test('somebody without the role is told who gives it; the session of the service opens nothing here', async () => {
    const staff = await testbed.person(['staff']);
    const browser = testbed.console();
    const page = await testbed.signIn(browser, staff);
    assert.equal(page.status, 403);
    assert.match(page.text, /do not have the role operator/);
    assert.match(page.text, new RegExp(`pestle user role ${testbed.riverside} ${staff.id} --add`));
    assert.ok(!browser.cookies.some(({ name }) => name === 'pestle_console_session'));
    assert.equal((await browser.get('/')).status, 403);
  });

  test('a sign-in that was begun elsewhere, or is come back to twice, begins no session', async () => {
    const browser = testbed.console();
    const foreign = await browser.get('/signed-in?code=abc&state=def');
    assert.deepEqual([foreign.status, /not finished/.test(foreign.text)], [400, true]);
    const begun = await fetch(`${testbed.consoleUrl}/sign-in`, { redirect: 'manual' });
    const [cookie = ''] = begun.headers.getSetCookie();
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const [pair = ''] = cookie.split(';');
    const wrongCode = await fetch(`${testbed.consoleUrl}/signed-in?code=abc&state=${state}`, {
      headers: { cookie: pair },
      redirect: 'manual',
    });
    assert.equal(wrongCode.status, 400);
    assert.match(wrongCode.headers.get('set-cookie') ?? '', /pestle_console_sign_in=; Max-Age=0/);
  });

  test('the way back leads to a page of the console only', async () => {
    for (const to of ['//evil.example/x', '/\\evil.example', 'https://evil.example', '/a\u0000b'])
      assert.equal(pathWithin(to), '/', to);
    assert.equal(pathWithin('/users?q=a%20b'), '/users?q=a%20b');
  });

  test('over https the cookies are of this host alone, and of nobody who plants one', () => {
    const cookies = consoleCookies('https://operators.example');
    assert.match(
      cookies.beginSession('a'),
      /^__Host-pestle_console_session=a; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});

describe('A2: a session ends', () => {
  const signedIn = async (person = testbed.operator) => {
    const browser = testbed.console();
    assert.equal((await testbed.signIn(browser, person)).status, 200);
    return browser;
  };
  /** Whether the session of this browser still opens a page. */
  const holds = async (browser: CookieBrowser): Promise<boolean> => {
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { status } = await fetch(testbed.consoleUrl, { headers: { cookie }, redirect: 'manual' });
    return status === 200;
  };
  const act = (person: PersonWithApp) => ({
    organizationId: testbed.riverside,
    userId: person.id,
    by: 'Test',
  });

  test('by signing out, with a form of its own only', async () => {
    const browser = await signedIn();
    const home = await browser.get('/');
    const [form] = formsOf(home.text);
    const refused = [
      await browser.post(`${testbed.consoleUrl}/sign-out`, { form: 'x'.repeat(43) }),
      await browser.post(`${testbed.consoleUrl}/sign-out`, form?.fields ?? {}, { origin: testbed.baseUrl }),
      await browser.post(`${testbed.consoleUrl}/sign-out`, form?.fields ?? {}, {
        'sec-fetch-site': 'same-site',
      }),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403],
    );
    assert.equal(await holds(browser), true);
    const before = browser.cookies.find(({ name }) => name === 'pestle_console_session');
    const out = await testbed.send(browser, home, '/sign-out');
    assert.match(out.text, /signed out of the console/);
    assert.ok(before);
    browser.setCookie(before);
    assert.equal(await holds(browser), false, 'the cookie that somebody kept is worth nothing');
  });

  test('when its user is deactivated, is recovered or loses the role, and does not come back with it', async () => {
    const { administration } = testbed.identity;
    for (const [end, restore] of [
      [
        (one: PersonWithApp) => administration.setActive({ ...act(one), active: false }),
        (one: PersonWithApp) => administration.setActive({ ...act(one), active: true }),
      ],
      [
        (one: PersonWithApp) => administration.setOperator({ ...act(one), operator: false }),
        (one: PersonWithApp) => administration.setOperator({ ...act(one), operator: true }),
      ],
      [
        (one: PersonWithApp) => administration.recover({ ...act(one), removeSecondFactor: false }),
        () => undefined,
      ],
    ] as const) {
      const person = await testbed.person(['staff', 'operator']);
      const browser = await signedIn(person);
      await end(person);
      assert.equal(await holds(browser), false);
      await restore(person);
      assert.equal(await holds(browser), false);
    }
  });

  test('at the very request after the role or the second factor is gone from the row', async () => {
    const person = await testbed.person(['staff', 'operator']);
    const browser = await signedIn(person);
    const set = (roles: string, factor: boolean) =>
      testbed.store.withOrg(testbed.riverside, (tx) =>
        sql`update app_user set roles = ${roles}::text[], second_factor = ${factor} where id = ${person.id}`.execute(
          tx,
        ),
      );
    await set('{staff}', true);
    assert.equal(await holds(browser), false);
    await set('{operator}', true);
    const again = await signedIn(person);
    await set('{operator}', false);
    assert.equal(await holds(again), false);
  });

  test('after half an hour without a request, and after eight hours in any case', async () => {
    const [busy, idle] = [await signedIn(), await signedIn()];
    for (let minutes = 20; minutes < 8 * 60; minutes += 20) {
      testbed.ports.clock.aheadMs += 20 * 60_000;
      assert.equal(await holds(busy), true, `${minutes} minutes`);
      if (minutes === 40) assert.equal(await holds(idle), false);
    }
    testbed.ports.clock.aheadMs += 20 * 60_000;
    assert.equal(await holds(busy), false);
  });
});
