// Goal: over the whole service a change is told to who is signed in, and not to who is not any more; how soon, `npm run bench -- live` measures.
// Method: a sandbox, tokens from the real pages, an order that a pharmacy reports on, and an administrator who deactivates somebody.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { applications, patients, users } from '@pestle/sandbox/seed';
import { askWith, dataOf, signInMachine, signInPerson } from '@pestle/testbed/api/api';
import { openPractice, type Practice } from '@pestle/testbed/api/api-practice';
import { followStream, type LiveStream } from '@pestle/testbed/api/live-stream';
import { signInUser } from '@pestle/testbed/api/prescriber';

const BEACON_HILL = 'phr_0ACCEPTS020170710XM1000000';
/** Half of what passes between two looks at who stands. */
const AT_ONCE_MS = 5_000;
let practice: Practice;
let url: string;

before(async () => {
  practice = await openPractice();
  url = `${practice.sandbox.baseUrl}/v1/live`;
});
after(() => practice.close());

const bearer = (token: string, more: Readonly<Record<string, string>> = {}) => ({
  authorization: `Bearer ${token}`,
  ...more,
});

test('what a pharmacy reports is told, with the patient and without what it is', async () => {
  const { baseUrl } = practice.sandbox;
  const stream = await followStream(url, bearer(await signInUser(baseUrl, 'staff')));
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  await stream.greeted();
  const order = await practice.send(BEACON_HILL);
  await stream.until(() => stream.ids().includes(order.id), 'the order is not told');
  await practice.until(order.id, ({ state }) => state === 'PLACED');
  const before = stream.told.length;
  await practice.sandbox.peers.report({ pharmacyId: BEACON_HILL, orderId: order.id, status: 'FILLING' });
  await stream.until(({ length }) => length > before, 'the report is not told');
  const told = stream.told.flatMap(({ event, data }) => (event === 'change' ? (data as object[]) : []));
  assert.deepEqual(
    told.find((one) => 'id' in one && one.id === order.id),
    { kind: 'order', id: order.id, patientId: patients[0]?.id },
  );
  assert.match(JSON.stringify(told), /"kind":"draft"/);
  assert.doesNotMatch(JSON.stringify(told), /lisinopril|FILLING|Beacon/i);
  await stream.leave();
});

test('a machine is told what it may read; a token without the scope, from a strange page, or none is refused', async () => {
  const { baseUrl } = practice.sandbox;
  const machine = await signInMachine(baseUrl, { ...applications.machine, scope: 'read:patient' });
  const stream = await followStream(url, bearer(machine));
  await stream.greeted();
  await practice.createDraft();
  await stream.leave();
  assert.deepEqual(stream.ids(), []);
  const pharmacies = await signInMachine(baseUrl, { ...applications.machine, scope: 'read:pharmacy' });
  const person = await signInUser(baseUrl);
  for (const [headers, status] of [
    [{}, 401],
    [{ authorization: 'Bearer x' }, 401],
    [bearer(pharmacies), 403],
    [bearer(person, { origin: 'https://elsewhere.example' }), 403],
  ] as const) {
    const refused = await fetch(url, { headers: { ...headers } });
    assert.equal(refused.status, status, JSON.stringify(headers));
    assert.match(refused.headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,dpop,last-event-id',
    },
  });
  assert.equal(preflight.headers.get('access-control-allow-origin'), null);
});

test('a stream ends at once when an administrator ends its person’s sessions, and does not come back with their token', async () => {
  const { baseUrl } = practice.sandbox;
  const [admin, prescriber] = ['admin', 'prescriber'].map((role) => users.find((one) => one.role === role));
  assert.ok(admin !== undefined && prescriber !== undefined);
  const { email, password } = admin;
  const scope = 'openid read:user write:user';
  const ask = askWith(
    baseUrl,
    await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope }),
  );
  const end = 'mutation($userId: ID!) { endSessions(userId: $userId) { sessions } }';
  // Who stands is looked at every ten seconds anyway: at one of several times it ends long before, however busy the machine is.
  let soonestMs = Number.POSITIVE_INFINITY;
  for (let time = 1; time <= 5 && soonestMs > AT_ONCE_MS; time += 1) {
    const token = await signInUser(baseUrl, 'prescriber');
    const stream = await followStream(url, bearer(token));
    await stream.greeted();
    const at = performance.now();
    dataOf(await ask(end, { userId: prescriber.id }));
    await stream.until(() => stream.isOver(), 'it goes on');
    soonestMs = Math.min(soonestMs, performance.now() - at);
    assert.deepEqual(stream.told.at(-1)?.data, { reason: 'signed-out' });
    const again = await fetch(url, { headers: bearer(token) });
    assert.equal(again.status, 401);
  }
  assert.ok(soonestMs <= AT_ONCE_MS, 'it waits for the next look at who stands');
});

test('the stream of whoever is deactivated ends, and no other one', async () => {
  const { baseUrl } = practice.sandbox;
  const admin = users.find(({ role }) => role === 'admin');
  const staff = users.find(({ role }) => role === 'staff');
  assert.ok(admin !== undefined && staff !== undefined);
  const { email, password } = admin;
  const scope = 'openid read:user write:user';
  const ask = askWith(
    baseUrl,
    await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope }),
  );
  const [out, stays] = await Promise.all(
    ['staff', 'prescriber'].map(async (role): Promise<LiveStream> => {
      const stream = await followStream(url, bearer(await signInUser(baseUrl, role)));
      await stream.greeted();
      return stream;
    }),
  );
  assert.ok(out !== undefined && stays !== undefined);
  dataOf(await ask('mutation($id: ID!) { deactivateUser(id: $id) { id } }', { id: staff.id }));
  await out.until(() => out.isOver(), 'it goes on');
  assert.deepEqual(out.told.at(-1)?.data, { reason: 'signed-out' });
  assert.equal(stays.isOver(), false);
  await stays.leave();
});
