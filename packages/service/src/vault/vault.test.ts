// Holds the vault to its promises: a sealed value opens only where it belongs, keys rotate without a failed request, and no other key opens.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { addOrganizations, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openMigratedStore } from '@pestle/testbed/stores/test-store';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { EmbeddedStore } from '../store/embedded/embedded-store.ts';
import { MasterKeyMissingError } from './master-keys.ts';
import { resealRound, rewrapKeys, rotateDataKeys } from './rotation.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import { createOrgKeys, SealBrokenError, versionOf } from './sealing.ts';
import { checkMasterKeys, columnAddress, keyringOf, keysFor, keysOf, openWith, sealStore } from './vault.ts';

const AT_ONCE = 0;

function someKeys(
  orgId: string,
  version = 1,
  dataKeys: ReadonlyMap<number, Uint8Array> = new Map([[1, randomBytes(32)]]),
) {
  return createOrgKeys({ orgId, version, dataKeys, indexKey: randomBytes(32) });
}

describe('a sealed value', () => {
  const keys = someKeys('org_a');
  const home = columnAddress('signable', 'sgn_1');

  it('opens where it was sealed, and looks different each time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (plain) => {
        const sealed = keys.seal(home, plain);
        assert.deepEqual(new Uint8Array(keys.open(home, sealed)), plain);
        assert.notDeepEqual(keys.seal(home, plain), sealed);
      }),
    );
  });

  it('does not open with any bit flipped, or cut short', () => {
    const sealed = keys.seal(home, Buffer.from('Take one tablet'));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Uint8Array.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.throws(() => keys.open(home, changed), `bit ${bit}`);
    }
    for (let length = 0; length < sealed.length; length += 1)
      assert.throws(() => keys.open(home, sealed.subarray(0, length)));
  });

  it('does not open in another row, column, table or organization', () => {
    const sealed = keys.seal(home, Buffer.from('Take one tablet'));
    for (const elsewhere of [
      columnAddress('signable', 'sgn_2'),
      columnAddress('draft', 'sgn_1'),
      columnAddress('transmission', 'sgn_1'),
    ])
      assert.throws(() => keys.open(elsewhere, sealed), SealBrokenError);
    const dataKey = new Map([[1, new Uint8Array(32).fill(1)]]);
    const [ours, theirs] = [someKeys('org_a', 1, dataKey), someKeys('org_b', 1, dataKey)];
    assert.throws(() => theirs.open(home, ours.seal(home, Buffer.from('x'))), SealBrokenError);
  });

  it('does not open once the keys are forgotten', () => {
    const shortLived = someKeys('org_a');
    const sealed = shortLived.seal(home, Buffer.from('x'));
    shortLived.forget();
    assert.throws(() => shortLived.open(home, sealed), /not loaded/);
    assert.throws(() => shortLived.seal(home, Buffer.from('x')), /not loaded/);
  });

  it('names the address and never the value when it does not open', () => {
    const sealed = keys.seal(home, Buffer.from('canary-value'));
    assert.throws(
      () => keys.open(columnAddress('signable', 'sgn_2'), sealed),
      (error: Error) => /signable\|sealed\|sgn_2/.test(error.message) && !error.message.includes('canary'),
    );
  });
});

