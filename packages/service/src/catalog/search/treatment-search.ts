// The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed.
import { isId } from '@pestle/rules/ids';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import { type Cursors, type Page, pageSize, readCursor } from '../../kernel/paging.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { cursorsOf, keysFor } from '../../vault/vault.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { type NamedTreatments, treatmentsNamed } from '../named.ts';
import type { TemplateRow } from '../tables.ts';
import { heldFacts, rowsFor, wantedBy } from './found-rows.ts';
import { createHeldTreatments, type HeldTreatments, medicineOf } from './held-treatments.ts';
import { linesOf, type SearchLine } from './search-lines.ts';
import { similarNames } from './similar-names.ts';
import {
  hitOf,
  requireCatalog,
  scopeOf,
  statesOf,
  type TreatmentContext,
  type TreatmentHit,
} from './treatment-hit.ts';
import { questionOf, readTyped, type TreatmentSearch, type Typed } from './treatment-question.ts';

import { findByIds, readSearchLists } from './treatment-search-sql.ts';

/** One drug in one form, with every strength it has: a line of a list. */
export interface TreatmentLine {
  /** What it is called without strength and form, with its salt where that is known: `metoprolol succinate`. */
  readonly name: string;
  readonly brandName: string | null;
  readonly doseForm: string | null;
  readonly therapeuticClass: string | null;
  /** Nothing is called what was typed: it is only alike. */
  readonly similar: boolean;
  /** By strength; the strengths that the scope may show. */
  readonly treatments: readonly TreatmentHit[];
  /** The one of them that fits best what was typed. */
  readonly bestId: string;
}

export interface TreatmentSearchResult {
  readonly hits: Page<TreatmentHit>;
  /** Similar names, only when nothing was found: beside a hit, a look-alike is a wrong drug that waits to be picked. */
  readonly didYouMean: readonly TreatmentHit[];
  readonly templates: readonly TemplateRow[];
  /** The hits as lines, or what is similar where there are none: at most so many, asked for when they are wanted. */
  readonly lines: (first: number) => Promise<readonly TreatmentLine[]>;
}

export interface Treatments {
  searchTreatments(actor: Actor, search: TreatmentSearch): Promise<TreatmentSearchResult>;
  /** Throws NOT_FOUND. */
  treatment(actor: Actor, id: string, context?: TreatmentContext): Promise<TreatmentHit>;
  /** Those that exist, by id. */
  treatmentsById(
    actor: Actor,
    ids: readonly string[],
    context?: TreatmentContext,
  ): Promise<Map<string, TreatmentHit>>;
  /** The same drug and form in every strength that the scope may show, the weakest first, the treatment among them. Throws NOT_FOUND. */
  treatmentStrengths(actor: Actor, id: string, context?: TreatmentContext): Promise<readonly TreatmentHit[]>;
  /** What ids of a disable list stand for: treatments, or medications as `rxcui:29046`. Those that are not known are left out. */
  treatmentsNamed(actor: Actor, ids: readonly string[]): Promise<readonly NamedTreatments[]>;
}

export interface TreatmentSearches extends Treatments {
  /** Says that this process changed treatments. */
  readonly changed: () => void;
  /** Reads the index before anybody searches. */
  readonly warm: () => Promise<void>;
}

export function createTreatmentSearch(store: Store, ports: Ports): TreatmentSearches {
  const held = createHeldTreatments(store, ports);
  const describe = async (actor: Actor, ids: readonly string[], context: TreatmentContext = {}) => {
    const known = ids.filter((id) => isId('trt', id));
    const states = await statesOf(store, actor, context);
    const found = await findByIds(store, scopeOf(actor, context), known);
    return new Map(found.map((one) => [one.treatment.id as string, hitOf(one, states, ports)]));
  };
  return {
    searchTreatments: async (actor, search) => {
      authorize(actor, 'catalog.read');
      const size = pageSize(search);
      const cursors = cursorsOf(await keysFor(store, actor.orgId), questionOf(search));
      const [offset] = readCursor(search, cursors, ['number']) ?? [0];
      const typed = readTyped(search.text);
      await requireCatalog(store, actor, search.catalogId);
      return find({ store, ports, held }, { actor, search, typed, cursors, offset, size });
    },
    changed: () => held.changed(),
    warm: () => held.warm(),
    treatmentStrengths: async (actor, id, context = {}) => {
      authorize(actor, 'catalog.read');
      await requireCatalog(store, actor, context.catalogId);
      const scope = scopeOf(actor, context);
      const lists = await readSearchLists(store, scope);
      const { index } = await held.current(lists.version);
      const row = index.row(id);
      const wanted = wantedBy(index, lists);
      if (row === undefined) {
        // What somebody wrote by hand is in no index, and stands alone.
        const alone = (await describe(actor, [id], context)).get(id);
        if (alone === undefined) throw notFound('treatment');
        return [alone];
      }
      if (!wanted(row)) throw notFound('treatment');
      const ids = linesOf(index, [row], wanted, 1)
        .flatMap(({ members }) => members)
        .flatMap((member) => index.entries[member]?.id ?? []);
      const hits = await describe(actor, ids, context);
      return ids.flatMap((one) => hits.get(one) ?? []);
    },
    treatment: async (actor, id, context) => {
      authorize(actor, 'catalog.read');
      await requireCatalog(store, actor, context?.catalogId);
      const hit = (await describe(actor, [id], context)).get(id);
      if (hit === undefined) throw notFound('treatment');
      return hit;
    },
    treatmentsById: async (actor, ids, context) => {
      authorize(actor, 'catalog.read');
      const distinct = [...new Set(ids)];
      if (distinct.length > LIMITS.treatmentIdsMax) {
        const message = `Ask for at most ${LIMITS.treatmentIdsMax} treatments.`;
        throw invalidInput([{ path: 'ids', code: 'TOO_MANY', message }]);
      }
      await requireCatalog(store, actor, context?.catalogId);
      return describe(actor, distinct, context);
    },
    treatmentsNamed: async (actor, ids) => {
      authorize(actor, 'catalog.read');
      const distinct = [...new Set(ids)];
      if (distinct.length > LIMITS.namedIdsMax) {
        const message = `Ask for at most ${LIMITS.namedIdsMax} ids.`;
        throw invalidInput([{ path: 'ids', code: 'TOO_MANY', message }]);
      }
      return await store.withOrg(actor.orgId, (tx) => treatmentsNamed(tx, distinct));
    },
  };
}

