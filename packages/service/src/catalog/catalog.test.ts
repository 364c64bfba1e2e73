// Holds the catalog to its rules: who may write its lists, what a template takes, and what the search then shows.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import {
  addOrganizations,
  failureOf,
  freshKey,
  machineActor,
  OTHER_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { newImportSession } from '../directory/import/import-session.ts';
import { systemPorts } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import type { NewTemplate } from './lists/templates.ts';
import { treatmentIdOf } from './treatments.ts';

const LISINOPRIL = treatmentIdOf('314076');
const METFORMIN = treatmentIdOf('861007');
const NOBODY = 'trt_00000000000000000000000000';

const prescriber = userActor();
const admin = userActor({ id: 'usr_01TEST000000000000000000AD', roles: ['admin'] });
const staff = userActor({ id: 'usr_01TEST000000000000000000ST', roles: ['staff'] });
const stranger = userActor({ orgId: OTHER_ORGANIZATION, roles: ['admin', 'prescriber'] });

let store: Store;
let catalog: Catalog;

before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
  catalog = createCatalog({ store, ports: systemPorts });
  const verdicts = await catalog.administration.putTreatments(newImportSession(), curatedTreatments());
  assert.ok(verdicts.every(({ outcome }) => outcome === 'imported'));
});
after(() => store.close());

const DAILY: NewTemplate = {
  name: 'Lisinopril daily',
  personal: true,
  treatmentId: LISINOPRIL,
  dispenseQuantity: '090.0',
  dispenseUnit: 'tablets',
  fillsAllowed: 4,
  daysSupply: 90,
  instructions: 'Take 1 tablet by mouth once daily.',
};

describe('a practice that prescribes from its lists only', () => {
  before(() => set(false));
  after(() => set(true));
  const set = (offCatalog: boolean) =>
    store.withOrg(prescriber.orgId, (tx) =>
      sql`update organization set settings = settings || jsonb_build_object('offCatalog', ${offCatalog}::boolean)`.execute(
        tx,
      ),
    );
  const found = async (text: string, search: object = {}) =>
    (await catalog.searchTreatments(prescriber, { text, ...search })).hits.items.map(
      ({ treatment }) => treatment.id,
    );

  it('finds nothing else, whatever the page asks for, until it is in a catalog', async () => {
    for (const search of [{}, { offCatalog: true }])
      assert.deepEqual(await found('metformin 500', search), []);
    const made = await catalog.createCatalog(
      admin,
      { name: 'House list', treatmentIds: [METFORMIN] },
      freshKey('createCatalog'),
    );
    assert.deepEqual(await found('metformin 500'), [METFORMIN]);
    await catalog.deleteCatalog(admin, made.id, freshKey('deleteCatalog'));
  });

  it('is not widened by a template of one’s own', async () => {
    const mine = { ...DAILY, name: 'Mine alone' };
    const failure = await failureOf(catalog.createTemplate(prescriber, mine, freshKey('createTemplate')));
    assert.equal(failure.code, 'TREATMENT_DISABLED');
    const theirs = await catalog.createTemplate(
      admin,
      { ...mine, name: 'For all', personal: false },
      freshKey('createTemplate'),
    );
    const own = await catalog.createTemplate(prescriber, mine, freshKey('createTemplate'));
    await catalog.deleteTemplate(prescriber, own.id, freshKey('deleteTemplate'));
    await catalog.deleteTemplate(admin, theirs.id, freshKey('deleteTemplate'));
  });
});

