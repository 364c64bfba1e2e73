// Goal: nobody but an operator of now, who proved a second factor, sees a page of the console; and a session ends when it should.
// Method: the real provider and the real console over HTTP, with a clock of the test's own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { openConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { PASSWORD } from '@pestle/testbed/identity/identity-testbed';

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
});
