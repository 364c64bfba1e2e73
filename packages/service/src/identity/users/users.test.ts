// Users as their organization manages them: invite, change, deactivate, attest; and nobody else's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { actorOf, openIdentityTestbed, PROFILE } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import { writeKey } from '../../audit/idempotency.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Failure } from '../../kernel/errors.ts';
import type { Mail } from '../accounts/mail.ts';
import { attestationHash, DEFAULT_ATTESTATION } from './attestation.ts';

let testbed: IdentityTestbed;
let admin: Actor;
const mails: Mail[] = [];
before(async () => {
  testbed = await openIdentityTestbed(
    { attestation: DEFAULT_ATTESTATION },
    undefined,
    '127.0.0.1',
    async (mail) => {
      if (mail.to.startsWith('unreachable')) throw new Error('no such mailbox');
      mails.push(mail);
    },
  );
  admin = actorOf(testbed, testbed.admin, ['admin'], ['read:user', 'write:user']);
});
after(() => testbed.close());

let writes = 0;
const write = (operation = 'test') => writeKey(`key-${(writes += 1)}`, operation, {});
const newcomer = (change: object = {}) => ({
  email: `new${(writes += 1)}@clinic.example`,
  firstName: 'New',
  lastName: 'Comer',
  roles: ['staff' as const],
  ...change,
});

test('an administrator invites; the person gets a link by e-mail and is a user once, however often the write is repeated', async () => {
  const input = newcomer();
  const key = writeKey('invite-once', 'invite', input);
  const first = await testbed.identity.users.invite(admin, input, key);
  const second = await testbed.identity.users.invite(admin, input, key);
  assert.equal(second.user.id, first.user.id);
  assert.equal(first.invitationUrl, null);
  const sent = mails.filter((mail) => mail.to === input.email);
  assert.equal(sent.length, 1);
  assert.match(sent[0]?.text ?? '', new RegExp(`${testbed.baseUrl}/account/password/[\\w-]{43}\\s`));
});

test('somebody who has an account elsewhere is told, gets no link, and keeps the password', async () => {
  const { user } = await testbed.identity.users.invite(
    admin,
    newcomer({ email: testbed.stranger.email }),
    write(),
  );
  const [mail] = mails.filter((one) => one.to === testbed.stranger.email);
  assert.doesNotMatch(mail?.text ?? '', /account\/password/);
  const tokens = await codeFlow(testbed, { id: user.id, email: testbed.stranger.email });
  assert.ok(tokens.access_token);
});

test('a person is a user of an organization once', async () => {
  await assert.rejects(
    testbed.identity.users.invite(admin, newcomer({ email: testbed.staff.email }), write()),
    {
      code: 'INVALID_INPUT',
    },
  );
});

test('no organization makes operators', async () => {
  await assert.rejects(testbed.identity.users.invite(admin, newcomer({ roles: ['operator'] }), write()), {
    code: 'INVALID_INPUT',
  });
});

test('staff and machines do not manage users', async () => {
  const staff = actorOf(testbed, testbed.staff, ['staff'], ['read:user', 'write:user']);
  await assert.rejects(testbed.identity.users.invite(staff, newcomer(), write()), { code: 'FORBIDDEN' });
  await assert.rejects(testbed.identity.users.setActive(staff, testbed.admin.id, false, write()), {
    code: 'FORBIDDEN',
  });
});

test('another organization’s users are not there', async () => {
  const { users } = testbed.identity;
  const input = { firstName: 'X', lastName: 'Y', roles: ['staff' as const], revision: 1 };
  for (const attempt of [
    () => users.get(admin, testbed.stranger.id),
    () => users.change(admin, testbed.stranger.id, input, write()),
    () => users.setActive(admin, testbed.stranger.id, false, write()),
    () => users.inviteAgain(admin, testbed.stranger.id, write()),
  ])
    await assert.rejects(attempt, { code: 'NOT_FOUND', message: 'There is no user with this id.' });
});

