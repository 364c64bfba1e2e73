// Holds the sandbox's own interactions and allergens to their purpose: they are taken, stay the same when seeded again, and find what its treatments can be.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SCREENING_ORIGIN } from '@pestle/sandbox/seed';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import { createScreening } from '@pestle/service/screening';
import type { Store } from '@pestle/service/store';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { seedScreening } from './files.ts';

describe('what the sandbox screens by', () => {
  let store: Store;
  before(async () => {
    store = await openTestStore();
    await addOrganizations(store);
    await seedScreening(store);
    await seedScreening(store);
  });
  after(() => store.close());

  it('finds an interaction and a related allergy of drugs that it has', async () => {
    const known = new Set(curatedTreatments().flatMap(({ ingredients }) => ingredients));
    for (const name of ['simvastatin', 'ketoconazole', 'amoxicillin']) assert.ok(known.has(name), name);
    const drug = (key: string) => ({
      key,
      name: key,
      ingredients: [key],
      className: null,
      rxcui: null,
      isDrug: true,
      instructions: '',
    });
    const answer = await createScreening({ store }).ask({
      orgId: TEST_ORGANIZATION,
      patient: {
        id: 'pat_1',
        firstName: 'Ann',
        lastName: 'Another',
        dateOfBirth: '1970-01-01',
        sex: 'FEMALE',
      },
      prescriberId: 'usr_1',
      drugs: [drug('simvastatin'), drug('ketoconazole'), drug('amoxicillin')],
      others: [],
      told: [],
      allergies: [{ substance: 'Penicillin' }],
      today: SCREENING_ORIGIN.datedOn,
    });
    const rules = ['simvastatin', 'ketoconazole', 'amoxicillin'].map((key) =>
      answer?.drugs.get(key)?.findings.map(({ rule }) => rule),
    );
    assert.deepEqual(rules, [
      ['interaction:ketoconazole+simvastatin'],
      ['interaction:ketoconazole+simvastatin'],
      ['allergy-class:penicillins+amoxicillin'],
    ]);
    assert.equal(answer?.source, SCREENING_ORIGIN.source);
  });
});
