// Goal: every sign-in and every refused one leaves an entry in the organization it concerns, with where it came from.
// Method: people at the pages, browsers with a session, and machines at the token endpoint; entries are read by the courier.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { authorizationUrl, codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { sql } from 'kysely';
import { IDENTITY_LIMITS } from '../limits.ts';

interface Entry {
  readonly id: string;
  readonly org_id: string;
  readonly actor_kind: string;
  readonly actor_id: string | null;
  readonly client_id: string | null;
  readonly action: string;
  readonly subject_id: string;
  readonly outcome: string;
  readonly purpose: string;
  readonly source_ip: string | null;
  readonly request_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

let testbed: IdentityTestbed;
before(async () => {
  testbed = await openIdentityTestbed();
});
after(() => testbed.close());

let known = new Set<string>();
const news = async (): Promise<Entry[]> => {
  // What is written after the answer is there when identity has settled.
  await testbed.identity.close();
  const { rows } = await testbed.store.asCourier((tx) =>
    sql<Entry>`select * from audit_entry where action like '%.sign-in' order by at, id`.execute(tx),
  );
  const fresh = rows.filter(({ id }) => !known.has(id));
  known = new Set(rows.map(({ id }) => id));
  return fresh;
};
beforeEach(async () => {
  await news();
});

const brief = (entries: readonly Entry[]) =>
  entries.map(({ org_id: orgId, actor_id: actor, subject_id: subject, outcome, detail }) => ({
    orgId,
    actor,
    subject,
    outcome,
    detail,
  }));
const token = (secret = testbed.machine.secret): Promise<Response> =>
  fetch(`${testbed.identity.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${testbed.machine.id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read:patient' }),
  });

test('a person who signs in', async () => {
  await codeFlow(testbed, testbed.prescriber);
  const [entry, ...others] = await news();
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(entry, {
    org_id: testbed.riverside,
    actor_kind: 'user',
    actor_id: testbed.prescriber.id,
    client_id: testbed.publicApp,
    action: 'user.sign-in',
    outcome: 'success',
    purpose: 'HSYSADMIN',
    source_ip: '127.0.0.1',
    detail: { methods: 'pwd' },
  });
  assert.ok((entry?.request_id ?? '').length > 0);
});

test('a person whose session stands for them', async () => {
  const browser = testbed.browser();
  await codeFlow(testbed, testbed.prescriber, { browser });
  await news();
  await codeFlow(testbed, testbed.prescriber, { browser });
  assert.deepEqual(brief(await news()), [
    {
      orgId: testbed.riverside,
      actor: testbed.prescriber.id,
      subject: testbed.prescriber.id,
      outcome: 'success',
      detail: { methods: 'session' },
    },
  ]);
});

test('a wrong password, and an e-mail that nobody has, without what was typed', async () => {
  const browser = testbed.browser();
  const page = await browser.get(authorizationUrl(testbed).url);
  await browser.submit(page, 'password', { email: testbed.prescriber.email, password: 'wrong wrong wrong' });
  await browser.submit(page, 'password', { email: 'nobody@clinic.example', password: PASSWORD });
  const entries = await news();
  assert.deepEqual(brief(entries), [
    {
      orgId: testbed.riverside,
      actor: null,
      subject: testbed.prescriber.id,
      outcome: 'refused',
      detail: { client: testbed.publicApp },
    },
    {
      orgId: testbed.riverside,
      actor: null,
      subject: testbed.publicApp,
      outcome: 'refused',
      detail: { reason: 'unknown-account' },
    },
  ]);
  assert.ok(entries.every(({ source_ip: from }) => from === '127.0.0.1'));
  assert.doesNotMatch(JSON.stringify(entries), /nobody|wrong/);
});

test('a person of another organization', async () => {
  const browser = testbed.browser();
  const page = await browser.get(authorizationUrl(testbed).url);
  const answer = await browser.submit(page, 'password', {
    email: testbed.stranger.email,
    password: PASSWORD,
  });
  assert.equal(answer.status, 403);
  assert.deepEqual(brief(await news()), [
    {
      orgId: testbed.hillside,
      actor: null,
      subject: testbed.stranger.id,
      outcome: 'refused',
      detail: { client: testbed.publicApp },
    },
  ]);
});

test('a machine that gets a token, before it has it', async () => {
  assert.equal((await token()).status, 200);
  const [entry] = await news();
  assert.partialDeepStrictEqual(entry, {
    org_id: testbed.riverside,
    actor_kind: 'machine',
    actor_id: testbed.machine.id,
    action: 'application.sign-in',
    outcome: 'success',
    source_ip: '127.0.0.1',
  });
});

test('a machine with a wrong secret: one entry a minute, with how many it stands for', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) assert.equal((await token('wrong')).status, 401);
  const refused = (attempts: number) => ({
    orgId: testbed.riverside,
    actor: null,
    subject: testbed.machine.id,
    outcome: 'refused',
    detail: { error: 'invalid_client', attempts },
  });
  assert.deepEqual(brief(await news()), [refused(1)]);
  testbed.ports.clock.aheadMs += IDENTITY_LIMITS.machineRefusalIntervalMs;
  await token('wrong');
  assert.deepEqual(brief(await news()), [refused(5)]);
});
