// The bench of searches: treatments as they are typed and the nearest pharmacies, on both stores, beside one empty round trip.
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

const FILES = {
  treatments: 'treatments_catalog.csv.gz',
  pharmacies: 'pharmacies.csv.gz',
  zips: 'zip_centroids.csv.gz',
} as const;
const SEED = 7;
/** What the design promises of a search, in milliseconds. */
const NEEDED_P99_MS = 10;

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

const ANALYZE = sql`analyze treatment, pharmacy, zip`;

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
  for (const kind of ['zips', 'treatments', 'pharmacies'] as const) {
    const source = await openSource(join(data, FILES[kind]));
    const { imported } = await importFile(
      source,
      importTargets(kind, { ...rooms, coverage: createCoverage({ store }) }),
    );
    console.log(`${imported} ${kind}`);
  }
  await settle();
  const times = quick ? 200 : 1_000;
  const emptyMs = percentile(await timed(times, () => emptyRoundTrip(store)), 0.5);
  console.log(`an empty question in a transaction: p50 ${emptyMs.toFixed(2)} ms`);
  const actor = userActor();
  const names = await drugNames(rooms);
  const random = seededRandom(SEED);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const beginning = (): string => (pick(names) ?? '').slice(0, 3 + Math.floor(random() * 8));
  const search = (text: string): Promise<unknown> =>
    rooms.catalog.searchTreatments(actor, { text, templates: true, first: 20 });
  const zips = ['02108', '10001', '33101', '60601', '73301', '80202', '94103', '98101'];
  report('treatments, as they are typed', emptyMs, await timed(times, () => search(beginning())));
  report(
    'treatments, with a slip of the pen',
    emptyMs,
    await timed(times, () => search(slipped(beginning(), random))),
  );
  report(
    'pharmacies near a ZIP',
    emptyMs,
    await timed(times, () =>
      rooms.directory.searchPharmacies(actor, { near: { postalCode: pick(zips) ?? '' }, first: 10 }),
    ),
  );
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
    return rows.map(({ name }) => name).filter((name) => name.length >= 3);
  });
}

/** The same letters with two of them in the other order. */
function slipped(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length - 1));
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}

async function timed(times: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  for (let warm = 0; warm < 50; warm += 1) await work();
  const taken: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const begun = performance.now();
    await work();
    taken.push(performance.now() - begun);
  }
  return taken;
}

function report(name: string, emptyMs: number, taken: readonly number[]): void {
  const [p50, p99] = [percentile(taken, 0.5), percentile(taken, 0.99)];
  console.log(
    `${p99 < NEEDED_P99_MS ? 'met   ' : 'MISSED'} ${name}: p50 ${p50.toFixed(2)} ms (${(p50 / emptyMs).toFixed(1)} × an empty question), p99 ${p99.toFixed(2)} ms, needed < ${NEEDED_P99_MS}`,
  );
}
