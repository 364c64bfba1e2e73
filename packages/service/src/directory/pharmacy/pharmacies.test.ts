// Holds the search for pharmacies to its rules: the nearest, the named, the open to the public.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BEACON, fillDirectory, MAGIC_PHARMACIES, recordOf } from '@pestle/testbed/network/pharmacies';
import { failureOf, userActor } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Store } from '../../store/store.ts';
import type { PharmacyInput } from '../administration/administration-input.ts';
import type { Directory } from '../directory.ts';

const actor = userActor();

let store: Store;
let directory: Directory;

before(async () => {
  store = await openTestStore();
  directory = await fillDirectory(store);
  for (const pharmacy of MAGIC_PHARMACIES) await directory.administration.upsertPharmacy(recordOf(pharmacy));
  await directory.administration.upsertPharmacy(BEACON);
});
after(() => store.close());

describe('finding pharmacies', () => {
  it('the nearest first, with their distances, page by page', async () => {
    const near = { postalCode: '02139-1234' };
    const all = await directory.searchPharmacies(actor, { near, first: 100 });
    const distances = all.items.map(({ distanceKm }) => distanceKm ?? Number.NaN);
    assert.ok(distances.length > 5);
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    );
    const paged: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await directory.searchPharmacies(actor, { near, first: 2, after });
      paged.push(...page.items.map(({ pharmacy }) => pharmacy.id));
      ({ endCursor: after, hasNextPage: more } = page);
    }
    assert.deepEqual(
      paged,
      all.items.map(({ pharmacy }) => pharmacy.id),
    );
  });

  it('sees a pharmacy that was just written, and no longer one that was closed', async () => {
    const near = { latitude: 10, longitude: 10 };
    const found = async () =>
      (await directory.searchPharmacies(actor, { near, radiusKm: 1 })).items.map(
        ({ pharmacy }) => pharmacy.name,
      );
    assert.deepEqual(await found(), []);
    const far: PharmacyInput = {
      ...BEACON,
      npi: '1003001934',
      ncpdpId: null,
      name: 'Far Away',
      latitude: 10,
      longitude: 10,
    };
    await directory.administration.upsertPharmacy(far);
    assert.deepEqual(await found(), ['Far Away']);
    await directory.administration.upsertPharmacy({ ...far, active: false });
    assert.deepEqual(await found(), []);
  });

  it('those that serve no public are left out unless asked for', async () => {
    const near = { latitude: 20, longitude: 20 };
    const closed: PharmacyInput = {
      ...BEACON,
      npi: '1003003823',
      ncpdpId: null,
      name: 'Ward Only',
      servesPublic: false,
      latitude: 20,
      longitude: 20,
    };
    await directory.administration.upsertPharmacy(closed);
    assert.deepEqual((await directory.searchPharmacies(actor, { near })).items, []);
    assert.deepEqual((await directory.searchPharmacies(actor, { text: 'ward only' })).items, []);
    for (const search of [{ near }, { text: 'ward only' }]) {
      const page = await directory.searchPharmacies(actor, { ...search, publicOnly: false });
      assert.deepEqual(
        page.items.map(({ pharmacy }) => pharmacy.name),
        ['Ward Only'],
      );
    }
  });

  it('by beginnings of words, near or not, by kind and by town', async () => {
    const names = async (search: object) =>
      (await directory.searchPharmacies(actor, search)).items.map(({ pharmacy }) => pharmacy.name);
    assert.deepEqual(await names({ text: 'beac bost' }), ['Beacon Hill Apothecary', 'Beacon Pharmacy']);
    assert.deepEqual(await names({ text: 'beac hill', near: { city: 'boston', state: 'Massachusetts' } }), [
      'Beacon Hill Apothecary',
    ]);
    assert.deepEqual(await names({ text: '9900101' }), ['Beacon Hill Apothecary']);
    assert.deepEqual(await names({ text: "beac' | (x" }), []);
    const mail = await directory.searchPharmacies(actor, { kinds: ['MAIL_ORDER'] });
    assert.ok(mail.items.length > 0 && mail.items.every(({ pharmacy }) => pharmacy.kind === 'MAIL_ORDER'));
    assert.deepEqual(await names({ text: 'beac', state: 'OH' }), []);
  });

  it('pages by name', async () => {
    const all = await directory.searchPharmacies(actor, { first: 100 });
    const first = await directory.searchPharmacies(actor, { first: 3 });
    const second = await directory.searchPharmacies(actor, { first: 97, after: first.endCursor });
    assert.deepEqual([...first.items, ...second.items], all.items);
  });

  it('says which place it does not know', async () => {
    for (const near of [
      { postalCode: '99999' },
      { postalCode: 'x' },
      { city: 'Nowhere', state: 'MA' },
      {},
      { latitude: 91, longitude: 0 },
    ]) {
      assert.equal((await failureOf(directory.searchPharmacies(actor, { near }))).code, 'INVALID_INPUT');
    }
    for (const radiusKm of [0, -1, 1_001]) {
      assert.equal((await failureOf(directory.searchPharmacies(actor, { radiusKm }))).code, 'INVALID_INPUT');
    }
  });

  it('answers NOT_FOUND for an unknown id', async () => {
    assert.equal(
      (await failureOf(directory.pharmacy(actor, 'phr_00000000000000000000000000'))).code,
      'NOT_FOUND',
    );
  });
});
