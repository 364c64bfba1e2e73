// Asks the real schema about patients, pharmacies, treatments and lists, over the real rooms.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import { fillDirectory, MAGIC_PHARMACIES, recordOf } from '@pestle/testbed/network/pharmacies';
import { userActor } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { graphql } from 'graphql';
import { createCatalog } from '../catalog/catalog.ts';
import { newImportSession } from '../directory/import/import-session.ts';
import type { Actor } from '../kernel/actor.ts';
import { Failure } from '../kernel/errors.ts';
import { systemPorts } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import type { GraphContext, Rooms } from './context.ts';
import { schema } from './schema/schema.ts';

let store: Store;
let rooms: Rooms;
let keys = 0;

before(async () => {
  store = await openTestStore();
  const directory = await fillDirectory(store);
  for (const pharmacy of MAGIC_PHARMACIES) await directory.administration.upsertPharmacy(recordOf(pharmacy));
  const catalog = createCatalog({ store, ports: systemPorts });
  await catalog.administration.putTreatments(newImportSession(), curatedTreatments());
  rooms = { directory, catalog } as unknown as Rooms;
});
after(() => store.close());

type Answer = { readonly [field: string]: unknown };

/** The data, or the first error thrown. */
async function ask<T = Answer>(
  source: string,
  variableValues: Record<string, unknown> = {},
  actor: Actor = userActor({ roles: ['prescriber', 'admin'] }),
): Promise<T> {
  keys += 1;
  const contextValue: GraphContext = {
    actor,
    rooms,
    idempotencyKey: `key-${keys}`,
    requestId: 'r',
    ip: '127.0.0.1',
  };
  const { data, errors } = await graphql({ schema, source, variableValues, contextValue });
  if (errors?.[0] !== undefined) throw errors[0].originalError ?? errors[0];
  return data as T;
}

const CREATE =
  'mutation ($input: CreatePatientInput!) { createPatient(input: $input) { id revision address { state postalCode country } weight { value unit } allergies { substance } benefits { bin pcn groupId memberId planId validFrom validTo } } }';
const INPUT = {
  firstName: 'José',
  lastName: 'Núñez',
  dateOfBirth: '1975-11-23',
  sex: 'MALE',
  externalId: 'MRN-9',
  phone: null,
  address: { street1: '118 Dorchester Ave', street2: null, city: 'Boston', state: 'MA', postalCode: '02127' },
  weight: { value: 70.5, unit: 'kg' },
  allergies: [{ substance: 'penicillin', reaction: null }],
  benefits: [{ bin: '610020', memberId: 'M-1', validTo: '2022-12-31' }],
};

describe('patients in GraphQL', () => {
  it('are created, read by either id, changed and found', async () => {
    const { createPatient } = await ask<{ createPatient: { id: string } }>(CREATE, { input: INPUT });
    assert.partialDeepStrictEqual(createPatient, {
      revision: 1,
      address: { state: 'MA', postalCode: '02127', country: 'US' },
      weight: { value: '70.5', unit: 'kg' },
      allergies: [{ substance: 'penicillin' }],
      benefits: [
        {
          bin: '610020',
          pcn: null,
          groupId: null,
          memberId: 'M-1',
          planId: null,
          validFrom: null,
          validTo: '2022-12-31',
        },
      ],
    });
    const change = `mutation { updatePatient(id: "MRN-9", expectedRevision: 1, changes: {address: null, middleName: "Luis"}) {
      id revision middleName address { city } firstName } }`;
    assert.partialDeepStrictEqual((await ask(change)).updatePatient, {
      id: createPatient.id,
      revision: 2,
      middleName: 'Luis',
      address: null,
      firstName: 'José',
    });
    const found = await ask(
      '{ patients(text: "nun 11/23/1975") { nodes { externalId } pageInfo { hasNextPage } } }',
    );
    assert.deepEqual(JSON.parse(JSON.stringify(found)), {
      patients: { nodes: [{ externalId: 'MRN-9' }], pageInfo: { hasNextPage: false } },
    });
  });

  it('name the field that is not acceptable', async () => {
    await assert.rejects(ask(CREATE, { input: { ...INPUT, externalId: null, lastName: '😀' } }), (error) => {
      assert.ok(error instanceof Failure);
      assert.equal(error.detail.fields?.[0]?.path, 'lastName');
      return true;
    });
  });
});

