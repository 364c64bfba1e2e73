// Holds the importers to their promise on small files and, where they are on this machine, on the public ones.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createCatalog } from '@pestle/service/catalog';
import { createCoverage } from '@pestle/service/coverage';
import { createDirectory } from '@pestle/service/directory';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import {
  addOrganizations,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { CommandError } from '../output.ts';
import { type ImportReport, importFile } from './import-file.ts';
import type { TargetKind } from './kinds.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { reportLines } from './run.ts';
import { openSource } from './source-file.ts';
import { importTargets } from './target.ts';

let directory: string;
let store: Store;
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pestle-import-'));
  store = await openTestStore();
  await addOrganizations(store);
});
after(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function importText(
  kind: TargetKind,
  content: string | Uint8Array,
  organization?: string,
): Promise<ImportReport> {
  const path = join(directory, `file-${Math.random()}`);
  writeFileSync(path, content);
  return importPath(kind, path, organization);
}

async function importPath(kind: TargetKind, path: string, organization?: string): Promise<ImportReport> {
  const rooms = {
    directory: createDirectory({ store, ports: systemPorts }),
    catalog: createCatalog({ store, ports: systemPorts }),
    coverage: createCoverage({ store }),
  };
  return importFile(await openSource(path), importTargets(kind, rooms, organization));
}

const ZIPS =
  'zip,city,state,county,lat,lon\n02108,Boston,MA,Suffolk,42.35,-71.06\n02139,Cambridge,MA,,42.36,-71.10\n';

describe('an import', () => {
  it('counts what became of every row, with the line of each refused one', async () => {
    const report = await importText(
      'zips',
      `${ZIPS}2139,Cambridge,MA,,42.36,-71.10\n02139,Twice,MA,,42.36,-71.10\n02140,Short\n`,
    );
    assert.deepEqual([report.rows, report.imported, report.unchanged, report.refused], [5, 2, 0, 3]);
    assert.deepEqual(
      report.refusedRows.map(({ line, key, code }) => [line, key, code]),
      [
        [4, '2139', 'ZIP_INVALID'],
        [5, '02139', 'DUPLICATE_IN_FILE'],
        [6, '02140', 'WRONG_NUMBER_OF_FIELDS'],
      ],
    );
  });

  it('changes nothing when it is repeated, packed with gzip or not', async () => {
    await importText('zips', ZIPS);
    for (const content of [ZIPS, gzipSync(ZIPS), ZIPS.replaceAll('\n', '\r\n')]) {
      const report = await importText('zips', content);
      assert.deepEqual([report.imported, report.unchanged, report.refused], [0, 2, 0]);
    }
  });

  it('writes in batches and finds a duplicate of an earlier batch', async () => {
    const row = (index: number): string => `${String(10_000 + index)},Town,NY,,42,-74`;
    const rows = Array.from({ length: IMPORT_LIMITS.batchRows + 500 }, (_, index) => row(index));
    const report = await importText('zips', `zip,city,state,county,lat,lon\n${rows.join('\n')}\n${row(3)}\n`);
    assert.deepEqual([report.imported, report.refused], [IMPORT_LIMITS.batchRows + 500, 1]);
    assert.deepEqual(report.refusedByCode, { DUPLICATE_IN_FILE: 1 });
  });

  const refused: readonly [what: string, content: string | Uint8Array, says: RegExp][] = [
    ['an empty file', '', /empty/],
    ['a missing column', 'zip,state,lat\n', /missing: lon\./],
    ['an unknown column', ZIPS.replace('county', 'country'), /not known: "country"/],
    ['a column that is there twice', ZIPS.replace('county', 'city'), /twice: "city"/],
    [
      'a row that is too long',
      `${ZIPS}${'x'.repeat(IMPORT_LIMITS.rowBytesMax + 1)}\n`,
      /Line 4: A row may have/,
    ],
    ['a stray quote', `${ZIPS}0"1,a,MA,,1,1\n`, /Line 4: A quote inside/],
    ['text that is not UTF-8', new Uint8Array([0x7a, 0xff, 0xfe]), /not UTF-8/],
    ['a damaged gzip', gzipSync(ZIPS).subarray(0, 40), /damaged/],
  ];
  for (const [what, content, says] of refused) {
    it(`refuses ${what} and says why`, async () => {
      await assert.rejects(importText('zips', content), (error) => {
        assert.ok(error instanceof CommandError);
        assert.match(error.message, says);
        return true;
      });
    });
  }

  it('says which file it cannot read', async () => {
    await assert.rejects(openSource(join(directory, 'nowhere.csv')), /nowhere\.csv cannot be read: ENOENT/);
    await assert.rejects(openSource(directory), /not a file/);
  });
});

describe('prices', () => {
  it('of pharmacies that are not there are refused by line, and other columns are named', async () => {
    const header = 'npi,rxcui,quantity,pricing_unit,price_usd,effective_date,source\n';
    const report = await importText('prices', `${header}1003000126,314076,30,EA,4.00,2026-11-01,Elm\n`);
    assert.deepEqual(
      report.refusedRows.map(({ line, key, code }) => [line, key, code]),
      [[2, '1003000126 314076 30 EA', 'PHARMACY_UNKNOWN']],
    );
    await assert.rejects(importText('prices', header.replace('source', 'from')), /missing: source\./);
  });
});

describe('treatments', () => {
  const HEADER =
    'rxcui,drug_name,brand_or_generic,ingredients,strength,rxterms_form,rxnorm_dose_form,route_group,representative_ndc11,ndc_dose_form_check,dea_status';
  const one = async (row: string) => {
    const report = await importText('treatments', `${HEADER}\n${row}\n`);
    assert.equal(report.refused, 0);
    const rxcui = row.slice(0, row.indexOf(','));
    const catalog = createCatalog({ store, ports: systemPorts });
    return { report, hit: (await catalog.searchTreatments(userActor(), { text: rxcui })).hits.items[0] };
  };

  it('S6: take an NDC over only where it is certain', async () => {
    const certain = await one(
      '24267901,Abacavir,generic,abacavir,300 mg,pill,Oral Tablet,oral,00378410591,match,not_scheduled',
    );
    assert.equal(certain.hit?.treatment.ndc, '00378410591');
    const doubtful = await one(
      '24267902,Abacavir,generic,abacavir,300 mg,pill,Oral Tablet,oral,00378410591,differs,not_scheduled',
    );
    assert.equal(doubtful.hit?.treatment.ndc, null);
    assert.deepEqual(doubtful.report.warningsByCode, { NDC_NOT_CERTAIN: 1 });
  });

  it('S6: are described by ingredients, strength and form, not by the group', async () => {
    const { hit } = await one(
      '24267903,Abacavir/lamiVUDine,generic,abacavir/lamivudine,600-300 mg,pill,Oral Tablet,oral,,,unknown',
    );
    assert.equal(hit?.treatment.name, 'abacavir 600 mg / lamivudine 300 mg oral tablet');
    assert.equal(hit.treatment.drug_description, hit.treatment.name);
    assert.equal(hit.treatment.unit_code, 'C48542');
    assert.deepEqual(hit.availability, { prescribable: true });
  });

  it('S6: whose form or strength is not certain have no description and cannot be prescribed', async () => {
    for (const row of [
      '24267904,PAXIL,brand,paroxetine,30 mg,pill,,oral,,,not_scheduled',
      '24267905,HumuLIN,brand,insulin human,70-30 unt/ml,injectable,Injectable Suspension,injection,,,not_scheduled',
    ]) {
      const { hit } = await one(row);
      assert.equal(hit?.treatment.drug_description, null);
      assert.partialDeepStrictEqual(hit?.availability, { prescribable: false, code: 'NO_DESCRIPTION' });
    }
  });

  it('W7: are scheduled by ingredient, whatever dea_status says', async () => {
    const { hit } = await one('24267906,FYCOMPA,brand,perampanel,2 mg,pill,Oral Tablet,oral,,,not_scheduled');
    assert.partialDeepStrictEqual(hit?.availability, { prescribable: false, code: 'CONTROLLED_SUBSTANCE' });
  });
});

describe('formularies', () => {
  const PLANS = 'plan_id,plan_name,start,end\nP-1,First,2022-01-01,2022-12-31\n';
  const DRUGS = 'plan_id,rxcui,tier,prior_authorization,step_therapy,quantity_limit\n';
  const COSTS = 'plan_id,pharmacy_benefit_type,tier,cost_type,qualifier,value,unit\n';

  it('come in several files, which their columns tell apart, each taken as a whole', async () => {
    assert.equal((await importText('formulary', PLANS)).imported, 1);
    const rows = ['P-1,1,generic,false,false,false', 'P-1,2,generic,false,false,false'];
    const first = await importText('formulary', gzipSync(`${DRUGS}${rows.join('\n')}\n`));
    assert.deepEqual([first.imported, first.removed, first.refused], [2, 0, 0]);
    const second = await importText('formulary', `${DRUGS}${rows[0]}\n`);
    assert.deepEqual([second.unchanged, second.removed], [1, 1]);
    assert.match(reportLines('formulary', second).join('\n'), /no longer names them: 1\./);
    // The quote on the last line breaks the file off: what came before it is not kept either.
    await assert.rejects(
      importText('formulary', `${DRUGS}P-1,3,generic,false,false,false\nP-1,"4"x\n`),
      CommandError,
    );
    assert.deepEqual((await importText('formulary', `${DRUGS}${rows[0]}\n`)).removed, 0);
    const price =
      'ndc11,nadac_per_unit_usd,pricing_unit,effective_date\n99999999901,13.25450,EA,2015-12-23\n';
    assert.equal((await importText('formulary', price)).imported, 1);
  });

  it('name the line of a negative copay, of an unknown tier and of an unknown plan', async () => {
    const report = await importText(
      'formulary',
      `${COSTS}P-1,1-month-in-retail,generic,copay,,-5,$\nP-1,1-month-in-retail,gold,copay,,5,$\nP-9,1-month-in-retail,generic,copay,,5,$\n`,
    );
    assert.deepEqual(
      report.refusedRows.map(({ line, code }) => [line, code]),
      [
        [2, 'AMOUNT_NEGATIVE'],
        [3, 'TIER_UNKNOWN'],
        [4, 'PLAN_UNKNOWN'],
      ],
    );
  });

  it('are refused with the columns of the file that they are most like', async () => {
    await assert.rejects(
      importText('formulary', COSTS.replace('qualifier,', '')),
      /missing: qualifier\..*cost_type/,
    );
  });
});

describe('benefits', () => {
  const HEADER = 'patient,bin,member_id,pcn,plan_id,valid_from,valid_to\n';
  const rooms = () => createDirectory({ store, ports: systemPorts });
  const patient = async (externalId: string, organization = TEST_ORGANIZATION): Promise<string> => {
    const { id } = await rooms().createPatient(
      userActor({ orgId: organization }),
      { firstName: 'Card', lastName: 'Holder', dateOfBirth: '1980-01-01', sex: 'UNKNOWN', externalId },
      freshKey('createPatient'),
    );
    return id;
  };
  const benefits = async (id: string) =>
    (await rooms().patient(userActor(), id)).benefits.map(({ memberId, planId }) => [memberId, planId]);
  const imported = (rows: string) => importText('benefits', HEADER + rows, TEST_ORGANIZATION);

  it('are taken by either id of the patient, in the order of the rows, and change nothing the second time', async () => {
    const [one, other] = [await patient('MRN-71'), await patient('MRN-72')];
    const rows = `MRN-71,610020,M-1,,PLAN-1,,\nMRN-71,610021,M-2,,,,\n${other},00385801,M-3,A4,,2026-01-01,2026-12-31\n`;
    assert.partialDeepStrictEqual(await imported(rows), { rows: 3, imported: 3, refused: 0 });
    assert.deepEqual(await benefits(one), [
      ['M-1', 'PLAN-1'],
      ['M-2', null],
    ]);
    assert.deepEqual(await benefits(other), [['M-3', null]]);
    assert.partialDeepStrictEqual(await imported(rows), { imported: 0, unchanged: 3 });
    const { revision } = await rooms().patient(userActor(), one);
    assert.equal(revision, 2, 'the repetition wrote nothing');
    await imported('MRN-71,610021,M-2,,,,\n');
    assert.deepEqual(await benefits(one), [['M-2', null]], 'the file replaces the list of whom it names');
    assert.deepEqual(await benefits(other), [['M-3', null]], 'whom it does not name keeps theirs');
    const { rows: entries } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql<{
        detail: object;
      }>`select detail from audit_entry where org_id = ${TEST_ORGANIZATION} and subject_id = ${one}
        and action = 'patient.update' order by (detail ->> 'revision')::int`.execute(tx),
    );
    assert.deepEqual(
      entries.map(({ detail }) => detail),
      [
        { revision: 2, fields: 'benefits' },
        { revision: 3, fields: 'benefits' },
      ],
    );
  });

  it('of a patient with a refused row stay as they were, and no report names a patient or a member', async () => {
    const one = await patient('MRN-73');
    const theirs = await patient('MRN-74', OTHER_ORGANIZATION);
    await imported('MRN-73,610020,M-1,,,,\n');
    const report = await imported(
      `MRN-73,610021,SECRET-1,,,,\nMRN-73,61002,SECRET-2,,,,\n${theirs},610020,SECRET-3,,,,\nMRN-SHORT,1\n`,
    );
    assert.deepEqual(
      report.refusedRows.map(({ line, code }) => [line, code]),
      [
        [2, 'PATIENT_UNCHANGED'],
        [3, 'BENEFIT_INVALID'],
        [4, 'PATIENT_UNKNOWN'],
        [5, 'WRONG_NUMBER_OF_FIELDS'],
      ],
    );
    assert.deepEqual(await benefits(one), [['M-1', null]]);
    const said = JSON.stringify(report) + reportLines('benefits', report).join('\n');
    assert.doesNotMatch(said, /MRN|SECRET|pat_/);
    assert.match(said, /6 or 8 digits/);
    const five = Array.from({ length: 5 }, (_, index) => `MRN-73,610020,M-${index},,,,\n`).join('');
    assert.deepEqual((await imported(five)).refusedByCode, { BENEFIT_INVALID: 5 });
  });

  it('count as a whole file: nothing is taken of one that breaks off, or in which a patient stands twice', async () => {
    const one = await patient('MRN-75');
    await patient('MRN-76');
    const scattered = 'MRN-75,610020,M-1,,,,\nMRN-76,610020,M-2,,,,\nMRN-75,610021,M-3,,,,\n';
    await assert.rejects(imported(scattered), /Nothing was changed\..*one after the other/);
    await assert.rejects(imported('MRN-75,610020,M-1,,,,\nMRN-76,"6"x\n'), CommandError);
    assert.deepEqual(await benefits(one), []);
    await assert.rejects(
      importText('benefits', HEADER, 'org_01TEST0000000000000000000Z'),
      /Nothing was changed/,
    );
  });

  it('of a patient are never torn by a batch', async () => {
    const many = Array.from({ length: IMPORT_LIMITS.batchRows - 1 }, () => 'NOBODY,610020,M,,,,\n').join('');
    const one = await patient('MRN-77');
    const report = await imported(`${many}MRN-77,610020,M-1,,,,\nMRN-77,610021,M-2,,,,\n`);
    assert.deepEqual([report.imported, report.refused], [2, IMPORT_LIMITS.batchRows - 1]);
    assert.equal((await benefits(one)).length, 2);
  });
});

