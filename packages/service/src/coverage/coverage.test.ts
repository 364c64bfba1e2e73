// Holds coverage to its promise on both stores: what a file says is what is read, a file counts as a whole, and each refusal has its own words.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOrganizations, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { newImportSession, type RowVerdict, type SourceRow } from '../directory/import/import-session.ts';
import type { Tx } from '../store/store.ts';
import { type Coverage, costSharing, createCoverage, entriesFor, plan, pricesOf } from './coverage.ts';
import type { FormularyFile } from './import/formulary-imports.ts';

const PLAN = {
  plan_id: 'PLAN-1',
  plan_name: 'First Plan',
  plan_type: 'hmo',
  start: '2022-01-01',
  end: '2022-12-31',
};
const OTHER_PLAN = { ...PLAN, plan_id: 'PLAN-2', plan_name: 'Second Plan' };
const DRUG = {
  plan_id: 'PLAN-1',
  rxcui: '314076',
  drug_name: 'lisinopril 10 MG Oral Tablet',
  tier: 'generic',
  prior_authorization: 'false',
  step_therapy: 'true',
  quantity_limit: 'true',
  quantity_limit_detail: '{"MaximumDaily":{"valueQuantity":{"value":2}}}',
  pharmacy_benefit_types: '1-month-in-retail|3-month-in-retail',
  start: '2022-01-01',
  end: '2022-12-31',
};
const COST = {
  plan_id: 'PLAN-1',
  pharmacy_benefit_type: '1-month-in-retail',
  tier: 'generic',
  cost_type: 'copay',
  qualifier: 'after-deductible',
  value: '20.0',
  unit: '$',
};
const PRICE = {
  ndc11: '00002323101',
  description: 'SYMBYAX 6-25 MG CAPSULE',
  nadac_per_unit_usd: '13.25450',
  pricing_unit: 'EA',
  effective_date: '2015-12-23',
};

