// Holds the sandbox's plans to their purpose: every everyday answer of coverage occurs, for drugs and patients that the sandbox has.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { benefitsOfPatients, patients, planFiles } from '@pestle/sandbox/seed';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import { costSharing, entriesFor, plan } from '@pestle/service/for-tests/coverage';
import type { Store, Tx } from '@pestle/service/store';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { seedCoverage } from './files.ts';

describe('the plans of the sandbox', () => {
  let store: Store;
  before(async () => {
    store = await openTestStore();
    await addOrganizations(store);
    await seedCoverage(store);
  });
  after(() => store.close());
  const asked = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => store.withOrg(TEST_ORGANIZATION, work);

  it('are the same when they are seeded again', async () => {
    const before = await asked((tx) => plan(tx, 'SANDBOX-EVERYDAY'));
    assert.ok(before !== undefined);
    await seedCoverage(store);
    assert.deepEqual(await asked((tx) => plan(tx, 'SANDBOX-EVERYDAY')), before);
  });

  it('cover, restrict and leave out drugs that the sandbox has, and say what each costs', async () => {
    const known = new Set(curatedTreatments().map(({ rxcui }) => rxcui));
    const named = planFiles.drugs.map(({ rxcui = '' }) => rxcui);
    assert.deepEqual(
      named.filter((rxcui) => !known.has(rxcui)),
      [],
    );
    const crestor = '859749';
    assert.ok(known.has(crestor));
    const entries = await asked((tx) => entriesFor(tx, 'SANDBOX-EVERYDAY', [...named, crestor]));
    assert.equal(entries.has(crestor), false);
    const all = [...entries.values()];
    assert.ok(all.some((entry) => entry.prior_authorization));
    assert.ok(all.some((entry) => entry.step_therapy));
    assert.ok(all.some((entry) => entry.quantity_limit_detail !== null));
    const priced = new Set(
      (await asked((tx) => costSharing(tx, 'SANDBOX-EVERYDAY'))).map(({ tier }) => tier),
    );
    assert.deepEqual(
      all.filter(({ tier }) => !priced.has(tier)),
      [],
    );
  });

  it('are those of patients of the sandbox, one of whom has a card without a plan', async () => {
    const ids = new Set(patients.map(({ id }) => id));
    assert.deepEqual(
      Object.keys(benefitsOfPatients).filter((id) => !ids.has(id)),
      [],
    );
    const plans = Object.values(benefitsOfPatients)
      .flat()
      .map(({ planId }) => planId);
    assert.ok(plans.includes(undefined));
    for (const planId of plans)
      if (planId !== undefined) assert.ok((await asked((tx) => plan(tx, planId))) !== undefined, planId);
  });
});