describe('keys of organizations', () => {
  const masters = { current: randomBytes(32), previous: [] };
  let raw: EmbeddedStore;
  let store: EmbeddedStore;

  before(async () => {
    raw = await openMigratedStore();
    store = sealStore(raw, masters);
    await addOrganizations(store);
  });
  after(() => store.close());

  const write = (orgId: OrganizationId, id: string, text: string) =>
    store.withOrg(orgId, (tx) =>
      sql`insert into text_message (org_id, id, order_id, cause, sealed)
        values (${orgId}, ${id}, 'ord_x', 'trm_x', ${keysOf(tx).sealJson(columnAddress('text', id), text)})`.execute(
        tx,
      ),
    );
  const rowOf = (orgId: OrganizationId, id: string) =>
    store.withOrg(orgId, async (tx) => {
      const { rows } = await sql<{
        sealed: Uint8Array;
      }>`select sealed from text_message where id = ${id}`.execute(tx);
      return rows[0]?.sealed ?? assert.fail(id);
    });
  const read = (orgId: OrganizationId, id: string) =>
    store.withOrg(orgId, async (tx) => {
      const { rows } = await sql<{
        sealed: Uint8Array;
      }>`select sealed from text_message where id = ${id}`.execute(tx);
      return keysOf(tx).openJson(columnAddress('text', id), rows[0]?.sealed ?? assert.fail(id)) as string;
    });

  it('are made once, whoever comes first, and kept wrapped only', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => keysFor(store, TEST_ORGANIZATION)));
    const sealed = all[0]?.seal(columnAddress('text', 'txt_0'), Buffer.from('same')) ?? assert.fail();
    for (const keys of all)
      assert.equal(Buffer.from(keys.open(columnAddress('text', 'txt_0'), sealed)).toString(), 'same');
    const count = await store.asKeeper(async (tx) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from data_key`.execute(tx);
      return rows[0]?.n;
    });
    assert.equal(count, 2);
  });

  it('a value copied into another organization does not open there', async () => {
    await write(TEST_ORGANIZATION, 'txt_1', 'ours');
    const sealed = await rowOf(TEST_ORGANIZATION, 'txt_1');
    await store.withOrg(OTHER_ORGANIZATION, (tx) =>
      sql`insert into text_message (org_id, id, order_id, cause, sealed)
        values (${OTHER_ORGANIZATION}, 'txt_1', 'ord_x', 'trm_x', ${sealed})`.execute(tx),
    );
    await assert.rejects(read(OTHER_ORGANIZATION, 'txt_1'), SealBrokenError);
    await store.withOrg(OTHER_ORGANIZATION, (tx) =>
      sql`delete from text_message`.execute(tx).catch(() => undefined),
    );
    await raw.asOwner((owner) =>
      sql`delete from text_message where org_id = ${OTHER_ORGANIZATION}`.execute(owner),
    );
  });

  it('a transaction that belongs to no organization has no keys', async () => {
    await assert.rejects(
      store.asKeeper(async (tx) => keysOf(tx)),
      /no keys/,
    );
    await assert.rejects(
      store.withOrg('org_01TEST0000000000000000000Z' as OrganizationId, async (tx) => keysOf(tx)),
      /no keys/,
    );
  });

  it('rotate: an old value still opens, a new one takes the new key, and the background job brings all along', async () => {
    await write(TEST_ORGANIZATION, 'txt_2', 'before');
    assert.ok((await rotateDataKeys(store, AT_ONCE)) >= 1);
    keyringOf(store).drop(TEST_ORGANIZATION);
    assert.equal(await read(TEST_ORGANIZATION, 'txt_2'), 'before');
    await write(TEST_ORGANIZATION, 'txt_3', 'after');
    assert.equal(versionOf(await rowOf(TEST_ORGANIZATION, 'txt_2')), 1);
    assert.equal(versionOf(await rowOf(TEST_ORGANIZATION, 'txt_3')), 2);
    assert.ok((await resealRound(store, AT_ONCE)) >= 1);
    assert.equal(versionOf(await rowOf(TEST_ORGANIZATION, 'txt_2')), 2);
    assert.equal(await read(TEST_ORGANIZATION, 'txt_2'), 'before');
    assert.equal(await resealRound(store, AT_ONCE), 0, 'nothing is left to do');
  });

  it('rotate: a new key does not seal before every node can have read it', async () => {
    await rotateDataKeys(store);
    keyringOf(store).drop(TEST_ORGANIZATION);
    assert.equal((await keysFor(store, TEST_ORGANIZATION)).version, 2);
    assert.equal(await resealRound(store, AT_ONCE), 0);
  });

  it('rotate under load: no read and no write fails', async () => {
    for (let n = 0; n < 300; n += 1) await write(OTHER_ORGANIZATION, `txt_load_${n}`, `text ${n}`);
    const state = { rotating: true };
    let done = 0;
    const readers = Array.from({ length: 4 }, async (_, reader) => {
      for (let n = reader; state.rotating; n = (n + 7) % 300) {
        assert.equal(await read(OTHER_ORGANIZATION, `txt_load_${n}`), `text ${n}`);
        await write(OTHER_ORGANIZATION, `txt_more_${reader}_${done}`, 'more');
        done += 1;
      }
    });
    for (let round = 0; round < 3; round += 1) {
      await rotateDataKeys(store, AT_ONCE);
      await resealRound(store, AT_ONCE);
    }
    state.rotating = false;
    await Promise.all(readers);
    assert.ok(done > 0);
    assert.equal(await read(OTHER_ORGANIZATION, 'txt_load_299'), 'text 299');
  });

  it('a node that has older keys in memory reads them again when it meets a newer one', async () => {
    const other = sealStore({ ...raw, close: async () => undefined }, masters);
    await keysFor(other, TEST_ORGANIZATION);
    await rotateDataKeys(store, AT_ONCE);
    keyringOf(store).drop(TEST_ORGANIZATION);
    await write(TEST_ORGANIZATION, 'txt_4', 'newest');
    const sealed = await rowOf(TEST_ORGANIZATION, 'txt_4');
    const opened = await other.withOrg(
      TEST_ORGANIZATION,
      async (tx) => keysOf(tx).openJson(columnAddress('text', 'txt_4'), sealed) as string,
    );
    assert.equal(opened, 'newest');
    keyringOf(other).drop(TEST_ORGANIZATION);
    await keysFor(other, TEST_ORGANIZATION);
    assert.equal(
      await openWith(
        other,
        TEST_ORGANIZATION,
        (keys) => keys.openJson(columnAddress('text', 'txt_4'), sealed) as string,
      ),
      'newest',
    );
  });

  it('a new master key takes over: it opens everything, and the old one is not needed any more', async () => {
    const anew = randomBytes(32);
    const mixed = sealStore(
      { ...raw, close: async () => undefined },
      { current: anew, previous: [masters.current] },
    );
    await checkMasterKeys(mixed);
    assert.ok((await rewrapKeys(mixed)) > 0);
    assert.equal(await rewrapKeys(mixed), 0);
    const alone = sealStore({ ...raw, close: async () => undefined }, { current: anew, previous: [] });
    await checkMasterKeys(alone);
    const sealed = await rowOf(TEST_ORGANIZATION, 'txt_2');
    const keys = await keysFor(alone, TEST_ORGANIZATION);
    assert.equal(keys.openJson(columnAddress('text', 'txt_2'), sealed), 'before');
    await assert.rejects(checkMasterKeys(store), MasterKeyMissingError);
    const stranger = sealStore(
      { ...raw, close: async () => undefined },
      { current: randomBytes(32), previous: [] },
    );
    await assert.rejects(keysFor(stranger, TEST_ORGANIZATION), MasterKeyMissingError);
  });

  it('every sealed column is a column of bytes with a primary key of that name', async () => {
    const columns = await raw.asOwner(async (owner) => {
      const { rows } = await sql<{
        name: string;
        type: string;
      }>`select table_name || '.' || column_name as name,
        data_type as type from information_schema.columns where table_schema = 'public'`.execute(owner);
      return new Map(rows.map(({ name, type }) => [name, type]));
    });
    for (const { table, column, key } of Object.values(SEALED_COLUMNS)) {
      assert.equal(columns.get(`${table}.${column}`), 'bytea');
      for (const one of key) assert.ok(columns.has(`${table}.${one}`));
    }
  });
});
