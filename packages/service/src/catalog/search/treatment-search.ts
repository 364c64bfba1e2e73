// The search for treatments as you type: hits, "did you mean" apart from them, and templates, each with whether it can be prescribed.
import { isId } from '@pestle/rules/ids';
import { toNdc11 } from '@pestle/rules/ndc';
import { todayIn } from '@pestle/rules/time-zone';
import type { Actor } from '../../actor.ts';
import { findOrganization } from '../../directory/organizations.ts';
import { findPatient } from '../../directory/patients.ts';
import { invalidInput, notFound } from '../../errors.ts';
import { authorize } from '../../identity/permissions.ts';
import { decodeCursor, encodeCursor, type Page, type PageRequest, pageSize } from '../../paging.ts';
import type { Ports } from '../../ports.ts';
import type { TenantStore, Tx } from '../../store/store.ts';
import { type Availability, availabilityOf } from '../availability.ts';
import { disabledAmong } from '../disabled.ts';
import { CATALOG_LIMITS as LIMITS } from '../limits.ts';
import { searchTemplateRows } from '../lists/templates-sql.ts';
import type { TemplateRow, TreatmentRow } from '../tables.ts';
import { findTreatments } from '../treatments.ts';
import { leadingName, treatmentWords } from '../words.ts';
import {
  type FoundTreatment,
  type SearchScope,
  searchByCode,
  searchBySimilarity,
  searchByWords,
  withCatalog,
} from './treatment-search-sql.ts';

/** For whom and by which rules "prescribable" is answered. */
export interface TreatmentContext {
  /** Service id or external id: the state of the patient's address counts (W7). */
  readonly patientId?: string | null;
  /** Further states whose law counts, such as the prescriber's and the pharmacy's. */
  readonly states?: readonly string[] | null;
  /** The catalog that counts as the organization's; all of them when left out. */
  readonly catalogId?: string | null;
  /** Default true. False: only the catalog and templates (contract 3, `allow-off-catalog-search`). */
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
  /** Similar names, when there are few hits; shown apart, never among them. */
  readonly didYouMean: readonly TreatmentHit[];
  readonly templates: readonly TemplateRow[];
}

export interface TreatmentSearchRoom {
  searchTreatments(actor: Actor, search: TreatmentSearch): Promise<TreatmentSearchResult>;
  /** Throws NOT_FOUND. */
  treatment(actor: Actor, id: string, context?: TreatmentContext): Promise<TreatmentHit>;
  /** Those that exist, by id. */
  treatmentsById(
    actor: Actor,
    ids: readonly string[],
    context?: TreatmentContext,
  ): Promise<Map<string, TreatmentHit>>;
}

export function createTreatmentSearch(store: TenantStore, ports: Ports): TreatmentSearchRoom {
  const describe = (actor: Actor, ids: readonly string[], context: TreatmentContext = {}) =>
    store.withOrg(actor.orgId, async (tx) => {
      const rows = [...(await findTreatments(tx, ids)).values()];
      const scope = scopeOf(actor, context);
      const found = await withCatalog(tx, scope, rows);
      const hits = await describeHits(tx, ports, { actor, context }, found);
      return new Map(hits.map((hit) => [hit.treatment.id as string, hit]));
    });
  return {
    searchTreatments: async (actor, search) => {
      authorize(actor, 'catalog.read');
      const size = pageSize(search);
      const [position] = decodeCursor(search, ['number']) ?? [0];
      const typed = readTyped(search.text);
      const offset = Number.isSafeInteger(position)
        ? Math.min(Math.max(position, 0), LIMITS.searchHitsMax)
        : 0;
      return store.withOrg(actor.orgId, (tx) => find(tx, ports, { actor, search, typed, offset, size }));
    },
    treatment: async (actor, id, context) => {
      authorize(actor, 'catalog.read');
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
      return describe(actor, distinct, context);
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

interface Looking {
  readonly actor: Actor;
  readonly search: TreatmentSearch;
  readonly typed: Typed;
  readonly offset: number;
  readonly size: number;
}

async function find(tx: Tx, ports: Ports, looking: Looking): Promise<TreatmentSearchResult> {
  const { actor, search, typed, offset, size } = looking;
  const scope = scopeOf(actor, search);
  const limit = Math.min(size + 1, LIMITS.searchHitsMax - offset);
  const found =
    typed.codes === undefined
      ? await searchByWords(tx, scope, typed, { offset, limit })
      : (await searchByCode(tx, scope, typed.codes)).slice(offset, offset + limit);
  const isFew = offset === 0 && found.length < LIMITS.similarBelowHits;
  const alike =
    isFew && typed.name.length >= LIMITS.searchLettersMin ? await searchBySimilarity(tx, scope, typed) : [];
  const shown = found.slice(0, size);
  const described = await describeHits(tx, ports, { actor, context: search }, [...shown, ...alike]);
  const templates =
    search.templates === true && offset === 0
      ? await searchTemplateRows(tx, {
          orgId: actor.orgId,
          userId: scope.userId,
          wordBeginnings: typed.words,
          limit: LIMITS.searchTemplatesMax,
        })
      : [];
  return {
    hits: {
      items: described.slice(0, shown.length),
      endCursor: shown.length === 0 ? null : encodeCursor([offset + shown.length]),
      hasNextPage: found.length > size,
    },
    didYouMean: described.slice(shown.length),
    templates,
  };
}

function scopeOf(actor: Actor, context: TreatmentContext): SearchScope {
  if (typeof context.catalogId === 'string' && !isId('cat', context.catalogId)) throw notFound('catalog');
  return {
    orgId: actor.orgId,
    catalogId: context.catalogId ?? null,
    offCatalog: context.offCatalog ?? true,
    userId: actor.kind === 'user' ? actor.id : null,
  };
}

interface Asking {
  readonly actor: Actor;
  readonly context: TreatmentContext;
}

/** W7, decided now: by the law of today, of the states named and of the patient's. */
async function describeHits(
  tx: Tx,
  ports: Ports,
  { actor, context }: Asking,
  found: readonly FoundTreatment[],
): Promise<readonly TreatmentHit[]> {
  if (found.length === 0) return [];
  const { time_zone: timeZone } = await findOrganization(tx, actor.orgId);
  const states = await statesOf(tx, actor, context);
  const disabled = await disabledAmong(
    tx,
    actor.orgId,
    found.map(({ treatment }) => treatment.id),
  );
  const on = todayIn(timeZone, ports.clock.now());
  return found.map(({ treatment, inCatalog, offered }) => ({
    treatment,
    inCatalog,
    availability: availabilityOf(treatment, {
      on,
      states,
      disabled: disabled.get(treatment.id),
      inCatalog: offered,
    }),
  }));
}

async function statesOf(tx: Tx, actor: Actor, context: TreatmentContext): Promise<readonly string[]> {
  const states = [...(context.states ?? [])];
  if (context.patientId === undefined || context.patientId === null) return states;
  const patient = await findPatient(tx, actor.orgId, context.patientId);
  if (patient === undefined) throw notFound('patient');
  return patient.state === null ? states : [...states, patient.state];
}
