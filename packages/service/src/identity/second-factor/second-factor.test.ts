// Second factor and step-up: enrolment, proof, recovery codes, brute force, replay (A2).
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD, PROFILE } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import type { Mail } from '../accounts/mail.ts';
import { TRY_LIMITS } from '../limits.ts';
import { ACR } from '../provider/policy.ts';
import { passkeySite } from './passkeys.ts';

let testbed: IdentityTestbed;
const mails: Mail[] = [];
before(async () => {
  testbed = await openIdentityTestbed({ requireSecondFactor: true }, undefined, '127.0.0.1', async (mail) => {
    mails.push(mail);
  });
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

// Each test starts at the beginning of a step, so that no code runs out while it is being sent; and half a minute ago, so that
// the provider, whose clock is the machine's, sees each sign-in as older than a second.
beforeEach(() => {
  testbed.ports.clock.aheadMs = 1000 - (Date.now() % 30_000) - 30_000;
});

let people = 0;
async function newPrescriber(): Promise<Person> {
  people += 1;
  const email = `prescriber${people}@clinic.example`;
  const names = { firstName: 'Pat', lastName: `Number${people}` };
  const id = await testbed.identity.createUser(testbed.riverside, {
    email,
    password: PASSWORD,
    ...names,
    roles: ['prescriber'],
    ...PROFILE,
  });
  return { id, email };
}

/** The code that an app with this key shows, some steps of 30 s from now. */
function codeAt(secret: string, steps = 0): string {
  const timestamp = testbed.ports.clock.now() + steps * 30_000;
  return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp });
}

const keyOn = (page: PageAnswer): string => /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)?.[1] ?? '';
const codesOn = (page: PageAnswer): string[] =>
  [...page.text.matchAll(/<li>([a-z0-9]{5}-[a-z0-9]{5})<\/li>/g)].map(([, code = '']) => code);

async function password(browser: CookieBrowser, person: Person, parameters: Record<string, string> = {}) {
  const { url, verifier } = authorizationUrl(testbed, parameters);
  const page = await browser.get(url);
  const next = page.text.includes('name="password"')
    ? await browser.submit(page, 'password', { email: person.email, password: PASSWORD })
    : page;
  return { page: next, verifier };
}

