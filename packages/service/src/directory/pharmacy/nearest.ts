// Owns the index of the nearest pharmacies: points in memory, read from the store and read anew when the pharmacies changed.
import type { PharmacyId } from '@pestle/rules/ids';
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { isYoungerThan } from '../../kernel/age.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Tx } from '../../store/store.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { DirectoryTables, PharmacyKind } from '../tables.ts';

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface NearestQuestion extends Point {
  readonly kinds: readonly PharmacyKind[];
  readonly publicOnly: boolean;
  readonly state: string | null;
  /** Beginnings of words of name, city or ZIP; all must match. */
  readonly wordBeginnings: readonly string[];
  readonly radiusKm: number;
  /** How many, counted from the nearest. */
  readonly count: number;
}

export interface NearestAnswer {
  readonly id: string;
  readonly distanceKm: number;
}

export interface NearestIndex {
  /** Asked inside a transaction that may read pharmacies; the nearest first, in an order that stays the same. */
  nearest(tx: Tx, question: NearestQuestion): Promise<readonly NearestAnswer[]>;
  /** Says that this process changed pharmacies, so that the next question sees it. */
  changed(): void;
}

interface Built {
  readonly version: number;
  readonly atMs: number;
  readonly points: KDBush | undefined;
  /** Longitude and latitude in the order of `ids`; the tree sorts its own copy. */
  readonly coordinates: Float64Array;
  readonly ids: readonly string[];
  readonly kinds: readonly PharmacyKind[];
  readonly isPublic: readonly boolean[];
  readonly states: readonly string[];
  /** Each with a blank before every word, so that a beginning is found by its blank. */
  readonly words: readonly string[];
}

export function createNearestIndex(ports: Ports): NearestIndex {
  let built: Built | undefined;
  let building: Promise<Built> | undefined;
  let mustCheck = false;

  async function current(tx: Tx): Promise<Built> {
    const version = await pharmacyVersion(tx);
    const isFresh =
      built !== undefined &&
      (built.version === version ||
        (!mustCheck && isYoungerThan(built.atMs, ports.clock.now(), LIMITS.nearestIndexAgeMs)));
    if (built !== undefined && isFresh) return built;
    mustCheck = false;
    building ??= build(tx, version, ports.clock.now()).finally(() => {
      building = undefined;
    });
    built = await building;
    return built;
  }

  return {
    nearest: async (tx, question) => answer(await current(tx), question),
    changed: () => {
      mustCheck = true;
    },
  };
}

function answer(built: Built, question: NearestQuestion): readonly NearestAnswer[] {
  const { points, coordinates, ids, kinds, isPublic, states, words } = built;
  if (points === undefined) return [];
  const { latitude, longitude, publicOnly, state, wordBeginnings } = question;
  const wanted = (index: number): boolean => {
    const kind = kinds[index];
    if (kind === undefined || !question.kinds.includes(kind)) return false;
    if (publicOnly && isPublic[index] !== true) return false;
    if (state !== null && states[index] !== state) return false;
    return wordBeginnings.every((beginning) => words[index]?.includes(` ${beginning}`) === true);
  };
  const found: readonly number[] = around(
    points,
    longitude,
    latitude,
    question.count,
    question.radiusKm,
    wanted,
  );
  return found.map((index) => {
    const [atLongitude = 0, atLatitude = 0] = coordinates.subarray(index * 2, index * 2 + 2);
    return { id: ids[index] ?? '', distanceKm: distance(longitude, latitude, atLongitude, atLatitude) };
  });
}

async function pharmacyVersion(tx: Tx): Promise<number> {
  const { version } = await tx
    .withTables<DirectoryTables>()
    .selectFrom('reference_version')
    .select('version')
    .where('kind', '=', 'pharmacy')
    .executeTakeFirstOrThrow();
  return version;
}

type Row = {
  id: string;
  latitude: number;
  longitude: number;
  kind: PharmacyKind;
  serves_public: boolean;
  state: string;
  search_words: string;
};

async function build(tx: Tx, version: number, atMs: number): Promise<Built> {
  const rows: Row[] = [];
  for (let last = ''; ; ) {
    const batch = await tx
      .withTables<DirectoryTables>()
      .selectFrom('pharmacy')
      .select(['id', 'latitude', 'longitude', 'kind', 'serves_public', 'state', 'search_words'])
      .where('active', '=', true)
      .where('latitude', 'is not', null)
      .where('id', '>', last as PharmacyId)
      .$narrowType<{ latitude: number; longitude: number }>()
      .orderBy('id')
      .limit(LIMITS.nearestIndexBatchRows)
      .execute();
    rows.push(...batch);
    last = batch.at(-1)?.id ?? '';
    if (batch.length < LIMITS.nearestIndexBatchRows) break;
  }
  return {
    version,
    atMs,
    points: pointsOf(rows),
    coordinates: new Float64Array(rows.flatMap(({ latitude, longitude }) => [longitude, latitude])),
    ids: rows.map(({ id }) => id),
    kinds: rows.map(({ kind }) => kind),
    isPublic: rows.map(({ serves_public: isPublic }) => isPublic),
    states: rows.map(({ state }) => state),
    words: rows.map(({ search_words: words }) => ` ${words}`),
  };
}

function pointsOf(rows: readonly Row[]): KDBush | undefined {
  if (rows.length === 0) return undefined;
  const points = new KDBush(rows.length);
  for (const { latitude, longitude } of rows) points.add(longitude, latitude);
  return points.finish();
}
