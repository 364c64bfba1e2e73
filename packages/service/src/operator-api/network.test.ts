// Goal: operators' programs do with pharmacies and partners what commands do, by the same rules, and see no secret (D6).
// Method: each query and mutation is asked for all of its fields over HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OperatorApiTestbed, Page } from '@pestle/testbed/operator-api/operator-api-testbed';
import { NETWORK_FIELDS, openOperatorApi } from '@pestle/testbed/operator-api/operator-api-testbed';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { recordBegunRun, subjectOfCheck } from '../directory/inside.ts';
import { makeId, systemPorts } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
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

describe('pharmacies and partners', () => {
  const refusalOf = (...called: Parameters<OperatorApiTestbed['refusalOf']>) => api.refusalOf(...called);
  const written = (name: string, args: object) => api.reply<Written>(name, args);
  const actsOf = ({ acts }: Pick<Shown, 'acts'>) => acts.map(({ action }) => action);

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
    const both = await Promise.all([check(0), check(0)]);
    assert.deepEqual(
      both.map(({ state, passed }) => [state, passed]),
      [
        ['RUNNING', null],
        ['RUNNING', null],
      ],
    );
    const ended = await check(15);
    assert.deepEqual([ended.state, ended.passed, ended.failedCases], ['ENDED', true, []]);
    assert.ok(((await last())?.report?.cases.length ?? 0) > 5);
    const pharmacy = await api.reply<Shown>('pharmacy', { id: XML_2017071 });
    assert.deepEqual(actsOf(pharmacy), ['pharmacy.begin-check', 'pharmacy.check'], 'one run');
    assert.equal(pharmacy.conformance?.isCurrent, true);
    // Another node began one, and stopped.
    const begun = async (until: string) => {
      const subject = await subjectOfCheck(store, { id: XML_2017071, by: 'Otto' });
      const startedAt = new Date().toISOString();
      await recordBegunRun(store, systemPorts, subject, { by: 'Otto', startedAt, until });
      const { state, passed } = (await last()) ?? {};
      return [state, passed];
    };
    assert.deepEqual(await begun('2100-01-01T00:00:00.000Z'), ['RUNNING', null]);
    assert.deepEqual(await begun('2020-01-01T00:00:00.000Z'), ['DID_NOT_END', null]);
    assert.equal((await check(15)).state, 'ENDED');
    assert.equal((await last())?.state, 'ENDED', 'another one takes its place');
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

  test('D7: the message that would leave is shown, with a change that is not written', async () => {
    interface Previewed {
      readonly kind: string;
      readonly message: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly differences: readonly { readonly against: string }[];
    }
    const { revision } = await shown();
    const change = { integration: { script: { noteLines: ['Call the desk'] } } };
    const preview = await api.reply<Previewed>('messagePreview', { id, change });
    assert.equal(preview.kind, 'NewRx');
    assert.match(preview.message, /Call the desk/);
    assert.deepEqual(
      preview.differences.map(({ against }) => against),
      ['UNMODIFIED', 'STORED'],
    );
    assert.equal((await shown()).revision, revision);
    assert.equal((await api.reply<Previewed>('messagePreview', { id, cancel: true })).kind, 'CancelRx');
  });

  test('a file is written entry by entry, tried with partners that it would add, and what is exported changes nothing', async () => {
    const partner = {
      id: 'ptn_01TEST0000000000000000000F',
      name: 'Filed Network',
      endpoint: { url: 'https://filed.example/script', auth: { kind: 'none' } },
    };
    const integration = { ...HARBOR.integration, partnerId: partner.id };
    const pharmacy = {
      ...HARBOR,
      npi: '1003000274',
      ncpdpId: '9900903',
      name: 'Filed Pharmacy',
      integration,
    };
    const tried = await written('applyPharmacy', { pharmacy, partners: [partner], dryRun: true });
    assert.equal(tried.outcome, 'ADDED');
    assert.equal(
      (await api.refusalOf('applyPharmacy', { pharmacy }))[0],
      'INVALID_INPUT',
      'its partner is not there',
    );
    for (const outcome of ['ADDED', 'UNCHANGED']) {
      assert.equal((await written('applyPartner', { partner })).outcome, outcome);
      assert.equal((await written('applyPharmacy', { pharmacy })).outcome, outcome);
    }
    interface Exported {
      readonly schemaUrl: string;
      readonly entries: readonly { readonly id: string }[];
    }
    for (const [one, list, apply] of [
      ['pharmacy', 'exportedPharmacies', 'applyPharmacy'],
      ['partner', 'exportedPartners', 'applyPartner'],
    ] as const) {
      const { entries, schemaUrl } = await api.reply<Exported>(list, { first: 3 });
      assert.equal(entries.length, 3);
      assert.match(schemaUrl, /\/schemas\/pharmacies\.json$/);
      for (const entry of entries)
        assert.equal((await written(apply, { [one]: entry })).outcome, 'UNCHANGED', entry.id);
    }
  });

  test('a connection is taken away with its secrets, and the pharmacy gets faxes', async () => {
    const outcomes: string[] = [];
    for (const dryRun of [true, false, false])
      outcomes.push((await written('removePharmacy', { id, dryRun })).outcome);
    assert.deepEqual(outcomes, ['CHANGED', 'CHANGED', 'UNCHANGED']);
  });

  test('people of a pharmacy are invited and let out; what a pharmacy corrects is not there for another id', async () => {
    interface Person {
      readonly id: string;
      readonly state: string;
      readonly email: string;
    }
    const pharmacyId = id;
    const asked = { pharmacyId, email: 'Dana@harbor.example', name: 'Dana Doe' };
    const invited = await api.reply<{ account: Person; url: string }>('invitePharmacyPerson', asked);
    assert.deepEqual([invited.account.state, invited.account.email], ['INVITED', 'dana@harbor.example']);
    assert.match(invited.url, /\/pharmacy\/invitation\/[\w-]{43}$/);
    const out = { id: invited.account.id, active: false };
    type Switched = { account: Person; changed: boolean };
    assert.equal((await api.reply<Switched>('setPharmacyPersonActive', out)).changed, true);
    const again = await api.reply<Switched>('setPharmacyPersonActive', out);
    assert.deepEqual([again.changed, again.account.state], [false, 'INACTIVE']);
    assert.equal((await api.reply<readonly Person[]>('pharmacyPeople', { pharmacyId })).length, 1);
    assert.deepEqual(
      await api.reply<readonly object[]>('pharmacyCorrections', { open: true, pharmacyId }),
      [],
    );
    const proposed = {
      fax: ['6175550113', '6175550180'],
      hours: [null, []],
      address: [null, { city: 'Boston' }],
    };
    const corrections = Object.entries(proposed).map(([field, [before, to]]) => ({
      id: makeId(systemPorts, 'phc'),
      field,
      before: JSON.stringify(before),
      to: JSON.stringify(to),
      state: field === 'hours' ? 'applied' : 'waiting',
    }));
    const { fax } = (await api.reply<{ settings: { fax: string } }>('pharmacy', { id })).settings;
    for (const one of corrections)
      await store.asKeeper((tx) =>
        sql`insert into pharmacy_correction (id, pharmacy_id, account_id, field, before, proposed, state, asked_once, asked_at)
          values (${one.id}, ${id}, ${invited.account.id}, ${one.field}, ${one.field === 'fax' ? JSON.stringify(fax) : one.before}::jsonb,
            ${one.to}::jsonb, ${one.state}, ${one.field}, now())`.execute(tx),
      );
    const idOf = (field: string) => ({ id: corrections.find((one) => one.field === field)?.id });
    const listed = await api.reply<readonly { field: string; proposed: string }[]>('pharmacyCorrections', {
      open: true,
    });
    assert.equal(listed.find(({ field }) => field === 'FAX')?.proposed, '6175550180');
    assert.deepEqual(await api.reply<object>('confirmCorrection', idOf('fax')), { notices: [] });
    assert.equal(
      await api.reply<unknown>('declineCorrection', { ...idOf('address'), reason: 'No such place.' }),
      true,
    );
    assert.equal(await api.reply<unknown>('markCorrectionSeen', idOf('hours')), true);
    const after = await api.reply<{ settings: { fax: string } }>('pharmacy', { id });
    assert.equal(after.settings.fax, '6175550180');
    const absent = { id: 'phc_01ABSENT000000000000000000' };
    assert.deepEqual(await refusalOf('confirmCorrection', absent), ['NOT_FOUND']);
    assert.deepEqual(await refusalOf('markCorrectionSeen', absent), ['NOT_FOUND']);
    assert.deepEqual(await refusalOf('declineCorrection', { ...absent, reason: 'No.' }), ['NOT_FOUND']);
    assert.deepEqual((await refusalOf('pharmacyCorrections', { first: 101 }))[0], 'INVALID_INPUT');
  });

  test('every query and mutation of the network was answered, without a secret that was given', () => {
    assert.deepEqual(
      NETWORK_FIELDS.filter((name) => !api.answered().has(name)),
      [],
    );
    for (const text of api.said()) assert.doesNotMatch(text, /very-secret|a-key-of-the-operators-own/);
  });
});
