// Goal: operators connect pharmacies and partners, nobody overwrites another, secrets stay unseen, and only a passed run goes live (D6).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  BEACON,
  fillDirectory,
  MAGIC_PARTNERS,
  MAGIC_PHARMACIES,
  recordOf,
} from '@pestle/testbed/network/pharmacies';
import { failureOf } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { Failure } from '../../kernel/errors.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { Connections } from '../connections.ts';
import type { Directory } from '../directory.ts';
import type { ChangeRequest } from './act.ts';
import { recordRun, subjectOfCheck } from './check.ts';

const by = 'Olga Operator';
const token = 'tok_4711-very-secret';
const contact = { name: 'Tess', email: 'tess@pharmacy.example' };
const integration = {
  stage: 'scoping',
  channel: 'script',
  endpoint: {
    url: 'https://pharmacy.example/script',
    auth: { kind: 'bearer', token },
    headers: { 'x-key': 'header-secret' },
    privateNetwork: '10.20.0.0/16',
  },
  script: { version: '2017071', form: 'xml', cancel: 'full', acknowledge: 'script' },
};

let store: Store;
let directory: Directory;
let connections: Connections;
/** A pharmacy of the directory that nobody has connected. */
let id: string;

before(async () => {
  store = await openTestStore();
  directory = await fillDirectory(store);
  ({ connections } = directory);
  id = await directory.administration.upsertPharmacy(BEACON);
});
after(() => store.close());

const write = (change: object, as: ChangeRequest['as'] = 'set', more: object = {}) =>
  connections.writePharmacy({ change: { id, ...change }, by, as, ...more });
const set = (change: object) => write({ integration: change });
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Failure, String(error));
  const { code, detail } = error;
  return [code, ...(detail.fields ?? []).map((field) => `${field.path} ${field.code}`)];
};
const revisionNow = async () => (await connections.showPharmacy({ id })).pharmacy.revision;
const run = async (failed: readonly string[] = []) =>
  recordRun(store, systemPorts, await subjectOfCheck(store, { id, by }), {
    by,
    failed,
    startedAt: new Date().toISOString(),
  });