async function actorOf(page: PageAnswer, verifier: string) {
  const code = new URL(page.url).searchParams.get('code') ?? '';
  const tokens = (await (await exchange(testbed, { code, verifier })).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return await testbed.identity.authenticate({ headers, method: 'POST', url: '/graphql' });
}

/** A prescriber with an app; the step of the code that was used up. */
async function enrolled() {
  const person = await newPrescriber();
  const browser = testbed.browser();
  const { page, verifier } = await password(browser, person);
  assert.match(page.text, /Add a second factor/);
  const secret = keyOn(page);
  const codes = await browser.submit(page, 'enrol', { code: codeAt(secret, -1) });
  assert.match(codes.text, /Keep these recovery codes/);
  const end = await browser.submit(codes, 'recovery-codes');
  return { person, browser, secret, recoveryCodes: codesOn(codes), end, verifier };
}

const prescriberCheck = (person: Person) =>
  testbed.store.withOrg(testbed.riverside, (tx) =>
    testbed.identity.authorizedPrescriber(tx, testbed.riverside, person.id),
  );

describe('enrolment', () => {
  test('A2: a prescriber must enrol, and is an authorized prescriber only after it', async () => {
    const fresh = await newPrescriber();
    assert.deepEqual(await prescriberCheck(fresh), { ok: false, missing: ['second-factor'] });
    const { person, recoveryCodes, end, verifier } = await enrolled();
    assert.equal((await prescriberCheck(person)).ok, true);
    assert.equal(new Set(recoveryCodes).size, 10);
    const actor = await actorOf(end, verifier);
    assert.deepEqual(actor.kind === 'user' && actor.methods, ['pwd', 'otp', 'mfa']);
    testbed.identity.requireFreshProof(actor);
  });

  test('A2: staff sign in without one', async () => {
    const { page } = await password(testbed.browser(), testbed.staff);
    assert.ok(new URL(page.url).searchParams.has('code'));
  });

  test('A2: the person is told by e-mail of a factor that was enrolled with the password alone, and the organization by an entry', async () => {
    mails.length = 0;
    const { person } = await enrolled();
    await testbed.identity.close();
    assert.deepEqual(
      mails.map(({ to, text }) => [to, /A second factor was added/.test(text)]),
      [[person.email, true]],
    );
    const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
      sql<{ action: string }>`select action from audit_entry where subject_id = ${person.id}
        and action = 'user.enrol-second-factor'`.execute(tx),
    );
    assert.equal(rows.length, 1);
  });

  test('A2: who leaves the page open for longer than a fresh proof lasts proves the password again before enrolling', async () => {
    const person = await newPrescriber();
    const browser = testbed.browser();
    const { page } = await password(browser, person);
    testbed.ports.clock.aheadMs += 16 * 60_000;
    const late = await browser.submit(page, 'enrol', { code: codeAt(keyOn(page)) });
    assert.match(late.text, /name="password"/);
    const repeated = await browser.submit(late, 'password', { email: person.email, password: PASSWORD });
    assert.match(repeated.text, /Add a second factor/);
  });

  test('WebAuthn knows no IP addresses: a service that is reached by one offers no passkeys', async () => {
    assert.match(testbed.baseUrl, /127\.0\.0\.1/);
    const { page } = await password(testbed.browser(), await newPrescriber());
    assert.match(page.text, /authenticator app/);
    assert.doesNotMatch(page.text, /passkey|<script/i);
    for (const url of ['http://[::1]:8080', 'https://10.0.0.1'])
      assert.equal(passkeySite(url).domain, null, url);
    assert.equal(passkeySite('https://rx.example.com').domain, 'rx.example.com');
  });

  test('a wrong code does not enrol', async () => {
    const person = await newPrescriber();
    const browser = testbed.browser();
    const { page } = await password(browser, person);
    const repeated = await browser.submit(page, 'enrol', { code: '000000' });
    assert.equal(repeated.status, 401);
    assert.equal(keyOn(repeated), keyOn(page), 'the same key, so that the app need not be set up again');
    assert.equal((await prescriberCheck(person)).ok, false);
  });

  test('an enrolled second factor cannot be replaced by who knows the password only', async () => {
    const { person, secret } = await enrolled();
    const browser = testbed.browser();
    const { page } = await password(browser, person);
    assert.match(page.text, /Prove it is you/);
    assert.equal(keyOn(page), '');
    const { action, fields } = {
      action: page.url,
      fields: { csrf: /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '' },
    };
    const forced = await browser.post(action, { ...fields, step: 'enrol', code: codeAt(secret) });
    assert.match(forced.text, /Prove it is you/);
  });
});

