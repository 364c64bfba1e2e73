// Attacks on the account pages: each test is named by the defect that it would show.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import type { Mail } from '../accounts/mail.ts';

let testbed: IdentityTestbed;
const mails: Mail[] = [];
before(async () => {
  testbed = await openIdentityTestbed({}, undefined, '127.0.0.1', async (mail) => {
    // An answer that waits for the mail server tells whether there is an account.
    await mailServer;
    mails.push(mail);
  });
});
after(() => testbed.close());

let mailServer = Promise.resolve();

async function openAccount(browser = testbed.browser()): Promise<PageAnswer> {
  const page = await browser.get('/account');
  return await browser.submit(page, 'password', { email: testbed.staff.email, password: PASSWORD });
}

test('clickjacking: the account pages can be framed, cached or scripted', async () => {
  const pages = [await openAccount(), await testbed.browser().get('/account/forgotten')];
  for (const { headers, text, status } of pages) {
    assert.equal(status, 200);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(text, /<script(?! src="\/)| style=| on\w+=/);
  }
});

test('session fixation: cookies that were planted before are those of the account afterwards', async () => {
  const earlier = testbed.browser();
  await openAccount(earlier);
  // What lasts beyond one sign-in.
  const names = earlier.cookies.filter(({ path }) => path === '/').map(({ name }) => name);
  assert.ok(names.includes('pestle_session'));
  const victim = testbed.browser();
  const attacker = testbed.browser();
  for (const browser of [victim, attacker])
    for (const name of names) browser.setCookie({ name, value: 'planted', path: '/' });
  await openAccount(victim);
  assert.ok((await victim.get('/account')).text.includes(testbed.staff.email));
  assert.ok(!(await attacker.get('/account')).text.includes(testbed.staff.email));
});

test('CSRF: sign-out everywhere is done for a page elsewhere', async () => {
  const browser = testbed.browser();
  const page = await openAccount(browser);
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }])
    assert.equal((await browser.submit(page, 'everywhere', {}, headers)).status, 403);
  assert.ok((await browser.get('/account')).text.includes(testbed.staff.email), 'still signed in');
});

test('host header poisoning: the link in an e-mail leads to the host that the attacker named', async () => {
  const browser = testbed.browser();
  const page = await browser.get('/account/forgotten');
  const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  await browser.submit(page, 'forgotten', { email: testbed.admin.email }, forged);
  await testbed.identity.close();
  const [mail] = mails.filter(({ to }) => to === testbed.admin.email);
  const [link] = /https?:\S+/.exec(mail?.text ?? '') ?? [];
  assert.ok(link?.startsWith(`${testbed.baseUrl}/account/password/`), link);
});

test('user enumeration by time: asking for a new password waits for the mail where there is an account', async () => {
  const answers = Promise.withResolvers<void>();
  mailServer = answers.promise;
  const browser = testbed.browser();
  const page = await browser.get('/account/forgotten');
  // It is answered while the mail server answers nobody.
  await browser.submit(page, 'forgotten', { email: testbed.prescriber.email });
  assert.deepEqual(
    mails.filter(({ to }) => to === testbed.prescriber.email),
    [],
  );
  answers.resolve();
  await testbed.identity.close();
  assert.equal(mails.filter(({ to }) => to === testbed.prescriber.email).length, 1, 'the mail was sent');
});
