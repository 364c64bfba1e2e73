// Attacks within the second in which everything of an account was ended: each test is named by the defect that it would show.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { formsOf } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, codeFlow, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { TOTP } from 'otpauth';
import { endTokensBefore, findMembership } from '../accounts/accounts.ts';

let testbed: IdentityTestbed;
/** The second in which everything happens, and the clock that goes on only when a test says so. */
let secondMs: number;
let time: () => number;
before(async () => {
  testbed = await openIdentityTestbed();
  time = testbed.ports.clock.now;
});
afterEach(() => {
  testbed.ports.clock.now = time;
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

/** Holds the clock at so many milliseconds of a second. */
function at(ms: number): void {
  if (ms === 0) secondMs = Math.floor(time() / 1000) * 1000;
  testbed.ports.clock.now = () => secondMs + ms;
}

/** What a new password, a recovery and a sign-out everywhere do to a sign-in under way. */
const endEverything = (person: Person): Promise<void> =>
  testbed.store.asDoor(async (tx) => {
    const membership = await findMembership(tx, person.id);
    await endTokensBefore(
      tx,
      membership?.accountId ?? assert.fail(),
      new Date(testbed.ports.clock.now()).toISOString(),
    );
  });

const authenticate = (token: string) =>
  testbed.identity.authenticate({
    headers: { authorization: `Bearer ${token}` },
    method: 'POST',
    url: '/graphql',
  });

const asksForPassword = ({ text }: PageAnswer): boolean => text.includes('name="password"');

const withPassword = (browser: CookieBrowser, page: PageAnswer, { email }: Person): Promise<PageAnswer> =>
  browser.submit(page, 'password', { email, password: PASSWORD });

test('whoever signs out everywhere and in again within one second is asked twice', async () => {
  at(0);
  const browser = testbed.browser();
  const account = await withPassword(browser, await browser.get('/account'), testbed.staff);
  const earlier = await codeFlow(testbed, testbed.staff);
  await authenticate(earlier.access_token);
  at(300);
  await browser.submit(account, 'everywhere');
  await assert.rejects(authenticate(earlier.access_token), { code: 'UNAUTHENTICATED' });
  at(301);
  const again = testbed.browser();
  const { access_token: token } = await codeFlow(testbed, testbed.staff, { browser: again });
  const actor = await authenticate(token);
  assert.ok(actor.kind === 'user' && actor.authTimeSeconds * 1000 === secondMs + 1000);
  testbed.identity.requireFreshProof(actor);
  assert.ok((await again.get('/account')).text.includes(testbed.staff.email), 'the account page opens');
  at(999);
  await authenticate((await codeFlow(testbed, testbed.staff, { browser: again })).access_token);
});

test('a password that was proved in the same second, before the end, goes on to a second factor', async () => {
  at(0);
  const browser = testbed.browser();
  const { url } = authorizationUrl(testbed, { acr_values: 'urn:pestle:acr:second-factor' });
  const enrol = await withPassword(browser, await browser.get(url), testbed.admin);
  const key = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(enrol.text)?.[1]?.replaceAll(' ', '');
  assert.ok(key !== undefined, enrol.text);
  at(1);
  await endEverything(testbed.admin);
  at(2);
  const code = new TOTP({ secret: key }).generate({ timestamp: secondMs });
  assert.ok(asksForPassword(await browser.submit(enrol, 'enrol', { code })));
});

test('a sign-in that was finished in the same second, before the end, becomes a session afterwards', async () => {
  // Of two ends within the second, the first makes the proof after it be told by the next second, which lies after the second end.
  at(0);
  at(1);
  await endEverything(testbed.staff);
  at(2);
  const browser = testbed.browser();
  const { url, verifier } = authorizationUrl(testbed);
  const page = await browser.get(url);
  const form = formsOf(page.text).find(({ fields }) => fields['step'] === 'password');
  assert.ok(form !== undefined);
  const answer = await fetch(new URL(form.action, page.url), {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      origin: testbed.baseUrl,
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams({ ...form.fields, email: testbed.staff.email, password: PASSWORD }),
  });
  const back = answer.headers.get('location') ?? assert.fail(await answer.text());
  at(3);
  await endEverything(testbed.staff);
  at(4);
  const asked = await browser.get(back);
  assert.ok(asksForPassword(asked), asked.text);
  const done = await withPassword(browser, asked, testbed.staff);
  const tokens = await exchange(testbed, {
    code: new URL(done.url).searchParams.get('code') ?? assert.fail(done.text),
    verifier,
  });
  await authenticate(((await tokens.json()) as { access_token: string }).access_token);
});

test('a password that was ended is made good by a second factor that is proved later', async () => {
  const person = testbed.prescriber;
  const first = testbed.browser();
  const { url } = authorizationUrl(testbed, { acr_values: 'urn:pestle:acr:second-factor' });
  const enrol = await withPassword(first, await first.get(url), person);
  const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(enrol.text)?.[1]?.replaceAll(' ', '') ?? '';
  const step = (ahead: number) => new TOTP({ secret }).generate({ timestamp: time() + ahead * 30_000 });
  await first.submit(await first.submit(enrol, 'enrol', { code: step(0) }), 'recovery-codes');
  const browser = testbed.browser();
  const asked = await withPassword(browser, await browser.get(url), person);
  await endEverything(person);
  assert.ok(asksForPassword(await browser.submit(asked, 'second-factor', { code: step(1) })));
});