describe('a pharmacy', () => {
  it('D6: is connected once, shown without its secrets, and written again without effect', async () => {
    const added = await write({ integration }, 'add');
    assert.equal(added.outcome, 'changed');
    const again = await write({ integration }, 'add');
    assert.deepEqual([again.outcome, again.revision, again.changes], ['unchanged', added.revision, []]);
    assert.deepEqual(await refusalOf(write({ integration: { lane: { concurrency: 2 } } }, 'add')), [
      'INVALID_INPUT',
      'integration TAKEN',
    ]);
    const shown = await connections.showPharmacy({ id });
    assert.ok(!JSON.stringify([shown, added]).match(/very-secret|header-secret/));
    assert.deepEqual(shown.pharmacy.integration?.endpoint, {
      ...integration.endpoint,
      auth: { kind: 'bearer', token: '(sealed)' },
      headers: { 'x-key': '(sealed)' },
    });
    assert.deepEqual(
      shown.acts.map(({ action, operator }) => [action, operator]),
      [['pharmacy.add', by]],
    );
  });

  it('what is left out stays, a secret too; another kind of credentials replaces the whole of them', async () => {
    const { pharmacy } = await connections.showPharmacy({ id });
    const same = await connections.writePharmacy({ change: { ...pharmacy }, by, as: 'apply' });
    assert.equal(same.outcome, 'unchanged', 'what is shown may be written back');
    const moved = await set({ endpoint: { url: 'https://new.example/script' } });
    assert.deepEqual(moved.changes, [
      {
        field: 'integration.endpoint.url',
        before: integration.endpoint.url,
        after: 'https://new.example/script',
      },
    ]);
    const { stored } = await subjectOfCheck(store, { id, by });
    assert.deepEqual(stored.record.integration?.endpoint, {
      ...integration.endpoint,
      url: 'https://new.example/script',
    });
    const other = await set({ endpoint: { auth: { kind: 'basic', username: 'p', password: 'pw-secret' } } });
    assert.ok(!JSON.stringify(other).includes('pw-secret'));
    assert.deepEqual(
      other.changes.find(({ field }) => field.endsWith('password')),
      { field: 'integration.endpoint.auth.password' },
    );
    assert.deepEqual(
      await refusalOf(set({ endpoint: { auth: { kind: 'bearer', token: '(sealed)' } } })),
      ['INVALID_INPUT', 'integration.endpoint.auth.token REQUIRED'],
      'there is no such secret to keep',
    );
    const { acts } = await connections.showPharmacy({ id });
    assert.ok(!JSON.stringify(acts).match(/secret|example/), 'names of fields, never their values');
  });

  it('D6: two operators who change it at once do not overwrite each other', async () => {
    const revision = await revisionNow();
    const writes = await Promise.allSettled([
      write({ revision, fax: '6175550177' }),
      write({ revision, fax: '6175550188' }),
    ]);
    assert.deepEqual(writes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const lost = writes.find((one) => one.status === 'rejected');
    assert.ok(lost !== undefined);
    const { code, message } = lost.reason as Failure;
    assert.equal(code, 'REVISION_CONFLICT');
    assert.match(message, new RegExp(`show ${id}.*with revision ${revision + 1}`));
    await Promise.all([write({ phone: '6175550111' }), set({ lane: { concurrency: 3 } })]);
    const { pharmacy } = await connections.showPharmacy({ id });
    assert.deepEqual([pharmacy.phone, pharmacy.integration?.lane], ['6175550111', { concurrency: 3 }]);
    assert.equal(pharmacy.revision, revision + 3);
  });

  it('D6: testing needs a technical contact, live a run that was passed with the settings of now', async () => {
    const stage = (name: string) => set({ stage: name });
    assert.equal((await failureOf(stage('testing'))).code, 'INVALID_INPUT');
    await set({ technicalContact: contact });
    assert.deepEqual(await refusalOf(stage('live')), ['INVALID_INPUT', 'integration.stage NOT_ACCEPTED']);
    await stage('testing');
    const needed = ['INVALID_INPUT', 'integration.stage CHECK_NEEDED'];
    assert.deepEqual(await refusalOf(stage('live')), needed);
    assert.deepEqual(await refusalOf(set({ conformancePassedAt: new Date().toISOString() })), [
      'INVALID_INPUT',
      'integration.conformancePassedAt NOT_ACCEPTED',
    ]);
    for (const change of [
      { endpoint: { url: 'https://third.example/script' } },
      { script: { version: '2023011' } },
      { script: { form: 'json' } },
      { endpoint: { auth: { kind: 'bearer', token } } },
    ]) {
      await run();
      await set(change);
      assert.equal((await connections.showPharmacy({ id })).conformance?.isCurrent, false);
      assert.deepEqual(await refusalOf(stage('live')), needed, JSON.stringify(change));
    }
    await run();
    await run(['duplicate']);
    assert.deepEqual(await refusalOf(stage('live')), needed, 'the last run counts');
    await run();
    await set({ lane: { concurrency: 4 } });
    await stage('live');
    assert.equal((await connections.showPharmacy({ id })).takesPrescriptions, true);
    const changed = await set({ endpoint: { url: 'https://fourth.example/script' } });
    assert.match(changed.notices.join(), /stays live, but passed no conformance run/);
    assert.equal((await connections.showPharmacy({ id })).takesPrescriptions, true);
  });

  it('a dry run says what would change and changes nothing', async () => {
    const before = await connections.showPharmacy({ id });
    const partner = { id: 'ptn_01TEST00000000000000000DRY', name: 'Dry', endpoint: integration.endpoint };
    const dry = await write({ integration: { partnerId: partner.id }, fax: '6175550199' }, 'set', {
      dryRun: true,
      partners: [partner],
    });
    assert.deepEqual(
      dry.changes.map(({ field }) => field),
      ['fax', 'integration.partnerId'],
    );
    assert.deepEqual(await connections.showPharmacy({ id }), before);
    assert.equal((await failureOf(connections.showPartner({ id: partner.id }))).code, 'NOT_FOUND');
  });

  it('names each place that breaks the schema, and writes nothing of it', async () => {
    const before = await revisionNow();
    const wrong = { channel: 'post', endpoint: { url: 'http://pharmacy.example/' }, surprise: 1 };
    assert.deepEqual(await refusalOf(set(wrong)), [
      'INVALID_INPUT',
      'integration.channel NOT_ACCEPTED',
      'integration.endpoint.url INVALID',
      'integration.surprise UNKNOWN_FIELD',
    ]);
    assert.deepEqual(await refusalOf(set({ partnerId: 'ptn_00000000000000000000000000' })), [
      'INVALID_INPUT',
      'integration.partnerId NOT_FOUND',
    ]);
    assert.deepEqual(await refusalOf(write({ revision: 'x' })), ['INVALID_INPUT', 'revision WRONG_TYPE']);
    assert.deepEqual(await refusalOf(write({ id: 'phr_01TEST0000000000000000N0NE' })), ['NOT_FOUND']);
    assert.equal(await revisionNow(), before);
  });

  it('keeps what an import wrote longer than an operator may, and its type', async () => {
    await store.asKeeper((tx) =>
      tx
        .withTables<{ pharmacy: { id: string; street1: string; pharmacy_type: string } }>()
        .updateTable('pharmacy')
        .set({ street1: 'S'.repeat(80), pharmacy_type: 'specialty' })
        .where('id', '=', id)
        .execute(),
    );
    await write({ fax: '6175550123' });
    const { stored } = await subjectOfCheck(store, { id, by });
    assert.deepEqual([stored.record.address?.street1.length, stored.pharmacyType], [80, 'specialty']);
  });

  it('its declared windows stay while others of its settings change', async () => {
    const start = new Date(Date.now() + 3_600_000).toISOString();
    const end = new Date(Date.now() + 7_200_000).toISOString();
    await set({ maintenance: [{ start, end }] });
    await set({ lane: { concurrency: 5 } });
    const { pharmacy } = await connections.showPharmacy({ id });
    assert.deepEqual(pharmacy.integration?.maintenance, [{ start, end }]);
  });

  it('is found by stage, channel, partner and words, page by page', async () => {
    const ids = async (query: Parameters<Connections['listPharmacies']>[0]) =>
      (await connections.listPharmacies(query)).map((one) => one.id);
    assert.deepEqual(await ids({ stage: 'live', channel: 'script', words: 'beac bos' }), [id]);
    assert.deepEqual(await ids({ stage: 'none' }), []);
    assert.deepEqual(await ids({ channel: 'api' }), []);
    assert.deepEqual(await ids({ partnerId: MAGIC_PARTNERS[0]?.id as `ptn_${string}` }), []);
    assert.deepEqual(await ids({ stage: 'any', after: id as `phr_${string}` }), []);
  });

  it('D3: without its connection it gets faxes; taking it away again changes nothing', async () => {
    const removed = await write({ integration: null });
    assert.match(removed.notices.join(), /by fax from now on/);
    assert.equal((await write({ integration: null })).outcome, 'unchanged');
    assert.deepEqual((await connections.showPharmacy({ id })).pharmacy.integration, null);
    assert.equal((await failureOf(subjectOfCheck(store, { id, by }))).code, 'INVALID_INPUT');
  });
});

describe('a partner', () => {
  const endpoint = { url: 'https://net.example/script', auth: { kind: 'bearer', token } };

  it('is added, changed and shown without its secret; a live pharmacy behind it is named', async () => {
    const added = await connections.writePartner({ change: { name: 'Net', endpoint }, by, as: 'add' });
    assert.equal(added.outcome, 'added');
    const again = await connections.writePartner({ change: { name: 'Net', endpoint }, by, as: 'add' });
    assert.deepEqual([again.id, again.outcome], [added.id, 'unchanged']);
    await write({ integration: { ...integration, technicalContact: contact, partnerId: added.id } }, 'add');
    await set({ stage: 'testing' });
    await run();
    await set({ stage: 'live' });
    const change = { id: added.id, endpoint: { url: 'https://net2.example/script' } };
    const changed = await connections.writePartner({ change, by, as: 'set' });
    assert.match(changed.notices.join(), new RegExp(`1 pharmacies stay live.*${id}`));
    assert.equal((await connections.showPharmacy({ id })).conformance?.isCurrent, false);
    const shown = await connections.showPartner({ id: added.id });
    assert.deepEqual(shown.partner.endpoint.auth, { kind: 'bearer', token: '(sealed)' });
    assert.deepEqual(shown.pharmacies, [id]);
    const stale = { ...change, name: 'Other', revision: added.revision };
    assert.deepEqual(await refusalOf(connections.writePartner({ change: stale, by, as: 'set' })), [
      'REVISION_CONFLICT',
    ]);
    const remove = () => connections.removePartner({ id: added.id, by });
    assert.deepEqual(await refusalOf(remove()), ['INVALID_INPUT', 'id IN_USE']);
    await write({ integration: null });
    await remove();
    assert.equal((await remove()).outcome, 'unchanged');
    const { partner, acts } = await connections.showPartner({ id: added.id });
    assert.deepEqual([partner.active, partner.endpoint.auth], [false, { kind: 'none' }]);
    assert.deepEqual(
      acts.map(({ action }) => action),
      ['partner.add', 'partner.change', 'partner.remove'],
    );
  });
});

it('D6: every pharmacy of the sandbox is shown, and written back unchanged', async () => {
  for (const pharmacy of MAGIC_PHARMACIES) {
    const { id: sandboxId } = pharmacy;
    await directory.administration.upsertPharmacy(recordOf(pharmacy));
    const shown = await connections.showPharmacy({ id: sandboxId });
    const again = await connections.writePharmacy({ change: { ...shown.pharmacy }, by, as: 'apply' });
    assert.deepEqual([again.outcome, again.changes], ['unchanged', []]);
  }
});
