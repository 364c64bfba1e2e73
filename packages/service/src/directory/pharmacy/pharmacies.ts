// What callers may ask about pharmacies: by id, by name or town, and the nearest ones to a place.
import type { OrganizationId } from '@pestle/rules/ids';
import { toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type FieldProblem, invalidInput, notFound } from '../../kernel/errors.ts';
import {
  type Cursors,
  type Page,
  type PageRequest,
  pageOf,
  pageSize,
  readCursor,
} from '../../kernel/paging.ts';
import { searchWords } from '../../kernel/text.ts';
import type { TenantStore, Tx } from '../../store/store.ts';
import { cursorsOf, keysOf } from '../../vault/vault.ts';
import { electronicAmong } from '../endpoints.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';
import type { PharmacyKind, PharmacyRow } from '../tables.ts';
import type { NearestIndex, Point } from './nearest.ts';
import { findPharmacies, findPharmacy, searchPharmacyRows } from './pharmacy-rows.ts';
import { findTown, findZip } from './zips.ts';

/** A place to be near to: coordinates, else a ZIP code, else a town. */
export interface Place {
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly postalCode?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
}

export interface PharmacySearch extends PageRequest {
  /** With a place, the nearest come first; without, they come in the order of their names. */
  readonly near?: Place | null;
  /** Up to 1,000 km; 100 km when left out. */
  readonly radiusKm?: number | null;
  /** Beginnings of words of name, town, state, ZIP, NPI or NCPDP id. */
  readonly text?: string | null;
  readonly state?: string | null;
  /** Both kinds when left out. */
  readonly kinds?: readonly PharmacyKind[] | null;
  /** True: only those that the caller's practice prefers; without a place only. */
  readonly preferred?: boolean | null;
  /** Default true: those that serve only institutions, members or homes are left out. */
  readonly publicOnly?: boolean | null;
}

export interface PharmacyHit {
  readonly pharmacy: PharmacyRow;
  /** Great-circle distance; null without a place. */
  readonly distanceKm: number | null;
}

export interface NamedPharmacies {
  readonly pharmacies: readonly PharmacyRow[];
  readonly unknownIds: readonly string[];
}

export interface Pharmacies {
  /** Throws NOT_FOUND. */
  pharmacy(actor: Actor, id: string): Promise<PharmacyRow>;
  pharmaciesById(actor: Actor, ids: readonly string[]): Promise<Map<string, PharmacyRow>>;
  /** Those asked for, each once and in that order, and the ids that no pharmacy has. At most 50. */
  pharmaciesNamed(actor: Actor, ids: readonly string[]): Promise<NamedPharmacies>;
  /** For each of the pharmacies, whether prescriptions can go to it electronically. */
  electronicPharmacies(actor: Actor, ids: readonly string[]): Promise<Map<string, boolean>>;
  searchPharmacies(actor: Actor, search: PharmacySearch): Promise<Page<PharmacyHit>>;
  /** The same for a patient who chooses, behind the link of an order: only those that serve the public. */
  pharmaciesForPublic(orgId: OrganizationId, search: PharmacySearch): Promise<Page<PharmacyHit>>;
}

const KINDS: readonly PharmacyKind[] = ['LOCAL_PICKUP', 'MAIL_ORDER'];

export function createPharmacies(store: TenantStore, index: NearestIndex): Pharmacies {
  const find = async (orgId: OrganizationId, search: PharmacySearch): Promise<Page<PharmacyHit>> => {
    const size = pageSize(search);
    const question = readSearch(search);
    const near = search.near ?? null;
    return await store.withOrg(orgId, (tx) => {
      const cursors = cursorsOf(keysOf(tx), ['pharmacies', near, question]);
      return near === null
        ? byName(tx, search, question, { cursors, size })
        : byDistance(tx, index, search, question, { near, cursors, size });
    });
  };
  return {
    pharmacy: async (actor, id) => {
      authorize(actor, 'pharmacy.read');
      const row = await store.withOrg(actor.orgId, (tx) => findPharmacy(tx, id));
      if (row === undefined) throw notFound('pharmacy');
      return row;
    },
    pharmaciesById: async (actor, ids) => {
      authorize(actor, 'pharmacy.read');
      return store.withOrg(actor.orgId, (tx) => findPharmacies(tx, ids));
    },
    pharmaciesNamed: async (actor, ids) => {
      authorize(actor, 'pharmacy.read');
      const asked = [...new Set(ids)];
      if (asked.length > LIMITS.pharmacyIdsMax) {
        const message = `Ask for at most ${LIMITS.pharmacyIdsMax} pharmacies.`;
        throw invalidInput([{ path: 'ids', code: 'TOO_MANY', message }]);
      }
      // They stand in a page's attribute and come back in the answer: only what an id can be made of.
      if (!asked.every((id) => /^[\w-]{1,64}$/.test(id))) {
        const message = 'An id of a pharmacy begins with phr_ and has letters and digits only.';
        throw invalidInput([{ path: 'ids', code: 'INVALID', message }]);
      }
      const rows = await store.withOrg(actor.orgId, (tx) => findPharmacies(tx, asked));
      return {
        pharmacies: asked.flatMap((id) => rows.get(id) ?? []),
        unknownIds: asked.filter((id) => !rows.has(id)),
      };
    },
    electronicPharmacies: async (actor, ids) => {
      authorize(actor, 'pharmacy.read');
      return store.withOrg(actor.orgId, (tx) => electronicAmong(tx, ids));
    },
    searchPharmacies: async (actor, search) => {
      authorize(actor, 'pharmacy.read');
      return await find(actor.orgId, search);
    },
    pharmaciesForPublic: (orgId, search) => find(orgId, { ...search, publicOnly: true }),
  };
}

