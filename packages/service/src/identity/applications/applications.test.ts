// Applications as their organization's administrators manage them (A3).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApplicationId } from '@pestle/rules/ids';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { actorOf, openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { writeKey } from '../../audit/idempotency.ts';
import type { Actor } from '../../kernel/actor.ts';

let testbed: IdentityTestbed;
let admin: Actor;
before(async () => {
  testbed = await openIdentityTestbed();
  admin = actorOf(testbed, testbed.admin, ['admin'], ['read:application', 'write:application']);
});
after(() => testbed.close());

let writes = 0;
const write = () => writeKey(`key-${(writes += 1)}`, 'test', {});
const status = async (id: string, secret: string): Promise<number> => {
  const response = await fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read:patient' }),
  });
  return response.status;
};

test('A3: a machine client is made with a secret that is shown once and works', async () => {
  const { applications } = testbed.identity;
  const key = write();
  const made = await applications.create(admin, { name: 'Nightly', kind: 'confidential' }, key);
  assert.match(made.secret ?? '', /^pestle_secret_[\w-]{43}$/);
  assert.equal(await status(made.application.id, made.secret ?? ''), 200);
  const repeated = await applications.create(admin, { name: 'Nightly', kind: 'confidential' }, key);
  assert.deepEqual([repeated.application.id, repeated.secret], [made.application.id, null]);
  const rotated = await applications.rotateSecret(admin, made.application.id, 0, write());
  assert.equal(await status(made.application.id, made.secret ?? ''), 401);
  assert.equal(await status(made.application.id, rotated.secret ?? ''), 200);
  assert.equal((await applications.secrets(admin, made.application.id)).length, 1);
});

test('A3: a secret that still works for a while is that of its own application alone', async () => {
  const { applications } = testbed.identity;
  const make = async (name: string): Promise<{ id: ApplicationId; secret: string }> => {
    const made = await applications.create(admin, { name, kind: 'confidential' }, write());
    return { id: made.application.id, secret: made.secret ?? '' };
  };
  const [one, other] = [await make('One'), await make('Other')];
  await applications.rotateSecret(admin, one.id, 3_600, write());
  assert.equal(await status(one.id, one.secret), 200, 'the one before works for the hour');
  assert.equal(await status(other.id, one.secret), 401, 'and for no other application');
  await applications.rotateSecret(admin, other.id, 0, write());
  assert.equal(await status(one.id, one.secret), 200, 'whatever is done with the secrets of another');
});

test('origins and callback URLs that are changed count at once; a switched-off application is no client', async () => {
  const { applications } = testbed.identity;
  const input = {
    name: 'Page',
    kind: 'public',
    callbackUrls: ['https://one.example/'],
    origins: ['https://one.example'],
  } as const;
  const { application } = await applications.create(admin, input, write());
  assert.equal(await testbed.identity.isOriginAllowed('https://one.example', application.id), true);
  const change = { name: 'Page', callbackUrls: ['https://two.example/'], origins: ['https://two.example'] };
  const changed = await applications.change(
    admin,
    application.id,
    { ...change, revision: 1, active: true },
    write(),
  );
  assert.equal(changed.revision, 2);
  assert.equal(await testbed.identity.isOriginAllowed('https://one.example', application.id), false);
  assert.equal(await testbed.identity.isOriginAllowed('https://two.example', application.id), true);
  await applications.change(admin, application.id, { ...change, revision: 2, active: false }, write());
  assert.equal(await testbed.identity.isOriginAllowed('https://two.example', application.id), false);
  await assert.rejects(
    applications.change(admin, application.id, { ...change, revision: 2, active: true }, write()),
    { code: 'REVISION_CONFLICT' },
  );
});

test('no application of an organization serves others', async () => {
  const { rows } = await testbed.store.withOrg(testbed.riverside, async (tx) => {
    const { sql } = await import('kysely');
    return await sql<{ code: string }>`select 1 as code from application where any_organization`.execute(tx);
  });
  assert.equal(rows.length, 0);
  const { sql } = await import('kysely');
  await assert.rejects(
    testbed.store.withOrg(testbed.riverside, (tx) =>
      sql`update application set any_organization = true where org_id = ${testbed.riverside}`.execute(tx),
    ),
    { code: '42501' },
  );
});

test('another organization’s applications are not there, and staff manage none', async () => {
  const { applications } = testbed.identity;
  await assert.rejects(applications.get(admin, testbed.hillsideApp), { code: 'NOT_FOUND' });
  await assert.rejects(applications.rotateSecret(admin, testbed.hillsideApp, 0, write()), {
    code: 'NOT_FOUND',
  });
  const staff = actorOf(testbed, testbed.staff, ['staff'], ['read:application', 'write:application']);
  await assert.rejects(applications.list(staff), { code: 'FORBIDDEN' });
  await assert.rejects(applications.create(staff, { name: 'X', kind: 'confidential' }, write()), {
    code: 'FORBIDDEN',
  });
});

test('a public application has no secret to rotate, and the overlap is bounded', async () => {
  const { applications } = testbed.identity;
  await assert.rejects(applications.rotateSecret(admin, testbed.publicApp, 0, write()), {
    code: 'INVALID_INPUT',
  });
  for (const overlap of [-1, 0.5, 31 * 24 * 3600])
    await assert.rejects(applications.rotateSecret(admin, testbed.machine.id, overlap, write()), {
      code: 'INVALID_INPUT',
    });
});