describe('templates', () => {
  it('keep their preset in its one form', async () => {
    const row = await catalog.createTemplate(prescriber, DAILY, freshKey('createTemplate'));
    assert.equal(row.dispense_quantity, '90');
    assert.equal(row.dispense_unit, 'C48542');
    assert.equal(row.owner_user_id, prescriber.id);
    assert.equal(row.revision, 1);
    assert.equal(row.notes, null);
  });

  it('may leave open what a draft asks for', async () => {
    const input: NewTemplate = { name: 'Bare', personal: true, treatmentId: METFORMIN };
    const row = await catalog.createTemplate(prescriber, input, freshKey('createTemplate'));
    assert.equal(row.dispense_quantity, null);
    assert.equal(row.instructions, null);
  });

  const refusals: readonly [what: string, change: object, path: string][] = [
    ['an unknown treatment', { treatmentId: NOBODY }, 'treatmentId'],
    ['no quantity', { dispenseQuantity: '0' }, 'dispenseQuantity'],
    ['an unknown unit', { dispenseUnit: 'spoon' }, 'dispenseUnit'],
    ['no fill', { fillsAllowed: 0 }, 'fillsAllowed'],
    ['101 fills', { fillsAllowed: 101 }, 'fillsAllowed'],
    ['negative days', { daysSupply: -1 }, 'daysSupply'],
    ['a note of 211 characters', { notes: 'x'.repeat(211) }, 'notes'],
    ['directions of 1001 characters', { instructions: 'x'.repeat(1001) }, 'instructions'],
    ['an error-prone abbreviation', { instructions: 'Inject 10 U daily.' }, 'instructions'],
    ['a name with an emoji', { name: 'Pill 💊' }, 'name'],
    ['an unknown field', { refills: 3 }, 'refills'],
  ];
  for (const [what, change, path] of refusals) {
    it(`refuse ${what}`, async () => {
      const input = { ...DAILY, ...change };
      const failure = await failureOf(catalog.createTemplate(prescriber, input, freshKey('createTemplate')));
      assert.equal(failure.code, 'INVALID_INPUT');
      assert.ok(failure.paths.includes(path), failure.paths.join());
    });
  }

  it('personal ones are seen and changed by their maker only', async () => {
    const own = await catalog.createTemplate(
      prescriber,
      { ...DAILY, name: 'Mine alone' },
      freshKey('createTemplate'),
    );
    for (const other of [admin, staff, machineActor(), stranger]) {
      const seen = await catalog.templates(other, { text: 'mine' });
      assert.deepEqual(seen.items, []);
    }
    for (const other of [admin, staff, stranger]) {
      const refusal = await failureOf(catalog.deleteTemplate(other, own.id, freshKey('deleteTemplate')));
      assert.equal(refusal.code, 'NOT_FOUND');
    }
    assert.equal((await catalog.templates(prescriber, { text: 'mine', personal: true })).items.length, 1);
    assert.equal((await catalog.templates(prescriber, { text: 'mine', personal: false })).items.length, 0);
    const changed = await catalog.updateTemplate(
      prescriber,
      {
        id: own.id,
        expectedRevision: 1,
        changes: { notes: 'Please label in Spanish.', name: 'Renamed one' },
      },
      freshKey('updateTemplate'),
    );
    assert.equal(changed.notes, 'Please label in Spanish.');
    assert.equal(changed.dispense_quantity, '90');
    const stale = { id: own.id, expectedRevision: 1, changes: { notes: null } };
    assert.equal(
      (await failureOf(catalog.updateTemplate(prescriber, stale, freshKey('updateTemplate')))).code,
      'REVISION_CONFLICT',
    );
    await catalog.deleteTemplate(prescriber, own.id, freshKey('deleteTemplate'));
    assert.deepEqual((await catalog.templates(prescriber, { text: 'mine' })).items, []);
  });

  it('the organization’s are made by admins and seen by everybody in it', async () => {
    const input: NewTemplate = { ...DAILY, name: 'House standard', personal: false };
    for (const actor of [prescriber, staff]) {
      const failure = await failureOf(catalog.createTemplate(actor, input, freshKey('createTemplate')));
      assert.equal(failure.code, 'FORBIDDEN');
    }
    const row = await catalog.createTemplate(admin, input, freshKey('createTemplate'));
    for (const actor of [prescriber, staff, machineActor()]) {
      const { items } = await catalog.templates(actor, { text: 'house' });
      assert.deepEqual(
        items.map(({ id, name }) => [id, name]),
        [[row.id, 'House standard']],
      );
    }
    assert.deepEqual((await catalog.templates(stranger, { text: 'house' })).items, []);
    const change = { id: row.id, expectedRevision: 1, changes: { name: 'Mine now' } };
    assert.equal(
      (await failureOf(catalog.updateTemplate(prescriber, change, freshKey('updateTemplate')))).code,
      'FORBIDDEN',
    );
  });

  it('A2: a machine makes none', async () => {
    const failure = await failureOf(
      catalog.createTemplate(machineActor(), DAILY, freshKey('createTemplate')),
    );
    assert.equal(failure.code, 'FORBIDDEN');
  });
});

