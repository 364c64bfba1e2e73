// Users and applications over the API: invited, made, changed and ended; what is missing to prescribe is told.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Actor } from '../kernel/actor.ts';

let testbed: GraphTestbed;
let close: () => Promise<void>;
let admin: Actor;
before(async () => {
  const store = await openTestStore();
  testbed = await openGraphTestbed(store, 'Riverside');
  admin = testbed.a.as('admin');
  close = async () => {
    await testbed.close();
    await store.close();
  };
});
after(() => close());

type Answer = Record<string, never>;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a prescriber is invited, completed step by step, agrees, and may prescribe; each step names what is missing', async () => {
  const invited = await testbed.data<{
    inviteUser: { invitationUrl: string; user: { id: string } };
  }>(
    admin,
    'mutation($input: InviteUserInput!) { inviteUser(input: $input) { invitationUrl user { id missing { code text } } } }',
    { input: { email: 'ann@clinic.example', firstName: 'Ann', lastName: 'Lee', roles: ['PRESCRIBER'] } },
  );
  const { id } = invited.inviteUser.user;
  assert.match(
    invited.inviteUser.invitationUrl,
    /\/account\/password\/[\w-]{43}$/,
    'no e-mail here: shown to the administrator',
  );
  assert.deepEqual(plain(invited.inviteUser.user), {
    id,
    missing: [
      { code: 'npi', text: 'A valid NPI' },
      { code: 'practice', text: 'A complete practice location' },
      { code: 'phone', text: 'A phone number' },
      { code: 'attestation', text: 'Agreement to the current signature attestation' },
    ],
  });
  const input = {
    id,
    revision: 1,
    firstName: 'Ann',
    lastName: 'Lee',
    roles: ['PRESCRIBER'],
    npi: '1234567893',
    phone: '(617) 555-0100',
    practice: { name: 'Riverside', street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
    licenceStates: ['MA', 'NH'],
  };
  const update =
    'mutation($input: UpdateUserInput!) { updateUser(input: $input) { phone licenceStates practice { city } missing { code } } }';
  assert.deepEqual(plain(await testbed.data(admin, update, { input })), {
    updateUser: {
      phone: '6175550100',
      licenceStates: ['MA', 'NH'],
      practice: { city: 'Boston' },
      missing: [{ code: 'attestation' }],
    },
  });
  await assert.rejects(testbed.data(admin, update, { input }), { code: 'REVISION_CONFLICT' });
  const ann: Actor = { ...(testbed.a.as('prescriber') as Actor & { kind: 'user' }), id: id as never };
  const { attestation } = await testbed.data<{ attestation: { version: string; hash: string } }>(
    ann,
    '{ attestation { version hash } }',
  );
  const agree =
    'mutation($version: String!, $hash: String!) { agreeToAttestation(version: $version, hash: $hash) { mayPrescribe } }';
  await assert.rejects(testbed.data(ann, agree, { ...attestation, hash: '0'.repeat(64) }), {
    code: 'SIGNATURE_INVALIDATED',
  });
  await testbed.data(ann, agree, attestation);
  assert.deepEqual(
    plain(
      await testbed.data(ann, '{ me { mayPrescribe missing { code } user { npi attestationVersion } } }'),
    ),
    {
      me: {
        mayPrescribe: true,
        missing: [],
        user: { npi: '1234567893', attestationVersion: attestation.version },
      },
    },
  );
});

test('A2: an administrator cannot give the role operator, not even to themselves', async () => {
  const input = { email: 'eve@clinic.example', firstName: 'Eve', lastName: 'Lee', roles: ['OPERATOR'] };
  const invite = 'mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }';
  await assert.rejects(testbed.data(admin, invite, { input }), /given by the network only|OPERATOR/);
  const { me } = await testbed.data<{ me: { user: { id: string; revision: number; roles: string[] } } }>(
    admin,
    '{ me { user { id revision roles } } }',
  );
  const own = { id: me.user.id, revision: me.user.revision, firstName: 'Ada', lastName: 'Test' };
  const update = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { roles } }';
  await assert.rejects(
    testbed.data(admin, update, { input: { ...own, roles: [...me.user.roles, 'OPERATOR'] } }),
    /given by the network only|OPERATOR/,
  );
});

