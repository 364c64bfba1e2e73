// Holds the search for treatments to its rules on both stores: what is found, in which order, and what can be prescribed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { curatedTreatments } from '@pestle/sandbox/treatments';
import {
  addOrganizations,
  failureOf,
  freshKey,
  portsAt,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import { newImportSession } from '../../directory/import/import-session.ts';
import { addPatient } from '../../directory/patient/patients.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { Availability } from '../availability.ts';
import { type Catalog, createCatalog } from '../catalog.ts';
import type { TreatmentSearch } from './treatment-search.ts';

const codeIn = (availability: Availability): string =>
  availability.prescribable ? 'PRESCRIBABLE' : availability.code;
const actor = userActor({ roles: ['prescriber', 'admin'] });

type Opened = { readonly store: Store; close(): Promise<void> };
const onPGlite = async (): Promise<Opened> => {
  const store = await openTestStore();
  return { store, close: () => store.close() };
};
const onPostgres = async (): Promise<Opened> => openPostgresTestStore();

for (const [name, open, skip] of [
  ['the embedded store', onPGlite, false],
  ['PostgreSQL', onPostgres, skipWithoutPostgres],
] as const) {
  describe(`search for treatments on ${name}`, { skip }, () => {
    let opened: Opened;
    let catalog: Catalog;
    const names = async (text: string, more: Partial<TreatmentSearch> = {}) =>
      (await catalog.searchTreatments(actor, { text, ...more })).hits.items.map(
        ({ treatment }) => treatment.name,
      );
    const first = async (text: string, more: Partial<TreatmentSearch> = {}) =>
      (await catalog.searchTreatments(actor, { text, ...more })).hits.items[0];

    before(async () => {
      opened = await open();
      await addOrganizations(opened.store);
      catalog = createCatalog({ store: opened.store, ports: systemPorts });
      await catalog.administration.putTreatments(newImportSession(), curatedTreatments());
    });
    after(() => opened.close());

    it('finds by beginnings of words in any order, and orders strengths as numbers', async () => {
      assert.deepEqual(await names('lisin tab'), [
        'lisinopril 2.5 mg oral tablet',
        'lisinopril 5 mg oral tablet',
        'lisinopril 10 mg oral tablet',
        'lisinopril 20 mg oral tablet',
        'lisinopril 30 mg oral tablet',
        'lisinopril 40 mg oral tablet',
        'hydrochlorothiazide 12.5 mg / lisinopril 10 mg oral tablet',
        'hydrochlorothiazide 12.5 mg / lisinopril 20 mg oral tablet',
        'hydrochlorothiazide 25 mg / lisinopril 20 mg oral tablet',
      ]);
      assert.deepEqual(await names('10 lisinopril'), await names('LISINOPRIL 10'));
      assert.equal((await names('lisinopril 10mg'))[0], 'lisinopril 10 mg oral tablet');
      assert.ok((await names('tablet metformin 1,000')).every((found) => found.includes('metformin')));
    });

    it('puts names that begin with what was typed before those that only contain it', async () => {
      const found = await catalog.searchTreatments(actor, { text: 'hydrochlorothiazide', first: 100 });
      const starts = found.hits.items.map(({ treatment }) =>
        treatment.search_name.startsWith('hydrochlorothiazide'),
      );
      assert.ok(starts.includes(true) && starts.includes(false));
      assert.deepEqual(
        starts,
        starts.toSorted((a, b) => Number(b) - Number(a)),
      );
    });

    it('finds a generic by its brand', async () => {
      assert.ok((await names('zestril')).every((found) => found.startsWith('lisinopril')));
      assert.ok((await names('zestril')).length > 0);
    });

    it('finds an exact RxCUI or NDC, with or without dashes', async () => {
      const byCode = await first('314076');
      assert.equal(byCode?.treatment.name, 'lisinopril 10 mg oral tablet');
      const coded = curatedTreatments().find(({ ndc }) => ndc !== undefined);
      assert.ok(coded?.ndc);
      const dashed = coded.ndc.replace(/^(\d{5})(\d{4})(\d{2})$/, '$1-$2-$3');
      for (const text of [coded.ndc, dashed]) {
        const rxcuis = (await catalog.searchTreatments(actor, { text })).hits.items.map(
          ({ treatment }) => treatment.ndc,
        );
        assert.ok(rxcuis.length > 0 && rxcuis.every((ndc) => ndc === coded.ndc));
      }
      assert.deepEqual(await names('9999999'), []);
    });

    it('answers similar names only when nothing was found, with all of their strengths', async () => {
      const ask = async (text: string) => {
        const { hits, didYouMean } = await catalog.searchTreatments(actor, { text });
        return {
          hits: hits.items.map(({ treatment }) => treatment.name),
          similar: didYouMean.map(({ treatment }) => treatment.name),
        };
      };
      const tablets = (await names('lisinopril tab')).filter((name) => name.startsWith('lisinopril'));
      assert.ok(tablets.length >= 5);
      for (const slip of ['lisinoprol', 'lisinoprill', 'lisniopril', 'lsinopril']) {
        const { hits, similar } = await ask(slip);
        assert.deepEqual(hits, []);
        assert.deepEqual(similar.slice(0, tablets.length), tablets, slip);
        assert.ok(
          similar.every((name) => name.includes('lisinopril')),
          similar.join(),
        );
      }
      assert.equal((await ask('lisinoprol 20')).similar[0], 'lisinopril 20 mg oral tablet');
      for (const exact of ['lisinopril', 'hydralazine', 'atorvastatin 20', 'omeprazole', 'penicillin']) {
        const { hits, similar } = await ask(exact);
        assert.ok(hits.length > 0, exact);
        assert.deepEqual(similar, [], exact);
      }
      assert.ok(
        (await ask('penicilin')).similar.every((name) => /penicillin/i.test(name)),
        'not pen needles',
      );
      assert.deepEqual((await ask('vitamin d')).similar, [], 'vitamin B12 is no slip of vitamin D');
    });

    it('W7: says which hit is controlled, and of which control is unknown, with the reason', async () => {
      const codeOf = async (text: string) => {
        const hit = await first(text);
        return hit === undefined ? undefined : codeIn(hit.availability);
      };
      assert.equal(await codeOf('tramadol'), 'CONTROLLED_SUBSTANCE');
      assert.equal(await codeOf('compounded ketamine'), 'CONTROLLED_SUBSTANCE');
      assert.equal(await codeOf('ozempic'), 'CONTROL_UNKNOWN');
      assert.equal(await codeOf('lisinopril 10'), 'PRESCRIBABLE');
      assert.equal(await codeOf('lancet 30'), 'PRESCRIBABLE');
    });

    it('W7: a state that schedules more counts when it is named or is the patient’s', async () => {
      const codeFor = async (more: Partial<TreatmentSearch>) => {
        const hit = await first('gabapentin', more);
        return hit === undefined ? undefined : codeIn(hit.availability);
      };
      assert.equal(await codeFor({}), 'PRESCRIBABLE');
      assert.equal(await codeFor({ states: ['KY'] }), 'CONTROLLED_SUBSTANCE');
      const patientId = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        addPatient(tx, systemPorts, {
          orgId: TEST_ORGANIZATION,
          actor,
          input: {
            firstName: 'Kay',
            lastName: 'Why',
            dateOfBirth: '1970-01-01',
            sex: 'UNKNOWN',
            address: { street1: '1 Main St', city: 'Louisville', state: 'KY', postalCode: '40202' },
          },
        }),
      );
      assert.equal(await codeFor({ patientId }), 'CONTROLLED_SUBSTANCE');
      const failure = await failureOf(
        catalog.searchTreatments(actor, { text: 'gabapentin', patientId: 'nobody' }),
      );
      assert.equal(failure.code, 'NOT_FOUND');
    });

    it('W7: the decision is of today, not of the import', async () => {
      const then = createCatalog({ store: opened.store, ports: portsAt('2014-08-16T12:00:00Z') });
      const tramadol = await then.searchTreatments(actor, { text: 'tramadol' });
      assert.equal(tramadol.hits.items[0]?.treatment.federal_status, 'controlled');
      const availability = tramadol.hits.items[0]?.availability;
      assert.equal(availability === undefined ? undefined : codeIn(availability), 'CONTROL_UNKNOWN');
    });

    it('without off-catalog search shows only the catalog and templates', async () => {
      const lisinopril = await first('lisinopril 10');
      const metformin = await first('metformin 500');
      assert.ok(lisinopril !== undefined && metformin !== undefined);
      const made = await catalog.createCatalog(
        actor,
        { name: 'Short list', treatmentIds: [lisinopril.treatment.id] },
        freshKey('createCatalog'),
      );
      await catalog.createTemplate(
        actor,
        { name: 'Sugar', personal: true, treatmentId: metformin.treatment.id },
        freshKey('createTemplate'),
      );
      const only = { offCatalog: false } as const;
      assert.deepEqual(await names('lisinopril', only), ['lisinopril 10 mg oral tablet']);
      assert.deepEqual(await names('metformin', only), [metformin.treatment.name]);
      assert.deepEqual(await names('atorvastatin', only), []);
      assert.equal((await first('lisinopril 10'))?.inCatalog, true);
      const atorvastatin = await first('atorvastatin');
      const asked = await catalog.treatment(actor, atorvastatin?.treatment.id ?? '', only);
      assert.equal(codeIn(asked.availability), 'NOT_IN_CATALOG');
      const colleague = userActor({ id: 'usr_01TEST000000000000000000CC' });
      const theirs = await catalog.searchTreatments(colleague, { text: 'metformin', ...only });
      assert.deepEqual(theirs.hits.items, []);
      await catalog.deleteCatalog(actor, made.id, freshKey('deleteCatalog'));
    });

    it('answers templates beside the treatments when asked', async () => {
      const treatmentId = (await first('lisinopril 10'))?.treatment.id ?? '';
      await catalog.createTemplate(
        actor,
        { name: 'Morning pressure', personal: true, treatmentId },
        freshKey('createTemplate'),
      );
      const found = async (text: string) =>
        (await catalog.searchTreatments(actor, { text, templates: true })).templates.map(({ name }) => name);
      assert.deepEqual(await found('morning'), ['Morning pressure']);
      assert.deepEqual(await found('lisin'), ['Morning pressure']);
      assert.deepEqual((await catalog.searchTreatments(actor, { text: 'morning' })).templates, []);
    });

    it('pages through all hits without a gap', async () => {
      const all = await names('oral tablet', { first: 100 });
      const paged: string[] = [];
      for (let after: string | null = null; paged.length < 60; ) {
        const { hits } = await catalog.searchTreatments(actor, { text: 'oral tablet', first: 20, after });
        paged.push(...hits.items.map(({ treatment }) => treatment.name));
        after = hits.endCursor;
      }
      assert.deepEqual(paged, all.slice(0, 60));
    });

    it('refuses less than three letters, too much text, and takes hostile text for words', async () => {
      for (const text of ['', 'li', ' - . ', '10']) {
        assert.equal((await failureOf(catalog.searchTreatments(actor, { text }))).code, 'INVALID_INPUT');
      }
      assert.equal(
        (await failureOf(catalog.searchTreatments(actor, { text: 'x'.repeat(101) }))).code,
        'INVALID_INPUT',
      );
      for (const text of [
        "lis' | 'met':* & !x",
        'lisinopril\\',
        "'; drop table treatment; --",
        'lis\u0000inopril',
        '((((',
        '100%_lis',
      ]) {
        await catalog.searchTreatments(actor, { text }).catch((error: { code: string }) => {
          assert.equal(error.code, 'INVALID_INPUT');
        });
      }
      assert.ok((await names('lisinopril')).length > 0);
    });
  });
}
