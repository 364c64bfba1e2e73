// Passwords that are known from breaches: refused when they are chosen, replaced at the next sign-in; and what a range service learns of them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { authorizationUrl } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { nextSecond } from '@pestle/testbed/patience';
import { dictionary } from '@zxcvbn-ts/language-common';
import { createBreachedCheck, isCommon, type RangeOutcome } from './breached.ts';
import { toNewPassword } from './password.ts';

const GOOD = 'correct horse battery staple';
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

describe('6.2.12: the list that comes with the service', () => {
  test('knows every password of its source that is long enough, in any capitals, and no other', () => {
    const long = Object.values(dictionary['passwords-common'])
      .map(String)
      .filter((password) => Array.from(password).length >= 12);
    assert.ok(long.length > 200);
    assert.deepEqual(
      long.filter((password) => !isCommon(password) || !isCommon(password.toUpperCase())),
      [],
    );
    for (let number = 0; number < 20_000; number += 1) assert.equal(isCommon(`${GOOD} ${number}`), false);
  });

  test('nobody is asked over the network where no service is configured', async () => {
    const asked: RangeOutcome[] = [];
    const isBreached = createBreachedCheck({
      rangeUrl: null,
      counted: (outcome) => asked.push(outcome),
      onError: (error) => assert.ifError(error),
    });
    assert.equal(await isBreached(GOOD), false);
    assert.equal(await isBreached('1Q2w3e4r5t6y'), true);
    assert.deepEqual(asked, []);
  });
});

describe('6.2.12: a range service', () => {
  const seen: string[] = [];
  let answer: (path: string) => { status: number; body: string } | 'silence' = () => 'silence';
  const server = createServer((request, response) => {
    seen.push(`${request.url ?? ''} ${String(request.headers['add-padding'])}`);
    const said = answer(request.url ?? '');
    if (said !== 'silence') response.writeHead(said.status).end(said.body);
  });
  const asked: RangeOutcome[] = [];
  const errors: unknown[] = [];
  let isBreached: (password: string) => Promise<boolean>;
  before(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const rangeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`;
    isBreached = createBreachedCheck({
      rangeUrl,
      counted: (outcome) => asked.push(outcome),
      onError: (error) => errors.push(error),
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test('learns five digits of the hash and nothing else, and says what is known; padding is not', async () => {
    const hash = sha1(GOOD);
    answer = () => ({ status: 200, body: `${'0'.repeat(35)}:3\r\n${hash.slice(5)}:17\r\n` });
    assert.equal(await isBreached(GOOD), true);
    assert.deepEqual(seen, [`/range/${hash.slice(0, 5)} true`]);
    answer = () => ({ status: 200, body: `${hash.slice(5)}:0\r\n` });
    assert.equal(await isBreached(GOOD), false);
    assert.deepEqual(asked, ['known', 'unknown']);
    assert.deepEqual(
      await toNewPassword('jovial tundra kettle 91', { email: 'a@b.example' }, async () => true),
      {
        ok: false,
        problem: 'breached',
      },
    );
  });

  test('that fails, floods or says nothing lets the password pass, counted, and tells nothing of it in the error', async () => {
    asked.length = 0;
    for (const said of [
      { status: 503, body: 'away' },
      { status: 200, body: 'x'.repeat(300_000) },
      'silence' as const,
    ]) {
      answer = () => said;
      assert.equal(await isBreached(GOOD), false);
    }
    assert.deepEqual(asked, ['failed', 'failed', 'failed']);
    for (const error of errors)
      assert.doesNotMatch(String(error), new RegExp(`${GOOD}|${sha1(GOOD).slice(0, 5)}`, 'i'));
  });
});

describe('6.2.12: at a sign-in', () => {
  let testbed: IdentityTestbed;
  const KNOWN = '1q2w3e4r5t6y';
  before(async () => {
    testbed = await openIdentityTestbed();
  });
  after(async () => {
    await testbed.close();
    assert.deepEqual(testbed.errors, []);
  });

  test('a known password opens nothing until it is replaced; the new one signs in, the old one does not', async () => {
    const email = 'known@clinic.example';
    await testbed.identity.createUser(testbed.riverside, {
      email,
      password: KNOWN,
      firstName: 'Kim',
      lastName: 'Known',
      roles: ['staff'],
    });
    const browser = testbed.browser();
    const { url } = authorizationUrl(testbed);
    const page = await browser.submit(await browser.get(url), 'password', { email, password: KNOWN });
    assert.match(page.text, /Choose another password/);
    // Going on without it leads back to it.
    assert.match((await browser.get(page.url)).text, /Choose another password/);
    const refused = await browser.submit(page, 'new-password', { chosen: KNOWN });
    assert.equal(refused.status, 422);
    const chosen = 'jovial tundra kettle 91';
    const set = await browser.submit(page, 'new-password', { chosen });
    assert.match(set.text, /Your new password is set/);
    // The form once more changes nothing: the sign-in has begun anew.
    assert.match(
      (await browser.submit(page, 'new-password', { chosen: `${chosen} 2` })).text,
      /name="password"/,
    );
    assert.equal((await browser.submit(set, 'password', { email, password: KNOWN })).status, 401);
    // Sign-ins are told by the second: what was proved in the second of the change counts as before it.
    await nextSecond();
    const end = await browser.submit(set, 'password', { email, password: chosen });
    assert.ok(new URL(end.url).searchParams.has('code'));
  });
});
