// The bench of coverage: a check of five drafts by the imported lists, on both stores, beside the bare look-ups of the same rows in the same run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importFile } from '@pestle/cli/import/import-file';
import { openSource } from '@pestle/cli/import/source-file';
import { importTargets, type TargetKind } from '@pestle/cli/import/target';
import { createCatalog } from '@pestle/service/catalog';
import { createCoverage } from '@pestle/service/coverage';
import { createDirectory } from '@pestle/service/directory';
import { readLists } from '@pestle/service/for-tests/coverage';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openPractice, PATIENT, type Practice } from '@pestle/testbed/practice/practice';
import { sql } from 'kysely';
import { flushesPerSecond } from '../limits/limits.ts';
import { onStore } from '../support/measured-store.ts';
import type { BenchOptions } from '../support/options.ts';
import { percentile } from '../support/statistics.ts';
import { chosenStores, isStoreKind } from '../support/stores.ts';

const FILES: readonly (readonly [kind: TargetKind, file: string])[] = [
  ['zips', 'zip_centroids.csv.gz'],
  ['pharmacies', 'pharmacies.csv.gz'],
  ['treatments', 'treatments_catalog.csv.gz'],
  ['formulary', 'formulary_plans.csv'],
  ['formulary', 'formulary_items.csv.gz'],
  ['formulary', 'formulary_cost_sharing.csv'],
  ['formulary', 'nadac_prices.csv.gz'],
];
const ITEMS = 'formulary_items.csv.gz';
const PLAN = '10207VA0380001';
const DRAFTS = 5;
const NEEDED = { p95Ms: 300, toLookUps: 2, importSeconds: 5 } as const;

/** `args`: the folder with the public files, and `embedded` or `postgres` for one of the stores. */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  const data = args.find((arg) => !isStoreKind(arg)) ?? '../shared/data';
  if (!existsSync(join(data, ITEMS))) {
    console.log(`SKIPPED: no ${ITEMS} in ${data}. Name the folder: npm run bench -- coverage DIR`);
    return;
  }
  for (const kind of chosenStores(args)) {
    console.log(`\n-- ${kind}\ndisk: ${flushesPerSecond(1_000).toFixed(0)} flushes per second`);
    await onStore(kind, ANALYZE, (store, settle) => measure(store, settle, data, quick ? 60 : 300));
  }
}

const ANALYZE = sql`analyze treatment, pharmacy, zip, coverage_drug, coverage_cost, drug_price`;

async function measure(
  store: Store,
  settle: () => Promise<void>,
  data: string,
  times: number,
): Promise<void> {
  const practice = await openPractice(store);
  const directory = createDirectory({ store, ports: systemPorts });
  const coverage = createCoverage({ store });
  const rooms = { directory, catalog: createCatalog({ store, ports: systemPorts }), coverage };
  for (const [kind, file] of FILES) {
    const source = await openSource(join(data, file));
    const begun = performance.now();
    const { imported } = await importFile(source, importTargets(kind, rooms));
    const seconds = (performance.now() - begun) / 1_000;
    if (file === ITEMS)
      verdict(`import of ${imported} rows of covered drugs`, seconds, NEEDED.importSeconds, 's');
    else console.log(`${imported} rows of ${file} in ${seconds.toFixed(1)} s`);
  }
  await settle();
  const drugs = await listedDrugs(store);
  await insure(directory, practice);
  const draftIds: string[] = [];
  for (const { id } of drugs) draftIds.push(await draftOf(practice, id));
  const rxcuis = drugs.map(({ rxcui }) => rxcui);
  const ndcs = drugs.flatMap(({ ndc }) => ndc ?? []);
  const lookUps = () => store.withOrg(TEST_ORGANIZATION, (tx) => readLists(tx, PLAN, rxcuis, ndcs));
  const asked = async (): Promise<void> => {
    const { drafts } = await practice.prescribing.coverageCheck(practice.prescriber, {
      patientId: PATIENT,
      draftIds,
      language: 'EN',
    });
    if (drafts.some(({ state }) => state !== 'CHECKED')) throw new Error('A draft was not checked.');
  };
  const engine = async (): Promise<void> => {
    const answer = await coverage.ask({
      orgId: TEST_ORGANIZATION,
      benefits: [CARD],
      patient: { id: PATIENT, firstName: 'A', lastName: 'B', dateOfBirth: '1980-02-29', sex: 'FEMALE' },
      prescriberNpi: null,
      pharmacy: null,
      drugs: drugs.map(({ id, rxcui, ndc, name }) => ({ key: id, rxcui, ndc, name, ...SUPPLY })),
      today: '2022-06-01',
    });
    if (answer.state !== 'CHECKED') throw new Error('The lists did not answer.');
  };
  await warm(lookUps, engine, asked);
  const taken = {
    lookUps: [] as number[],
    engine: [] as number[],
    asked: [] as number[],
    empty: [] as number[],
  };
  // In turns, so that what else the machine does falls on all of them.
  for (let round = 0; round < times; round += 1) {
    taken.empty.push(await timed(() => store.withOrg(TEST_ORGANIZATION, (tx) => sql`select 1`.execute(tx))));
    taken.lookUps.push(await timed(lookUps));
    taken.engine.push(await timed(engine));
    taken.asked.push(await timed(asked));
  }
  for (const [name, values] of Object.entries(taken))
    console.log(
      `${name}: p50 ${percentile(values, 0.5).toFixed(2)} ms, p95 ${percentile(values, 0.95).toFixed(2)} ms`,
    );
  verdict(
    'the lists as a payer, to their bare look-ups (p50)',
    percentile(taken.engine, 0.5) / percentile(taken.lookUps, 0.5),
    NEEDED.toLookUps,
    '×',
  );
  verdict(`a whole check of ${DRAFTS} drafts, p95`, percentile(taken.asked, 0.95), NEEDED.p95Ms, 'ms');
}