describe('pharmacies in GraphQL', () => {
  it('come nearest first, with what may be shown of them and no secret', async () => {
    const { pharmacies } = await ask<{ pharmacies: { nodes: { distanceKm: number; pharmacy: Answer }[] } }>(
      '{ pharmacies(near: {postalCode: "02108"}, first: 5) { nodes { distanceKm pharmacy { id name electronic openingHours { opens } address { city } } } } }',
    );
    const distances = pharmacies.nodes.map(({ distanceKm }) => distanceKm);
    assert.equal(distances.length, 5);
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    );
    for (const { pharmacy } of pharmacies.nodes) {
      const { integration } = MAGIC_PHARMACIES.find(({ id }) => id === pharmacy.id) ?? {};
      assert.equal(pharmacy.electronic, integration?.stage === 'live');
    }
    const fields = JSON.stringify(await ask('{ __type(name: "Pharmacy") { fields { name } } }'));
    assert.doesNotMatch(fields, /integration|endpoint|secret|auth/i);
  });
});

describe('treatments and lists in GraphQL', () => {
  const SEARCH =
    'query ($text: String!) { treatments(text: $text, first: 3) { hits { nodes { id name prescribable reasonCode reason dispenseUnit } pageInfo { endCursor } } didYouMean { name } } }';
  type Found = {
    treatments: {
      hits: {
        nodes: {
          id: string;
          name: string;
          prescribable: boolean;
          reasonCode: string | null;
          dispenseUnit: string;
        }[];
      };
      didYouMean: { name: string }[];
    };
  };

  it('W7: each hit says whether it can be prescribed', async () => {
    const { hits } = (await ask<Found>(SEARCH, { text: 'tramadol' })).treatments;
    assert.equal(hits.nodes[0]?.reasonCode, 'CONTROLLED_SUBSTANCE');
    const fine = (await ask<Found>(SEARCH, { text: 'lisinopril' })).treatments.hits.nodes[0];
    assert.partialDeepStrictEqual(fine, { prescribable: true, reasonCode: null, dispenseUnit: 'Tablet' });
    assert.match(
      (await ask<Found>(SEARCH, { text: 'lisinoprill' })).treatments.didYouMean[0]?.name ?? '',
      /^lisinopril/,
    );
  });

  it('templates, catalogs and the standing list are written and read', async () => {
    const id = (await ask<Found>(SEARCH, { text: 'lisinopril 10' })).treatments.hits.nodes[0]?.id ?? '';
    const made = await ask<{ createTemplate: { id: string } }>(
      `mutation ($id: ID!) { createTemplate(input: {name: "Daily", personal: true, treatmentId: $id, dispenseQuantity: 30, dispenseUnit: "Tablet"}) {
        id personal dispenseQuantity dispenseUnit treatment { name } } }`,
      { id },
    );
    assert.partialDeepStrictEqual(made.createTemplate, {
      personal: true,
      dispenseQuantity: '30',
      dispenseUnit: 'Tablet',
      treatment: { name: 'lisinopril 10 mg oral tablet' },
    });
    await ask('mutation ($id: ID!) { createCatalog(name: "House", treatmentIds: [$id]) { id } }', { id });
    const { catalogs } = await ask<{ catalogs: { treatments: { nodes: unknown[] } }[] }>(
      '{ catalogs { name treatments { nodes { name inCatalog } } } }',
    );
    assert.deepEqual(JSON.parse(JSON.stringify(catalogs[0]?.treatments.nodes)), [
      { name: 'lisinopril 10 mg oral tablet', inCatalog: true },
    ]);
    await ask('mutation ($id: ID!) { disableTreatments(treatmentIds: [$id], reason: "Recall.") }', { id });
    const { disabledTreatments } = await ask<{ disabledTreatments: { nodes: unknown[] } }>(
      '{ disabledTreatments { nodes { reasonCode reason } } }',
    );
    assert.deepEqual(JSON.parse(JSON.stringify(disabledTreatments.nodes)), [
      { reasonCode: 'TREATMENT_DISABLED', reason: 'Recall.' },
    ]);
    await ask('mutation ($id: ID!) { deleteTemplate(id: $id) }', { id: made.createTemplate.id });
    const { templates } = await ask<{ templates: { nodes: unknown[] } }>('{ templates { nodes { id } } }');
    assert.deepEqual(templates.nodes, []);
  });
});
