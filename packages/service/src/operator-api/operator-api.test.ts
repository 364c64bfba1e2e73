// Goal: operators' programs do over HTTP what their commands do, by the same rules, and see neither health information nor secrets (D6, D12).
// Method: every query and mutation is asked for all of its fields, on a practice whose orders leave for the sandbox's pharmacies.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rootFields } from '@pestle/testbed/graphql/schema-walk';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { OperatorApiTestbed } from '@pestle/testbed/operator-api/operator-api-testbed';
import { openOperatorApi } from '@pestle/testbed/operator-api/operator-api-testbed';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Store } from '../store/store.ts';
import { operatorSchema } from './schema/schema.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const OHIO = 'phr_00H100N00FAX00000000000000';
const SECRET = 'tok_4711-very-secret';
const OWN_KEY = 'a-key-of-the-operators-own';
const HARBOR = {
  npi: '1003000266',
  ncpdpId: '9900902',
  name: 'Harbor Pharmacy',
  kind: 'LOCAL_PICKUP',
  address: { street1: '1 Wharf St', city: 'Boston', state: 'MA', postalCode: '02110' },
  phone: '617-555-0102',
  fax: '617-555-0103',
  integration: {
    stage: 'scoping',
    channel: 'script',
    endpoint: { url: 'https://pharmacy.example/script', auth: { kind: 'bearer', token: SECRET } },
    script: { version: '2017071', form: 'xml', cancel: 'full', acknowledge: 'script' },
  },
};

interface Written {
  readonly id: string;
  readonly outcome: string;
  readonly revision: number;
  readonly changes: readonly { field: string; secret: boolean; before: unknown; after: unknown }[];
}
interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}
interface Shown {
  readonly stage: string;
  readonly revision: number;
  readonly active: boolean;
  readonly takesPrescriptions: boolean;
  readonly conformance: { readonly isCurrent: boolean } | null;
  readonly settings: { readonly integration: { readonly endpoint: { readonly auth: object } } };
  readonly acts: readonly { readonly action: string; readonly operator: string }[];
}

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

/** The code of the first error, with the path and code of each field that it names. */
async function refusalOf(name: string, args: object, headers?: Readonly<Record<string, string>>) {
  const { errors: [first] = [], text } = await api.call(name, args, headers);
  assert.ok(first !== undefined, text);
  const { code, fields = [] } = first.extensions;
  return [code, ...fields.map((field) => `${field.path} ${field.code}`)];
}

const written = (name: string, args: object) => api.reply<Written>(name, args);
const actsOf = ({ acts }: Pick<Shown, 'acts'>) => acts.map(({ action }) => action);

