// Goal: operators' programs do over HTTP what their commands do, by the same rules, and see neither health information nor secrets (D6, D12).
// Method: every query and mutation is asked for all of its fields, on a practice whose orders leave for the sandbox's pharmacies.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rootFields } from '@pestle/testbed/graphql/schema-walk';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { OperatorApiTestbed, Page } from '@pestle/testbed/operator-api/operator-api-testbed';
import { NETWORK_FIELDS, openOperatorApi, tokenOf } from '@pestle/testbed/operator-api/operator-api-testbed';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import { operatorSchema } from './schema/schema.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const OHIO = 'phr_00H100N00FAX00000000000000';

let store: Store;
let api: OperatorApiTestbed;
before(async () => {
  store = await openTestStore();
  api = await openOperatorApi(store);
});
after(async () => {
  await api.close();
  await store.close();
  assert.deepEqual(api.testbed.errors, []);
});

const refusalOf = (...called: Parameters<OperatorApiTestbed['refusalOf']>) => api.refusalOf(...called);
const actsOf = (acts: readonly { readonly action: string }[]) => acts.map(({ action }) => action);

describe('maintenance and what waits', () => {
  const lane = `pharmacy:${XML_2017071}`;
  interface Window {
    readonly id: string;
    readonly state: string;
    readonly note: string | null;
  }
  interface Row {
    readonly id: string;
    readonly orderId: string;
    readonly waitsFor: string | null;
    readonly onHoldBy: string | null;
  }
  interface Attempts {
    readonly transmission: { readonly orderId: string } | null;
    readonly waits: { readonly id: string } | null;
  }

  test('what a node holds because of errors of its own is told with since when, the longest first, and of nobody who has gone', async () => {
    assert.deepEqual(await api.reply('holds'), []);
    const [since, later] = ['2026-03-05T15:00:00.000Z', '2026-03-05T15:10:00.000Z'];
    const holds = JSON.stringify([
      { lanes: 'text', since: later },
      { lanes: 'electronic', since },
    ]);
    await store.asCourier((tx) =>
      sql`insert into node (id, seen_at, holds) values ('held', now(), ${holds}::jsonb), ('gone', now() - interval '1 hour', ${holds}::jsonb)`.execute(
        tx,
      ),
    );
    const told = await api.reply<{ node: string; lanes: string; since: string; seenAt: string }[]>('holds');
    assert.deepEqual(
      told.map(({ node, lanes, since: at }) => [node, lanes, at]),
      [
        ['held', 'ELECTRONIC', since],
        ['held', 'TEXT', later],
      ],
    );
    await store.asCourier((tx) => sql`delete from node where id in ('held', 'gone')`.execute(tx));
  });

  test('D12: a window holds an order back; its row is read, held, released and given up to fax by ids and codes', async () => {
    const subject = { kind: 'PHARMACY', id: XML_2017071 };
    const end = new Date(Date.now() + 20 * 60_000).toISOString();
    const announced = { subject, end, note: 'New pipes' };
    const window = await api.reply<Window>('addMaintenance', announced);
    assert.deepEqual(await api.reply('addMaintenance', announced), window, 'sent again');
    const { order } = await api.testbed.order(XML_2017071);
    const row = await api.testbed.waitFor(
      async () =>
        (await api.reply<Row[]>('queueRows', { lane })).find(({ waitsFor }) => waitsFor === window.id),
      () => 'the window held nothing back',
    );
    assert.equal(row.orderId, order.id);
    const lanes = await api.reply<{ lane: string; waiting: number; pausedUntil: string }[]>('lanes');
    assert.deepEqual(
      lanes.filter((one) => one.lane === lane).map(({ waiting, pausedUntil }) => [waiting, pausedUntil]),
      [[1, end]],
    );
    for (const held of [lane, row.id]) {
      const state = await api.reply<{ lane: Row | null; row: Row | null }>('holdQueue', { of: held });
      assert.equal((state.lane ?? state.row)?.onHoldBy, api.by);
      await api.reply('releaseQueue', { of: held });
    }
    await api.reply('resetLane', { of: lane });
    assert.deepEqual(await refusalOf('resetLane', { of: row.id }), ['INVALID_INPUT', 'of NOT_A_LANE']);
    assert.equal((await api.reply<Attempts>('attempts', { id: row.id })).waits?.id, row.id);
    await api.reply('faxTransmission', { of: row.id });
    await api.testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
    const left = await api.reply<Attempts>('attempts', { id: row.id });
    assert.deepEqual([left.transmission?.orderId, left.waits], [order.id, null]);
    assert.deepEqual(await refusalOf('holdQueue', { of: row.id }), ['INVALID_INPUT', 'of TOO_LATE']);
    await api.reply('readMessage', { id: row.id, reason: 'They cannot read it' });
    assert.deepEqual((await refusalOf('readMessage', { id: row.id, reason: ' ' }))[0], 'INVALID_INPUT');
    const history = await api.reply<Page<{ action: string; subjectId: string }>>('queueHistory', {
      of: row.id,
      first: 2,
    });
    assert.deepEqual(actsOf(history.nodes), ['queue.message', 'queue.fax']);
    assert.deepEqual([history.nodes[0]?.subjectId, history.pageInfo.hasNextPage], [row.id, true]);
    assert.equal((await api.reply<Window>('changeMaintenance', { id: window.id, note: null })).note, null);
    await api.reply('endMaintenance', { id: window.id });
    const acts = await api.reply<{ action: string }[]>('maintenanceHistory', { id: window.id });
    assert.deepEqual(actsOf(acts), ['maintenance.add', 'maintenance.change', 'maintenance.end']);
    const listed = await api.reply<Window[]>('maintenanceWindows', { all: true });
    assert.deepEqual(
      listed.map(({ id, state }) => [id, state]),
      [[window.id, 'OVER']],
    );
    const nobody = { subject: { kind: 'PARTNER', id: 'phr_1' }, end };
    assert.deepEqual(await refusalOf('addMaintenance', nobody), ['INVALID_INPUT', 'subject.id WRONG_TYPE']);
  });

  test('D11: a prescription is sent again: looked at, done once for each attempt that was seen, and refused with a code', async () => {
    const { order } = await api.testbed.order(XML_2017071);
    const { fills: sent } = await api.testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
    const revision = sent[0]?.revision ?? 0;
    const { delivery, prescriber } = api.testbed;
    const found = await delivery.transmissions(prescriber, [sent[0]?.id ?? '']);
    const of = found.get(sent[0]?.id ?? '')?.[0]?.row.id ?? '';
    interface Resent {
      readonly afterAttempt: number;
      readonly lane: string | null;
      readonly done: boolean;
      readonly transmission: { readonly id: string; readonly orderId: string };
    }
    const look = await api.reply<Resent>('resendTransmission', { of, dryRun: true });
    assert.deepEqual(
      [look.done, look.afterAttempt, look.lane, look.transmission.id, look.transmission.orderId],
      [false, 1, lane, of, order.id],
    );
    assert.deepEqual(await refusalOf('resendTransmission', { of }), [
      'INVALID_INPUT',
      'afterAttempt REQUIRED',
    ]);
    const said = { of, afterAttempt: look.afterAttempt, reason: 'They lost a day of messages' };
    assert.equal((await api.reply<Resent>('resendTransmission', said)).done, true);
    await api.testbed.until(
      order.id,
      ({ fills: [fill] }) => fill?.state === 'SENT' && fill.revision > revision + 1,
    );
    assert.equal((await api.reply<Resent>('resendTransmission', said)).done, false, 'sent again');
    assert.deepEqual(await refusalOf('resendTransmission', { of, afterAttempt: 7 }), [
      'INVALID_INPUT',
      'of TRIED_SINCE',
    ]);
    assert.equal(
      api.testbed.peers.log().filter(({ messageId }) => messageId === `m${of.slice('trm_'.length)}`).length,
      2,
    );
  });

  test('D5: what is stuck is listed by reason', async () => {
    const { order } = await api.testbed.order(OHIO);
    await api.testbed.until(order.id, ({ fills }) => fills[0]?.state === 'STUCK');
    const { fills } = await api.reply<{ fills: { orderId: string }[] }>('stuck');
    assert.deepEqual(
      fills.map(({ orderId }) => orderId),
      [order.id],
    );
  });
});

