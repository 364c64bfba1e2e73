// Runs one story of the directory on both stores and holds them to the same answers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BEACON, fillDirectory, MAGIC_PHARMACIES, recordOf } from '@pestle/testbed/network/pharmacies';
import { freshKey, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import type { Store } from '../store/store.ts';
import { networkKeysFor } from '../vault/vault.ts';
import { openIntegration } from './credentials/sealed-credentials.ts';
import { pharmacyEndpoint } from './endpoints.ts';
import { newImportSession } from './import/import-session.ts';

const actor = userActor();

/** What the story answers, without ids made by chance and times. */
async function story(store: Store): Promise<unknown> {
  const directory = await fillDirectory(store);
  for (const pharmacy of MAGIC_PHARMACIES) await directory.administration.upsertPharmacy(recordOf(pharmacy));
  const beacon = await directory.administration.upsertPharmacy(BEACON);
  const people = [
    ['Zoë', 'Ångström', '1990-02-28'],
    ['Ann', "O'Brien", '1985-01-01'],
    ['Ann', 'Obrien', '1985-01-01'],
    ['José', 'Núñez', '1975-11-23'],
    ['Jose', 'Nunez-Ruiz', '1975-11-24'],
  ] as const;
  for (const [firstName, lastName, dateOfBirth] of people) {
    const input = {
      firstName,
      lastName,
      dateOfBirth,
      sex: 'UNKNOWN',
      weight: { value: '70.50', unit: 'kg' },
    } as const;
    await directory.createPatient(
      actor,
      { ...input, preferredPharmacyId: beacon },
      freshKey('createPatient'),
    );
  }
  const found = async (text: string) => {
    const page = await directory.searchPatients(actor, { text });
    return page.items.map((row) => [
      row.first_name,
      row.last_name,
      row.date_of_birth,
      row.weight,
      row.revision,
    ]);
  };
  const near = await directory.searchPharmacies(actor, { near: { postalCode: '02139' }, first: 10 });
  const named = await directory.searchPharmacies(actor, { text: 'pharm', first: 50 });
  const rows = [{ zip: '02141', city: 'Cambridge', state: 'MA', county: '', lat: '42.37', lon: '-71.08' }];
  const verdicts = async () => directory.administration.importZips(newImportSession(), rows);
  const network = await networkKeysFor(store);
  const endpoints = await store.withOrg(TEST_ORGANIZATION, (tx) =>
    Promise.all(
      MAGIC_PHARMACIES.slice(0, 1).map(async ({ id }) => {
        const endpoint = (await pharmacyEndpoint(tx, id)) ?? assert.fail(id);
        return { ...endpoint, integration: openIntegration(network, id, endpoint.integration) };
      }),
    ),
  );
  return {
    everybody: await found(''),
    ann: await found('ann o'),
    nunez: await found('nun jos'),
    born: await found('1985-01-01'),
    near: near.items.map(({ pharmacy, distanceKm }) => [pharmacy.id, pharmacy.latitude, distanceKm]),
    named: named.items.map(({ pharmacy }) => [pharmacy.name, pharmacy.opening_hours, pharmacy.active]),
    imported: [await verdicts(), await verdicts()],
    endpoints,
    electronic: [
      ...(await directory.electronicPharmacies(
        actor,
        MAGIC_PHARMACIES.map(({ id }) => id),
      )),
    ],
  };
}

describe('the directory', () => {
  it('answers the same on PostgreSQL as on the embedded store', { skip: skipWithoutPostgres }, async () => {
    const embedded = await openTestStore();
    const postgres = await openPostgresTestStore();
    try {
      const expected = await story(embedded);
      assert.deepEqual(await story(postgres.store), expected);
      assert.partialDeepStrictEqual(expected, {
        ann: [
          ['Ann', 'Obrien', '1985-01-01', '70.5', 1],
          ['Ann', "O'Brien", '1985-01-01', '70.5', 1],
        ],
        imported: [[{ outcome: 'imported' }], [{ outcome: 'unchanged' }]],
      });
    } finally {
      await embedded.close();
      await postgres.close();
    }
  });
});