interface Question {
  readonly wordBeginnings: readonly string[];
  readonly kinds: readonly PharmacyKind[];
  readonly preferred: boolean;
  readonly publicOnly: boolean;
  readonly state: string | null;
  readonly radiusKm: number;
}

function readSearch(search: PharmacySearch): Question {
  const problems: FieldProblem[] = [];
  const text = search.text ?? '';
  if (text.length > LIMITS.searchTextCharactersMax) {
    const message = `Type at most ${LIMITS.searchTextCharactersMax} characters.`;
    problems.push({ path: 'text', code: 'TOO_LONG', message });
  }
  const state = search.state === undefined || search.state === null ? null : findState(search.state);
  if (state === undefined) {
    const message = 'Write the two letters of a United States state or territory.';
    problems.push({ path: 'state', code: 'INVALID', message });
  }
  const radiusKm = search.radiusKm ?? LIMITS.nearestRadiusKmDefault;
  if (!(radiusKm > 0 && radiusKm <= LIMITS.nearestRadiusKmMax)) {
    const message = `The radius is more than 0 and at most ${LIMITS.nearestRadiusKmMax} km.`;
    problems.push({ path: 'radiusKm', code: 'OUT_OF_RANGE', message });
  }
  if (search.preferred === true && search.near !== null && search.near !== undefined) {
    const message =
      'Leave out near: the pharmacies that a practice prefers come in the order of their names.';
    problems.push({ path: 'preferred', code: 'NOT_ACCEPTED', message });
  }
  if (problems.length > 0) throw invalidInput(problems);
  const kinds = search.kinds ?? [];
  return {
    wordBeginnings: searchWords(text).slice(0, LIMITS.searchWordsMax),
    kinds: kinds.length === 0 ? KINDS : kinds,
    preferred: search.preferred ?? false,
    publicOnly: search.publicOnly ?? true,
    state: state?.code ?? null,
    radiusKm,
  };
}

async function byName(
  tx: Tx,
  search: PharmacySearch,
  question: Question,
  { cursors, size }: { cursors: Cursors; size: number },
): Promise<Page<PharmacyHit>> {
  const after = readCursor(search, cursors, ['string', 'string']);
  const rows = await searchPharmacyRows(tx, { ...question, after, limit: size + 1 });
  return pageOf(
    rows,
    size,
    cursors,
    (row) => [row.name, row.id],
    (pharmacy) => ({ pharmacy, distanceKm: null }),
  );
}

/** Pages count from the nearest: the order of equal distances is the index's own. */
async function byDistance(
  tx: Tx,
  index: NearestIndex,
  search: PharmacySearch,
  question: Question,
  { near, cursors, size }: { near: Place; cursors: Cursors; size: number },
): Promise<Page<PharmacyHit>> {
  const [seen] = readCursor(search, cursors, ['number']) ?? [0];
  const point = await locate(tx, near);
  const most = Math.min(seen + size + 1, LIMITS.nearestPharmaciesMax);
  const nearest = await index.nearest(tx, { ...point, ...question, count: most });
  const wanted = nearest.slice(seen, seen + size);
  const rows = await findPharmacies(
    tx,
    wanted.map(({ id }) => id),
  );
  const items = wanted.flatMap(({ id, distanceKm }) => {
    const pharmacy = rows.get(id);
    if (pharmacy === undefined || !pharmacy.active) return [];
    return [{ pharmacy, distanceKm: Math.round(distanceKm * 1_000) / 1_000 }];
  });
  return {
    items,
    endCursor: wanted.length === 0 ? null : cursors.seal([seen + wanted.length]),
    hasNextPage: nearest.length > seen + size,
  };
}

/** Throws INVALID_INPUT when the place is not known. */
async function locate(tx: Tx, near: Place): Promise<Point> {
  const { latitude, longitude } = near;
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
    throw badPlace('near.latitude', 'A latitude is -90 to 90, a longitude -180 to 180.');
  }
  if (near.postalCode !== undefined && near.postalCode !== null) {
    const code = toPostalCode(near.postalCode);
    if (!code.ok) throw badPlace('near.postalCode', code.message);
    const zip = await findZip(tx, code.value.zip5);
    if (zip !== undefined) return zip;
  }
  const { city, state } = near;
  if (typeof city === 'string' && typeof state === 'string') {
    const town = await findTown(tx, city.trim(), findState(state)?.code ?? '');
    if (town !== undefined) return town;
  }
  throw badPlace(
    'near',
    'This place is not known. Give a ZIP code, a town with its state, or coordinates of the United States.',
  );
}

function badPlace(path: string, message: string): Error {
  return invalidInput([{ path, code: 'INVALID', message }]);
}
