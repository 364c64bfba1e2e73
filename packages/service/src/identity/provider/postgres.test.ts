// Identity on PostgreSQL: what the store keeps for it works there as on the embedded store, as a login that owns nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { raceCodeAndRefreshToken } from '@pestle/testbed/identity/code-and-token-race';
import { authorizationUrl, codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { actorOf, openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { writeKey } from '../../audit/idempotency.ts';
import { Quotas } from '../../quotas/quotas.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { judge } from '../../tries/tries.ts';

describe('on PostgreSQL', { skip: skipWithoutPostgres }, () => {
  let postgres: PostgresTestStore;
  let testbed: IdentityTestbed;
  before(async () => {
    postgres = await openPostgresTestStore();
    testbed = await openIdentityTestbed({}, postgres.store);
  });
  after(async () => {
    await testbed.close();
    await postgres.close();
    assert.deepEqual(testbed.errors, []);
  });

  const authenticate = (token: string) =>
    testbed.identity.authenticate({
      headers: { authorization: `Bearer ${token}` },
      method: 'POST',
      url: '/graphql',
    });
  const token = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${testbed.identity.issuer}/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(parameters),
    });

  test('a person signs in, refreshes once, and a second use ends the family', async () => {
    const tokens = await codeFlow(testbed, testbed.prescriber);
    assert.equal((await authenticate(tokens.access_token)).id, testbed.prescriber.id);
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
      client_id: testbed.publicApp,
    };
    const first = await token(refresh);
    assert.equal(first.status, 200);
    const next = (await first.json()) as { refresh_token: string };
    assert.equal((await token(refresh)).status, 400);
    assert.equal((await token({ ...refresh, refresh_token: next.refresh_token })).status, 400);
  });

  test('of those that use one code or refresh token at the same moment, on two nodes, one at most is served, and the grant ends', async () => {
    const store = openPostgresStore(postgres.url);
    const node = await testbed.secondNode(store);
    await raceCodeAndRefreshToken(testbed, node);
    await node.close();
    await store.close();
  });

  test('of the last two administrators, deactivated by operators at the same moment, one stays; who lost the password is recovered', async () => {
    const { administration } = testbed.identity;
    const names = { firstName: 'Abe', lastName: 'Test', roles: ['admin' as const] };
    const second = await testbed.identity.createUser(testbed.riverside, {
      email: 'abe@clinic.example',
      ...names,
    });
    const act = { organizationId: testbed.riverside, by: 'Otto' };
    for (let round = 0; round < 3; round += 1) {
      const ended = await Promise.allSettled(
        [testbed.admin.id, second].map((userId) =>
          administration.setActive({ ...act, userId, active: false }),
        ),
      );
      assert.deepEqual(ended.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      for (const userId of [testbed.admin.id, second])
        await administration.setActive({ ...act, userId, active: true });
    }
    const { endedIn } = await administration.recover({
      ...act,
      userId: testbed.admin.id,
      removeSecondFactor: true,
    });
    assert.deepEqual(
      endedIn.map(({ userId }) => userId),
      [testbed.admin.id],
    );
    const { rows } = await postgres.store.asCourier((tx) =>
      sql`select actor_kind, actor_id, detail from audit_entry where action = 'user.recover'`.execute(tx),
    );
    assert.deepEqual(rows, [
      { actor_kind: 'operator', actor_id: 'Otto', detail: { secondFactor: 'removed' } },
    ]);
    const entry = (action: string) =>
      postgres.store.asDoor((tx) =>
        sql`insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id)
          values (${testbed.riverside}, ${`aud_${action}`}, 'operator', ${action}, 'user', 'x')`.execute(tx),
      );
    await assert.rejects(entry('user.invite'), { code: '42501' }, 'the door writes no other entry');
    await testbed.identity.rotateSigningKeys('Otto');
  });

  test('500 tries at once on two nodes: as many are compared as there are', async () => {
    const other = openPostgresStore(postgres.url);
    const limit = { tries: 7, secondsPerTry: 30 };
    const budgets = [
      { name: 'narrow', ...limit },
      { name: 'wide', ...limit, tries: 20 },
    ];
    let compared = 0;
    const all = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        judge({ store: index % 2 === 0 ? testbed.store : other, ports: testbed.ports }, budgets, async () => {
          compared += 1;
          return false;
        }),
      ),
    );
    await other.close();
    assert.equal(compared, 7);
    assert.equal(all.filter(({ kind }) => kind === 'slow-down').length, 493);
    const rest = [{ name: 'wide', tries: 20, secondsPerTry: 30 }];
    for (let left = 13; left > 0; left -= 1)
      assert.equal((await judge(testbed, rest, async () => false)).kind, 'wrong');
    assert.equal((await judge(testbed, rest, async () => true)).kind, 'slow-down');
  });

  test('two nodes that are flooded let through the quota of a minute, and at most a part of it more for each', async () => {
    const other = openPostgresStore(postgres.url);
    const key = new Uint8Array(32).fill(9);
    const [one, two] = [testbed.store, other].map(
      (store) => new Quotas({ store, ports: testbed.ports, key, keysMax: 10 }),
    );
    assert.ok(one !== undefined && two !== undefined);
    const taken = await Promise.all(
      Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? one : two).take('somebody', 200)),
    );
    await other.close();
    const through = taken.filter(({ ok }) => ok).length;
    assert.ok(through >= 200 && through <= 220, String(through));
  });

  test('a machine gets a token', async () => {
    const basic = Buffer.from(`${testbed.machine.id}:${testbed.machine.secret}`).toString('base64');
    const answer = await token(
      { grant_type: 'client_credentials', scope: 'read:patient' },
      { authorization: `Basic ${basic}` },
    );
    const { access_token } = (await answer.json()) as { access_token: string };
    assert.equal((await authenticate(access_token)).kind, 'machine');
  });

  test('attempts at the same moment are all counted', async () => {
    const attempt = async (): Promise<number> => {
      const browser = testbed.browser();
      const page = await browser.get(authorizationUrl(testbed).url);
      return (await browser.submit(page, 'password', { email: 'nobody@clinic.example', password: 'wrong' }))
        .status;
    };
    const statuses = await Promise.all(Array.from({ length: 16 }, attempt));
    assert.equal(statuses.filter((status) => status === 401).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 6);
  });

  test('a second factor is enrolled, proved once by each code, and marked on the user', async () => {
    const browser = testbed.browser();
    const { url } = authorizationUrl(testbed, { acr_values: 'urn:pestle:acr:second-factor' });
    const page = await browser.submit(await browser.get(url), 'password', {
      email: testbed.staff.email,
      password: PASSWORD,
    });
    const secret = (/class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    const codes = await browser.submit(page, 'enrol', { code: new TOTP({ secret }).generate() });
    assert.match(codes.text, /Keep these recovery codes/);
    const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
      sql`select second_factor from app_user where id = ${testbed.staff.id}`.execute(tx),
    );
    assert.deepEqual(rows, [{ second_factor: true }]);
  });

  test('an administrator invites, makes a client, rotates its secret, and deactivates', async () => {
    const scopes = ['read:user', 'write:user', 'read:application', 'write:application'];
    const admin = actorOf(testbed, testbed.admin, ['admin'], scopes);
    const { users, applications } = testbed.identity;
    const input = {
      email: 'pg@clinic.example',
      firstName: 'Post',
      lastName: 'Gres',
      roles: ['staff' as const],
    };
    const invited = await users.invite(admin, input, writeKey('1', 'invite', input));
    assert.match(invited.invitationUrl ?? '', /\/account\/password\/[\w-]{43}$/);
    assert.equal(
      (await users.setActive(admin, invited.user.id, false, writeKey('2', 'x', {}))).active,
      false,
    );
    const made = await applications.create(
      admin,
      { name: 'PG', kind: 'confidential' },
      writeKey('3', 'x', {}),
    );
    await applications.rotateSecret(admin, made.application.id, 60, writeKey('4', 'x', {}));
    assert.equal((await applications.secrets(admin, made.application.id)).length, 2);
  });

  test('housekeeping removes what has expired and keeps the rest', async () => {
    await codeFlow(testbed, testbed.prescriber);
    const count = async (): Promise<number> => {
      const { rows } = await testbed.store.asDoor((tx) =>
        sql<{ n: number }>`select count(*) as n from oidc_artifact`.execute(tx),
      );
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    await testbed.identity.maintain();
    assert.ok((await count()) > 0);
    testbed.ports.clock.aheadMs = 13 * 3600_000;
    await testbed.identity.maintain();
    testbed.ports.clock.aheadMs = 0;
    assert.ok(before > 0 && (await count()) === 0);
  });
});