for (const { name, skip, open } of BOTH_STORES) {
  describe(`coverage on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let coverage: Coverage;
    before(async () => {
      opened = await open();
      await addOrganizations(opened.store);
      coverage = createCoverage({ store: opened.store });
      await run('plans', PLAN, OTHER_PLAN);
    });
    after(() => opened.close());

    /** One file of these rows. */
    const run = async (file: FormularyFile, ...rows: SourceRow[]) => {
      let said: readonly RowVerdict[] = [];
      const removed = await coverage.administration.importFormulary(file, async (write) => {
        said = await write(newImportSession(), rows);
      });
      return { gone: removed, outcomes: said.map(({ outcome }) => outcome), said };
    };
    const asked = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      opened.store.withOrg(TEST_ORGANIZATION, work);

    it('reads back what a file says, in one question for many drugs', async () => {
      await run('drugs', DRUG, {
        ...DRUG,
        rxcui: '197884',
        quantity_limit: 'FALSE',
        quantity_limit_detail: '{}',
      });
      const entries = await asked((tx) => entriesFor(tx, 'PLAN-1', ['314076', '197884', '314076', '1']));
      assert.deepEqual([...entries.keys()].toSorted(), ['197884', '314076']);
      assert.deepEqual(entries.get('314076'), {
        plan_id: 'PLAN-1',
        rxcui: '314076',
        name: 'lisinopril 10 MG Oral Tablet',
        tier: 'generic',
        prior_authorization: false,
        step_therapy: true,
        quantity_limit: true,
        quantity_limit_detail: { MaximumDaily: { valueQuantity: { value: 2 } } },
        benefit_types: ['1-month-in-retail', '3-month-in-retail'],
        starts_on: '2022-01-01',
        ends_on: '2022-12-31',
      });
      assert.equal(entries.get('197884')?.quantity_limit_detail, null);
      assert.equal((await asked((tx) => entriesFor(tx, 'PLAN-2', ['314076']))).size, 0);
      assert.equal((await asked((tx) => entriesFor(tx, 'PLAN-1', []))).size, 0);
    });

    it('tells of a plan that has ended when it did, and of an unknown one nothing', async () => {
      const { changed_at: changedAt, ...row } = (await asked((tx) => plan(tx, 'PLAN-1'))) ?? assert.fail();
      assert.deepEqual(row, {
        id: 'PLAN-1',
        name: 'First Plan',
        kind: 'hmo',
        starts_on: '2022-01-01',
        ends_on: '2022-12-31',
      });
      assert.ok(Number.isFinite(Date.parse(changedAt)));
      assert.equal(await asked((tx) => plan(tx, 'PLAN-9')), undefined);
    });

    it('finds plans by words of the name and by the beginning of the id, those that have ended too', async () => {
      const found = async (search: string | null, first = 10): Promise<readonly string[]> =>
        (await coverage.plans(userActor(), { search, first })).map(({ id }) => id);
      assert.deepEqual(await found(null), ['PLAN-1', 'PLAN-2']);
      assert.deepEqual(await found(null, 1), ['PLAN-1']);
      assert.deepEqual(await found('plan SEC'), ['PLAN-2']);
      assert.deepEqual(await found('plan-2'), ['PLAN-2']);
      // What would be a pattern in SQL is text.
      assert.deepEqual(await found('%'), []);
      // No name has a control character: one between two words is a blank.
      assert.deepEqual(await found('second\u0000plan'), ['PLAN-2']);
    });

    it('asks for a bounded number of plans and a bounded text, of whoever may read patients', async () => {
      await assert.rejects(coverage.plans(userActor(), { search: 'x'.repeat(201), first: 51 }), {
        code: 'INVALID_INPUT',
        detail: {
          fields: [
            { path: 'search', code: 'TOO_LONG', message: 'Type at most 200 characters.' },
            { path: 'first', code: 'OUT_OF_RANGE', message: 'Ask for 1 to 50 plans.' },
          ],
        },
      });
      await assert.rejects(coverage.plans(userActor({ scopes: [] }), { first: 1 }), { code: 'FORBIDDEN' });
    });

    it('keeps every term of a tier, and refuses the same one again, however it is written', async () => {
      const free = { ...COST, qualifier: 'no-charge', value: '0' };
      const { outcomes, said } = await run(
        'costs',
        COST,
        free,
        { ...COST, value: '25' },
        { ...COST, value: '20' },
      );
      assert.deepEqual(outcomes, ['imported', 'imported', 'imported', 'refused']);
      assert.partialDeepStrictEqual(said[3], { code: 'DUPLICATE_IN_FILE' });
      const terms = await asked((tx) => costSharing(tx, 'PLAN-1'));
      assert.deepEqual(
        terms.map(({ qualifier, amount }) => [qualifier, amount]),
        [
          ['after-deductible', '20'],
          ['after-deductible', '25'],
          ['no-charge', '0'],
        ],
      );
      assert.deepEqual(await asked((tx) => costSharing(tx, 'PLAN-2')), []);
    });

    it('changes nothing when a file is imported again, not even the day of the plan’s data', async () => {
      const changedAt = async () => (await asked((tx) => plan(tx, 'PLAN-2')))?.changed_at;
      const drug = { ...DRUG, plan_id: 'PLAN-2' };
      const cost = { ...COST, plan_id: 'PLAN-2', value: '12.50' };
      await run('drugs', drug);
      await run('costs', cost);
      const before = await changedAt();
      for (const [file, row] of [
        ['plans', OTHER_PLAN],
        ['drugs', drug],
        ['costs', cost],
      ] as const) {
        const { outcomes, gone: removed } = await run(file, row);
        assert.deepEqual([outcomes, removed], [['unchanged'], 0], file);
      }
      assert.equal(await changedAt(), before);
      await run('costs', { ...cost, value: '13' });
      assert.notEqual(await changedAt(), before);
    });

    it('replaces the lists of the plans that a file names, and of no other', async () => {
      await run('drugs', DRUG, { ...DRUG, rxcui: '2' }, { ...DRUG, plan_id: 'PLAN-2', rxcui: '3' });
      const { gone: removed, outcomes } = await run(
        'drugs',
        { ...DRUG, tier: 'specialty' },
        { ...DRUG, rxcui: '4' },
      );
      assert.deepEqual([removed, outcomes], [1, ['imported', 'imported']]);
      const first = await asked((tx) => entriesFor(tx, 'PLAN-1', ['314076', '2', '3', '4']));
      assert.deepEqual([...first.values()].map(({ rxcui, tier }) => `${rxcui} ${tier}`).toSorted(), [
        '314076 specialty',
        '4 generic',
      ]);
      assert.deepEqual([...(await asked((tx) => entriesFor(tx, 'PLAN-2', ['3']))).keys()], ['3']);
      await run('costs', COST);
      assert.equal((await run('costs', { ...COST, value: '30' })).gone, 1);
      assert.deepEqual(
        (await asked((tx) => costSharing(tx, 'PLAN-1'))).map(({ amount }) => amount),
        ['30'],
      );
    });

    it('takes a file as a whole: what breaks off leaves the list as it was', async () => {
      await run('drugs', DRUG);
      await assert.rejects(
        coverage.administration.importFormulary('drugs', async (write) => {
          const rows = [{ ...DRUG, rxcui: '5' }];
          assert.deepEqual(
            (await write(newImportSession(), rows)).map(({ outcome }) => outcome),
            ['imported'],
          );
          throw new Error('the file is damaged');
        }),
        /damaged/,
      );
      const entries = await asked((tx) => entriesFor(tx, 'PLAN-1', ['314076', '5']));
      assert.deepEqual([...entries.keys()], ['314076']);
    });

    it('keeps the newest price of a package', async () => {
      assert.deepEqual((await run('prices', PRICE)).outcomes, ['imported']);
      const older = { ...PRICE, nadac_per_unit_usd: '1', effective_date: '2015-12-22' };
      assert.deepEqual((await run('prices', older)).outcomes, ['unchanged']);
      const price = async () =>
        (await asked((tx) => pricesOf(tx, ['00002323101', '99999999999']))).get('00002323101');
      assert.deepEqual(await price(), {
        ndc: '00002323101',
        description: 'SYMBYAX 6-25 MG CAPSULE',
        usd_per_unit: '13.2545',
        unit: 'EA',
        effective_on: '2015-12-23',
      });
      const newer = { ...PRICE, nadac_per_unit_usd: '14', pricing_unit: '', effective_date: '2016-01-20' };
      const { said } = await run('prices', newer);
      assert.partialDeepStrictEqual(said, [{ outcome: 'imported', warnings: ['PRICING_UNIT_MISSING'] }]);
      assert.partialDeepStrictEqual(await price(), { usd_per_unit: '14', unit: null });
    });

    // The embedded store has one connection: there nobody reads meanwhile.
    if (name === 'PostgreSQL') {
      it('lets readers see the list as it was until the whole file is there', async () => {
        await run('drugs', DRUG, { ...DRUG, rxcui: '6' });
        const seen = () => asked((tx) => entriesFor(tx, 'PLAN-1', ['314076', '6', '7']));
        await coverage.administration.importFormulary('drugs', async (write) => {
          await write(newImportSession(), [
            { ...DRUG, tier: 'brand' },
            { ...DRUG, rxcui: '7' },
          ]);
          const meanwhile = await seen();
          assert.deepEqual([...meanwhile.keys()].toSorted(), ['314076', '6']);
          assert.equal(meanwhile.get('314076')?.tier, 'generic');
        });
        const after = await seen();
        assert.deepEqual([...after.keys()].toSorted(), ['314076', '7']);
        assert.equal(after.get('314076')?.tier, 'brand');
      });
      return;
    }

    const refusals: readonly [file: FormularyFile, row: SourceRow, code: string, says: RegExp][] = [
      ['plans', { ...PLAN, plan_id: 'a b' }, 'PLAN_ID_INVALID', /id of a plan/],
      ['plans', { ...PLAN, plan_name: ' ' }, 'NAME_MISSING', /plan_name/],
      ['plans', { ...PLAN, end: '' }, 'DATE_MISSING', /end is missing/],
      ['plans', { ...PLAN, start: '2022-02-30' }, 'DATE_INVALID', /start is a day/],
      ['plans', { ...PLAN, end: '2021-12-31' }, 'ENDS_BEFORE_START', /before it starts/],
      ['drugs', { ...DRUG, plan_id: 'PLAN-9' }, 'PLAN_UNKNOWN', /file of plans first/],
      ['drugs', { ...DRUG, rxcui: '0314076' }, 'RXCUI_INVALID', /leading zero/],
      ['drugs', { ...DRUG, tier: 'gold' }, 'TIER_UNKNOWN', /one of: generic/],
      ['drugs', { ...DRUG, step_therapy: 'maybe' }, 'FLAG_INVALID', /step_therapy is `true`/],
      ['drugs', { ...DRUG, quantity_limit_detail: '[1]' }, 'LIMIT_DETAIL_INVALID', /JSON object/],
      ['drugs', { ...DRUG, quantity_limit_detail: '{"a":"\\u0000"}' }, 'LIMIT_DETAIL_INVALID', /JSON object/],
      [
        'drugs',
        { ...DRUG, pharmacy_benefit_types: 'corner-shop' },
        'BENEFIT_TYPE_UNKNOWN',
        /1-month-in-retail/,
      ],
      ['drugs', { ...DRUG, drug_name: 'x'.repeat(4001) }, 'TEXT_TOO_LONG', /4000 characters/],
      ['drugs', { ...DRUG, drug_name: 'a\0b' }, 'TEXT_INVALID', /control characters/],
      ['costs', { ...COST, value: '-5' }, 'AMOUNT_NEGATIVE', /copay is negative/],
      ['costs', { ...COST, value: 'free' }, 'AMOUNT_INVALID', /copay is a number/],
      ['costs', { ...COST, value: '1000001' }, 'AMOUNT_TOO_HIGH', /at most 1000000/],
      [
        'costs',
        { ...COST, cost_type: 'coinsurance', unit: '%', value: '101' },
        'AMOUNT_TOO_HIGH',
        /at most 100;/,
      ],
      ['costs', { ...COST, cost_type: 'gift' }, 'COST_TYPE_UNKNOWN', /`coinsurance`/],
      ['costs', { ...COST, unit: '%' }, 'COST_UNIT_WRONG', /unit of a copay is \$/],
      ['costs', { ...COST, qualifier: 'After!' }, 'QUALIFIER_INVALID', /after-deductible/],
      ['costs', { ...COST, plan_id: 'PLAN-9' }, 'PLAN_UNKNOWN', /file of plans first/],
      ['prices', { ...PRICE, ndc11: '2323101' }, 'NDC_INVALID', /11 digits/],
      ['prices', { ...PRICE, pricing_unit: 'constructor' }, 'PRICING_UNIT_UNKNOWN', /EA, ML, GM/],
      ['prices', { ...PRICE, nadac_per_unit_usd: '-0.01' }, 'AMOUNT_NEGATIVE', /price is negative/],
      ['prices', { ...PRICE, effective_date: '20151223' }, 'DATE_INVALID', /effective_date/],
    ];
    for (const [file, row, code, says] of refusals) {
      it(`refuses a row of ${file} with ${code} and says why: ${String(says)}`, async () => {
        const { said } = await run(file, row);
        const [verdict] = said;
        assert.ok(verdict?.outcome === 'refused', JSON.stringify(verdict));
        assert.equal(verdict.code, code);
        assert.match(verdict.message, says);
      });
    }

    it('refuses a second row of the same drug', async () => {
      const { outcomes } = await run('drugs', DRUG, { ...DRUG, tier: 'specialty' });
      assert.deepEqual(outcomes.slice(1), ['refused']);
    });
  });
}