test('F34: a quarantine is begun, shown, reconciled by row and by what others received, and ended', async () => {
  const lane = `pharmacy:${XML_2017071}`;
  const { dispatcher } = api.testbed.delivery;
  await dispatcher.stop();
  const orders = [];
  for (let times = 0; times < 2; times += 1) orders.push(await api.testbed.order(XML_2017071));
  interface State {
    readonly open: { readonly id: string; readonly because: string; readonly by: string } | null;
    readonly lanes: readonly { readonly lane: string; readonly held: number; readonly settled: number }[];
    readonly earlier: readonly { readonly id: string; readonly endedBy: string | null }[];
  }
  interface Row {
    readonly id: string;
    readonly quarantine: string | null;
    readonly settledAs: string | null;
  }
  const rows = () => api.reply<Row[]>('quarantinedRows', { lane });
  const { open, lanes } = await api.reply<State>('beginQuarantine');
  assert.deepEqual([open?.because, open?.by], ['OPERATOR', api.by]);
  assert.deepEqual(
    lanes.map((one) => [one.lane, one.held, one.settled]),
    [[lane, 2, 0]],
  );
  assert.equal((await api.reply<State>('beginQuarantine')).open?.id, open?.id, 'sent again');
  const [first, second] = await rows();
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual([first.quarantine, first.settledAs], [open?.id, null]);
  assert.deepEqual(await refusalOf('endQuarantine', {}), ['INVALID_INPUT', 'quarantine NOT_RECONCILED']);
  const messageId = `m${first.id.slice('trm_'.length)}`;
  const gone = 'm01TEST0000000000000000N0NE';
  const found = { settled: [messageId], notHeld: [], unknown: [gone] };
  assert.deepEqual(await api.reply('reconcileReceived', { ids: [messageId, gone] }), found);
  assert.equal((await rows()).find(({ id }) => id === first.id)?.settledAs, 'RECEIVED');
  assert.deepEqual(await refusalOf('reconcileQuarantine', { of: first.id, choice: 'LEFT' }), [
    'INVALID_INPUT',
    'of SETTLED',
  ]);
  const done = await api.reply('reconcileQuarantine', { of: 'all', choice: 'RELEASE' });
  assert.deepEqual(done, { done: 1, refused: [], left: 0 });
  const ended = await api.reply<State>('endQuarantine');
  assert.deepEqual([ended.open, ended.earlier[0]?.endedBy], [null, api.by]);
  await dispatcher.start();
  for (const { order } of orders)
    await api.testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT');
  const log = api.testbed.peers.log().map((entry) => entry.messageId);
  assert.deepEqual(
    [first, second].map(({ id }) => log.filter((one) => one === `m${id.slice('trm_'.length)}`).length),
    [0, 1],
  );
  assert.deepEqual((await api.reply<State>('quarantine')).open, null);
});

