// Goal: what is imported is what speaks against drugs, on both stores; a file counts as a whole, hostile rows are refused with words of their own, and old data never count as a check.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { openPractice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { newImportSession, type RowVerdict, type SourceRow } from '../directory/import/import-session.ts';
import { Failure } from '../kernel/errors.ts';
import { countShown } from './counts.ts';
import type { ScreeningFile } from './import/screening-imports.ts';
import type { AskedDrug, ScreenerAnswer, ScreeningQuestion } from './screener.ts';
import { createScreening, type Screening } from './screening.ts';

const ORIGIN = { source: 'Test labels', datedOn: '2026-01-10' };
const PAIRS: readonly SourceRow[] = [
  { drug_a: 'lisinopril', drug_b: 'Gabapentin Enacarbil', severity: 'Significant', ndfrt_nui: 'N1' },
  { drug_a: 'metformin hydrochloride', drug_b: 'lisinopril', severity: 'Critical', ndfrt_nui: 'N2' },
];
const DRUG: AskedDrug = {
  key: 'one',
  name: 'lisinopril 10 mg oral tablet',
  ingredients: ['lisinopril'],
  className: 'ACE Inhibitors',
  rxcui: null,
  isDrug: true,
  instructions: '',
};
const QUESTION: ScreeningQuestion = {
  orgId: TEST_ORGANIZATION,
  patient: { id: 'pat_1', firstName: 'Ann', lastName: 'Another', dateOfBirth: '1970-01-01', sex: 'FEMALE' },
  prescriberId: 'usr_1',
  drugs: [DRUG],
  others: [],
  told: [],
  allergies: [],
  today: '2026-03-01',
};