describe('pharmacies and partners', () => {
  let id: string;
  const set = (args: object) => written('setPharmacy', { id, ...args });
  const shown = () => api.reply<Shown>('pharmacy', { id });

  test('D6: a pharmacy is tried first, connected once, and shown without its secrets', async () => {
    const tried = await written('addPharmacy', { pharmacy: HARBOR, dryRun: true });
    assert.equal(tried.outcome, 'ADDED');
    const field = 'integration.endpoint.auth.token';
    assert.deepEqual(
      tried.changes.find((change) => change.field === field),
      { field, secret: true, before: null, after: null },
    );
    assert.deepEqual(await refusalOf('pharmacy', { id: tried.id }), ['NOT_FOUND'], 'nothing was written');
    const added = await written('addPharmacy', { pharmacy: HARBOR });
    ({ id } = added);
    assert.equal(added.outcome, 'ADDED');
    assert.equal((await written('addPharmacy', { pharmacy: HARBOR })).outcome, 'UNCHANGED');
    const { settings, stage, takesPrescriptions, conformance, revision, acts } = await shown();
    assert.deepEqual(settings.integration.endpoint.auth, { kind: 'bearer', token: '(sealed)' });
    assert.deepEqual(
      [stage, takesPrescriptions, conformance, revision],
      ['SCOPING', false, null, added.revision],
    );
    assert.deepEqual(
      acts.map(({ action, operator }) => [action, operator]),
      [['pharmacy.add', api.by]],
    );
  });

  test('D6: of two operators who change one pharmacy at once one is told, and neither change is lost', async () => {
    const { revision } = await shown();
    const answers = await Promise.all(
      ['6175550110', '6175550111'].map((phone) =>
        api.call('setPharmacy', { id, change: { phone }, revision }),
      ),
    );
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'written').toSorted();
    assert.deepEqual(codes, ['REVISION_CONFLICT', 'written']);
    const again = await set({ change: { fax: '6175550112' }, revision: (await shown()).revision });
    assert.deepEqual(
      again.changes.map(({ field }) => field),
      ['fax'],
      'what the first one wrote stays',
    );
    assert.equal(again.revision, revision + 2);
  });

  test('each refused field has its path and code; testing needs a contact, live a passed run', async () => {
    const change = { integration: { endpoint: { url: 'http://pharmacy.example' } } };
    assert.deepEqual(await refusalOf('setPharmacy', { id, change }), [
      'INVALID_INPUT',
      'integration.endpoint.url INVALID',
    ]);
    assert.deepEqual(await refusalOf('setPharmacy', { id, change: [1] }), [
      'INVALID_INPUT',
      'change WRONG_TYPE',
    ]);
    const stage = (to: string) => ({ id, stage: to });
    assert.equal((await refusalOf('stagePharmacy', stage('TESTING')))[0], 'INVALID_INPUT');
    const technicalContact = { name: 'Tess', email: 'tess@pharmacy.example' };
    await set({ change: { integration: { technicalContact } } });
    assert.deepEqual((await written('stagePharmacy', stage('TESTING'))).changes, [
      { field: 'integration.stage', secret: false, before: 'scoping', after: 'testing' },
    ]);
    assert.deepEqual(await refusalOf('stagePharmacy', stage('LIVE')), [
      'INVALID_INPUT',
      'integration.stage CHECK_NEEDED',
    ]);
  });

  test('lists go on page by page and heed their filters', async () => {
    type Listed = Page<{ readonly id: string; readonly stage: string }>;
    const list = (args: object) => api.reply<Listed>('pharmacies', args);
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo }: Listed = await list({ first: 7, after });
      seen.push(...nodes.map((one) => one.id));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    assert.deepEqual(
      seen,
      (await list({ first: 100 })).nodes.map((one) => one.id),
    );
    const found = await list({ first: 5, stage: 'TESTING', words: 'harb', channel: 'SCRIPT' });
    assert.deepEqual(
      found.nodes.map((one) => [one.id, one.stage]),
      [[id, 'TESTING']],
    );
    assert.deepEqual(await refusalOf('pharmacies', { first: 101 }), ['INVALID_INPUT', 'first OUT_OF_RANGE']);
  });

  test('D6: a conformance run is begun, joined while it lasts, and read later; only a passed one counts', async () => {
    interface Check {
      readonly state: string;
      readonly passed: boolean | null;
      readonly failedCases: readonly string[];
      readonly report: { readonly cases: readonly unknown[] } | null;
    }
    const check = (waitSeconds: number) =>
      api.reply<Check>('checkPharmacy', { id: XML_2017071, waitSeconds });
    const last = () => api.reply<Check | null>('pharmacyCheck', { id: XML_2017071 });
    assert.equal(await last(), null);
    const begun = await Promise.all([check(0), check(0)]);
    assert.deepEqual(
      begun.map(({ state, passed }) => [state, passed]),
      [
        ['RUNNING', null],
        ['RUNNING', null],
      ],
    );
    const ended = await check(15);
    assert.deepEqual([ended.state, ended.passed, ended.failedCases], ['ENDED', true, []]);
    assert.ok(((await last())?.report?.cases.length ?? 0) > 5);
    const pharmacy = await api.reply<Shown>('pharmacy', { id: XML_2017071 });
    assert.deepEqual(actsOf(pharmacy), ['pharmacy.check'], 'one run');
    assert.equal(pharmacy.conformance?.isCurrent, true);
    const tooLong = { id: XML_2017071, waitSeconds: 16 };
    assert.deepEqual(await refusalOf('checkPharmacy', tooLong), [
      'INVALID_INPUT',
      'waitSeconds OUT_OF_RANGE',
    ]);
    const nobody = { id: 'phr_01TEST0000000000000000N0NE', waitSeconds: 5 };
    assert.deepEqual(await refusalOf('checkPharmacy', nobody), ['NOT_FOUND']);
  });

  test('a partner is added, changed, and taken out of use when nobody is reached through it', async () => {
    const endpoint = { url: 'https://network.example/script', auth: { kind: 'bearer', token: SECRET } };
    const partner = { name: 'Harbor Network', endpoint };
    assert.equal((await written('addPartner', { partner, dryRun: true })).outcome, 'ADDED');
    const added = await written('addPartner', { partner });
    const change = (name: string) => ({ id: added.id, change: { name }, revision: added.revision });
    const changed = await written('setPartner', change('Harbor Network, Inc.'));
    assert.deepEqual([changed.outcome, changed.revision], ['CHANGED', added.revision + 1]);
    assert.deepEqual(await refusalOf('setPartner', change('Other')), ['REVISION_CONFLICT']);
    const { nodes, pageInfo } = await api.reply<Page<object>>('partners', { first: 1 });
    assert.deepEqual([nodes.length, pageInfo.hasNextPage], [1, true]);
    const removed = await written('removePartner', { id: added.id });
    assert.ok(removed.changes.some(({ field, after: now }) => field === 'active' && now === false));
    const now = await api.reply<Shown>('partner', { id: added.id });
    assert.equal(now.active, false);
    assert.deepEqual(actsOf(now), ['partner.add', 'partner.change', 'partner.remove']);
    const carrier = { id: api.testbed.peers.partners[0]?.id };
    assert.deepEqual(await refusalOf('removePartner', carrier), ['INVALID_INPUT', 'id IN_USE']);
  });

  test('a key is shown once; the same request again makes no second one, and another one is refused', async () => {
    interface Added {
      readonly key: { readonly id: string };
      readonly secret: string | null;
      readonly added: boolean;
    }
    const asked = { ownerId: id, kind: 'BEARER' };
    const headers = { ...api.asOperator, 'idempotency-key': 'rotate-1' };
    assert.deepEqual(await refusalOf('addHookKey', asked), ['IDEMPOTENCY_KEY_REQUIRED']);
    const answers = await Promise.all([0, 1].map(() => api.reply<Added>('addHookKey', asked, headers)));
    const [first, second] = answers.toSorted((one) => (one.added ? -1 : 1));
    assert.ok(first !== undefined && second !== undefined && first.secret !== null);
    assert.deepEqual([second.key.id, second.secret, second.added], [first.key.id, null, false]);
    const signed = { ownerId: id, kind: 'STANDARD_WEBHOOKS' };
    assert.deepEqual(await refusalOf('addHookKey', signed, headers), ['IDEMPOTENCY_KEY_REUSED']);
    const own = await api.reply<Added>('addHookKey', { ...asked, key: OWN_KEY });
    assert.deepEqual([own.secret, own.added], [null, true]);
    const ended = { ownerId: id, id: first.key.id };
    for (const changed of [true, false])
      assert.equal((await api.reply<{ changed: boolean }>('endHookKey', ended)).changed, changed);
    const listed = await api.reply<{ state: string }[]>('hookKeys', { ownerId: id });
    assert.deepEqual(listed.map(({ state }) => state).toSorted(), ['OVER', 'VALID']);
    assert.ok(!JSON.stringify(listed).includes(first.secret));
  });

  test('a connection is taken away with its secrets, and the pharmacy gets faxes', async () => {
    const outcomes: string[] = [];
    for (const dryRun of [true, false, false])
      outcomes.push((await written('removePharmacy', { id, dryRun })).outcome);
    assert.deepEqual(outcomes, ['CHANGED', 'CHANGED', 'UNCHANGED']);
  });
});

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
    assert.equal((await api.reply<Window>('changeMaintenance', { id: window.id, note: null })).note, null);
    await api.reply('endMaintenance', { id: window.id });
    const acts = await api.reply<Shown['acts']>('maintenanceHistory', { id: window.id });
    assert.deepEqual(actsOf({ acts }), ['maintenance.add', 'maintenance.change', 'maintenance.end']);
    const listed = await api.reply<Window[]>('maintenanceWindows', { all: true });
    assert.deepEqual(
      listed.map(({ id, state }) => [id, state]),
      [[window.id, 'OVER']],
    );
    const nobody = { subject: { kind: 'PARTNER', id: 'phr_1' }, end };
    assert.deepEqual(await refusalOf('addMaintenance', nobody), ['INVALID_INPUT', 'subject.id WRONG_TYPE']);
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

  test('A2: nobody without a proof, with a wrong one, or with a token of the API of practices', async () => {
    const { operators } = api;
    assert.deepEqual(await answerTo({}), refused);
    assert.deepEqual(await answerTo({ authorization: 'Bearer nonsense' }), refused);
    assert.deepEqual(await answerTo({ ...api.asOperator, cookie: 'pestle_console=nonsense' }), refused);
    for (const person of [operators.prescriber, operators.admin]) {
      const { access_token: token } = await codeFlow(operators, person);
      assert.deepEqual(await answerTo({ authorization: `Bearer ${token}` }), refused);
    }
  });

  test("A2: nor a page of another origin in an operator's browser", async () => {
    assert.deepEqual(await answerTo({ ...api.asOperator, origin: 'https://evil.example' }), refused);
    assert.deepEqual(await answerTo({ ...api.asOperator, 'sec-fetch-site': 'cross-site' }), refused);
    assert.equal((await answerTo(api.asOperator))[0], 200);
  });

  test('A2: nor somebody who was an operator: who is one is judged at every request', async () => {
    const { operators } = api;
    const former = await operators.person(['operator', 'staff']);
    const browser = operators.console();
    await operators.signIn(browser, former);
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    assert.equal((await answerTo({ ...api.asOperator, cookie }))[0], 200);
    await api.reply('deactivateUser', { organizationId: operators.riverside, userId: former.id });
    assert.deepEqual(await answerTo({ ...api.asOperator, cookie }), refused);
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
  test('is of every query and mutation', () => {
    const names = rootFields(operatorSchema).map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !api.answered().has(name)),
      [],
    );
  });

  test('holds no health information, and no secret that was given', () => {
    const said = api.said().filter((text) => !text.includes('CONFORMANCE TEST'));
    assert.ok(said.length > 50);
    for (const text of said)
      assert.doesNotMatch(text, /[Ll]isinopril|\bDoe\b|José|very-secret|a-key-of-the-operators-own/);
  });
});