test('a recall is looked at, started, walked to its end, listed for calls, and ended', async () => {
  const pharmacies = [OHIO];
  const begun = await api.reply<{ id: string }>('previewRecall', { pharmacies });
  const { id } = begun;
  const walked = async () => {
    for (;;) if ((await api.reply<{ isComplete: boolean }>('advanceRecall', { id })).isComplete) return;
  };
  await walked();
  interface Summary {
    readonly fills: number;
    readonly recall: { readonly state: string; readonly reason: string | null };
  }
  const summary = () => api.reply<Summary>('recall', { id });
  const { fills, recall } = await summary();
  assert.ok(fills > 0);
  assert.equal(recall.state, 'PREVIEWED');
  const start = { id, reason: 'A lot is broken' };
  for (let times = 0; times < 2; times += 1) await api.reply('startRecall', start);
  await walked();
  assert.deepEqual(await refusalOf('startRecall', { id, reason: 'Another' }), [
    'INVALID_INPUT',
    'id STARTED',
  ]);
  const page = await api.reply<{ fills: { pharmacyId: string }[]; next: string | null }>('recalledFills', {
    id,
  });
  assert.deepEqual([page.fills.length, page.next], [fills, null]);
  await api.reply('endRecall', { id });
  assert.deepEqual((await summary()).recall.state, 'ENDED');
  const listed = await api.reply<{ id: string }[]>('recalls');
  assert.deepEqual(
    listed.map((one) => one.id),
    [id],
  );
  assert.deepEqual((await refusalOf('previewRecall', {}))[0], 'INVALID_INPUT');
});

test('a user is invited, invited again, deactivated, reactivated and recovered; each link ends the one before', async () => {
  const organizationId = api.operators.riverside;
  const names = { email: 'nora@riverside.example', firstName: 'Nora', lastName: 'New' };
  const invite = { organizationId, ...names, roles: ['STAFF'] };
  interface Invited {
    readonly user: { readonly id: string };
    readonly link: string;
  }
  const first = await api.reply<Invited>('inviteUser', invite);
  const second = await api.reply<Invited>('inviteUser', invite);
  assert.equal(second.user.id, first.user.id, 'one user');
  assert.notEqual(second.link, first.link);
  const operator = { ...invite, email: 'mora@riverside.example', roles: ['OPERATOR'] };
  assert.equal((await refusalOf('inviteUser', operator))[0], 'INVALID_INPUT', 'nobody hands the role on');
  const one = { organizationId, userId: first.user.id };
  for (const name of ['deactivateUser', 'reactivateUser'])
    for (const changed of [true, false])
      assert.equal((await api.reply<{ changed: boolean }>(name, one)).changed, changed);
  const recovered = await api.reply<{ endedIn: { userId: string }[] }>('recoverUser', one);
  assert.deepEqual(
    recovered.endedIn.map(({ userId }) => userId),
    [one.userId],
  );
  const { nodes, pageInfo } = await api.reply<Page<{ id: string }>>('users', { organizationId, first: 1 });
  const next = await api.reply<Page<{ id: string }>>('users', { organizationId, after: pageInfo.endCursor });
  assert.ok(next.nodes.length > 0 && !next.nodes.some(({ id }) => id === nodes[0]?.id));
  const unknown = { organizationId, after: 'usr_none' };
  assert.deepEqual(await refusalOf('users', unknown), ['INVALID_INPUT', 'after INVALID']);
  const nowhere = { organizationId: 'org_01TEST0000000000000000N0NE' };
  assert.deepEqual(await refusalOf('users', nowhere), ['NOT_FOUND']);
});