interface Looking {
  readonly actor: Actor;
  readonly search: TreatmentSearch;
  readonly typed: Typed;
  readonly cursors: Cursors;
  readonly offset: number;
  readonly size: number;
}

interface Rooms {
  readonly store: Store;
  readonly ports: Ports;
  readonly held: HeldTreatments;
}

async function find({ store, ports, held }: Rooms, looking: Looking): Promise<TreatmentSearchResult> {
  const { actor, search, typed, cursors, offset, size } = looking;
  const scope = scopeOf(actor, search);
  const wantsTemplates = search.templates === true && offset === 0;
  const [states, lists] = await Promise.all([
    statesOf(store, actor, search),
    readSearchLists(store, scope, wantsTemplates ? typed.words : []),
  ]);
  const { templates } = lists;
  const now = await held.current(lists.version);
  const { index } = now;
  const rows = rowsFor(index, lists, typed);
  const end = Math.min(offset + size, LIMITS.searchHitsMax);
  const shown = rows.slice(offset, end);
  const isNone = offset === 0 && rows.length === 0 && templates.length === 0 && typed.codes === undefined;
  const alike = isNone ? similarNames(index, typed, wantedBy(index, lists)) : [];
  const idOf = (row: number): string => index.entries[row]?.id ?? '';
  const describe = async (wanted: readonly number[]): Promise<ReadonlyMap<number, TreatmentHit>> => {
    if (wanted.length === 0) return new Map();
    const found = heldFacts(now, lists, wanted) ?? (await findByIds(store, scope, wanted.map(idOf)));
    const byId = new Map(found.map((one) => [one.treatment.id as string, one]));
    return new Map(
      wanted.flatMap((row) => {
        const one = byId.get(idOf(row));
        return one === undefined ? [] : [[row, hitOf(one, states, ports)] as const];
      }),
    );
  };
  const described = await describe([...shown, ...alike]);
  const hitsOf = (wanted: readonly number[]): readonly TreatmentHit[] =>
    wanted.flatMap((row) => described.get(row) ?? []);
  return {
    hits: {
      items: hitsOf(shown),
      endCursor: shown.length === 0 ? null : cursors.seal([offset + shown.length]),
      hasNextPage: rows.length > end && end < LIMITS.searchHitsMax,
    },
    didYouMean: hitsOf(alike),
    templates,
    lines: async (first) => {
      const lines = linesOf(index, rows.length > 0 ? rows : alike, wantedBy(index, lists), first);
      const missing = lines.flatMap(({ members }) => members).filter((row) => !described.has(row));
      const all = new Map([...described, ...(await describe(missing))]);
      return lines.flatMap((line) => lineOf(line, all, rows.length === 0));
    },
  };
}

function lineOf(
  { members, best }: SearchLine,
  described: ReadonlyMap<number, TreatmentHit>,
  similar: boolean,
): readonly TreatmentLine[] {
  const treatments = members.flatMap((row) => described.get(row) ?? []);
  const chosen = described.get(best) ?? treatments[0];
  if (chosen === undefined) return [];
  const { treatment } = chosen;
  return [
    {
      name: medicineOf(treatment),
      brandName: treatment.brand_name,
      doseForm: treatment.dose_form,
      therapeuticClass: treatment.therapeutic_class,
      similar,
      treatments,
      bestId: treatment.id,
    },
  ];
}
