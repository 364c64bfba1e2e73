// An organization's own OpenID issuer in place of the password, played by a second instance of our own provider.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { CookieBrowser as Browser } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import type { ExternalIssuer } from './external-issuer.ts';

let hospital: IdentityTestbed;
let testbed: IdentityTestbed;
let settings: ExternalIssuer;
before(async () => {
  hospital = await openIdentityTestbed();
  // The hospital learns our callback address and we its client id; our organization is known after the seed.
  const callback = { url: '' };
  const organization = { id: 'org_00000000000000000000000000' };
  settings = {
    name: 'hospital',
    label: 'Riverside Hospital',
    issuer: hospital.identity.issuer,
    get clientId(): string {
      return clientId;
    },
    get organizationId(): string {
      return organization.id;
    },
    replacesPassword: false,
    // Our own provider does not say that it verified an address.
    claims: { emailVerified: null },
    provesSecondFactor: true,
  };
  let clientId = '';
  testbed = await openIdentityTestbed({ externalIssuers: [settings], identityKey: randomBytes(32) });
  organization.id = testbed.riverside;
  callback.url = `${testbed.baseUrl}/sign-in/external`;
  const application = await hospital.identity.createApplication(hospital.riverside, {
    name: 'Pestle',
    kind: 'public',
    callbackUrls: [callback.url],
  });
  clientId = application.id;
});
after(async () => {
  await testbed.close();
  await hospital.close();
  const names = testbed.errors.map((error) => (error as Error).constructor.name);
  assert.deepEqual([...new Set(names)].toSorted(), ['OperationProcessingError', 'ResponseBodyError']);
});

/** The same person here (known by e-mail, no password) and at the hospital. */
let people = 0;
async function newPerson(orgId = testbed.riverside): Promise<Person> {
  people += 1;
  const email = `doctor${people}@hospital.example`;
  const names = { email, firstName: 'Doc', lastName: `Tor${people}`, roles: ['staff' as const] };
  await hospital.identity.createUser(hospital.riverside, { ...names, password: PASSWORD });
  return { email, id: await testbed.identity.createUser(orgId, names) };
}

/** Two browsers stand for one that keeps the cookies of both hosts apart. */
interface Travel {
  readonly here: CookieBrowser;
  readonly there: CookieBrowser;
  readonly verifier: string;
  readonly answer: string;
}

async function travel(person: Person, parameters: Record<string, string> = {}): Promise<Travel> {
  const here = testbed.browser();
  const there = new Browser(hospital.baseUrl);
  const { url, verifier } = authorizationUrl(testbed, parameters);
  const page = await here.get(url);
  const link = /href="(\/sign-in\/[\w-]+\/external\/hospital)"/.exec(page.text)?.[1] ?? '';
  assert.match(page.text, /Sign in with Riverside Hospital/);
  const away = await here.get(link);
  const login = await there.get(away.url);
  const back = await there.submit(login, 'password', { email: person.email, password: PASSWORD });
  return { here, there, verifier, answer: back.url };
}

