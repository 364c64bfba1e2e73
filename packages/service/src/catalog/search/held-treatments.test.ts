// Holds the index of treatments that a process keeps to what other processes import beside it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import { addOrganizations, userActor } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { newImportSession } from '../../directory/import/import-session.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createCatalog } from '../catalog.ts';

it('a service that started before anything was imported finds it at the first search', async (t) => {
  const store = await openTestStore();
  t.after(() => store.close());
  await addOrganizations(store);
  const startedEmpty = createCatalog({ store, ports: systemPorts });
  await startedEmpty.warm();
  const other = createCatalog({ store, ports: systemPorts });
  await other.administration.putTreatments(newImportSession(), curatedTreatments());
  const { hits } = await startedEmpty.searchTreatments(userActor({ roles: ['prescriber'] }), {
    text: 'lisinopril 10 mg oral tablet',
  });
  assert.equal(hits.items[0]?.treatment.name, 'lisinopril 10 mg oral tablet');
});
