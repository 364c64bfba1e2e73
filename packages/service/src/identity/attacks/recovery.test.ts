// Attacks on the way back of a person whom an operator of the network recovers, and that way itself: each test is named by the defect that it would show, or by what holds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
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

const NEW = 'another good pass phrase';
const mailsTo = (email: string): Mail[] => mails.filter((mail) => mail.to === email);
const linkIn = (mail: Mail | undefined): string => /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';

let people = 0;
async function newPerson(): Promise<Person> {
  people += 1;
  const email = `recovered${people}@clinic.example`;
  const names = { firstName: 'Per', lastName: `Son${people}`, roles: ['staff' as const] };
  return {
    id: await testbed.identity.createUser(testbed.riverside, { email, password: PASSWORD, ...names }),
    email,
  };
}

async function canSignIn({ email }: Person, password: string): Promise<boolean> {
  const browser = testbed.browser();
  const page = await browser.get(authorizationUrl(testbed).url);
  const end = await browser.submit(page, 'password', { email, password });
  return new URL(end.url).searchParams.has('code');
}

const recover = (userId: string, change: object = {}) =>
  testbed.identity.administration.recover({
    organizationId: testbed.riverside,
    userId,
    removeSecondFactor: false,
    by: 'Olga',
    ...change,
  });
const choose = async (url: string): Promise<PageAnswer> => {
  const browser = testbed.browser();
  const page = await browser.get(url);
  return page.status === 200 ? await browser.submit(page, 'choose', { chosen: NEW }) : page;
};

test('all that was open ends in every organization of the account, and a link lets the person choose a password once', async () => {
  const person = await newPerson();
  const elsewhere = await testbed.identity.createUser(testbed.hillside, {
    email: person.email,
    firstName: 'Per',
    lastName: 'Son',
    roles: ['staff'],
  });
  const { access_token: token } = await codeFlow(
    testbed,
    { id: elsewhere, email: person.email },
    {
      clientId: testbed.hillsideApp,
    },
  );
  const call = () =>
    testbed.identity.authenticate({
      headers: { authorization: `Bearer ${token}` },
      method: 'POST',
      url: '/graphql',
    });
  await call();
  testbed.ports.clock.aheadMs += 2000;
  const { url, endedIn, secondFactor } = await recover(person.id);
  assert.deepEqual(
    [endedIn.map(({ userId }) => userId).toSorted(), secondFactor],
    [[person.id, elsewhere].toSorted(), false],
  );
  await assert.rejects(call(), { code: 'UNAUTHENTICATED' });
  assert.equal(await canSignIn(person, PASSWORD), false, 'the lost password may be known to others');
  assert.match(mailsTo(person.email)[0]?.text ?? '', /Those who run the network ended your password/);
  assert.match((await choose(url)).text, /Your password is set/);
  assert.equal((await choose(url)).status, 410, 'the link is used up');
  testbed.ports.clock.aheadMs += 2000;
  assert.equal(await canSignIn(person, NEW), true);
  const { rows } = await testbed.store.asCourier((tx) =>
    sql`select org_id, actor_kind, actor_id, subject_id, purpose, detail from audit_entry where action = 'user.recover'
      and subject_id in (${person.id}, ${elsewhere}) order by org_id = ${testbed.riverside} desc`.execute(tx),
  );
  const common = {
    actor_kind: 'operator',
    actor_id: 'Olga',
    purpose: 'HSYSADMIN',
    detail: { secondFactor: 'kept' },
  };
  assert.deepEqual(rows, [
    { org_id: testbed.riverside, subject_id: person.id, ...common },
    { org_id: testbed.hillside, subject_id: elsewhere, ...common },
  ]);
});