test('a deactivated user is out at once on this node: token, refresh token and session', async () => {
  const { user } = await testbed.identity.users.invite(admin, newcomer(), write());
  const person = { id: user.id, email: user.email };
  const { hashPassword } = await import('../accounts/password.ts');
  const { PASSWORD } = await import('@pestle/testbed/identity/identity-testbed');
  const hash = await hashPassword(PASSWORD, testbed.ports.random, { source: 'test', known: true });
  await testbed.store.asDoor((tx) =>
    sql`update account set password_hash = ${hash} where email = ${user.email}`.execute(tx),
  );
  const browser = testbed.browser();
  const tokens = await codeFlow(testbed, person, { browser });
  const call = () =>
    testbed.identity.authenticate({
      headers: { authorization: `Bearer ${tokens.access_token}` },
      method: 'POST',
      url: '/graphql',
    });
  assert.equal((await call()).id, user.id);
  const after = await testbed.identity.users.setActive(admin, user.id, false, write());
  assert.equal(after.active, false);
  await assert.rejects(call(), { code: 'UNAUTHENTICATED' });
  const kept = await testbed.store.asDoor((tx) =>
    sql`select 1 from oidc_artifact where account_id = ${user.id}`.execute(tx),
  );
  assert.equal(kept.rows.length, 0);
  await testbed.identity.users.setActive(admin, user.id, true, write());
});

test('an organization keeps an administrator', async () => {
  const { users } = testbed.identity;
  await assert.rejects(users.setActive(admin, testbed.admin.id, false, write()), { code: 'INVALID_INPUT' });
  const { revision } = await users.get(admin, testbed.admin.id);
  const input = { firstName: 'Ada', lastName: 'Test', roles: ['staff' as const], revision };
  await assert.rejects(users.change(admin, testbed.admin.id, input, write()), { code: 'INVALID_INPUT' });
  assert.equal((await users.get(admin, testbed.admin.id)).active, true, 'nothing half-written');
});

test('an operator of the network invites, lists and deactivates, once however often it is said, and leaves one entry in the name of the command', async () => {
  const { administration } = testbed.identity;
  const act = { organizationId: testbed.hillside, by: 'Olga' };
  const input = newcomer({ roles: ['admin'] });
  const { user } = await administration.invite(act, input);
  assert.equal((await administration.invite(act, input)).user.id, user.id, 'no password yet: another link');
  const sent = mails.filter((mail) => mail.to === input.email);
  assert.equal(sent.length, 2);
  assert.deepEqual(
    (await administration.list(testbed.hillside)).map(({ id }) => id).toSorted(),
    [testbed.stranger.id, user.id].toSorted(),
  );
  const person = { ...act, userId: testbed.stranger.id };
  for (const changed of [true, false])
    assert.equal((await administration.setActive({ ...person, active: false })).changed, changed);
  assert.equal((await administration.setActive({ ...person, active: true })).user.active, true);
  const last = administration.setActive({ ...act, userId: user.id, active: false });
  await assert.rejects(last, { code: 'INVALID_INPUT' });
  await assert.rejects(administration.invite(act, newcomer({ roles: ['operator'] })), {
    code: 'INVALID_INPUT',
  });
  const made = await administration.invite(
    { ...act, givesOperator: true },
    newcomer({ roles: ['operator'] }),
  );
  assert.deepEqual(made.user.roles, ['operator']);
  const alone = administration.setOperator({ ...act, userId: made.user.id, operator: false });
  await assert.rejects(alone, /only role/);
  for (const changed of [true, false])
    assert.equal((await administration.setOperator({ ...person, operator: true })).changed, changed);
  assert.deepEqual((await administration.setOperator({ ...person, operator: false })).user.roles, [
    'prescriber',
  ]);
  await assert.rejects(administration.invite(act, newcomer({ email: testbed.stranger.email })), {
    code: 'INVALID_INPUT',
  });
  const nowhere = 'org_00000000000000000000000000';
  await assert.rejects(administration.invite({ ...act, organizationId: nowhere }, input), {
    code: 'NOT_FOUND',
  });
  for (const unknown of [nowhere, 'Hillside'])
    await assert.rejects(administration.list(unknown), { code: 'NOT_FOUND' });
  const { rows } = await testbed.store.asCourier((tx) =>
    sql<{ action: string; subject_id: string }>`select action, subject_id from audit_entry
      where actor_kind = 'operator' and actor_id = 'Olga' order by at`.execute(tx),
  );
  assert.deepEqual(
    rows.map(({ action, subject_id: id }) => [action, id]),
    [
      ['user.invite', user.id],
      ['user.invite', user.id],
      ['user.deactivate', testbed.stranger.id],
      ['user.reactivate', testbed.stranger.id],
      ['user.invite', made.user.id],
      ['user.grant-operator', testbed.stranger.id],
      ['user.revoke-operator', testbed.stranger.id],
    ],
  );
});