for (const { name, skip, open } of BOTH_STORES)
  describe(`screening on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let screening: Screening;
    before(async () => {
      opened = await open();
      await openPractice(opened.store);
      screening = createScreening({ store: opened.store });
    });
    after(() => opened.close());

    const put = async (
      file: ScreeningFile,
      rows: readonly SourceRow[],
      origin = ORIGIN,
    ): Promise<{ verdicts: readonly RowVerdict[]; removed: number }> => {
      let verdicts: readonly RowVerdict[] = [];
      const removed = await screening.administration.importScreening(file, origin, async (write) => {
        verdicts = await write(newImportSession(), rows);
      });
      return { verdicts, removed };
    };
    const outcomes = (verdicts: readonly RowVerdict[]): readonly string[] =>
      verdicts.map((verdict) => (verdict.outcome === 'refused' ? verdict.code : verdict.outcome));
    const found = (answer: ScreenerAnswer | null, key = 'one') =>
      answer?.drugs.get(key)?.findings.map(({ rule }) => rule);

    it('nothing runs on data that nobody imported, and without them nothing counts as checked', async () => {
      const answer = await screening.ask(QUESTION);
      assert.deepEqual([answer.source, answer.drugs.get('one')?.troubles], [null, ['NO_DATA']]);
    });

    it('reads the public columns, refuses hostile rows, and repeating a file changes nothing', async () => {
      const hostile: readonly SourceRow[] = [
        ...PAIRS,
        { drug_a: '', drug_b: 'x', severity: 'Critical' },
        { drug_a: 'x'.repeat(201), drug_b: 'x', severity: 'Critical' },
        { drug_a: 'x\u0000', drug_b: 'y', severity: 'Critical' },
        { drug_a: 'x', drug_b: 'y', severity: 'Deadly' },
        { drug_a: 'metformin', drug_b: 'Metformin Hydrochloride', severity: 'Critical' },
        { drug_a: 'x', drug_b: 'y', severity: 'Critical', ndfrt_nui: '<b>' },
        { drug_a: 'lisinopril', drug_b: 'metformin', severity: 'Significant' },
      ];
      const { verdicts } = await put('interactions', hostile);
      assert.deepEqual(outcomes(verdicts), [
        'imported',
        'imported',
        'NAME_MISSING',
        'TEXT_TOO_LONG',
        'TEXT_INVALID',
        'SEVERITY_UNKNOWN',
        'SAME_INGREDIENT',
        'CODE_INVALID',
        'unchanged',
      ]);
      assert.deepEqual(outcomes((await put('interactions', PAIRS)).verdicts), ['unchanged', 'unchanged']);
      await assert.rejects(
        put('interactions', PAIRS, { ...ORIGIN, datedOn: '2025-12-31' }),
        (error) => error instanceof Failure && error.code === 'INVALID_INPUT',
      );
      await assert.rejects(put('interactions', PAIRS, { ...ORIGIN, datedOn: '2999-01-01' }), Failure);
      await assert.rejects(put('interactions', PAIRS, { ...ORIGIN, datedOn: 'today' }), Failure);
      await assert.rejects(put('interactions', PAIRS, { ...ORIGIN, source: '' }), Failure);
      await assert.rejects(put('interactions', [{ drug_a: 'x' }]), Failure);
    });

    it('finds an interaction with a draft, a prescription and a told medicine, by name, brand or code', async () => {
      const metformin = {
        ...DRUG,
        key: 'two',
        name: 'metformin',
        ingredients: ['metformin'],
        className: null,
      };
      const rule = 'interaction:lisinopril+metformin';
      const answer = await screening.ask({ ...QUESTION, drugs: [DRUG, metformin] });
      assert.deepEqual([found(answer), found(answer, 'two')], [[rule], [rule]]);
      assert.deepEqual([answer?.source, answer?.dataDate], ['Test labels', '2026-01-10']);
      for (const told of [
        { name: 'Metformin HCl 500 mg tablet', rxcui: null },
        { name: 'Something', rxcui: '6809' },
      ])
        assert.deepEqual(found(await screening.ask({ ...QUESTION, told: [told] })), [rule]);
      const unknown = await screening.ask({ ...QUESTION, told: [{ name: 'blue pill', rxcui: null }] });
      assert.deepEqual(unknown?.drugs.get('one')?.troubles, ['MEDICINE_UNREADABLE']);
      const prescribed = { ...metformin, from: 'PRESCRIBED' } as const;
      assert.deepEqual(found(await screening.ask({ ...QUESTION, others: [prescribed] })), [rule]);
    });

    it('compares a told brand with all that is sold under it', async () => {
      await opened.store.asKeeper(async (tx) => {
        for (const [at, ingredient] of ['metformin', 'sitagliptin', 'glipizide'].entries())
          await sql`insert into treatment (id, kind, name, brand_name, ingredients, strength, dose_form, unit_code,
            federal_status, federal_as_of, search_name, search_words) values (${`trt_brand_${String(at)}`}, 'MEDICATION',
            ${ingredient}, 'Glucozorb', ${`{${ingredient}}`}, '10 mg', 'Oral Tablet', 'C48542', 'uncontrolled',
            '2026-01-01', ${ingredient}, ${ingredient})`.execute(tx);
      });
      const answer = await screening.ask({ ...QUESTION, told: [{ name: 'Glucozorb 10 mg', rxcui: null }] });
      assert.deepEqual(found(answer), ['interaction:lisinopril+metformin']);
    });

    it('compares every ingredient that a told name says, and counts none as compared where one is not known', async () => {
      const told = async (name: string) =>
        await screening.ask({ ...QUESTION, told: [{ name, rxcui: null }] });
      for (const text of [
        'HCTZ and metformin 12.5/500 mg',
        'hctz metformin',
        'hctz/Metformin HCl',
        'HCTZ + metformin',
      ])
        assert.deepEqual(found(await told(text)), ['interaction:lisinopril+metformin'], text);
      for (const text of ['metformin/azurene 500 mg', 'azurene and metformin']) {
        const answer = await told(text);
        assert.deepEqual(answer?.drugs.get('one')?.troubles, ['MEDICINE_UNREADABLE'], text);
      }
    });

    it('finds an allergy by ingredient without data, by relatives and classes with them', async () => {
      const allergic = async (substance: string, more = {}) =>
        await screening.ask({ ...QUESTION, allergies: [{ substance, ...more }] });
      assert.deepEqual(found(await allergic('Lisinopril')), ['allergy:lisinopril+lisinopril']);
      assert.deepEqual((await allergic('Lisinopril'))?.drugs.get('one')?.troubles, ['NO_ALLERGEN_DATA']);
      await put('classes', [{ va_class: 'CV800', name: 'ACE INHIBITORS' }]);
      await put('allergens', [
        { allergen: 'PRILS', synonyms: 'ACE|ACE-I', va_classes: 'CV800', types: 'drug' },
        { allergen: 'PEANUTS', synonyms: '', va_classes: '' },
        { allergen: 'WRONG', synonyms: '', va_classes: 'CV8' },
      ]);
      assert.deepEqual(found(await allergic('ace-i')), ['allergy-class:prils+ace inhibitors']);
      assert.deepEqual(found(await allergic('x', { code: 'CV000', codeSystem: 'VA_CLASS' })), [
        'allergy-class:ace inhibitors+ace inhibitors',
      ]);
      assert.deepEqual((await allergic('Peanuts'))?.drugs.get('one'), { findings: [], troubles: [] });
      assert.deepEqual((await allergic('zorb'))?.drugs.get('one')?.troubles, ['ALLERGY_UNREADABLE']);
      const { removed } = await put('allergens', [{ allergen: 'PRILS', synonyms: '', va_classes: 'CV800' }]);
      assert.equal(removed, 1);
    });

    it('old data find what they find, and never count as a check', async () => {
      const told = [{ name: 'metformin', rxcui: null }];
      const asked = { ...QUESTION, told, today: '2027-06-01' };
      const answer = await screening.ask(asked);
      assert.deepEqual(found(answer), ['interaction:lisinopril+metformin']);
      assert.deepEqual(answer?.drugs.get('one')?.troubles, ['DATA_OLD']);
      const simulated = createScreening({ store: opened.store, ages: false });
      assert.deepEqual((await simulated.ask(asked))?.drugs.get('one')?.troubles, []);
    });

    it('a drug without ingredients is not checked; equipment has nothing to check', async () => {
      const bare = { ...DRUG, ingredients: [] };
      const answer = await screening.ask({
        ...QUESTION,
        drugs: [bare, { ...bare, key: 'two', isDrug: false }],
      });
      assert.deepEqual(answer?.drugs.get('one')?.troubles, ['DRUG_UNREADABLE']);
      assert.deepEqual(answer?.drugs.get('two'), { findings: [], troubles: [] });
    });

    it('another service that throws or hangs has not checked', async () => {
      for (const ask of [() => Promise.reject(new Error('no')), () => new Promise<never>(() => undefined)]) {
        const other = createScreening({ store: opened.store, screener: { ask }, answerTimeMs: 20 });
        assert.deepEqual((await other.ask(QUESTION))?.drugs.get('one')?.troubles, ['NO_ANSWER']);
      }
    });

    it('a rule counts once for each draft, and once overridden stays so', async () => {
      const rule = { rule: 'interaction:a+b', severity: 'HIGH' } as const;
      await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const count = (draft: string, overridden: boolean) =>
          countShown(tx, TEST_ORGANIZATION, draft, [{ ...rule, overridden }], '2026-03-01');
        await count('drf_1', false);
        await count('drf_1', true);
        await count('drf_1', false);
        await count('drf_2', false);
      });
      assert.deepEqual(await screening.countedRules(userActor({ roles: ['admin'] })), [
        { ...rule, shown: 2, overridden: 1 },
      ]);
      await assert.rejects(
        screening.countedRules(userActor({ roles: ['staff'] })),
        (error) => error instanceof Failure && error.code === 'FORBIDDEN',
      );
    });
  });