it('the command reports as JSON and ends with 1 for a file it refuses', () => {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const run = (...parts: readonly string[]) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'import', ...parts], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
  const file = join(directory, 'zips.csv');
  writeFileSync(file, ZIPS);
  const data = join(directory, 'data');
  const { status, stdout, stderr } = run('zips', file, '--json', '--data', data);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.partialDeepStrictEqual(JSON.parse(stdout), { kind: 'zips', rows: 2, imported: 2, refused: 0 });
  writeFileSync(file, 'a,b\n');
  assert.equal(run('zips', file, '--data', data).status, 1);
  const whose = run('benefits', file, '--data', data);
  assert.equal(whose.status, 2);
  assert.match(whose.stderr, /--organization <id> is for benefits, and benefits need it/);
  const keyless = run('benefits', file, '--data', data, '--organization', TEST_ORGANIZATION);
  assert.equal(keyless.status, 1);
  assert.match(keyless.stderr, /DATA_KEY/);
});

const DATA = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
describe('the public files', { skip: existsSync(DATA) ? false : 'they are not on this machine' }, () => {
  const imported = (kind: TargetKind, name: string) => importPath(kind, join(DATA, name));

  it('treatments: every row is taken', async () => {
    const report = await imported('treatments', 'treatments_all_rxterms.csv.gz');
    assert.deepEqual([report.rows, report.imported, report.refused], [16_746, 16_746, 0]);
    const catalog = await imported('treatments', 'treatments_catalog.csv.gz');
    assert.equal(catalog.refused, 0);
    assert.equal(catalog.rows, 5_987);
  });

  it('formularies: every row but the terms that a plan states twice, and nothing changes the second time', async () => {
    const plans = await imported('formulary', 'formulary_plans.csv');
    assert.deepEqual([plans.rows, plans.imported], [11, 11]);
    for (const secondRun of [false, true]) {
      const drugs = await imported('formulary', 'formulary_items.csv.gz');
      assert.deepEqual([drugs.rows, drugs.refused, drugs.removed], [11_000, 0, 0]);
      assert.equal(secondRun ? drugs.unchanged : drugs.imported, 11_000);
      const costs = await imported('formulary', 'formulary_cost_sharing.csv');
      assert.deepEqual([costs.rows, costs.removed], [616, 0]);
      assert.deepEqual(costs.refusedByCode, { DUPLICATE_IN_FILE: 16 });
    }
    const prices = await imported('formulary', 'nadac_prices.csv.gz');
    assert.deepEqual([prices.rows, prices.imported], [31_538, 31_538]);
  });

  it('ZIP codes: only military ones, which lie in no state, are refused', async () => {
    const report = await imported('zips', 'zip_centroids.csv.gz');
    assert.equal(report.rows, 41_637);
    assert.deepEqual(report.refusedByCode, { STATE_UNKNOWN: 520 });
  });
});