describe('who is let in', () => {
  const answerTo = async (headers: Readonly<Record<string, string>>) => {
    const { status, data, errors } = await api.call('lanes', {}, headers);
    return [status, data ?? null, errors?.[0]?.extensions.code];
  };
  const refused = [401, null, 'UNAUTHENTICATED'];

  test('A2: nobody without a token, with a wrong one, or with a token of the API of practices', async () => {
    const { operators } = api;
    assert.deepEqual(await answerTo({}), refused);
    assert.deepEqual(await answerTo({ authorization: 'Bearer nonsense' }), refused);
    for (const person of [operators.prescriber, operators.admin]) {
      const { access_token: token } = await codeFlow(operators, person);
      assert.deepEqual(await answerTo({ authorization: `Bearer ${token}` }), refused);
    }
    assert.equal((await answerTo(api.asOperator))[0], 200);
  });

  test('A2: nor a session of the console, which hands out access only after a fresh proof', async () => {
    const { operators } = api;
    const browser = operators.console();
    await operators.signIn(browser, operators.operator);
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const own = { cookie, origin: operators.consoleUrl, 'sec-fetch-site': 'same-origin' };
    assert.deepEqual(await answerTo(own), refused);
  });

  test('A2: nor somebody who was an operator: who is one is judged at every request', async () => {
    const { operators } = api;
    const former = await operators.person(['operator', 'staff']);
    await operators.signIn(operators.console(), former);
    const name = 'Olga Former';
    const token = await tokenOf(operators, { userId: former.id, name, by: `${name} (${former.id})` });
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await answerTo(headers))[0], 200);
    await api.reply('deactivateUser', { organizationId: operators.riverside, userId: former.id });
    assert.deepEqual(await answerTo(headers), refused);
  });
});

test('a document that is too deep, too wide, too large, or holds two mutations is refused', async () => {
  const codeOf = async (query: string, variables: object = {}) => {
    const { status, errors } = await api.ask(query, variables);
    return [status, errors?.[0]?.extensions.code];
  };
  const deep = `{ lanes { ${'lane { '.repeat(12)} lane ${'} '.repeat(12)} } }`;
  assert.deepEqual(await codeOf(deep), [400, 'QUERY_TOO_COMPLEX']);
  const wide = `{ ${Array.from({ length: 11 }, (_, n) => `p${n}: lanes { lane }`).join(' ')} }`;
  assert.deepEqual(await codeOf(wide), [400, 'QUERY_TOO_COMPLEX']);
  const padding = 'x'.repeat(300_000);
  assert.deepEqual(await codeOf('{ lanes { lane } }', { padding }), [413, 'PAYLOAD_TOO_LARGE']);
  const two = 'mutation { a: resetLane(of: "fax") { row { id } } b: resetLane(of: "fax") { row { id } } }';
  assert.deepEqual(await codeOf(two), [400, 'ONE_MUTATION_PER_REQUEST']);
  assert.deepEqual(await codeOf('{ lanes { nothing } }'), [400, 'MALFORMED']);
});

describe('all that was answered', () => {
  test('is of every query and mutation but those of the network', () => {
    const names = rootFields(operatorSchema).map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !NETWORK_FIELDS.includes(name) && !api.answered().has(name)),
      [],
    );
  });

  test('holds no health information but in the message that was asked for with a reason', () => {
    const said = api.said().filter((text) => !text.includes('"readMessage":{'));
    assert.ok(said.length < api.said().length);
    assert.ok(said.length > 30);
    for (const text of said) assert.doesNotMatch(text, /[Ll]isinopril|\bDoe\b|José/);
  });
});
