// The account pages: a fresh proof, forgotten password, invitation, sign-out everywhere; and what must not work.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { actorOf, openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { writeKey } from '../../audit/idempotency.ts';
import type { Mail } from '../accounts/mail.ts';

let testbed: IdentityTestbed;
const mails: Mail[] = [];
before(async () => {
  testbed = await openIdentityTestbed({}, undefined, '127.0.0.1', async (mail) => {
    mails.push(mail);
  });
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});
beforeEach(async () => {
  testbed.ports.clock.aheadMs = 1000 - (Date.now() % 30_000) - 30_000;
  await testbed.store.asDoor((tx) => sql`delete from wrong_try`.execute(tx));
});

let people = 0;
async function newPerson(): Promise<Person> {
  people += 1;
  const email = `person${people}@clinic.example`;
  const names = { firstName: 'Per', lastName: `Son${people}` };
  const id = await testbed.identity.createUser(testbed.riverside, {
    email,
    password: PASSWORD,
    ...names,
    roles: ['staff'],
  });
  return { id, email };
}

async function openAccount(
  person: Person,
  browser = testbed.browser(),
): Promise<{ page: PageAnswer; browser: CookieBrowser }> {
  const page = await browser.get('/account');
  return {
    browser,
    page: await browser.submit(page, 'password', { email: person.email, password: PASSWORD }),
  };
}

async function mailTo(email: string): Promise<Mail[]> {
  await testbed.identity.close();
  return mails.filter((mail) => mail.to === email);
}

const linkIn = (mail: Mail | undefined): string => /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
const NEW = 'another good pass phrase';

async function canSignIn(person: Person, password: string): Promise<boolean> {
  const browser = testbed.browser();
  const page = await browser.get(authorizationUrl(testbed).url);
  const end = await browser.submit(page, 'password', { email: person.email, password });
  return new URL(end.url).searchParams.has('code');
}

