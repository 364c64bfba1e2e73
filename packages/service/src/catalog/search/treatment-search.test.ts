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
import { CATALOG_LIMITS } from '../limits.ts';
import type { TreatmentSearch } from './treatment-question.ts';

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

    it('knows how a treatment is packed where the drug file does, and says so again after another import', async () => {
      const packs = async (text: string) => (await first(text))?.treatment.packages;
      assert.deepEqual(await packs('albuterol 90 mcg metered dose inhaler'), [
        { container: 'inhaler', quantity: '1', doses: 200 },
      ]);
      assert.deepEqual(await packs('lisinopril 10 mg oral tablet'), []);
      const again = await catalog.administration.putTreatments(newImportSession(), curatedTreatments());
      assert.ok(again.every(({ outcome }) => outcome === 'unchanged'));
      const [one] = curatedTreatments().filter(({ packages = [] }) => packages.length > 0);
      assert.ok(one !== undefined);
      const packages = [{ container: 'bucket', quantity: '1' }] as never;
      const [verdict] = await catalog.administration.putTreatments(newImportSession(), [
        { ...one, packages },
      ]);
      assert.equal(verdict?.outcome, 'refused');
    });

    it('tells the other strengths of a drug in its form, the weakest first, and of what is unknown nothing', async () => {
      const strengthsOf = async (text: string, more: object = {}) => {
        const hit = await first(text);
        assert.ok(hit !== undefined);
        const all = await catalog.treatmentStrengths(actor, hit.treatment.id, more);
        return all.map(({ treatment }) => treatment.strength);
      };
      assert.deepEqual(await strengthsOf('lisinopril 10 mg oral tablet'), [
        '2.5 mg',
        '5 mg',
        '10 mg',
        '20 mg',
        '30 mg',
        '40 mg',
      ]);
      for (const id of ['trt_00000000000000000000000000', 'trt', ''])
        assert.equal((await failureOf(catalog.treatmentStrengths(actor, id))).code, 'NOT_FOUND');
    });

    it('is warm before anybody searches, once it was told so', async () => {
      const fresh = createCatalog({ store: opened.store, ports: systemPorts });
      await fresh.warm();
      await fresh.warm();
      const { hits } = await fresh.searchTreatments(actor, { text: 'lisinopril 10 mg oral tablet' });
      assert.equal(hits.items[0]?.treatment.name, 'lisinopril 10 mg oral tablet');
    });

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

    it('who types a brand finds it before what only has the same in it', async () => {
      const crestor = await catalog.searchTreatments(actor, { text: 'crestor 10 mg' });
      assert.deepEqual(
        crestor.hits.items.slice(0, 1).map(({ treatment }) => treatment.brand_name),
        ['Crestor'],
      );
      assert.ok(crestor.hits.items.length > 1, 'the others stand below it');
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

    it('answers one line for each drug and form, with every strength, and which of them was meant', async () => {
      const lines = async (text: string, more: Partial<TreatmentSearch> = {}) =>
        (await (await catalog.searchTreatments(actor, { text, first: 1, ...more })).lines(10)).map(
          (line) => ({
            ...line,
            strengths: line.treatments.map(({ treatment }) => treatment.strength),
            best: line.treatments.find(({ treatment }) => treatment.id === line.bestId)?.treatment.strength,
          }),
        );
      const [levothyroxine, ...others] = await lines('levothyroxine 75');
      assert.deepEqual(
        [levothyroxine?.name, levothyroxine?.doseForm, levothyroxine?.best, levothyroxine?.similar],
        ['levothyroxine sodium', 'Oral Tablet', '75 mcg', false],
      );
      assert.deepEqual(
        levothyroxine?.strengths,
        '25 50 75 88 100 112 125 137 150 175 200 300'.split(' ').map((mcg) => `${mcg} mcg`),
      );
      assert.ok(
        others.every(({ brandName, doseForm }) => brandName !== null || doseForm !== 'Oral Tablet'),
        'another form, and the same under a brand, is a line of its own',
      );
      const metoprolol = (await lines('metoprolol')).map(({ name, doseForm }) => `${name} ${doseForm}`);
      assert.deepEqual(metoprolol.slice(0, 2), [
        'metoprolol tartrate Oral Tablet',
        'metoprolol succinate Extended Release Oral Tablet',
      ]);
      assert.equal(new Set(metoprolol).size, metoprolol.length);
      const [alike] = await lines('lisinoprol 20');
      assert.deepEqual([alike?.name, alike?.best, alike?.similar], ['lisinopril', '20 mg', true]);
      const [brand] = await lines('ozempic');
      assert.deepEqual([brand?.name, brand?.brandName], ['semaglutide', 'Ozempic']);
      const treatmentIds = [(await first('lisinopril 10'))?.treatment.id ?? ''];
      const made = await catalog.createCatalog(
        actor,
        { name: 'One strength', treatmentIds },
        freshKey('createCatalog'),
      );
      const [only, ...rest] = await lines('lisinopril', { offCatalog: false });
      assert.deepEqual([only?.strengths, rest], [['10 mg'], []], 'no strength that is not offered');
      await catalog.deleteCatalog(actor, made.id, freshKey('deleteCatalog'));
    });

    it('puts no name that only looks alike under an exact hit, and finds vitamin D', async () => {
      for (const [typed, other] of [
        ['hydralazine', /hydroxyzine/],
        ['hydroxyzine', /hydralazine/],
        ['atorvastatin', /nystatin/],
        ['clonidine', /clonazepam/],
        ['prednisone', /prednisolone/],
        ['bupropion', /buspirone/],
      ] as const) {
        const { hits, didYouMean, lines } = await catalog.searchTreatments(actor, {
          text: typed,
          first: 100,
        });
        const shown = [...hits.items, ...didYouMean].map(({ treatment }) => treatment.name);
        assert.ok(shown.length > 0 && shown.every((name) => !other.test(name)), typed);
        assert.ok(
          (await lines(20)).every(({ similar }) => !similar),
          typed,
        );
      }
      for (const typed of ['vitamin d', 'vit d', 'vitamin d3'])
        assert.match((await names(typed))[0] ?? '', /calciferol/, typed);
    });

    it('a search after an import sees what was imported, in the same process', async () => {
      assert.deepEqual(await names('newlymadeine'), []);
      await catalog.administration.putTreatments(newImportSession(), [
        {
          rxcui: null,
          kind: 'COMPOUND',
          name: 'newlymadeine 1 mg oral tablet',
          ingredients: ['lisinopril'],
          strength: '1 mg',
          doseForm: 'Oral Tablet',
          route: 'oral',
          unitCode: 'C48542',
        },
      ]);
      assert.deepEqual(await names('newlymadeine'), ['newlymadeine 1 mg oral tablet']);
    });

    it('what another process imports is found soon, and until then searches go on with what is held', async () => {
      let nowMs = Date.parse('2026-01-02T12:00:00Z');
      const other = createCatalog({
        store: opened.store,
        ports: { ...systemPorts, clock: { now: () => nowMs } },
      });
      const found = async (): Promise<number> =>
        (await other.searchTreatments(actor, { text: 'elsewheremadeine' })).hits.items.length;
      assert.equal(await found(), 0);
      await catalog.administration.putTreatments(newImportSession(), [
        {
          rxcui: null,
          kind: 'COMPOUND',
          name: 'elsewheremadeine 1 mg oral tablet',
          ingredients: ['lisinopril'],
          strength: '1 mg',
          doseForm: 'Oral Tablet',
          route: 'oral',
          unitCode: 'C48542',
        },
      ]);
      // The first search that notices is answered at once, and the index is made anew beside it.
      assert.equal(await found(), 0);
      nowMs += CATALOG_LIMITS.treatmentIndexAgeMs;
      assert.equal(await found(), 1);
    });

    it('W7: says which hit is controlled, and of which control is unknown, with the reason', async () => {
      const codeOf = async (text: string) => {
        const hit = await first(text);
        return hit === undefined ? undefined : codeIn(hit.availability);
      };
      assert.equal(await codeOf('tramadol'), 'CONTROLLED_SUBSTANCE');
      assert.equal(await codeOf('compounded ketamine'), 'CONTROLLED_SUBSTANCE');
      assert.equal(await codeOf('orkambi'), 'CONTROL_UNKNOWN');
      assert.equal(await codeOf('ozempic'), 'PRESCRIBABLE');
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
