// The bench of searches: treatments as they are typed and the nearest pharmacies, on both stores, beside one empty round trip and beside what
// the database finds by itself (`ILIKE` and trigrams) and beside MiniSearch, each with the processor time that it takes.
import { join } from 'node:path';
import { importFile } from '@pestle/cli/import/import-file';
import { openSource } from '@pestle/cli/import/source-file';
import { importTargets } from '@pestle/cli/import/target';
import { type Catalog, createCatalog } from '@pestle/service/catalog';
import { createCoverage } from '@pestle/service/coverage';
import { createDirectory, type Directory } from '@pestle/service/directory';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { addOrganizations, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { seededRandom } from '@pestle/testbed/random';
import { sql } from 'kysely';
import { onStore } from '../support/measured-store.ts';
import type { BenchOptions } from '../support/options.ts';
import { percentile } from '../support/statistics.ts';
import { chosenStores, isStoreKind } from '../support/stores.ts';
import { byDatabase } from './by-database.ts';
import { miniSearchOf } from './by-minisearch.ts';
import { writePackagesAsTreatments } from './many-treatments.ts';

const FILES = {
  treatments: 'treatments_all_rxterms.csv.gz',
  pharmacies: 'pharmacies.csv.gz',
  zips: 'zip_centroids.csv.gz',
} as const;
const SEED = 7;
/** What the design promises of a search among the treatments of RxTerms, and among 100,000, in milliseconds. */
const NEEDED_P99_MS = 10;
const NEEDED_AMONG_MANY_P99_MS = 25;

interface Rooms {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly directory: Directory;
}

/** `args`: the folder with the public files, and `embedded` or `postgres` for one of the stores. */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  const data = args.find((arg) => !isStoreKind(arg));
  if (data === undefined)
    throw new Error('Name the folder with the public files: npm run bench -- search DIR');
  for (const kind of chosenStores(args)) {
    console.log(`\n-- ${kind}`);
    await onStore(kind, ANALYZE, (store, settle) => measure(store, settle, data, quick));
  }
}

/** The trigrams are the comparison's: our own search has no need of them. */
const ANALYZE = [
  sql`create index if not exists treatment_similar on treatment using gin (search_name gin_trgm_ops)`,
  sql`analyze treatment, pharmacy, zip`,
];

async function measure(
  store: Store,
  settle: () => Promise<void>,
  data: string,
  quick: boolean,
): Promise<void> {
  await addOrganizations(store);
  const rooms: Rooms = {
    store,
    catalog: createCatalog({ store, ports: systemPorts }),
    directory: createDirectory({ store, ports: systemPorts }),
  };
  for (const kind of ['zips', 'treatments', 'pharmacies'] as const)
    await importInto(rooms, kind, join(data, FILES[kind]));
  await settle();
  const times = quick ? 200 : 1_000;
  const emptyMs = percentile((await timed(times, () => emptyRoundTrip(store))).ms, 0.5);
  console.log(`an empty question in a transaction: p50 ${emptyMs.toFixed(2)} ms`);
  const random = seededRandom(SEED);
  await measureTreatments(rooms, { random, times, emptyMs, neededMs: NEEDED_P99_MS });
  const zips = ['02108', '10001', '33101', '60601', '73301', '80202', '94103', '98101'];
  report(
    'pharmacies near a ZIP',
    emptyMs,
    NEEDED_P99_MS,
    await timed(times, () =>
      rooms.directory.searchPharmacies(userActor(), {
        near: { postalCode: zips[Math.floor(random() * zips.length)] ?? '' },
        first: 10,
      }),
    ),
  );
  await importInto(rooms, 'treatments', writePackagesAsTreatments(join(data, 'ndc_packages.csv.gz')));
  await settle();
  await measureTreatments(rooms, { random, times, emptyMs, neededMs: NEEDED_AMONG_MANY_P99_MS });
}

async function importInto(rooms: Rooms, kind: keyof typeof FILES, path: string): Promise<void> {
  const source = await openSource(path);
  const { imported } = await importFile(
    source,
    importTargets(kind, { ...rooms, coverage: createCoverage({ store: rooms.store }) }),
  );
  console.log(`${imported} ${kind}`);
}

interface Measured {
  readonly random: () => number;
  readonly times: number;
  readonly emptyMs: number;
  readonly neededMs: number;
}

async function measureTreatments(
  rooms: Rooms,
  { random, times, emptyMs, neededMs }: Measured,
): Promise<void> {
  const actor = userActor();
  const names = await drugNames(rooms);
  const miniSearch = await miniSearchOf(rooms.store);
  const beginning = (): string =>
    (names[Math.floor(random() * names.length)] ?? '').slice(0, 3 + Math.floor(random() * 8));
  const search = (text: string): Promise<unknown> =>
    rooms.catalog.searchTreatments(actor, { text, templates: true, first: 20 });
  for (const [name, typed] of [
    ['as they are typed', beginning],
    ['with a slip of the pen', () => slipped(beginning(), random)],
  ] as const) {
    report(`treatments, ${name}`, emptyMs, neededMs, await timed(times, () => search(typed())));
    report(
      `beside it the database, ${name}`,
      emptyMs,
      neededMs,
      await timed(Math.ceil(times / 5), () => byDatabase(rooms.store, typed())),
    );
    report(
      `beside it MiniSearch without a store, ${name}`,
      emptyMs,
      neededMs,
      await timed(Math.ceil(times / 5), () => Promise.resolve(miniSearch(typed()))),
    );
  }
}

async function emptyRoundTrip(store: Store): Promise<void> {
  await store.withOrg(TEST_ORGANIZATION, (tx) => sql`select 1`.execute(tx));
}

/** First words of what the catalog holds. */
async function drugNames({ store }: Rooms): Promise<readonly string[]> {
  return await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const { rows } = await sql<{ name: string }>`select distinct name from treatment order by name`.execute(
      tx,
    );
    // A search wants three letters, also of the shortest beginning and of its slip.
    return rows.map(({ name }) => name).filter((name) => /^[a-z0-9]{5}/i.test(name));
  });
}

/** The same letters with two of them in the other order. */
function slipped(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

interface Taken {
  /** Of each question, in milliseconds. */
  readonly ms: readonly number[];
  /** Of the whole process, its store's thread as well, for one question: other programs of the machine hardly change it. */
  readonly processorMs: number;
}

async function timed(times: number, work: () => Promise<unknown>): Promise<Taken> {
  for (let warm = 0; warm < 50; warm += 1) await work();
  const ms: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < times; round += 1) {
    const begun = performance.now();
    await work();
    ms.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(before);
  return { ms, processorMs: (user + system) / 1_000 / times };
}

function report(name: string, emptyMs: number, neededMs: number, { ms, processorMs }: Taken): void {
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)];
  console.log(
    `${p99 < neededMs ? 'met   ' : 'MISSED'} ${name}: p50 ${p50.toFixed(2)} ms (${(p50 / emptyMs).toFixed(1)} × an empty question), p99 ${p99.toFixed(2)} ms, needed < ${neededMs}; ${processorMs.toFixed(2)} ms of processor`,
  );
}