test('A2: an operator sets what prescriptions show of a prescriber, field by field; what is left out stays, and the list says what is missing to sign', async () => {
  const { administration } = testbed.identity;
  const hillside = { organizationId: testbed.hillside, by: 'Otto' };
  const { user } = await administration.invite(hillside, newcomer({ roles: ['prescriber'] }));
  const act = { ...hillside, userId: user.id };
  const set = (profile: unknown) => administration.setProfile({ ...act, profile });
  const { npi, phone, practice } = PROFILE;
  assert.deepEqual((await set({ npi, phone })).missing, ['practice', 'attestation']);
  const whole = await set({ practice, licenceStates: ['ma'] });
  assert.deepEqual([whole.changed, whole.user.npi, whole.user.licenceStates], [true, npi, ['MA']]);
  assert.deepEqual(whole.missing, ['attestation']);
  const { revision } = whole.user;
  const again = await set({ practice, licenceStates: ['MA'] });
  assert.deepEqual([again.changed, again.user.revision], [false, revision]);
  assert.deepEqual((await set({ npi: null })).missing[0], 'npi');
  const listed = await administration.list(testbed.hillside);
  assert.deepEqual(listed.find(({ id }) => id === user.id)?.missing, ['npi', 'attestation']);
  for (const [refused, path] of [
    [{ npi: '1234567890' }, 'npi'],
    [{ practice: { ...practice, city: '' } }, 'practice.city'],
    [{ roles: ['operator'] }, 'roles'],
    [{ email: 'other@clinic.example' }, 'email'],
  ] as const)
    await assert.rejects(set(refused), (error: Failure) => error.detail.fields?.[0]?.path === path);
  const elsewhere = { ...act, organizationId: testbed.riverside, profile: { npi } };
  await assert.rejects(administration.setProfile(elsewhere), { code: 'NOT_FOUND' });
  const { rows } = await testbed.store.asCourier((tx) =>
    sql<{ action: string }>`select action from audit_entry where subject_id = ${user.id} order by at`.execute(
      tx,
    ),
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['user.invite', 'user.change', 'user.change', 'user.change'],
  );
});

test('A2: an organization makes no operator of the network, gets no link to one, and lets none in again', async () => {
  const { users, administration } = testbed.identity;
  const act = { organizationId: testbed.riverside, by: 'Olga', givesOperator: true };
  const { user } = await administration.invite(act, newcomer({ roles: ['staff', 'operator'] }));
  const refused = { code: 'INVALID_INPUT' };
  await assert.rejects(users.invite(admin, newcomer({ roles: ['operator'] }), write()), refused);
  const staff = await users.get(admin, testbed.staff.id);
  const roles = ['staff' as const, 'operator' as const];
  const change = { firstName: 'Sam', lastName: 'Test', roles, revision: staff.revision };
  await assert.rejects(users.change(admin, testbed.staff.id, change, write()), refused);
  await assert.rejects(users.inviteAgain(admin, user.id, write()), refused);
  assert.equal((await users.setActive(admin, user.id, false, write())).active, false);
  await assert.rejects(users.setActive(admin, user.id, true, write()), refused);
});

test('two administrators who change one user do not overwrite each other', async () => {
  const { users } = testbed.identity;
  const { user } = await users.invite(admin, newcomer(), write());
  const input = { firstName: 'One', lastName: 'Test', roles: ['staff' as const], revision: user.revision };
  const changed = await users.change(admin, user.id, input, write());
  assert.equal(changed.firstName, 'One');
  await assert.rejects(users.change(admin, user.id, { ...input, firstName: 'Two' }, write()), {
    code: 'REVISION_CONFLICT',
  });
});