describe('the account page', () => {
  test('it asks for a sign-in first, and leaves no code in the address', async () => {
    const { page } = await openAccount(await newPerson());
    assert.equal(page.status, 200);
    assert.match(page.text, /Your sign-in/);
    assert.equal(new URL(page.url).search, '');
  });

  test('a proof older than fifteen minutes is asked for again', async () => {
    const { browser } = await openAccount(await newPerson());
    testbed.ports.clock.aheadMs += 15 * 60_000 + 30_000;
    const page = await browser.get('/account');
    assert.doesNotMatch(page.text, /Your sign-in/);
  });

  test('CSRF: a form without our proof, or from elsewhere, is taken', async () => {
    const { browser, page } = await openAccount(await newPerson());
    assert.equal((await browser.post('/account', { step: 'everywhere' })).status, 403);
    assert.equal(
      (await browser.submit(page, 'everywhere', {}, { origin: 'https://evil.example' })).status,
      403,
    );
  });

  test('the code of its sign-in is exchanged for a token of the API', async () => {
    const { url, verifier } = authorizationUrl(testbed, {
      client_id: 'pestle-account',
      redirect_uri: `${testbed.baseUrl}/account`,
      scope: 'openid write:prescription',
    });
    const browser = testbed.browser();
    const person = await newPerson();
    await openAccount(person, browser);
    // The redirect is followed by the browser, so the code is read from the address before the page cleans it up.
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const answer = await fetch(`${testbed.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${testbed.baseUrl}/account`,
        client_id: 'pestle-account',
        code_verifier: verifier,
      }),
    });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    await assert.rejects(
      testbed.identity.authenticate({
        headers: { authorization: `Bearer ${token}` },
        method: 'POST',
        url: '/graphql',
      }),
      { code: 'UNAUTHENTICATED' },
    );
  });

  test('a person adds an app, makes new recovery codes, and removes the app again', async () => {
    const person = await newPerson();
    const { browser, page } = await openAccount(person);
    const add = await browser.submit(page, 'add-factor');
    const secret = (/class="key"[^>]*>([A-Z2-7 ]+)</.exec(add.text)?.[1] ?? '').replaceAll(' ', '');
    const code = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: testbed.ports.clock.now() + steps * 30_000 });
    const wrong = await browser.submit(add, 'enrol', { code: '000000' });
    assert.equal(wrong.status, 401);
    const codes = await browser.submit(wrong, 'enrol', { code: code(-1) });
    assert.match(codes.text, /Keep these recovery codes/);
    // The session was proved by password only: what protects the account now asks for more.
    const reopened = await browser.get('/account');
    assert.match(reopened.text, /Prove it is you/);
    const after = await browser.submit(reopened, 'second-factor', { code: code(0) });
    assert.match(after.text, /Recovery codes left: 10/);
    const fresh = await browser.submit(after, 'recovery');
    assert.match(fresh.text, /Keep these recovery codes/);
    const removed = await browser.submit(await browser.get('/account'), 'remove-totp');
    assert.match(removed.text, /You have none yet/);
    const subjects = (await mailTo(person.email)).map((mail) => mail.text.split('\n')[0]);
    assert.deepEqual(subjects, [
      'A second factor was added.',
      'New recovery codes were made; the old ones ended.',
      'Your authenticator app was removed.',
    ]);
    const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
      sql`select second_factor from app_user where id = ${person.id}`.execute(tx),
    );
    assert.deepEqual(rows, [{ second_factor: false }]);
  });

  test('the password is changed with the old one only, and must be a good one', async () => {
    const person = await newPerson();
    const { browser, page } = await openAccount(person);
    const wrong = await browser.submit(page, 'password', { current: 'not it', chosen: NEW });
    assert.equal(wrong.status, 401);
    const weak = await browser.submit(page, 'password', { current: PASSWORD, chosen: 'password123' });
    assert.equal(weak.status, 422);
    const done = await browser.submit(page, 'password', { current: PASSWORD, chosen: NEW });
    assert.match(done.text, /Your password is set/);
    assert.equal(await canSignIn(person, PASSWORD), false);
    const { rows } = await testbed.store.asCourier((tx) =>
      sql<{ outcome: string; source_ip: string | null }>`select outcome, source_ip from audit_entry
        where action = 'user.password' and subject_id = ${person.id} order by at`.execute(tx),
    );
    const from = '127.0.0.1';
    assert.deepEqual(rows, [
      { outcome: 'refused', source_ip: from },
      { outcome: 'success', source_ip: from },
    ]);
  });

  test('sign-out everywhere ends sessions, refresh tokens and access tokens', async () => {
    const person = await newPerson();
    const other = testbed.browser();
    const tokens = await codeFlow(testbed, person, { browser: other });
    const call = () =>
      testbed.identity.authenticate({
        headers: { authorization: `Bearer ${tokens.access_token}` },
        method: 'POST',
        url: '/graphql',
      });
    await call();
    const { browser, page } = await openAccount(person);
    testbed.ports.clock.aheadMs += 2000;
    await browser.submit(page, 'everywhere');
    await assert.rejects(call(), { code: 'UNAUTHENTICATED' });
    const refresh = await fetch(`${testbed.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token ?? '',
        client_id: testbed.publicApp,
      }),
    });
    assert.equal(refresh.status, 400);
    const silent = await other.get(authorizationUrl(testbed, { prompt: 'none' }).url);
    assert.equal(new URL(silent.url).searchParams.get('error'), 'login_required');
  });
});

describe('forgotten password', () => {
  async function ask(email: string): Promise<PageAnswer> {
    const browser = testbed.browser();
    return await browser.submit(await browser.get('/account/forgotten'), 'forgotten', { email });
  }

  test('a link comes by e-mail, works once, ends what was open, and lets the person in', async () => {
    const person = await newPerson();
    const { refresh_token } = await codeFlow(testbed, person);
    await ask(person.email);
    const [mail] = await mailTo(person.email);
    const browser = testbed.browser();
    const page = await browser.get(linkIn(mail));
    assert.equal(page.headers.get('cache-control'), 'no-store');
    const weak = await browser.submit(page, 'choose', { chosen: 'short' });
    assert.equal(weak.status, 422);
    testbed.ports.clock.aheadMs += 2000;
    const done = await browser.submit(weak, 'choose', { chosen: NEW });
    assert.match(done.text, /Your password is set/);
    assert.equal((await browser.get(linkIn(mail))).status, 410, 'the link is used up');
    assert.equal((await browser.submit(page, 'choose', { chosen: NEW })).status, 410);
    testbed.ports.clock.aheadMs += 2000;
    assert.equal(await canSignIn(person, NEW), true);
    const refresh = await fetch(`${testbed.identity.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh_token ?? '',
        client_id: testbed.publicApp,
      }),
    });
    assert.equal(refresh.status, 400);
  });

  test('user enumeration: whether there is an account shows in the answer', async () => {
    const person = await newPerson();
    const [known, unknown] = [await ask(person.email), await ask('nobody@nowhere.example')];
    assert.equal(known.status, unknown.status);
    assert.equal(known.text, unknown.text);
    assert.equal((await mailTo('nobody@nowhere.example')).length, 0);
  });

  test('a mailbox is flooded: more than three links an hour', async () => {
    const person = await newPerson();
    for (let count = 0; count < 6; count += 1) {
      await ask(person.email);
      await testbed.identity.close();
    }
    assert.equal((await mailTo(person.email)).length, 3);
  });

  test('an older link, an expired one, or a made-up one works', async () => {
    const person = await newPerson();
    await ask(person.email);
    await testbed.identity.close();
    await ask(person.email);
    const [older, newer] = await mailTo(person.email);
    assert.equal((await testbed.browser().get(linkIn(older))).status, 410);
    assert.equal((await testbed.browser().get(linkIn(newer))).status, 200);
    testbed.ports.clock.aheadMs += 3_601_000;
    assert.equal((await testbed.browser().get(linkIn(newer))).status, 410);
    assert.equal((await testbed.browser().get(`/account/password/${'x'.repeat(43)}`)).status, 410);
  });

  test('a new password skips the second factor', async () => {
    const person = await newPerson();
    await testbed.store.asDoor((tx) =>
      sql`update account set totp_confirmed_at = now(), totp_secret = '\\x00' where email = ${person.email}`.execute(
        tx,
      ),
    );
    await ask(person.email);
    const [mail] = await mailTo(person.email);
    const browser = testbed.browser();
    await browser.submit(await browser.get(linkIn(mail)), 'choose', { chosen: NEW });
    testbed.ports.clock.aheadMs += 2000;
    const page = await browser.get(authorizationUrl(testbed).url);
    const next = await browser.submit(page, 'password', { email: person.email, password: NEW });
    assert.match(next.text, /Prove it is you/);
  });

  test('secrets can be read from the store: links', async () => {
    const person = await newPerson();
    await ask(person.email);
    const [mail] = await mailTo(person.email);
    const token = linkIn(mail).split('/').at(-1) ?? '';
    const { rows } = await testbed.store.asDoor((tx) => sql`select * from account_link`.execute(tx));
    assert.ok(token.length === 43 && !JSON.stringify(rows).includes(token));
  });
});

describe('invitation', () => {
  test('the person chooses a password from the e-mail and signs in', async () => {
    const admin = actorOf(testbed, testbed.admin, ['admin'], ['read:user', 'write:user']);
    const email = 'invited@clinic.example';
    const { user } = await testbed.identity.users.invite(
      admin,
      { email, firstName: 'In', lastName: 'Vited', roles: ['staff'] },
      writeKey('invite', 'invite', {}),
    );
    assert.equal(await canSignIn({ id: user.id, email }, PASSWORD), false);
    const [mail] = await mailTo(email);
    const browser = testbed.browser();
    await browser.submit(await browser.get(linkIn(mail)), 'choose', { chosen: NEW });
    testbed.ports.clock.aheadMs += 2000;
    assert.equal(await canSignIn({ id: user.id, email }, NEW), true);
  });
});