const SUPPLY = { quantity: '30', unitCode: 'C48542', daysSupply: 30, dispenseAsWritten: false } as const;
const CARD = {
  bin: '610020',
  pcn: null,
  groupId: null,
  memberId: 'MEM1',
  planId: PLAN,
  validFrom: null,
  validTo: null,
};

interface ListedDrug {
  readonly id: Parameters<typeof draftOf>[1];
  readonly rxcui: string;
  readonly ndc: string | null;
  readonly name: string;
}

/** Common tablets on the plan's list, each of another class. */
async function listedDrugs(store: Store): Promise<readonly ListedDrug[]> {
  return await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const { rows } = await sql<ListedDrug>`
      select distinct on (therapeutic_class) treatment.id, treatment.rxcui, ndc, treatment.name from treatment
      join coverage_drug on coverage_drug.rxcui = treatment.rxcui and plan_id = ${PLAN}
      where federal_status = 'uncontrolled' and drug_description is not null and unit_code = 'C48542'
        and therapeutic_class in ('Anticonvulsants', 'Antidepressants, Other', 'Antilipemic Agents', 'Calcium Channel Blockers',
          'ACE Inhibitors', 'Antihypertensive Combinations', 'Antineoplastic, Other')
      order by therapeutic_class, commonness desc, treatment.rxcui limit ${DRAFTS}`.execute(tx);
    if (rows.length < DRAFTS) throw new Error('The files do not hold five such drugs.');
    return rows;
  });
}

async function insure(
  directory: ReturnType<typeof createDirectory>,
  { prescriber }: Practice,
): Promise<void> {
  await directory.updatePatient(
    prescriber,
    { id: PATIENT, expectedRevision: 1, changes: { benefits: [CARD] } },
    freshKey('updatePatient'),
  );
}

async function draftOf(
  { prescribing, prescriber }: Practice,
  treatmentId: Parameters<Practice['prescribing']['createDraft']>[1]['treatmentId'],
): Promise<string> {
  const { id } = await prescribing.createDraft(
    prescriber,
    { patientId: PATIENT, treatmentId, dispenseQuantity: 30, dispenseUnit: 'Tablet', daysSupply: 30 },
    freshKey('createDraft'),
  );
  return id;
}

async function warm(...works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works) for (let round = 0; round < 20; round += 1) await work();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function verdict(name: string, value: number, most: number, unit: string): void {
  console.log(
    `${value <= most ? 'met   ' : 'MISSED'} ${name}: ${value.toFixed(2)} ${unit}, needed ≤ ${most} ${unit}`,
  );
}
