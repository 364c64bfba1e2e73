// Holds imports to their promise: a verdict per row, and nothing changes when one is repeated.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BEACON, fillDirectory, MAGIC_PHARMACIES } from '@pestle/testbed/network/pharmacies';
import { TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { Store } from '../../store/store.ts';
import type { Directory } from '../directory.ts';
import { pharmacyEndpoint } from '../endpoints.ts';
import { newImportSession, type SourceRow } from './import-session.ts';

const actor = userActor();

let store: Store;
let directory: Directory;

before(async () => {
  store = await openTestStore();
  directory = await fillDirectory(store);
});
after(() => store.close());

describe('importing pharmacies', () => {
  const row: SourceRow = {
    npi: '1003389768',
    ncpdp_id: '5634515',
    legal_name: 'MIMED PHARMACY, LLC',
    dba_name: '',
    address1: '7758 NW 46TH ST',
    address2: '',
    city: 'Doral',
    state: 'FL',
    zip: '33166',
    zip4: '5460',
    phone: '3059298473',
    fax: '7864097838',
    pharmacy_type: 'community_retail',
    lat: '25.824907',
    lon: '-80.310665',
    zip_check: 'ok',
  };
  const run = async (...rows: SourceRow[]) =>
    directory.administration.importPharmacies(newImportSession(), rows);

  it('twice changes nothing the second time, and a change is seen', async () => {
    const outcomes = async (change: SourceRow) =>
      (await run({ ...row, ...change })).map(({ outcome }) => outcome);
    assert.deepEqual(await outcomes({}), ['imported']);
    assert.deepEqual(await outcomes({}), ['unchanged']);
    assert.deepEqual(await outcomes({ fax: '7864097839' }), ['imported']);
    const page = await directory.searchPharmacies(actor, { text: 'mimed' });
    assert.equal(page.items[0]?.pharmacy.fax, '7864097839');
    assert.equal(page.items[0]?.pharmacy.time_zone, 'America/New_York');
    assert.equal(page.items[0]?.pharmacy.postal_code, '33166-5460');
  });

  it('keeps the id, the endpoint and the hours of a pharmacy that is known', async () => {
    const id = await directory.administration.upsertPharmacy({
      ...BEACON,
      openingHours: [{ days: ['MON'], opens: '09:00', closes: '17:00' }],
      integration: MAGIC_PHARMACIES[0]?.integration ?? null,
    });
    const [verdict] = await run({
      ...row,
      npi: BEACON.npi ?? '',
      ncpdp_id: '',
      legal_name: 'BEACON, NEW NAME',
    });
    assert.equal(verdict?.outcome, 'imported');
    const after = await directory.pharmacy(actor, id);
    assert.equal(after.name, 'BEACON, NEW NAME');
    assert.equal(after.opening_hours?.length, 1);
    const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
    assert.equal(endpoint?.integration.plain.stage, 'live');
    assert.equal(
      endpoint.takesPrescriptions,
      false,
      'no message can name it without the NCPDP id that the row took away',
    );
  });

  const refusals: readonly [change: SourceRow, code: string][] = [
    [{ npi: '1003389769' }, 'NPI_INVALID'],
    [{ npi: '1407842343', ncpdp_id: '12' }, 'NCPDP_ID_INVALID'],
    [{ npi: '1801843339' }, 'NCPDP_ID_TAKEN'],
    [{ legal_name: '' }, 'NAME_MISSING'],
    [{ dba_name: 'x'.repeat(71) }, 'NAME_TOO_LONG'],
    [{ pharmacy_type: 'corner_shop' }, 'PHARMACY_TYPE_UNKNOWN'],
    [{ zip: '3316' }, 'ADDRESS_INCOMPLETE'],
    [{ state: 'XX' }, 'ADDRESS_INCOMPLETE'],
    [{ city: '' }, 'ADDRESS_INCOMPLETE'],
  ];
  for (const [change, code] of refusals) {
    it(`refuses a row: ${code} (${Object.keys(change).join(', ')})`, async () => {
      await run(row);
      const npi = change.npi === '1407842343' ? '1801843339' : (change.npi ?? row.npi ?? '');
      const [verdict] = await run({ ...row, ...change, npi });
      assert.equal(verdict?.outcome === 'refused' && verdict.code, code);
    });
  }

  it('refuses the second row of one NPI in a file, and imports the rest', async () => {
    const verdicts = await run(row, { ...row, city: 'Miami' }, { ...row, npi: '1770718041', ncpdp_id: '' });
    assert.deepEqual(
      verdicts.map((verdict) => (verdict.outcome === 'refused' ? verdict.code : verdict.outcome)),
      ['unchanged', 'DUPLICATE_IN_FILE', 'imported'],
    );
  });

  it('leaves out a number that cannot be dialed and a place that contradicts itself, and says so', async () => {
    const [verdict] = await run({
      ...row,
      npi: '1124064670',
      ncpdp_id: '',
      fax: '123',
      zip_check: 'state_mismatch',
    });
    assert.deepEqual(verdict?.outcome === 'imported' && verdict.warnings, [
      'FAX_UNUSABLE',
      'LOCATION_UNCERTAIN',
    ]);
  });
});

describe('importing ZIP codes', () => {
  it('refuses what is no ZIP, no state or no place', async () => {
    const zip = { zip: '02140', city: 'Cambridge', state: 'MA', county: '', lat: '42.39', lon: '-71.13' };
    const session = newImportSession();
    const rows = [
      zip,
      zip,
      { ...zip, zip: '2140' },
      { ...zip, zip: '02141', state: 'ZZ' },
      { ...zip, zip: '02142', lat: '' },
    ];
    const verdicts = await directory.administration.importZips(session, rows);
    assert.deepEqual(
      verdicts.map((verdict) => (verdict.outcome === 'refused' ? verdict.code : verdict.outcome)),
      ['imported', 'DUPLICATE_IN_FILE', 'ZIP_INVALID', 'STATE_UNKNOWN', 'COORDINATES_INVALID'],
    );
    const [repeated] = await directory.administration.importZips(newImportSession(), [zip]);
    assert.equal(repeated?.outcome, 'unchanged');
  });
});