async function actorOf(page: PageAnswer, verifier: string) {
  const code = new URL(page.url).searchParams.get('code') ?? '';
  const tokens = (await (await exchange(testbed, { code, verifier })).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  return await testbed.identity.authenticate({ headers, method: 'POST', url: '/graphql' });
}

test('a person signs in at the hospital and is the user with that e-mail address here', async () => {
  const person = await newPerson();
  const { here, verifier, answer } = await travel(person);
  assert.ok(answer.startsWith(`${testbed.baseUrl}/sign-in/external?`));
  const actor = await actorOf(await here.get(answer), verifier);
  assert.equal(actor.id, person.id);
  assert.deepEqual(actor.kind === 'user' && actor.methods, ['fed']);
});

test('after the first time the person is known by the issuer’s subject, whatever the address', async () => {
  const person = await newPerson();
  const first = await travel(person);
  await first.here.get(first.answer);
  await hospital.store.withOrg(hospital.riverside, (tx) =>
    sql`update app_user set email = 'renamed@hospital.example' where email = ${person.email}`.execute(tx),
  );
  const repeated = await travel(person);
  const actor = await actorOf(await repeated.here.get(repeated.answer), repeated.verifier);
  assert.equal(actor.id, person.id);
});

test('somebody whom nobody invited becomes a user by signing in elsewhere', async () => {
  const email = 'uninvited@hospital.example';
  const names = { email, firstName: 'Un', lastName: 'Invited', roles: ['staff' as const] };
  await hospital.identity.createUser(hospital.riverside, { ...names, password: PASSWORD });
  const { here, answer } = await travel({ id: testbed.staff.id, email });
  const page = await here.get(answer);
  assert.equal(page.status, 403);
  assert.match(page.text, /did not confirm who you are, or nobody with your e-mail address was invited/);
});

test('the hospital’s issuer opens another organization', async () => {
  const person = await newPerson(testbed.hillside);
  const { here, answer } = await travel(person);
  assert.equal((await here.get(answer)).status, 403);
  const { rows } = await testbed.store.asDoor((tx) =>
    sql`select 1 from external_identity join account on account.id = account_id where email = ${person.email}`.execute(
      tx,
    ),
  );
  assert.equal(rows.length, 0, 'no link is made either');
  // Nor for a person of both: an application of the other organization does not offer it.
  const url = authorizationUrl(testbed, { client_id: testbed.hillsideApp }).url;
  assert.doesNotMatch((await testbed.browser().get(url)).text, /Riverside Hospital/);
});

test('an unverified e-mail address links an account', async () => {
  const strict = { ...settings, claims: {} };
  const { linkedAccount } = await import('./external-identity.ts');
  const person = await newPerson();
  const claimed = { issuer: settings.issuer, subject: 'x', secondFactor: false, provenAtSeconds: null };
  const account = await testbed.store.asDoor((tx) => linkedAccount(tx, strict, { ...claimed, email: null }));
  assert.equal(account, undefined);
  assert.notEqual(
    await testbed.store.asDoor((tx) => linkedAccount(tx, strict, { ...claimed, email: person.email })),
    undefined,
  );
});

test('an answer is injected into another browser’s sign-in, or used twice', async () => {
  const person = await newPerson();
  const { here, answer } = await travel(person);
  const thief = testbed.browser();
  assert.equal((await thief.get(answer)).status, 410);
  const victim = await travel(await newPerson());
  const crossed = new URL(answer);
  const own = new URL(victim.answer);
  own.searchParams.set('code', crossed.searchParams.get('code') ?? '');
  assert.equal((await victim.here.get(own.href)).status, 403, 'another journey’s code fails on its verifier');
  const done = await here.get(answer);
  assert.ok(new URL(done.url).searchParams.has('code'));
  assert.equal((await here.get(answer)).status, 410);
});

test('an answer that comes several times at once is used twice', async () => {
  const { here, answer } = await travel(await newPerson());
  const pages = await Promise.all(Array.from({ length: 5 }, () => here.get(answer)));
  assert.equal(pages.filter(({ url }) => new URL(url).pathname === '/callback').length, 1);
});

test('mix-up: an answer of another issuer is taken', async () => {
  const { here, answer } = await travel(await newPerson());
  const forged = new URL(answer);
  forged.searchParams.set('iss', 'https://evil.example');
  assert.equal((await here.get(forged.href)).status, 403);
});

test('a made-up state leads nowhere', async () => {
  for (const state of ['', 'x', '../../evil', `${'a'.repeat(43)}.${'b'.repeat(43)}`]) {
    const page = await testbed.browser().get(`/sign-in/external?code=x&state=${encodeURIComponent(state)}`);
    assert.equal(page.status, 410);
    assert.ok(page.url.startsWith(testbed.baseUrl));
  }
});

test('giving up there comes back here with a sentence', async () => {
  const here = testbed.browser();
  const there = new Browser(hospital.baseUrl);
  const page = await here.get(authorizationUrl(testbed).url);
  const link = /href="(\/sign-in\/[\w-]+\/external\/hospital)"/.exec(page.text)?.[1] ?? '';
  const back = await there.submit(await there.get((await here.get(link)).url), 'cancel');
  const end = await here.get(back.url);
  assert.equal(end.status, 403);
});

test('where the issuer replaces the password, the password opens nothing', async () => {
  const strict = await openIdentityTestbed(
    {
      identityKey: testbed.identityKey,
      externalIssuers: [
        { ...settings, organizationId: testbed.riverside, clientId: 'app_x', replacesPassword: true },
      ],
    },
    testbed.store,
  );
  try {
    const browser = strict.browser();
    const url = authorizationUrl(strict, {
      client_id: testbed.publicApp,
      redirect_uri: testbed.callback,
    }).url;
    const page = await browser.get(url);
    assert.doesNotMatch(page.text, /name="password"/);
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const forced = await browser.post(new URL(page.url).pathname, {
      csrf,
      step: 'password',
      email: testbed.staff.email,
      password: PASSWORD,
    });
    assert.equal(forced.status, 403);
  } finally {
    await strict.app.close();
    await strict.identity.close();
  }
});
