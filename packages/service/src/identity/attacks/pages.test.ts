// Attacks on the sign-in pages: each test is named by the defect that it would show.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { formsOf } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(() => testbed.close());

const openPage = async (
  browser = testbed.browser(),
  parameters: Record<string, string> = {},
): Promise<PageAnswer> => await browser.get(authorizationUrl(testbed, parameters).url);
const right = (): Record<string, string> => ({ email: testbed.prescriber.email, password: PASSWORD });

test('CSRF: a form without our proof is taken', async () => {
  const browser = testbed.browser();
  const page = await openPage(browser);
  const [form] = formsOf(page.text);
  assert.ok(form !== undefined);
  const { csrf: _, ...rest } = form.fields;
  const answer = await browser.post(form.action, { ...rest, ...right() });
  assert.equal(answer.status, 403);
  const forged = await browser.post(form.action, { ...rest, csrf: 'x'.repeat(43), ...right() });
  assert.equal(forged.status, 403);
});

for (const headers of [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]) {
  test(`CSRF: a form from elsewhere is taken (${JSON.stringify(headers)})`, async () => {
    const browser = testbed.browser();
    const page = await openPage(browser);
    assert.equal((await browser.submit(page, 'password', right(), headers)).status, 403);
  });
}

test('login CSRF: a victim is signed in to an attacker’s sign-in', async () => {
  const attacker = testbed.browser();
  const page = await openPage(attacker);
  const [form] = formsOf(page.text);
  const victim = testbed.browser();
  const answer = await victim.post(form?.action ?? '', { ...form?.fields, ...right() });
  assert.equal(answer.status, 410);
});

test('clickjacking: the pages can be framed', async () => {
  for (const { headers } of [await openPage(), await testbed.browser().get('/oidc/auth')]) {
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
  }
});

test('the pages run scripts, inline styles, or anything from elsewhere', async () => {
  const page = await openPage();
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none';style-src 'self';img-src 'self' data:;script-src 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.doesNotMatch(page.text, /<script|style=|onclick|https?:\/\/(?!127)/);
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.equal(page.headers.get('referrer-policy'), 'same-origin');
});

test('session fixation: the cookie before signing in is the one after it', async () => {
  const browser = testbed.browser();
  browser.setCookie({ name: 'pestle_session', value: 'planted', path: '/' });
  browser.setCookie({ name: 'pestle_session.sig', value: 'planted', path: '/' });
  const page = await openPage(browser);
  const end = await browser.submit(page, 'password', right());
  assert.ok(new URL(end.url).searchParams.has('code'));
  const session = browser.cookies.find(({ name }) => name === 'pestle_session');
  assert.ok(session !== undefined && session.value !== 'planted');
});

test('user enumeration by text: a wrong password and an unknown account look different', async () => {
  const seen: string[] = [];
  for (const email of [testbed.prescriber.email, 'nobody@clinic.example']) {
    const browser = testbed.browser();
    const page = await openPage(browser);
    const answer = await browser.submit(page, 'password', { email, password: 'a wrong password' });
    assert.equal(answer.status, 401);
    seen.push(
      answer.text
        .replaceAll(email, 'E')
        .replaceAll(/sign-in\/[\w-]+/g, 'sign-in/U')
        .replaceAll(/name="csrf" value="[^"]*"/g, 'csrf'),
    );
  }
  assert.equal(seen[0], seen[1]);
});

test('user enumeration by text: the throttle speaks only of accounts that exist', async () => {
  const seen: number[] = [];
  for (const email of [testbed.staff.email, 'nobody.else@clinic.example']) {
    let count = 0;
    for (let status = 401; status === 401; count += 1) {
      const browser = testbed.browser();
      status = (await browser.submit(await openPage(browser), 'password', { email, password: 'wrong wrong' }))
        .status;
    }
    seen.push(count);
  }
  assert.deepEqual(seen, [11, 11]);
});

test('user enumeration by time: an unknown account answers faster', async () => {
  const time = async (email: string): Promise<number> => {
    const browser = testbed.browser();
    const page = await openPage(browser);
    const start = performance.now();
    await browser.submit(page, 'password', { email, password: 'a wrong password' });
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  const median = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  // The password hash is most of the time: an answer without it would take less than half.
  const alike = (): boolean => Math.abs(median(known) - median(unknown)) < 0.4 * median(known);
  // In turn, and more of them while something else on the machine still slows one side.
  for (let round = 0; round < 40 && (round < 7 || !alike()); round += 1) {
    await testbed.store.asDoor((tx) => sql`delete from wrong_try`.execute(tx));
    known.push(await time(testbed.admin.email));
    unknown.push(await time(`nobody${round}@clinic.example`));
  }
  assert.ok(alike(), `${median(known)} and ${median(unknown)} ms`);
});

test('the device that signed in before is locked out by strangers’ failures', async () => {
  const browser = testbed.browser();
  await browser.submit(await openPage(browser), 'password', right());
  for (let count = 0; count < 15; count += 1) {
    const stranger = testbed.browser();
    await stranger.submit(await openPage(stranger), 'password', { ...right(), password: 'wrong' });
  }
  const stranger = testbed.browser();
  assert.equal((await stranger.submit(await openPage(stranger), 'password', right())).status, 429);
  const repeated = await openPage(browser, { prompt: 'login' });
  const end = await browser.submit(repeated, 'password', right());
  assert.ok(new URL(end.url).searchParams.has('code'), end.text);
  await testbed.store.asDoor((tx) => sql`delete from wrong_try`.execute(tx));
});

test('markup in what a person or an application sends becomes markup of the page', async () => {
  const browser = testbed.browser();
  const evil = '"><img src=x onerror=alert(1)>@clinic.example';
  const page = await openPage(browser, { login_hint: evil });
  assert.ok(!page.text.includes('<img'));
  const answer = await browser.submit(page, 'password', { email: evil, password: 'wrong wrong' });
  assert.ok(!answer.text.includes('<img'));
});

test('a sign-in page can be used from another browser, after its end, or under another id', async () => {
  const browser = testbed.browser();
  const page = await openPage(browser);
  assert.equal((await testbed.browser().get(page.url)).status, 410);
  assert.equal((await browser.get('/sign-in/unknown')).status, 410);
  await browser.submit(page, 'password', right());
  assert.equal((await browser.get(page.url)).status, 410);
});

test('sign-ins and refusals leave no audit entry', async () => {
  const before = Date.now() - 1000;
  const browser = testbed.browser();
  const page = await openPage(browser);
  await browser.submit(page, 'password', { ...right(), password: 'wrong wrong' });
  await browser.submit(page, 'password', right());
  await testbed.identity.close();
  const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
    sql<{ outcome: string; actor_id: string | null; client_id: string | null }>`
      select outcome, actor_id, client_id from audit_entry where action = 'user.sign-in'
      and subject_id = ${testbed.prescriber.id} and at > ${new Date(before).toISOString()}::timestamptz order by at`.execute(
      tx,
    ),
  );
  const outcomes = rows.map((row) => row.outcome);
  assert.ok(outcomes.includes('refused') && outcomes.includes('success'), outcomes.join());
  assert.equal(rows.find((row) => row.outcome === 'success')?.actor_id, testbed.prescriber.id);
});
