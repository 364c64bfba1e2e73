// Goal: whoever chooses a pharmacy reads what its list asks, with day and source, in their language, before and after one is chosen; where no list says it, nothing.
// Method: the real pages over one store with a price list of one pharmacy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LISINOPRIL, PHARMACY } from '@pestle/testbed/practice/practice';
import { MAIL_PHARMACY, openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { createCoverage } from '../../coverage/coverage.ts';
import { newImportSession } from '../../directory/import/import-session.ts';

const PRICE = {
  npi: '1234567893',
  rxcui: '314076',
  quantity: '30',
  pricing_unit: 'EA',
  price_usd: '1204.5',
  effective_date: '2026-11-03',
  source: 'Test <Pharmacy>',
};
const SHOWN = /About \$1,204\.50 without insurance/g;

describe('prices where a patient chooses', () => {
  let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
  before(async () => {
    testbed = await openPatientChoice();
    await testbed.store.asKeeper(async (tx) => {
      await sql`update pharmacy set npi = ${PRICE.npi} where id = ${PHARMACY}`.execute(tx);
      await sql`update treatment set rxcui = ${PRICE.rxcui} where id = ${LISINOPRIL}`.execute(tx);
    });
  });
  after(() => testbed.close());

  const list = (...rows: (typeof PRICE)[]) =>
    createCoverage(testbed).administration.importPharmacyPrices(async (write) => {
      const said = await write(newImportSession(), rows);
      assert.ok(
        said.every(({ outcome }) => outcome !== 'refused'),
        JSON.stringify(said),
      );
    });

  test('P14: nothing is said where no list has it; else the price, its day and whose list it is', async () => {
    const telephone = testbed.telephone();
    const visit = await telephone.enter((await testbed.waiting()).token);
    assert.doesNotMatch((await telephone.get(visit)).text, /without insurance|price/);
    await list(PRICE);
    const page = await telephone.get(visit);
    assert.equal(page.text.match(SHOWN)?.length, 1, 'of the one pharmacy whose list it is');
    assert.match(
      page.text,
      /From the price list of Test &lt;Pharmacy&gt;, Nov\u00a03,\u00a02026\. The pharmacy may ask another price\./,
    );
    assert.ok(Buffer.byteLength(page.text) <= 25_000, `${Buffer.byteLength(page.text)} bytes`);
    assert.match((await telephone.post(`${visit}/confirm`, { pharmacy: PHARMACY })).text, SHOWN);
    assert.doesNotMatch((await telephone.post(`${visit}/confirm`, { pharmacy: MAIL_PHARMACY })).text, SHOWN);
    const found = await telephone.post(`${visit}/find`, { way: 'pickup', place: '02108' });
    assert.match(found.text, SHOWN);
    assert.doesNotMatch((await telephone.post(`${visit}/find`, { way: 'mail', place: '' })).text, SHOWN);
    await telephone.get(`${visit}?language=es`);
    assert.match(
      (await telephone.get(visit)).text,
      /Unos \$1,204\.50 sin seguro<br>.*Según la lista de precios de Test/,
    );
  });

  test('who chooses another pharmacy reads prices as well; an old list says nothing', async () => {
    await list(PRICE);
    const telephone = testbed.telephone();
    const visit = await telephone.enter((await testbed.waiting()).token);
    await telephone.post(`${visit}/choose`, { pharmacy: MAIL_PHARMACY });
    assert.match((await telephone.get(`${visit}/change`)).text, SHOWN);
    await list({ ...PRICE, effective_date: '2026-01-03' });
    assert.doesNotMatch((await telephone.get(`${visit}/change`)).text, SHOWN);
  });
});