test('a person is invited again with a new link, once per key; a deactivated one is not', async () => {
  const { users } = await testbed.data<{ users: { nodes: { id: string; email: string }[] } }>(
    admin,
    '{ users(first: 100) { nodes { id email } } }',
  );
  const id = users.nodes.find(({ email }) => email === 'ann@clinic.example')?.id;
  const repeated = 'mutation($id: ID!) { inviteUserAgain(id: $id) { invitationUrl } }';
  const { inviteUserAgain } = await testbed.data<{ inviteUserAgain: { invitationUrl: string } }>(
    admin,
    repeated,
    {
      id,
    },
  );
  assert.match(inviteUserAgain.invitationUrl, /\/account\/password\//);
  await testbed.data<Answer>(admin, 'mutation($id: ID!) { deactivateUser(id: $id) { active } }', { id });
  await assert.rejects(testbed.data(admin, repeated, { id }), { code: 'INVALID_INPUT' });
  const back = await testbed.data(admin, 'mutation($id: ID!) { reactivateUser(id: $id) { active } }', { id });
  assert.deepEqual(plain(back), { reactivateUser: { active: true } });
});

test('A3: a machine’s secret is shown once, rotated with overlap, and ended when it leaked', async () => {
  const made = await testbed.data<{
    createApplication: { secret: string; application: { id: string; organizationId: string } };
  }>(
    admin,
    'mutation { createApplication(input: {name: "Nightly", kind: CONFIDENTIAL, scopes: ["read:order"]}) { secret application { id organizationId scopes } } }',
  );
  assert.match(made.createApplication.secret, /^pestle_secret_/);
  const { id, organizationId } = made.createApplication.application;
  assert.equal(organizationId, testbed.a.orgId);
  const rotated = await testbed.data<{
    rotateApplicationSecret: {
      secret: string;
      application: { secrets: { id: string; expiresAt: string | null }[] };
    };
  }>(
    admin,
    'mutation($id: ID!) { rotateApplicationSecret(id: $id, overlapSeconds: 3600) { secret application { secrets { id expiresAt } } } }',
    { id },
  );
  const [newest, old] = rotated.rotateApplicationSecret.application.secrets;
  assert.equal(newest?.expiresAt, null);
  assert.ok(old?.expiresAt !== null && old !== undefined);
  const ended = await testbed.data(
    admin,
    'mutation($id: ID!, $secretId: ID!) { endApplicationSecret(id: $id, secretId: $secretId) { secrets { id } } }',
    { id, secretId: old.id },
  );
  assert.deepEqual(plain(ended), { endApplicationSecret: { secrets: [{ id: newest?.id }] } });
  assert.doesNotMatch(
    JSON.stringify(await testbed.data(admin, '{ applications { id name secrets { id } } }')),
    /pestle_secret/,
  );
});

test('a page’s application is made and switched off; what it may not have is refused by field', async () => {
  const create =
    'mutation($input: CreateApplicationInput!) { createApplication(input: $input) { secret application { id revision } } }';
  const input = { kind: 'PUBLIC', name: 'Page', callbackUrls: ['https://clinic.example/back'] };
  const { createApplication } = await testbed.data<{
    createApplication: { secret: null; application: { id: string } };
  }>(admin, create, { input });
  assert.equal(createApplication.secret, null);
  await assert.rejects(
    testbed.data(admin, create, { input: { ...input, callbackUrls: ['http://clinic.example/'] } }),
    { code: 'INVALID_INPUT' },
  );
  await assert.rejects(
    testbed.data(admin, create, {
      input: { kind: 'CONFIDENTIAL', name: 'X', scopes: ['write:prescription'] },
    }),
    { code: 'INVALID_INPUT' },
    'A2: no machine signs',
  );
  const off = await testbed.data(
    admin,
    'mutation($input: UpdateApplicationInput!) { updateApplication(input: $input) { active revision } }',
    {
      input: {
        id: createApplication.application.id,
        revision: 1,
        active: false,
        name: 'Page',
        callbackUrls: input.callbackUrls,
      },
    },
  );
  assert.deepEqual(plain(off), { updateApplication: { active: false, revision: 2 } });
});