test('a link from before works after another recovery: one for a password, and an invitation', async () => {
  const person = await newPerson();
  await testbed.store.asDoor((tx) =>
    sql`update account set password_hash = null where email = ${person.email}`.execute(tx),
  );
  const names = { firstName: 'Per', lastName: 'Son', roles: ['staff' as const] };
  const act = { organizationId: testbed.riverside, by: 'Olga' };
  await testbed.identity.administration.invite(act, { email: person.email, ...names });
  const invitation = linkIn(mailsTo(person.email)[0]);
  const first = await recover(person.id);
  const second = await recover(person.id);
  assert.equal((await choose(invitation)).status, 410);
  assert.equal((await choose(first.url)).status, 410);
  assert.match((await choose(second.url)).text, /Your password is set/);
});

test('another organization invites a person who is being recovered, and is handed a link to the account', async () => {
  const person = await newPerson();
  const { url } = await recover(person.id);
  await testbed.identity.administration.invite(
    { organizationId: testbed.hillside, by: 'Olga' },
    { email: person.email, firstName: 'Per', lastName: 'Son', roles: ['staff'] },
  );
  const texts = mailsTo(person.email)
    .map(({ text }) => text)
    .join();
  assert.match(texts, /Sign in with the password you have/);
  assert.doesNotMatch(texts, /account\/password/);
  assert.match((await choose(url)).text, /Your password is set/, 'the link of the recovery stands');
});

test('second factors go only where that is asked for, and a sign-in under way goes on with neither', async () => {
  const person = await newPerson();
  await testbed.store.asDoor((tx) =>
    sql`with found as (update account set totp_confirmed_at = now(), totp_secret = '\\x00' where email = ${person.email} returning id)
      update app_user set second_factor = true where account_id in (select id from found)`.execute(tx),
  );
  const thief = testbed.browser();
  const page = await thief.get(authorizationUrl(testbed).url);
  const asked = await thief.submit(page, 'password', { email: person.email, password: PASSWORD });
  assert.match(asked.text, /Prove it is you/);
  testbed.ports.clock.aheadMs += 2000;
  assert.equal((await recover(person.id)).secondFactor, true);
  const factors = async () =>
    (
      await testbed.store.asDoor((tx) =>
        sql<{
          kept: boolean;
          marked: boolean;
        }>`select a.totp_secret is not null as kept, u.second_factor as marked
          from account a join app_user u on u.account_id = a.id where a.email = ${person.email}`.execute(tx),
      )
    ).rows;
  assert.deepEqual(await factors(), [{ kept: true, marked: true }]);
  assert.equal((await recover(person.id, { removeSecondFactor: true })).secondFactor, false);
  assert.deepEqual(await factors(), [{ kept: false, marked: false }]);
  const after = await thief.get(page.url);
  assert.doesNotMatch(after.text, /Prove it is you/);
  assert.equal(new URL(after.url).searchParams.has('code'), false, 'the old password is asked for again');
});

test("another organization's user is recovered or deactivated, and one who is deactivated; or by a hostile name", async () => {
  const { administration } = testbed.identity;
  const person = await newPerson();
  for (const userId of [testbed.stranger.id, 'usr_00000000000000000000000000', "usr_' or true--"]) {
    await assert.rejects(recover(userId), { code: 'NOT_FOUND' });
    const act = { organizationId: testbed.riverside, userId, active: false, by: 'Olga' };
    await assert.rejects(administration.setActive(act), { code: 'NOT_FOUND' });
  }
  const act = { organizationId: testbed.riverside, userId: person.id, by: 'Olga' };
  for (const by of ['', 'Olga\u001b[2J', 'Olga\n2026', '\u202eaglO', 'x'.repeat(101)])
    await assert.rejects(
      recover(person.id, { by }),
      ({ detail }: { detail: { fields: [{ path: string }] } }) => {
        assert.equal(detail.fields[0].path, 'by');
        return true;
      },
    );
  assert.equal(await canSignIn(person, PASSWORD), true, 'nothing was half done');
  await administration.setActive({ ...act, active: false });
  await assert.rejects(recover(person.id), { code: 'INVALID_INPUT' });
});
