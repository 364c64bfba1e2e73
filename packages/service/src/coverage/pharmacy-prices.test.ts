// Goal: a price of a pharmacy is what its own list says of exactly what was prescribed, or nothing. Method: files of prices on both stores, and questions.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { addPharmacy, PHARMACY } from '@pestle/testbed/practice/practice';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { newImportSession, type RowVerdict, type SourceRow } from '../directory/import/import-session.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import { COVERAGE_LIMITS } from './limits.ts';
import { type PricedDrug, pharmacyPrices } from './pharmacy-prices.ts';

const TODAY = '2026-11-20';
const ROW = {
  npi: '1234567893',
  rxcui: '314076',
  quantity: '30',
  pricing_unit: 'EA',
  price_usd: '4.00',
  effective_date: '2026-11-01',
  source: 'Riverside Pharmacy',
};
const TABLETS: PricedDrug = { rxcui: '314076', quantity: '30', unitCode: 'C48542' };
const OTHER: PricedDrug = { ...TABLETS, rxcui: '861007', quantity: '60.0' };

for (const { name, skip, open } of BOTH_STORES)
  describe(`prices of pharmacies on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let coverage: Coverage;
    before(async () => {
      opened = await open();
      await addOrganizations(opened.store);
      await opened.store.asKeeper(async (tx) => {
        await addPharmacy(tx, PHARMACY, '0123456');
        await sql`update pharmacy set npi = ${ROW.npi} where id = ${PHARMACY}`.execute(tx);
      });
      coverage = createCoverage({ store: opened.store });
    });
    after(() => opened.close());

    /** One file of these rows. */
    const run = async (...rows: SourceRow[]) => {
      let said: readonly RowVerdict[] = [];
      const removed = await coverage.administration.importPharmacyPrices(async (write) => {
        said = await write(newImportSession(), rows);
      });
      return {
        removed,
        outcomes: said.map((row) => (row.outcome === 'refused' ? row.code : row.outcome)),
      };
    };
    const priceOf = async (drugs: readonly PricedDrug[], today = TODAY) =>
      (
        await opened.store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyPrices(tx, [PHARMACY], drugs, today))
      ).get(PHARMACY);

    it('answers what the list says of exactly this quantity, and nothing of another one', async () => {
      assert.deepEqual(await run(ROW), { removed: 0, outcomes: ['imported'] });
      assert.deepEqual(await run({ ...ROW, quantity: '30.0' }), { removed: 0, outcomes: ['unchanged'] });
      const price = { cents: 400, day: '2026-11-01', source: 'Riverside Pharmacy' };
      assert.deepEqual(await priceOf([TABLETS]), price);
      assert.deepEqual(await priceOf([{ ...TABLETS, quantity: '30.000' }]), price);
      for (const other of [
        { ...TABLETS, quantity: '60' },
        { ...TABLETS, unitCode: 'C28254' },
        { ...TABLETS, unitCode: 'nonsense' },
        { ...TABLETS, rxcui: null },
        { ...TABLETS, rxcui: '1' },
      ])
        assert.equal(await priceOf([other]), undefined, JSON.stringify(other));
      assert.equal(await priceOf([]), undefined);
    });

    it('sums several drugs only where one list has all of them, and says the oldest day', async () => {
      await run(ROW);
      assert.equal(await priceOf([TABLETS, OTHER]), undefined, 'a part is not shown as the whole');
      const other = {
        ...ROW,
        rxcui: '861007',
        quantity: '60',
        price_usd: '7.5',
        effective_date: '2026-10-15',
      };
      await run(ROW, other);
      assert.deepEqual(await priceOf([TABLETS, OTHER]), {
        cents: 1150,
        day: '2026-10-15',
        source: 'Riverside Pharmacy',
      });
      assert.equal((await priceOf([TABLETS, TABLETS]))?.cents, 800);
      await run(ROW, { ...other, source: 'Somebody else' });
      assert.equal(await priceOf([TABLETS, OTHER]), undefined);
    });

    it('leaves out what is of a day to come, and what is old', async () => {
      await run({ ...ROW, effective_date: TODAY });
      assert.equal((await priceOf([TABLETS], '2026-11-19'))?.cents, undefined);
      assert.equal((await priceOf([TABLETS]))?.cents, 400);
      await run({ ...ROW, effective_date: '2026-08-22' });
      assert.equal(COVERAGE_LIMITS.pharmacyPriceDaysMax, 90);
      assert.equal((await priceOf([TABLETS]))?.cents, 400, 'of 90 days ago');
      assert.equal(await priceOf([TABLETS], '2026-11-21'), undefined);
    });

    it('counts a file as a whole for the pharmacies that it names, and refuses each row with its own words', async () => {
      await run(ROW, { ...ROW, rxcui: '861007' });
      assert.deepEqual(await run({ ...ROW, price_usd: '5' }), { removed: 1, outcomes: ['imported'] });
      assert.equal(await priceOf([{ ...TABLETS, rxcui: '861007' }]), undefined);
      const refused: readonly [change: Partial<typeof ROW>, code: string][] = [
        [{ npi: '1234567890' }, 'NPI_INVALID'],
        [{ npi: '1003000126' }, 'PHARMACY_UNKNOWN'],
        [{ rxcui: '0314076' }, 'RXCUI_INVALID'],
        [{ quantity: '0' }, 'AMOUNT_INVALID'],
        [{ quantity: '-1' }, 'AMOUNT_NEGATIVE'],
        [{ pricing_unit: '' }, 'PRICING_UNIT_UNKNOWN'],
        [{ price_usd: '0.00' }, 'AMOUNT_INVALID'],
        [{ price_usd: 'free' }, 'AMOUNT_INVALID'],
        [{ price_usd: '1000001' }, 'AMOUNT_TOO_HIGH'],
        [{ effective_date: '2026-02-30' }, 'DATE_INVALID'],
        [{ effective_date: '' }, 'DATE_MISSING'],
        [{ source: '' }, 'SOURCE_MISSING'],
        [{ source: 'x'.repeat(101) }, 'TEXT_TOO_LONG'],
      ];
      for (const [change, code] of refused)
        assert.deepEqual((await run({ ...ROW, ...change })).outcomes, [code], JSON.stringify(change));
      assert.deepEqual((await run(ROW, ROW)).outcomes, ['imported', 'DUPLICATE_IN_FILE']);
      await assert.rejects(
        coverage.administration.importPharmacyPrices(async (write) => {
          await write(newImportSession(), [{ ...ROW, price_usd: '9' }]);
          throw new Error('the file is damaged');
        }),
        /damaged/,
      );
      assert.equal((await priceOf([TABLETS]))?.cents, 400, 'a file that breaks off changes nothing');
    });
  });
