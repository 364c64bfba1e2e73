// The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed.
import { isId } from '@pestle/rules/ids';
import { todayIn } from '@pestle/rules/local-time';
import { toNdc11 } from '@pestle/rules/ndc';
import { findPatient } from '../../directory/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import {
  type CursorQuestion,
  type Cursors,
  type Page,
  type PageRequest,
  pageSize,
  readCursor,
} from '../../kernel/paging.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { cursorsOf, keysFor } from '../../vault/vault.ts';
import { type Availability, availabilityOf } from '../availability.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { findCatalogs } from '../lists/lists-sql.ts';
import { searchTemplateRows } from '../lists/templates-sql.ts';
import { type NamedTreatments, treatmentsNamed } from '../named.ts';
import type { TemplateRow, TreatmentRow } from '../tables.ts';
import { leadingName, treatmentWords } from '../words.ts';
import {
  type FoundTreatment,
  findByIds,
  type SearchScope,
  searchByCode,
  searchBySimilarity,
  searchByWords,
} from './treatment-search-sql.ts';

/** For whom and by which rules "prescribable" is answered. */
export interface TreatmentContext {
  /** Service id or external id: the state of the patient's address counts (W7). */
  readonly patientId?: string | null;
  /** Further states whose law counts, such as the prescriber's and the pharmacy's. */
  readonly states?: readonly string[] | null;
  /** The catalog that counts as the organization's; all of them when left out. */
  readonly catalogId?: string | null;
  /** Default true. False: only the catalog and templates (`allow-off-catalog-search`). */
  readonly offCatalog?: boolean | null;
}

export interface TreatmentSearch extends PageRequest, TreatmentContext {
  /** At least 3 letters of names, strength and form, in any order; or an RxCUI or NDC. */
  readonly text: string;
  /** Also answer templates that match. Default false. */
  readonly templates?: boolean | null;
}

export interface TreatmentHit {
  readonly treatment: TreatmentRow;
  readonly inCatalog: boolean;
  readonly availability: Availability;
}

export interface TreatmentSearchResult {
  readonly hits: Page<TreatmentHit>;
  /** Similar names, only when nothing was found: beside a hit, a look-alike is a wrong drug that waits to be picked. */
  readonly didYouMean: readonly TreatmentHit[];
  readonly templates: readonly TemplateRow[];
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
  /** What ids of a disable list stand for: treatments, or medications as `rxcui:29046`. Those that are not known are left out. */
  treatmentsNamed(actor: Actor, ids: readonly string[]): Promise<readonly NamedTreatments[]>;
}

export function createTreatmentSearch(store: Store, ports: Ports): Treatments {
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
      return find(store, ports, { actor, search, typed, cursors, offset, size });
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

interface Typed {
  readonly words: readonly string[];
  readonly name: string;
  readonly codes: { readonly rxcui: string; readonly ndc: string } | undefined;
}

function readTyped(text: string): Typed {
  if (text.length > LIMITS.searchTextCharactersMax) {
    const message = `Type at most ${LIMITS.searchTextCharactersMax} characters.`;
    throw invalidInput([{ path: 'text', code: 'TOO_LONG', message }]);
  }
  const words = treatmentWords(text).slice(0, LIMITS.searchWordsMax);
  if (words.join('').length < LIMITS.searchLettersMin) {
    const message = `Type at least ${LIMITS.searchLettersMin} letters, or an RxCUI or NDC.`;
    throw invalidInput([{ path: 'text', code: 'TOO_SHORT', message }]);
  }
  const code = text.trim();
  if (!/^[\d-]+$/.test(code)) return { words, name: leadingName(words), codes: undefined };
  const ndc = toNdc11(code);
  return { words, name: '', codes: { rxcui: code, ndc: ndc.ok ? ndc.value : '' } };
}

/** What decides which treatments are found, and in which order. */
function questionOf({ text, catalogId, offCatalog }: TreatmentSearch): CursorQuestion {
  return ['treatments', text, catalogId ?? null, offCatalog ?? true];
}

interface Looking {
  readonly actor: Actor;
  readonly search: TreatmentSearch;
  readonly typed: Typed;
  readonly cursors: Cursors;
  readonly offset: number;
  readonly size: number;
}

async function find(store: Store, ports: Ports, looking: Looking): Promise<TreatmentSearchResult> {
  const { actor, search, typed, cursors, offset, size } = looking;
  const scope = scopeOf(actor, search);
  const states = await statesOf(store, actor, search);
  const window = { offset, limit: Math.min(size + 1, LIMITS.searchHitsMax - offset) };
  const wantsTemplates = search.templates === true && offset === 0;
  const [found, templates] = await Promise.all([
    typed.codes === undefined
      ? searchByWords(store, scope, typed, window)
      : searchByCode(store, scope, typed.codes, window),
    wantsTemplates ? templatesFor(store, scope, typed) : [],
  ]);
  const isNone = offset === 0 && found.length === 0 && templates.length === 0;
  const alike =
    isNone && typed.name.length >= LIMITS.similarLettersMin
      ? await searchBySimilarity(store, scope, typed)
      : [];
  const shown = found.slice(0, size).map((one) => hitOf(one, states, ports));
  return {
    hits: {
      items: shown,
      endCursor: shown.length === 0 ? null : cursors.seal([offset + shown.length]),
      hasNextPage: found.length > size,
    },
    didYouMean: alike.map((one) => hitOf(one, states, ports)),
    templates,
  };
}

function templatesFor(store: Store, scope: SearchScope, typed: Typed): Promise<readonly TemplateRow[]> {
  return store.withOrg(scope.orgId, (tx) =>
    searchTemplateRows(tx, {
      orgId: scope.orgId,
      userId: scope.userId,
      wordBeginnings: typed.words,
      limit: LIMITS.searchTemplatesMax,
    }),
  );
}

function scopeOf(actor: Actor, context: TreatmentContext): SearchScope {
  return {
    orgId: actor.orgId,
    catalogId: context.catalogId ?? null,
    offCatalog: context.offCatalog ?? true,
    userId: actor.kind === 'user' ? actor.id : null,
  };
}

/** A catalog that is not there would silently offer nothing. */
async function requireCatalog(store: Store, actor: Actor, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return;
  const catalogs = await store.withOrg(actor.orgId, (tx) => findCatalogs(tx, actor.orgId));
  if (!catalogs.some((catalog) => catalog.id === id)) throw notFound('catalog');
}

/** W7, decided now: by the law of today, of the states named and of the patient's. */
function hitOf(found: FoundTreatment, states: readonly string[], ports: Ports): TreatmentHit {
  const { treatment, inCatalog, offered, disabled, timeZone } = found;
  const on = todayIn(timeZone, ports.clock.now());
  const availability = availabilityOf(treatment, { on, states, disabled, inCatalog: offered });
  return { treatment, inCatalog, availability };
}

async function statesOf(store: Store, actor: Actor, context: TreatmentContext): Promise<readonly string[]> {
  const states = [...(context.states ?? [])];
  const { patientId } = context;
  if (patientId === undefined || patientId === null) return states;
  const patient = await store.withOrg(actor.orgId, (tx) => findPatient(tx, actor.orgId, patientId));
  if (patient === undefined) throw notFound('patient');
  return patient.state === null ? states : [...states, patient.state];
}