describe('proof', () => {
  test('A2: the code of the app lets in, with or without a space', async () => {
    const { person, secret } = await enrolled();
    const browser = testbed.browser();
    const { page, verifier } = await password(browser, person);
    const code = codeAt(secret);
    const end = await browser.submit(page, 'second-factor', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    const actor = await actorOf(end, verifier);
    assert.ok(actor.kind === 'user' && actor.methods.includes('mfa'));
  });

  test('TOTP replay: a code works twice', async () => {
    const { person, secret } = await enrolled();
    const code = codeAt(secret);
    const first = testbed.browser();
    const end = await first.submit((await password(first, person)).page, 'second-factor', { code });
    assert.ok(new URL(end.url).searchParams.has('code'));
    const second = testbed.browser();
    const answer = await second.submit((await password(second, person)).page, 'second-factor', { code });
    assert.equal(answer.status, 401);
  });

  test('TOTP race: one code in two browsers at the same moment lets both in', async () => {
    const { person, secret } = await enrolled();
    const browsers = [testbed.browser(), testbed.browser()];
    const pages = await Promise.all(browsers.map(async (browser) => (await password(browser, person)).page));
    const code = codeAt(secret);
    const ends = await Promise.all(
      browsers.map((browser, index) => browser.submit(pages[index] as PageAnswer, 'second-factor', { code })),
    );
    assert.equal(ends.filter((end) => new URL(end.url).searchParams.has('code')).length, 1);
  });

  test('codes of long ago or far ahead work', async () => {
    const { person, secret } = await enrolled();
    for (const steps of [-3, 3]) {
      const browser = testbed.browser();
      const { page } = await password(browser, person);
      assert.equal(
        (await browser.submit(page, 'second-factor', { code: codeAt(secret, steps) })).status,
        401,
      );
    }
  });

  test('brute force of TOTP: more than eight guesses are looked at', async () => {
    const { person, secret } = await enrolled();
    const browser = testbed.browser();
    let { page } = await password(browser, person);
    let guesses = 0;
    for (; page.status !== 429 && guesses < 50; guesses += 1)
      page = await browser.submit(page, 'second-factor', { code: '123456' });
    assert.equal(guesses, TRY_LIMITS.secondFactor.tries + 1);
    const right = await browser.submit(page, 'second-factor', { code: codeAt(secret) });
    assert.equal(right.status, 429, 'not even the right one');
  });

  test('brute force of TOTP: who knows the password gets eight guesses more with each new browser', async () => {
    const { person, secret, browser: known } = await enrolled();
    let guesses = 0;
    for (let stranger = 0; stranger < 3; stranger += 1) {
      const browser = testbed.browser();
      let { page } = await password(browser, person);
      for (
        page = await browser.submit(page, 'second-factor', { code: '123456' });
        page.status === 401;
        guesses += 1
      )
        page = await browser.submit(page, 'second-factor', { code: '123456' });
    }
    assert.equal(guesses, TRY_LIMITS.secondFactor.tries);
    // The browser in which the person went the whole way has guesses of its own.
    const { page } = await password(known, person, { prompt: 'login' });
    const end = await known.submit(page, 'second-factor', { code: codeAt(secret) });
    assert.ok(new URL(end.url).searchParams.has('code'), end.text);
  });

  test('a recovery code works once, in any writing', async () => {
    const { person, recoveryCodes } = await enrolled();
    const [code = ''] = recoveryCodes;
    const first = testbed.browser();
    const end = await first.submit((await password(first, person)).page, 'second-factor', {
      code: ` ${code.toUpperCase().replace('-', ' ')}`,
    });
    assert.ok(new URL(end.url).searchParams.has('code'));
    const second = testbed.browser();
    const answer = await second.submit((await password(second, person)).page, 'second-factor', { code });
    assert.equal(answer.status, 401);
  });

  test('a second factor is skipped by choosing an organization or saving recovery codes', async () => {
    const { person } = await enrolled();
    const browser = testbed.browser();
    const { page } = await password(browser, person);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    for (const step of ['organization', 'recovery-codes', 'enrol']) {
      const answer = await browser.post(page.url, { csrf, step, user: person.id });
      assert.match(answer.text, /Prove it is you/, step);
    }
  });
});

describe('step-up for signing', () => {
  test('W4: a proof older than fifteen minutes does not sign; the error says what to ask for', async () => {
    const { end, verifier } = await enrolled();
    const actor = await actorOf(end, verifier);
    testbed.identity.requireFreshProof(actor);
    testbed.ports.clock.aheadMs += 15 * 60_000 + 1000;
    assert.throws(() => testbed.identity.requireFreshProof(actor), {
      code: 'STEP_UP_REQUIRED',
      detail: { stepUp: { maxAgeSeconds: 900, acrValues: ACR.secondFactor } },
    });
  });

  test('A2: a password alone does not sign where a second factor is required, nor does a machine', () => {
    const actor = {
      kind: 'user',
      orgId: testbed.riverside,
      id: testbed.prescriber.id,
      clientId: testbed.publicApp,
      scopes: new Set<string>(),
      roles: new Set(['prescriber'] as const),
      authTimeSeconds: testbed.ports.clock.now() / 1000,
      methods: ['pwd'],
    } as const;
    assert.throws(() => testbed.identity.requireFreshProof(actor), { code: 'STEP_UP_REQUIRED' });
    const machine = { ...actor, kind: 'machine', id: testbed.machine.id } as const;
    assert.throws(() => testbed.identity.requireFreshProof(machine), { code: 'FORBIDDEN' });
  });

  test('W4: stepping up in the same session asks for the code only, keeps the person, and gives a new time', async () => {
    const { person, browser, secret, end, verifier } = await enrolled();
    const before = await actorOf(end, verifier);
    const { url, verifier: secondVerifier } = authorizationUrl(testbed, {
      max_age: '1',
      acr_values: ACR.secondFactor,
    });
    const asked = { page: await browser.get(url), verifier: secondVerifier };
    assert.match(asked.page.text, /Prove it is you/);
    assert.match(asked.page.text, new RegExp(person.email));
    const after = await browser.submit(asked.page, 'second-factor', { code: codeAt(secret) });
    const actor = await actorOf(after, asked.verifier);
    assert.ok(actor.kind === 'user' && before.kind === 'user');
    assert.equal(actor.id, person.id);
    assert.ok(actor.authTimeSeconds >= before.authTimeSeconds);
    assert.deepEqual(actor.methods, ['pwd', 'otp', 'mfa']);
  });

  test('W4: without the proof the step-up gives no token, and silence is answered with login_required', async () => {
    const { person, browser } = await enrolled();
    const silent = await password(browser, person, { max_age: '1', prompt: 'none' });
    assert.equal(new URL(silent.page.url).searchParams.get('error'), 'login_required');
    const asked = await password(browser, person, { max_age: '1' });
    const wrong = await browser.submit(asked.page, 'second-factor', { code: '000000' });
    assert.equal(wrong.status, 401);
    assert.ok(!wrong.url.includes('code='));
  });

  test('an application that asks for a second factor makes staff enrol', async () => {
    const { page } = await password(testbed.browser(), testbed.staff, { acr_values: ACR.secondFactor });
    assert.match(page.text, /Add a second factor/);
  });

  test('prompt=login asks for the password again', async () => {
    const { browser } = await enrolled();
    const page = await browser.get(authorizationUrl(testbed, { prompt: 'login' }).url);
    assert.match(page.text, /name="password"/);
  });
});

describe('the last one', () => {
  test('A2: whoever must have a second factor keeps the last one until there is another, and is told what to do', async () => {
    const { person, browser } = await enrolled();
    const holds = async (): Promise<boolean> => (await prescriberCheck(person)).ok;
    const refused = await browser.submit(await browser.get('/account'), 'remove-totp');
    assert.equal(refused.status, 409);
    assert.match(refused.text, /Add another one first/);
    assert.equal(await holds(), true);
    // With a passkey beside it the app may go; then the passkey is the last one.
    const ID = 'cGFzc2tleQ';
    await testbed.store.asDoor((tx) =>
      sql`insert into passkey (account_id, id, public_key, name)
        select account_id, ${ID}, ''::bytea, 'Key' from app_user where id = ${person.id}`.execute(tx),
    );
    const without = await browser.submit(await browser.get('/account'), 'remove-totp');
    assert.equal(without.status, 200);
    assert.equal((await browser.submit(without, 'remove-passkey', { id: ID })).status, 409);
    assert.equal(await holds(), true);
    const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
      sql<{ outcome: string }>`select outcome from audit_entry
        where action = 'user.remove-second-factor' and subject_id = ${person.id} order by at`.execute(tx),
    );
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ['refused', 'success', 'refused'],
    );
  });
});
