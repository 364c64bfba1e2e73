// What an organization's own issuer says, or does not say, about when a person proved who they are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import type { SmallIssuer } from '@pestle/testbed/identity/small-issuer';
import { openSmallIssuer } from '@pestle/testbed/identity/small-issuer';

let issuer: SmallIssuer;
let testbed: IdentityTestbed;
before(async () => {
  issuer = await openSmallIssuer();
  const organization = { id: '' };
  testbed = await openIdentityTestbed({
    signingProofAgeSeconds: 1_200,
    externalIssuers: [
      {
        name: 'hospital',
        label: 'Riverside Hospital',
        issuer: issuer.issuer,
        clientId: 'pestle',
        get organizationId(): string {
          return organization.id;
        },
        replacesPassword: false,
        provesSecondFactor: false,
      },
    ],
  });
  organization.id = testbed.riverside;
});
after(async () => {
  await testbed.close();
  await issuer.close();
  assert.deepEqual(testbed.errors, []);
});

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** To the issuer and back, with an ID token that has these claims besides who it is. */
async function comeBack(
  claims: Readonly<Record<string, unknown>>,
  parameters: Record<string, string> = {},
  browser: CookieBrowser = testbed.browser(),
): Promise<{ readonly page: PageAnswer; readonly verifier: string }> {
  const { url, verifier } = authorizationUrl(testbed, parameters);
  const page = await browser.get(url);
  const link = /href="(\/sign-in\/[\w-]+\/external\/hospital)"/.exec(page.text)?.[1] ?? '';
  const away = await browser.get(link);
  const { email } = testbed.prescriber;
  const who = { sub: 'doctor', email, email_verified: true };
  return { page: await browser.get(issuer.answer(away.url, { ...who, ...claims })), verifier };
}

async function actorOf({ page, verifier }: { readonly page: PageAnswer; readonly verifier: string }) {
  const code = new URL(page.url).searchParams.get('code') ?? assert.fail(page.text);
  const tokens = (await (await exchange(testbed, { code, verifier })).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return await testbed.identity.authenticate({ headers, method: 'POST', url: '/graphql' });
}

test('a stated time is the time of the proof, and signing believes it as long as it is fresh', async () => {
  const actor = await actorOf(await comeBack({ auth_time: nowSeconds() - 600 }));
  assert.ok(actor.kind === 'user' && Math.abs(actor.authTimeSeconds - nowSeconds() + 600) < 5);
  testbed.identity.requireFreshProof(actor);
  assert.equal(issuer.asked().get('max_age'), '43200', 'the issuer is always obliged to say when');
});

test('an issuer that does not say when lets a person in, but not sign', async () => {
  const actor = await actorOf(await comeBack({}));
  assert.equal(actor.id, testbed.prescriber.id);
  assert.throws(() => testbed.identity.requireFreshProof(actor), { code: 'STEP_UP_REQUIRED' });
});

test('a time in the future is no fresher than now', async () => {
  const actor = await actorOf(await comeBack({ auth_time: nowSeconds() + 20 }));
  assert.ok(actor.kind === 'user' && actor.authTimeSeconds <= nowSeconds());
});

test('a fresh proof that was asked for is refused without a time, and with an old one', async () => {
  for (const parameters of [{ max_age: '900' }, { prompt: 'login' }] as Record<string, string>[])
    for (const claims of [{}, { auth_time: nowSeconds() - 1_000 }]) {
      const { page } = await comeBack(claims, parameters);
      assert.equal(page.status, 403, JSON.stringify([parameters, claims]));
      assert.match(page.text, /A fresh proof of who you are is needed here/);
    }
  const actor = await actorOf(await comeBack({ auth_time: nowSeconds() }, { max_age: '900' }));
  testbed.identity.requireFreshProof(actor);
});

test('step-up: a session without a time does not stand for a fresh proof', async () => {
  const browser = testbed.browser();
  await comeBack({}, {}, browser);
  const { page } = await comeBack({}, { max_age: '900' }, browser);
  assert.equal(page.status, 403);
  const repeated = await comeBack({ auth_time: nowSeconds() }, { max_age: '900' }, browser);
  testbed.identity.requireFreshProof(await actorOf(repeated));
});

test('after a sign-out everywhere a proof from before does not come back', async () => {
  const at = new Date().toISOString();
  const { endTokensBefore, findMembership } = await import('../accounts/accounts.ts');
  await testbed.store.asDoor(async (tx) => {
    const membership = await findMembership(tx, testbed.prescriber.id);
    await endTokensBefore(tx, membership?.accountId ?? '', at);
  });
  for (const claims of [{}, { auth_time: nowSeconds() - 60 }])
    assert.equal((await comeBack(claims)).page.status, 403);
});

test('an issuer tells by the second: a proof of the second in which everything was ended is asked for again, one of the next counts', async () => {
  const { endTokensBefore, findMembership } = await import('../accounts/accounts.ts');
  const { clock } = testbed.ports;
  const time = clock.now;
  const second = Math.floor(time() / 1000);
  const at = (ms: number): void => {
    clock.now = () => second * 1000 + ms;
  };
  try {
    at(300);
    await testbed.store.asDoor(async (tx) => {
      const membership = await findMembership(tx, testbed.prescriber.id);
      await endTokensBefore(tx, membership?.accountId ?? '', new Date(clock.now()).toISOString());
    });
    at(900);
    const { page } = await comeBack({ auth_time: second });
    assert.equal(page.status, 403);
    assert.match(page.text, /A fresh proof of who you are is needed here/);
    at(1_100);
    const actor = await actorOf(await comeBack({ auth_time: second + 1 }));
    assert.equal(actor.id, testbed.prescriber.id);
  } finally {
    clock.now = time;
  }
});