describe('catalogs of the organization', () => {
  it('are made, filled, renamed and deleted by admins', async () => {
    const made = await catalog.createCatalog(
      admin,
      { name: 'House list', treatmentIds: [LISINOPRIL] },
      freshKey('createCatalog'),
    );
    const changed = await catalog.updateCatalog(
      admin,
      {
        id: made.id,
        expectedRevision: 1,
        changes: { name: 'House list 2', addTreatmentIds: [METFORMIN, LISINOPRIL] },
      },
      freshKey('updateCatalog'),
    );
    assert.equal(changed.name, 'House list 2');
    const page = await catalog.catalogTreatments(prescriber, made.id, { first: 1 });
    assert.equal(page.items[0]?.id, LISINOPRIL);
    assert.equal(page.hasNextPage, true);
    const next = await catalog.catalogTreatments(prescriber, made.id, { first: 1, after: page.endCursor });
    assert.deepEqual(
      next.items.map(({ id }) => id),
      [METFORMIN],
    );
    assert.equal((await failureOf(catalog.catalogTreatments(stranger, made.id, {}))).code, 'NOT_FOUND');
    const repeated = await failureOf(
      catalog.createCatalog(admin, { name: 'HOUSE LIST 2' }, freshKey('createCatalog')),
    );
    assert.equal(repeated.code, 'NAME_TAKEN');
    await catalog.deleteCatalog(admin, made.id, freshKey('deleteCatalog'));
    assert.deepEqual(await catalog.catalogs(admin), []);
  });

  it('refuse unknown treatments with their place in the list', async () => {
    const input = { name: 'Half known', treatmentIds: [LISINOPRIL, NOBODY] };
    const failure = await failureOf(catalog.createCatalog(admin, input, freshKey('createCatalog')));
    assert.deepEqual(failure.paths, ['treatmentIds[1]']);
    assert.deepEqual(await catalog.catalogs(admin), []);
  });

  it('are not written by others', async () => {
    for (const actor of [prescriber, staff, machineActor()]) {
      const failure = await failureOf(catalog.createCatalog(actor, { name: 'X' }, freshKey('createCatalog')));
      assert.equal(failure.code, 'FORBIDDEN');
    }
  });
});

describe('the standing list of what is not prescribed', () => {
  it('disables with its reason, here and nowhere else, until it is lifted', async () => {
    const hit = async (actor = prescriber) => (await catalog.treatment(actor, METFORMIN)).availability;
    assert.deepEqual(await hit(), { prescribable: true });
    await catalog.disableTreatments(
      admin,
      { treatmentIds: [METFORMIN], reason: 'Supply recall.' },
      freshKey('disableTreatments'),
    );
    assert.deepEqual(await hit(), {
      prescribable: false,
      code: 'TREATMENT_DISABLED',
      reason: 'Supply recall.',
    });
    assert.deepEqual(await hit(stranger), { prescribable: true });
    const listed = await catalog.disabledTreatments(prescriber, {});
    assert.deepEqual(
      listed.items.map(({ treatment, reason }) => [treatment.id, reason]),
      [[METFORMIN, 'Supply recall.']],
    );
    await catalog.enableTreatments(admin, [METFORMIN], freshKey('enableTreatments'));
    assert.deepEqual(await hit(), { prescribable: true });
    const denied = catalog.enableTreatments(prescriber, [METFORMIN], freshKey('enableTreatments'));
    assert.equal((await failureOf(denied)).code, 'FORBIDDEN');
  });
});