test('the list is paged by name and complete', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof testbed.identity.users.list>> = await testbed.identity.users.list(
      admin,
      {
        first: 2,
        after,
      },
    );
    seen.push(...page.items.map((user) => user.id));
    after = page.hasNextPage ? page.endCursor : null;
  } while (after !== null);
  const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
    sql<{ id: string }>`select id from app_user where org_id = ${testbed.riverside}`.execute(tx),
  );
  assert.deepEqual(seen.toSorted(), rows.map((row) => row.id).toSorted());
});

test('a prescriber agrees to the attestation once, and again when its version changes', async () => {
  const prescriber = actorOf(
    testbed,
    testbed.prescriber,
    ['prescriber'],
    ['write:prescription', 'read:user'],
  );
  const check = () =>
    testbed.store.withOrg(testbed.riverside, (tx) =>
      testbed.identity.authorizedPrescriber(tx, testbed.riverside, testbed.prescriber.id),
    );
  assert.deepEqual(await check(), { ok: false, missing: ['attestation'] });
  const shown = { version: DEFAULT_ATTESTATION.version, hash: attestationHash(DEFAULT_ATTESTATION) };
  await assert.rejects(testbed.identity.users.attest(prescriber, { ...shown, hash: 'other' }, write()), {
    code: 'SIGNATURE_INVALIDATED',
  });
  const user = await testbed.identity.users.attest(prescriber, shown, write());
  assert.equal(user.attestation?.version, shown.version);
  assert.ok(Math.abs(Date.parse(user.attestation.at) - Date.now()) < 30_000);
  assert.equal((await check()).ok, true);
  const staff = actorOf(testbed, testbed.staff, ['staff'], ['write:prescription']);
  await assert.rejects(testbed.identity.users.attest(staff, shown, write()), { code: 'FORBIDDEN' });
  const { checkPrescriber } = await import('./prescriber.ts');
  const changed = { ...DEFAULT_ATTESTATION, version: '2027-01' };
  assert.deepEqual(checkPrescriber(user, { requireSecondFactor: false, attestation: changed }), {
    ok: false,
    missing: ['attestation'],
  });
});

test('every change of a user leaves an audit entry with who did it', async () => {
  const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
    sql<{
      action: string;
      actor_id: string;
    }>`select distinct action, actor_id from audit_entry where actor_id = ${testbed.admin.id}`.execute(tx),
  );
  assert.deepEqual(rows.map((row) => row.action).toSorted(), [
    'user.change',
    'user.deactivate',
    'user.invite',
    'user.reactivate',
  ]);
});

test('what a profile may hold is checked', async () => {
  const { user } = await testbed.identity.users.invite(
    admin,
    newcomer({ roles: ['prescriber'], ...PROFILE }),
    write(),
  );
  assert.equal(user.phone, '6175550100');
  const input = {
    firstName: 'A',
    lastName: 'B',
    roles: ['prescriber' as const],
    npi: '1',
    revision: user.revision,
  };
  await assert.rejects(testbed.identity.users.change(admin, user.id, input, write()), {
    code: 'INVALID_INPUT',
  });
});

test('where no e-mail can be sent the administrator passes the link on, but not to an account that another organization has invited', async () => {
  const own = newcomer({ email: 'unreachable.own@clinic.example' });
  const { invitationUrl } = await testbed.identity.users.invite(admin, own, write());
  assert.match(invitationUrl ?? '', /\/account\/password\/[\w-]{43}$/);
  const theirs = newcomer({ email: 'unreachable.theirs@clinic.example' });
  await testbed.identity.createUser(testbed.hillside, theirs);
  const invited = await testbed.identity.users.invite(admin, theirs, write());
  assert.equal(invited.invitationUrl, null);
  const again = await testbed.identity.users.inviteAgain(admin, invited.user.id, write());
  assert.equal(again.invitationUrl, null);
});
