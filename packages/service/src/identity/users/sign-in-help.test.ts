// An administrator helps somebody with their sign-in: a lost second factor, sessions that are to end; and what no administrator may do.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { FlowTokens } from '@pestle/testbed/identity/code-flow';
import { authorizationUrl, codeFlow, exchange } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { actorOf, openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { nextSecond } from '@pestle/testbed/patience';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { type WriteKey, writeKey } from '../../audit/idempotency.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Mail } from '../accounts/mail.ts';

const SCOPES = ['write:user', 'read:user'];

for (const kind of BOTH_STORES)
  describe(`an administrator helps, on the ${kind.name}`, { skip: kind.skip }, () => {
    let opened: OpenedStore;
    let testbed: IdentityTestbed;
    let admin: Actor;
    const mails: Mail[] = [];
    before(async () => {
      opened = await kind.open();
      testbed = await openIdentityTestbed({}, opened.store, '127.0.0.1', async (mail) => {
        mails.push(mail);
      });
      admin = actorOf(testbed, testbed.admin, ['admin'], SCOPES);
    });
    after(async () => {
      await testbed.close();
      await opened.close();
      assert.deepEqual(testbed.errors, []);
    });

    const once = (): WriteKey => writeKey(randomUUID(), 'test', {});

    async function newPerson(): Promise<Person> {
      const email = `${randomUUID()}@clinic.example`;
      const id = await testbed.identity.createUser(testbed.riverside, {
        email,
        password: PASSWORD,
        firstName: 'Sol',
        lastName: 'Test',
        roles: ['staff'],
      });
      return { id, email };
    }

    /** Signs in with an app, which is enrolled when there is none; tokens and the app's key. */
    async function withFactor(person: Person): Promise<{ tokens: FlowTokens; secret: string }> {
      const browser = testbed.browser();
      const { url, verifier } = authorizationUrl(testbed, { acr_values: 'urn:pestle:acr:second-factor' });
      const page = await browser.submit(await browser.get(url), 'password', {
        email: person.email,
        password: PASSWORD,
      });
      const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
      const code = new TOTP({ secret }).generate({ timestamp: testbed.ports.clock.now() });
      const codes = await browser.submit(page, 'enrol', { code });
      const end = await browser.submit(codes, 'recovery-codes');
      const answer = await exchange(testbed, {
        code: new URL(end.url).searchParams.get('code') ?? '',
        verifier,
      });
      return { tokens: (await answer.json()) as FlowTokens, secret };
    }

    const authenticate = ({ access_token }: FlowTokens) =>
      testbed.identity.authenticate({
        headers: { authorization: `Bearer ${access_token}` },
        method: 'POST',
        url: '/graphql',
      });

    const refresh = async (tokens: FlowTokens): Promise<number> =>
      (
        await fetch(`${testbed.identity.issuer}/token`, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: testbed.publicApp,
            grant_type: 'refresh_token',
            refresh_token: tokens.refresh_token ?? '',
          }),
        })
      ).status;

    const entries = async (action: string, person: Person): Promise<string[]> => {
      const { rows } = await opened.store.withOrg(testbed.riverside, (tx) =>
        sql<{ actor_id: string }>`select actor_id from audit_entry
          where action = ${action} and subject_id = ${person.id}`.execute(tx),
      );
      return rows.map((row) => row.actor_id);
    };

    test('a second factor that is reset is gone with every session, once; the person is told and may add another one', async () => {
      const { users } = testbed.identity;
      const person = await newPerson();
      const { tokens } = await withFactor(person);
      await authenticate(tokens);
      mails.length = 0;
      const key = once();
      assert.equal((await users.resetSecondFactor(admin, person.id, key)).secondFactor, false);
      await assert.rejects(authenticate(tokens), { code: 'UNAUTHENTICATED' });
      assert.equal(await refresh(tokens), 400);
      assert.deepEqual(await entries('user.reset-second-factor', person), [testbed.admin.id]);
      assert.deepEqual(
        mails.map(({ to, text }) => [to, /removed your second factor and ended/.test(text)]),
        [[person.email, true]],
      );
      // Proofs are told by the second: what comes now is later than what was ended.
      await nextSecond();
      const again = await withFactor(person);
      await authenticate(again.tokens);
      // A request that is repeated late takes nothing that came after it.
      await users.resetSecondFactor(admin, person.id, key);
      assert.equal((await users.get(admin, person.id)).secondFactor, true);
      await authenticate(again.tokens);
      assert.equal(mails.length, 2, 'of the reset, and of the factor after it');
    });

    test('sessions that an administrator ends are gone with their tokens, once, and are counted before and after', async () => {
      const { users } = testbed.identity;
      const person = await newPerson();
      const count = async () => (await users.countSessions(admin, [person.id])).get(person.id);
      assert.equal(await count(), 0);
      const one = await codeFlow(testbed, person);
      const other = await codeFlow(testbed, person);
      assert.equal(await count(), 2);
      await authenticate(one);
      const key = once();
      await users.endSessions(admin, person.id, key);
      for (const tokens of [one, other]) {
        await assert.rejects(authenticate(tokens), { code: 'UNAUTHENTICATED' });
        assert.equal(await refresh(tokens), 400);
      }
      assert.equal(await count(), 0);
      assert.deepEqual(await entries('user.end-sessions', person), [testbed.admin.id]);
      await nextSecond();
      const later = await codeFlow(testbed, person);
      await users.endSessions(admin, person.id, key);
      await authenticate(later);
      assert.equal(await count(), 1);
    });

    test('two administrators at once reset and end: both are told it is done, and it is', async () => {
      const { users } = testbed.identity;
      const person = await newPerson();
      const { tokens } = await withFactor(person);
      await Promise.all([
        users.resetSecondFactor(admin, person.id, once()),
        users.resetSecondFactor(admin, person.id, once()),
        users.endSessions(admin, person.id, once()),
      ]);
      assert.equal((await users.get(admin, person.id)).secondFactor, false);
      await assert.rejects(authenticate(tokens), { code: 'UNAUTHENTICATED' });
    });

    test('nobody but an administrator of the same organization may, and nobody for themselves', async () => {
      const { users } = testbed.identity;
      const person = await newPerson();
      const staff = actorOf(testbed, testbed.staff, ['staff'], SCOPES);
      const stranger = { ...actorOf(testbed, testbed.stranger, ['admin'], SCOPES), orgId: testbed.hillside };
      for (const act of ['resetSecondFactor', 'endSessions'] as const) {
        await assert.rejects(users[act](staff, person.id, once()), { code: 'FORBIDDEN' });
        await assert.rejects(users[act](stranger, person.id, once()), { code: 'NOT_FOUND' });
        await assert.rejects(users[act](admin, 'usr_nobody', once()), { code: 'NOT_FOUND' });
      }
      await assert.rejects(users.resetSecondFactor(admin, testbed.admin.id, once()), {
        code: 'INVALID_INPUT',
      });
      assert.deepEqual([...(await users.countSessions(staff, [person.id]))], []);
      assert.deepEqual([...(await users.countSessions(stranger, [person.id]))], [[person.id, 0]]);
    });

    test('who belongs to another organization, too, is not weakened there; an operator is not either', async () => {
      const { users } = testbed.identity;
      const person = await newPerson();
      const { tokens } = await withFactor(person);
      await testbed.identity.createUser(testbed.hillside, {
        email: person.email,
        firstName: 'Sol',
        lastName: 'Test',
        roles: ['prescriber'],
      });
      await assert.rejects(users.resetSecondFactor(admin, person.id, once()), /another organization/);
      await authenticate(tokens);
      const operator = await testbed.identity.createUser(testbed.riverside, {
        email: `${randomUUID()}@clinic.example`,
        firstName: 'Olga',
        lastName: 'Test',
        roles: ['operator'],
      });
      await assert.rejects(users.resetSecondFactor(admin, operator, once()), /operator of the network/);
    });
  });

test('a proof that is too old, or by the password alone, resets nobody’s second factor', async () => {
  const strict = await openIdentityTestbed({ requireSecondFactor: true });
  try {
    const weak = actorOf(strict, strict.admin, ['admin'], SCOPES);
    const write = writeKey('weak', 'test', {});
    const { users } = strict.identity;
    await assert.rejects(users.resetSecondFactor(weak, strict.staff.id, write), { code: 'STEP_UP_REQUIRED' });
    const strong = { ...weak, methods: ['pwd', 'otp', 'mfa'] } as Actor;
    const old = { ...strong, authTimeSeconds: Math.floor(Date.now() / 1000) - 1000 } as Actor;
    await assert.rejects(users.resetSecondFactor(old, strict.staff.id, write), { code: 'STEP_UP_REQUIRED' });
    await users.resetSecondFactor(strong, strict.staff.id, write);
    const states = await Promise.all(
      [strict.admin, strict.prescriber, strict.staff].map(async ({ id }) =>
        users.secondFactorOf(await users.get(weak, id)),
      ),
    );
    assert.deepEqual(states, ['required', 'required', 'none']);
  } finally {
    await strict.close();
  }
});
